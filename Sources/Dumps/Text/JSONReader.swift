import NDEF

/// Reads JSON (RFC 8259) from hostile bytes: no deeper than any dump is, in one pass, with the line of a fault.
struct JSONReader {
    /// Deeper than this no dump nests.
    private static let depthLimit = 32
    /// No dump has more values.
    private static let valueLimit = 500_000

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var count = 0

    /// The document in `bytes`.
    static func read(_ bytes: [UInt8]) throws(DumpError) -> JSONNode {
        var reader = JSONReader(bytes[...].withoutMark)
        let node = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.position == reader.bytes.endIndex else { throw reader.fault("goes on behind the end of the JSON") }
        return node
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    private mutating func value(depth: Int) throws(DumpError) -> JSONNode {
        guard depth < Self.depthLimit else { throw fault("nests deeper than any dump") }
        count += 1
        guard count <= Self.valueLimit else { throw fault("has more values than any dump") }
        skipBlanks()
        guard let first = peek else { throw fault("ends within the JSON") }
        switch first {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(DumpError) -> JSONNode {
        position += 1
        var members: [JSONNode.Member] = []
        skipBlanks()
        if take("}") { return .object([]) }
        while true {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { throw fault("has no name where the JSON needs one") }
            let key = try string()
            skipBlanks()
            guard take(":") else { throw fault("has no colon behind a name of the JSON") }
            members.append(JSONNode.Member(key: key, value: try value(depth: depth + 1)))
            skipBlanks()
            if take("}") { return .object(members) }
            guard take(",") else { throw fault("has no comma where the JSON needs one") }
        }
    }

    private mutating func array(depth: Int) throws(DumpError) -> JSONNode {
        position += 1
        var elements: [JSONNode] = []
        skipBlanks()
        if take("]") { return .array([]) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
            if take("]") { return .array(elements) }
            guard take(",") else { throw fault("has no comma where the JSON needs one") }
        }
    }

    private mutating func number() throws(DumpError) -> JSONNode {
        let start = position
        while let byte = peek, byte.isHexDigit || [0x2B, 0x2D, 0x2E].contains(byte) { position += 1 }
        let text = bytes[start..<position]
        guard let last = text.last, (0x30...0x39).contains(last), text.first != 0x2B,
            text.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) })
        else {
            position = start
            throw fault("has no value where the JSON needs one")
        }
        return .number(text)
    }

    private mutating func word(_ word: StaticString, _ node: JSONNode) throws(DumpError) -> JSONNode {
        let letters = bytes[position...].prefix(word.utf8CodeUnitCount)
        guard letters.spells(word) else {
            if letters.endIndex == bytes.endIndex, letters.count < word.utf8CodeUnitCount { throw .cut("JSON") }
            throw fault("has no value where the JSON needs one")
        }
        position += word.utf8CodeUnitCount
        return node
    }

    private mutating func string() throws(DumpError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw fault("has a string that is no UTF-8")
                }
                return string
            case UInt8(ascii: "\\"): text += try escape().utf8
            case 0..<0x20: throw fault("has a control character in a string")
            default: text.append(byte)
            }
        }
        throw fault("ends within a string")
    }

    /// What stands behind a backslash; half of a surrogate pair becomes the replacement character.
    private mutating func escape() throws(DumpError) -> String {
        guard let byte = peek else { throw fault("ends within a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
        case UInt8(ascii: "u"):
            let first = try unit()
            guard UTF16.isLeadSurrogate(first), bytes[position...].starts(with: [0x5C, 0x75]) else {
                return String(decoding: [first], as: UTF16.self)
            }
            position += 2
            return String(decoding: [first, try unit()], as: UTF16.self)
        default: throw fault("has an escape in a string that JSON does not know")
        }
    }

    private mutating func unit() throws(DumpError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        if digits.count < 4 { throw .cut("JSON") }
        guard digits.allSatisfy(\.isHexDigit),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("has an escape in a string that JSON does not know") }
        position += 4
        return unit
    }

    private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func fault(_ reason: String) -> DumpError {
        if position >= bytes.endIndex { return .cut("JSON") }
        let line = 1 + bytes[..<min(position, bytes.endIndex)].count { $0 == 0x0A }
        return .line(line, reason)
    }
}
