import Tags

/// What is searched for in a memory: bytes with wildcards, or text.
///
/// `x 04 A1 ?? 4?` is hex, a question mark stands for any digit. Anything else is text in UTF-8, and so is `"x 04"` in
/// quotes. Text without a capital letter also finds capitals (ASCII letters only).
struct SearchQuery: Equatable, Sendable {
    /// One byte to match: the bits in `mask` must equal those of `value`.
    struct Element: Equatable, Sendable {
        var value: UInt8
        var mask: UInt8
    }

    /// As it was typed.
    var text: String
    /// The bytes to match.
    var pattern: [Element]
    /// Bytes were given in hex, not text.
    let isBytes: Bool
    /// It begins like bytes in hex, but is none.
    let brokenHex: Bool

    /// A search of what was typed, `nil` where nothing was.
    init?(_ text: String) {
        self.text = text
        // The key that opened the search is typed once more by many.
        let bytes = Self.hexPattern(text) ?? (text.first == "/" ? Self.hexPattern(String(text.dropFirst())) : nil)
        isBytes = bytes != nil
        brokenHex = bytes == nil && Self.looksLikeHex(text)
        pattern = bytes ?? Self.textPattern(text)
        if pattern.isEmpty { return nil }
    }

    /// How it was understood, to be shown while it is typed.
    var formWords: String {
        if isBytes { return "as bytes" }
        return brokenHex ? "as text (no pairs of hex digits follow the x)" : "as text"
    }

    /// An x, a blank and what could have been meant for bytes.
    private static func looksLikeHex(_ text: String) -> Bool {
        let rest = text.first == "/" ? text.dropFirst() : Substring(text)
        guard rest.lowercased().hasPrefix("x "), let next = rest.dropFirst(2).first(where: { $0 != " " }) else {
            return false
        }
        return nibble(next) != nil
    }

    /// Where it is found in an image, in order, overlapping finds included; never over a byte that was not read.
    func matches(in image: TagImage) -> [Range<Int>] {
        guard pattern.count <= image.byteCount else { return [] }
        return (0...image.byteCount - pattern.count).compactMap { start in
            for (index, element) in pattern.enumerated() {
                guard let byte = image.byte(at: start + index), byte & element.mask == element.value & element.mask
                else { return nil }
            }
            return start..<start + pattern.count
        }
    }

    private static func hexPattern(_ text: String) -> [Element]? {
        guard text.first == "x" || text.first == "X" else { return nil }
        let digits = text.dropFirst().filter { $0 != " " && $0 != ":" }
        guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
        var elements: [Element] = []
        var high: Element?
        for digit in digits {
            guard let nibble = nibble(digit) else { return nil }
            if let first = high {
                elements.append(Element(value: first.value << 4 | nibble.value, mask: first.mask << 4 | nibble.mask))
                high = nil
            } else {
                high = nibble
            }
        }
        return elements
    }

    private static func nibble(_ digit: Character) -> Element? {
        if digit == "?" { return Element(value: 0, mask: 0) }
        guard digit.isASCII, let value = digit.hexDigitValue else { return nil }
        return Element(value: UInt8(value), mask: 0x0F)
    }

    private static func textPattern(_ text: String) -> [Element] {
        var wanted = Substring(text)
        if wanted.count > 2, wanted.first == "\"", wanted.last == "\"" { wanted = wanted.dropFirst().dropLast() }
        let anyCase = !wanted.contains { $0.isUppercase }
        return wanted.utf8.map { byte in
            let isLetter = (0x61...0x7A).contains(byte)
            return Element(value: byte, mask: anyCase && isLetter ? 0xDF : 0xFF)
        }
    }
}
