import NDEF

/// A value in all the forms in which tags, tools and data sheets write it.
enum ConvertTool {
    /// One way to understand what was typed.
    struct Reading: Equatable {
        /// `hex`, `decimal`, `binary`, `text`.
        let form: String
        let bytes: [UInt8]
    }

    static func evaluate(_ input: String) throws(ToolError) -> ToolResult {
        let readings = try readings(of: input)
        var result = ToolResult()
        for (index, reading) in readings.enumerated() {
            let fields = fields(of: reading)
            list(reading, &result)
            if index == 0 { result.fields += fields }
        }
        if readings.count > 1 {
            let forms = readings.map(\.form).joined(separator: ", ")
            result.add("", "", "it can be read as \(forms): 0x, 0b, # and \"quotes\" say which is meant")
        }
        result.set("readings", .list(readings.map { .object(fields(of: $0)) }))
        return result
    }

    /// Every way to understand the text, the likeliest first.
    static func readings(of input: String) throws(ToolError) -> [Reading] {
        let text = trimmed(input)
        guard !text.isEmpty else { throw ToolError("it is empty") }
        if text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            return [Reading(form: "text", bytes: Array(text.dropFirst().dropLast().utf8))]
        }
        let digits = String(text.dropFirst(2))
        switch text.prefix(2).lowercased() {
        case "0x": return [try one("hex", hexNumber(digits), "0x is followed by hex digits")]
        case "0b": return [try one("binary", binary(digits), "0b is followed by 0 and 1")]
        default: break
        }
        if text.hasPrefix("#") {
            let number = decimal(String(text.dropFirst()))
            return [try one("decimal", number, "# is followed by a number of at most 20 digits, below 2^64")]
        }
        var readings: [Reading] = []
        func add(_ form: String, _ bytes: [UInt8]?) {
            if let bytes, !bytes.isEmpty { readings.append(Reading(form: form, bytes: bytes)) }
        }
        add("hex", Hex.bytes(text) ?? (text.contains(" ") ? nil : hexNumber(text)))
        add("decimal", decimal(text))
        if text.utf8.count >= 4 { add("binary", binary(text)) }
        add("text", Array(text.utf8))
        return readings
    }

    private static func one(_ form: String, _ bytes: [UInt8]?, _ wanted: String) throws(ToolError) -> Reading {
        guard let bytes, !bytes.isEmpty else { throw ToolError(wanted) }
        return Reading(form: form, bytes: bytes)
    }

    private static func trimmed(_ text: String) -> String {
        var rest = Substring(text)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// A number may have an odd count of digits.
    private static func hexNumber(_ digits: String) -> [UInt8]? {
        Hex.bytes(digits) ?? (digits.utf8.count.isMultiple(of: 2) ? nil : Hex.bytes("0" + digits))
    }

    /// The bytes of a number, most significant first, as few as it takes.
    private static func decimal(_ digits: String) -> [UInt8]? {
        guard (1...20).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt64(digits)
        else { return nil }
        let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        return Array(bytes.drop { $0 == 0 }.isEmpty ? [0] : bytes.drop { $0 == 0 })
    }

    private static func binary(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "_") }
        guard !digits.isEmpty, digits.count <= 512, digits.allSatisfy({ $0 == 0x30 || $0 == 0x31 }) else { return nil }
        let padded = [UInt8](repeating: 0x30, count: (8 - digits.count % 8) % 8) + digits
        return stride(from: 0, to: padded.count, by: 8).map { start in
            padded[start..<start + 8].reduce(0) { $0 << 1 | ($1 & 1) }
        }
    }
}

extension ConvertTool {
    private static func list(_ reading: Reading, _ result: inout ToolResult) {
        let bytes = reading.bytes
        result.add("As \(reading.form)", "", bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes")
        func add(_ label: String, _ value: String, _ explanation: String = "") {
            result.add(label, value, explanation, depth: 1)
        }
        add("Hex", Hex.string(bytes, separator: " "))
        if bytes.count > 1 {
            add("Hex reversed", Hex.string(bytes.reversed(), separator: " "), "least significant first")
        }
        if let number = number(bytes) {
            add("Decimal", String(number), signed(bytes).map { "as a signed number \($0)" } ?? "")
        }
        if bytes.count > 1, let number = number(bytes.reversed()) {
            add("Decimal reversed", String(number), signed(bytes.reversed()).map { "as a signed number \($0)" } ?? "")
        }
        if bytes.count <= 8 { add("Binary", binary(bytes)) }
        add("ASCII", ascii(bytes), bytes.allSatisfy { (0x20...0x7E).contains($0) } ? "" : "dots are no printable ASCII")
        if let text = String(validating: bytes, as: UTF8.self) {
            add("UTF-8", text.visible)
        } else {
            add("UTF-8", VisibleText.bytes(bytes), "not UTF-8 throughout")
        }
    }

    private static func fields(of reading: Reading) -> [ToolResult.Field] {
        let bytes = reading.bytes
        var fields: [ToolResult.Field] = [
            .init("as", .text(reading.form)), .init("bytes", .number(bytes.count)), .init("hex", .hex(bytes)),
            .init("hexReversed", .hex(bytes.reversed())),
        ]
        if let number = number(bytes) { fields.append(.init("decimal", value(number))) }
        if let number = number(bytes.reversed()) { fields.append(.init("decimalReversed", value(number))) }
        if bytes.count <= 8 { fields.append(.init("binary", .text(binary(bytes, separator: "")))) }
        fields.append(.init("ascii", .text(ascii(bytes))))
        if let text = String(validating: bytes, as: UTF8.self) { fields.append(.init("utf8", .text(text))) }
        return fields
    }

    /// A number that JSON's readers might round is given as text.
    private static func value(_ number: UInt64) -> ToolResult.Value {
        number < 1 << 53 ? .number(Int(number)) : .text(String(number))
    }

    private static func number(_ bytes: some Collection<UInt8>) -> UInt64? {
        bytes.count <= 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
    }

    /// In two's complement, where that is another number and the size one that programs use.
    private static func signed(_ bytes: some Collection<UInt8>) -> String? {
        guard let first = bytes.first, first & 0x80 != 0, let number = number(bytes) else { return nil }
        switch bytes.count {
        case 1: return String(Int8(truncatingIfNeeded: number))
        case 2: return String(Int16(truncatingIfNeeded: number))
        case 4: return String(Int32(truncatingIfNeeded: number))
        case 8: return String(Int64(truncatingIfNeeded: number))
        default: return nil
        }
    }

    private static func binary(_ bytes: [UInt8], separator: String = " ") -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 2)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined(separator: separator)
    }

    private static func ascii(_ bytes: [UInt8]) -> String {
        String(bytes.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." })
    }
}
