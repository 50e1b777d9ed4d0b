extension ContentReading {
    /// A Text record: status byte, language code, text. Source: RTD Text 1.0, 3.2.
    static func text(_ payload: Bytes) -> ContentReading {
        guard let status = payload.byte(at: 0) else {
            return .malformed("the text has no status byte: the payload is empty")
        }
        let languageLength = Int(status & 0x3F)
        guard payload.count > languageLength else {
            return .malformed(
                "the language code is said to be \(languageLength) bytes long, \(payload.count - 1) are there")
        }
        let language = payload[1..<1 + languageLength]
        let body = payload[(1 + languageLength)..<payload.count]
        var reading = ContentReading(.unknown)
        if status & 0x40 != 0 { reading.problems.warn(at: 0, "the reserved bit 6 of the text's status byte is set") }
        if languageLength == 0 { reading.problems.warn(at: 0, "the text has no language code") }
        if language.contains(where: { !(0x21...0x7E ~= $0) }) {
            reading.problems.warn(at: 1, "the language code \(language.hex) is not ASCII")
        }
        let isUTF16 = status & 0x80 != 0
        let text =
            isUTF16
            ? reading.utf16(body, at: 1 + languageLength) : reading.utf8(body, at: 1 + languageLength)
        reading.content = .text(
            TextContent(text: text, language: language.utf8Repaired, encoding: isUTF16 ? .utf16 : .utf8))
        return reading
    }

    private mutating func utf8(_ body: Bytes, at offset: Int) -> String {
        if body.starts(with: [0xEF, 0xBB, 0xBF]) {
            problems.warn(at: offset, "the text begins with a byte order mark, which UTF-8 does not have")
            return utf8(body[3..<body.count], at: offset + 3)
        }
        if let text = body.utf8 { return text }
        problems.warn(at: offset, "the text is not valid UTF-8")
        return body.utf8Repaired
    }

    /// UTF-16 with its byte order mark, without one big-endian. Source: RTD Text 1.0, 3.4.
    private mutating func utf16(_ body: Bytes, at offset: Int) -> String {
        let decoded = UTF16Text(body)
        if body.count % 2 != 0 {
            problems.warn(at: offset + body.count - 1, "the UTF-16 text ends in half a character")
        }
        if decoded.hasLoneSurrogate { problems.warn(at: offset, "the UTF-16 text holds half a surrogate pair") }
        if decoded.looksSwapped {
            problems.warn(
                at: offset, "the UTF-16 text has no byte order mark and looks little-endian; it is read as big-endian")
        }
        return decoded.text
    }
}

/// Text out of UTF-16 bytes.
struct UTF16Text {
    /// The text, with U+FFFD for halves of surrogate pairs.
    let text: String
    let hasLoneSurrogate: Bool
    /// True where there was no byte order mark and every unit read the other way round would be a Latin letter.
    let looksSwapped: Bool

    init(_ bytes: Bytes) {
        let hasMark = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let isLittle = bytes.byte(at: 0) == 0xFF && hasMark
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = hasMark ? 2 : 0
        var swapped = !hasMark && bytes.count > 1
        while index + 1 < bytes.count {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            units.append(isLittle ? second << 8 | first : first << 8 | second)
            if second != 0 || first == 0 { swapped = false }
            index += 2
        }
        looksSwapped = swapped
        if let valid = String(validating: units, as: UTF16.self) {
            text = valid
            hasLoneSurrogate = false
        } else {
            text = String(decoding: units, as: UTF16.self)
            hasLoneSurrogate = true
        }
    }
}
