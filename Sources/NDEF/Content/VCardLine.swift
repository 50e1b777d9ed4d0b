/// The logical lines of a vCard: folded lines joined, whichever line end is used.
///
/// Source: RFC 6350, 3.2 (a line that begins with a blank or tab goes on); vCard 2.1, 2.1.3 (a quoted-printable line that
/// ends in `=` goes on).
struct VCardLines {
    private let bytes: Bytes
    private var position = 0

    init(_ bytes: Bytes) { self.bytes = bytes }

    /// The next line with the place where it began; `nil` at the end. Empty lines are passed over.
    mutating func next() -> (bytes: [UInt8], offset: Int)? {
        while position < bytes.count {
            let offset = position
            var line: [UInt8] = []
            takePhysicalLine(into: &line)
            var isQuoted = Self.namesQuotedPrintable(line)
            while let byte = bytes.byte(at: position) {
                if byte == 0x20 || byte == 0x09 {
                    position += 1
                    let length = line.count
                    takePhysicalLine(into: &line)
                    if length < 64, !isQuoted { isQuoted = Self.namesQuotedPrintable(line) }
                } else if isQuoted, line.last == 0x3D {
                    line.append(0x0A)
                    takePhysicalLine(into: &line)
                } else {
                    break
                }
            }
            if !line.isEmpty { return (line, offset) }
        }
        return nil
    }

    private mutating func takePhysicalLine(into line: inout [UInt8]) {
        var end = position
        while let byte = bytes.byte(at: end), byte != 0x0D, byte != 0x0A { end += 1 }
        line.append(contentsOf: bytes[position..<end])
        if bytes.byte(at: end) == 0x0D, bytes.byte(at: end + 1) == 0x0A { end += 1 }
        position = min(end + 1, bytes.count)
    }

    /// True where the part before the colon asks for quoted-printable.
    private static func namesQuotedPrintable(_ line: [UInt8]) -> Bool {
        guard let colon = line.firstIndex(of: 0x3A), let equals = line[..<colon].firstIndex(of: 0x3B) else {
            return false
        }
        return Bytes(line)[equals..<colon].containsIgnoringCase("QUOTED-PRINTABLE")
    }
}

extension Bytes {
    /// True where `word` stands somewhere in the bytes, whatever its case.
    func containsIgnoringCase(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard count >= length else { return false }
        return (0...count - length).contains { self[$0..<$0 + length].equalsIgnoringCase(word) }
    }
}

/// One logical line: group, name, parameters and value, the value still as bytes.
struct VCardLine {
    let group: String?
    /// Upper case.
    let name: String
    let parameters: [String]
    let value: [UInt8]

    /// `nil` where the line has no colon.
    init?(_ line: [UInt8]) {
        guard let colon = Self.index(of: 0x3A, in: line, from: 0) else { return nil }
        value = Array(line[(colon + 1)...])
        var parts: [String] = []
        var start = 0
        while start <= colon {
            let end = min(Self.index(of: 0x3B, in: line, from: start) ?? colon, colon)
            parts.append(String(decoding: line[start..<end], as: UTF8.self))
            start = end + 1
        }
        let full = parts.first.map { $0.trimmingSpaces } ?? ""
        if let dot = full.utf8.lastIndex(of: 0x2E) {
            group = String(full[..<dot])
            name = full[full.utf8.index(after: dot)...].uppercased()
        } else {
            group = nil
            name = full.uppercased()
        }
        parameters = Array(parts.dropFirst())
    }

    /// The first `byte` outside double quotes.
    private static func index(of byte: UInt8, in line: [UInt8], from start: Int) -> Int? {
        var isQuoted = false
        for index in start..<line.count {
            if line[index] == 0x22 { isQuoted.toggle() }
            if line[index] == byte, !isQuoted { return index }
        }
        // A quote that is never closed is no quote.
        return isQuoted ? line[start...].firstIndex(of: byte) : nil
    }

    var isQuotedPrintable: Bool {
        parameters.contains {
            let bytes = Bytes(Array($0.utf8))
            return bytes.equalsIgnoringCase("QUOTED-PRINTABLE") || bytes.equalsIgnoringCase("ENCODING=QUOTED-PRINTABLE")
        }
    }

    var charset: String? {
        for parameter in parameters where parameter.utf8.count > 8 {
            let bytes = Bytes(Array(parameter.utf8))
            if bytes[0..<8].equalsIgnoringCase("CHARSET=") { return bytes[8..<bytes.count].utf8Repaired }
        }
        return nil
    }
}

/// Quoted-printable bytes. Source: RFC 2045, 6.7.
enum QuotedPrintable {
    /// The bytes meant; what is no valid escape stays as it is.
    static func decode(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0x3D else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            if index + 1 >= bytes.count || bytes[index + 1] == 0x0A {
                index += 2
            } else if index + 2 < bytes.count, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

/// Character sets other than UTF-8 that vCards are met in.
enum Charset {
    /// The text, or `nil` where the name is not known.
    static func decode(_ bytes: [UInt8], named name: String) -> String? {
        switch name.lowercased() {
        case "iso-8859-1", "latin1", "windows-1252", "us-ascii", "ascii":
            bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : latin1(bytes)
        case "utf-16", "utf-16be": UTF16Text(Bytes(bytes)).text
        default: nil
        }
    }

    /// Each byte the character of that number.
    static func latin1(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// The backslash escapes of a vCard value. Source: RFC 6350, 3.4.
enum VCardEscapes {
    /// `text` with escapes resolved.
    ///
    /// - Parameter newlines: Whether `\n` is a line end; in vCard 2.1 it is not.
    static func resolve(_ text: String, newlines: Bool) -> String {
        guard text.utf8.contains(0x5C) else { return text }
        var resolved = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if !isEscaped {
                if scalar == "\\" { isEscaped = true } else { resolved.append(scalar) }
                continue
            }
            isEscaped = false
            switch scalar {
            case "n", "N":
                if newlines {
                    resolved.append("\n")
                } else {
                    resolved.append("\\")
                    resolved.append(scalar)
                }
            case ",", ";", ":", "\\": resolved.append(scalar)
            default:
                resolved.append("\\")
                resolved.append(scalar)
            }
        }
        if isEscaped { resolved.append("\\") }
        return String(resolved)
    }

    /// `text` as one value, escaped.
    static func escape(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ",", ";": escaped.append(contentsOf: ["\\", scalar])
            case "\r": escaped.append(contentsOf: ["\\", "n"])
            case "\n":
                // CR LF is one line end.
                if previous != "\r" { escaped.append(contentsOf: ["\\", "n"]) }
            default: escaped.append(scalar)
            }
            previous = scalar
        }
        return String(escaped)
    }
}
