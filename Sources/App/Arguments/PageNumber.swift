import Tags

/// Page numbers as the command line takes them: hex, as the screen shows them; `0x` may stand before, and a decimal number
/// is marked by `#`, as in the full screen's `Go to`.
enum PageNumber {
    /// The form, for messages.
    static let form = "a page is a hex number as the screen shows it, such as 04 or 1C (decimal: #28)"

    /// The largest page number any Type 2 tag has a byte for, sectors included.
    private static let largest = 0xFFFF

    /// One page; `nil` where the text is none.
    static func parse(_ text: some StringProtocol) -> Int? {
        let (digits, radix) =
            text.hasPrefix("#")
            ? (text.dropFirst(), 10)
            : (text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...], 16)
        guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit), let page = Int(digits, radix: radix), page <= largest
        else {
            return nil
        }
        return page
    }

    /// Pages and ranges with commas between them, such as `04-0F,10`; ascending, each once.
    static func parseList(_ text: String) -> [Int]? {
        var pages: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { parse(trimmed($0)) }
            guard ends.count <= 2, let first = ends.first.flatMap({ $0 }), let last = ends.last.flatMap({ $0 }),
                first <= last
            else { return nil }
            pages.formUnion(first...last)
        }
        return pages.isEmpty ? nil : pages.sorted()
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// A UID as the command line takes it: hex, with colons, blanks or nothing between the bytes.
enum UIDText {
    /// The form, for messages.
    static let form = "a UID is 4, 7 or 10 bytes of hex, such as 04:C4:FC:91:DF:2A:81"

    /// A whole UID; `nil` where the text is none.
    static func parse(_ text: String) -> [UInt8]? {
        Hex.bytes(text).flatMap { [4, 7, 10].contains($0.count) ? $0 : nil }
    }
}
