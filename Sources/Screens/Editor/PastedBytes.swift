import Tags

/// Bytes out of text that was pasted or typed: hex in the forms that people copy around.
enum PastedBytes: Equatable {
    case bytes([UInt8])
    /// What is wrong, a sentence part.
    case wrong(String)

    /// More is no memory of a tag.
    static let limit = 1 << 17

    /// Hex with blanks, line ends, commas, colons or dashes between the bytes, with or without `0x`, `\x` or a C array's
    /// braces around it.
    static func hex(_ text: String) -> PastedBytes {
        let separators: Set<Character> = [",", ";", ":", "-", "{", "}", "[", "]", "(", ")", "\"", "'", "\u{FEFF}"]
        var bytes: [UInt8] = []
        for token in text.split(whereSeparator: { $0.isWhitespace || separators.contains($0) }) {
            let lower = token.lowercased()
            let prefixed = lower.hasPrefix("0x") || lower.hasPrefix("\\x")
            var digits = lower.replacing("0x", with: "").replacing("\\x", with: "")
            if !prefixed, digits.count > 1, digits.last == "h" { digits.removeLast() }
            if let wrong = digits.first(where: { !($0.isASCII && $0.isHexDigit) }) {
                return .wrong("\(Words.safe(String(wrong))) is no hex digit")
            }
            // `0x4` is the byte 04; a lone digit anywhere else is half a byte.
            if prefixed, digits.count == 1 { digits = "0" + digits }
            guard !digits.isEmpty, digits.count % 2 == 0, let part = Hex.bytes(digits) else {
                return .wrong("two hex digits make a byte: \(Words.safe(String(token), limit: 20)) has one too many")
            }
            bytes += part
            if bytes.count > limit { return .wrong("more than any tag holds") }
        }
        return bytes.isEmpty ? .wrong("there is no hex digit in it") : .bytes(bytes)
    }

    /// Text as its UTF-8 bytes.
    static func text(_ text: String) -> PastedBytes {
        let bytes = Array(text.utf8)
        if bytes.count > limit { return .wrong("more than any tag holds") }
        return bytes.isEmpty ? .wrong("there is nothing in it") : .bytes(bytes)
    }
}
