import Tags

/// Bytes typed as hex into a field.
enum HexText {
    /// The bytes that the text spells.
    static func bytes(_ text: String, field: String) throws(FormProblem) -> [UInt8] {
        guard let bytes = Hex.bytes(text) else {
            throw FormProblem(field: field, sentence: "This is not hex: two digits a byte, such as 04 A1")
        }
        return bytes
    }

    /// A number as pages are typed: in hex, with or without `0x`.
    static func page(_ text: String, field: String) throws(FormProblem) -> Int {
        let digits = text.lowercased().hasPrefix("0x") ? String(text.dropFirst(2)) : text
        guard !digits.isEmpty, digits.utf8.count <= 4, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let page = Int(digits, radix: 16)
        else { throw FormProblem(field: field, sentence: "A page is typed in hex, as the memory shows it: 04 or 1C") }
        return page
    }
}
