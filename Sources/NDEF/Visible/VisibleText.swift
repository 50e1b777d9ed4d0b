/// Turns text that nobody vouches for into text that is safe to draw.
///
/// What a tag holds can steer a terminal (escape sequences), turn the reading direction around (bidi overrides) or hide
/// in no width at all. Each such character becomes a symbol that can be seen; everything else stays as it is.
///
///     "A\u{1B}[2J".visible                // "A␛[2J"
///     "safe\u{202E}txt.exe".visible       // "safe‹U+202E›txt.exe"
///     "A\u{1B}é".visible(as: .ascii)      // "A\x1B\u{E9}"
///
/// A byte of a file's name that is no UTF-8, which stands in text as U+10FF80 to U+10FFFF, is shown as bytes are: `‹E9›`.
///
/// Line ends are shown too (`␍␊`): who wants lines splits the text before. Text of plain ASCII comes back as it is,
/// without a copy; otherwise the cost is linear.
public enum VisibleText {
    /// What the place where the text goes can show.
    public enum Form: Sendable {
        /// Any character.
        case unicode
        /// ASCII only, for a locale that is not UTF-8.
        case ascii
    }

    /// `text` with every character that steers, hides or reorders shown as a symbol.
    public static func string(_ text: String, as form: Form = .unicode) -> String {
        if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
        var shown = ""
        var context = ScalarContext()
        for scalar in text.unicodeScalars {
            append(scalar, hidden: context.hides(scalar), as: form, to: &shown)
        }
        return shown
    }

    /// The text that `bytes` hold, as `string(_:as:)` shows it; bytes that are not UTF-8 appear as `‹FF›` or `\xFF`.
    public static func bytes(_ bytes: some Sequence<UInt8>, as form: Form = .unicode) -> String {
        let array = Array(bytes)
        if let text = String(validating: array, as: UTF8.self) { return string(text, as: form) }
        var shown = ""
        var valid: [UInt8] = []
        var position = 0
        while position < array.count {
            let length = UTF8Sequence.length(at: position, in: array)
            if length > 0 {
                valid.append(contentsOf: array[position..<position + length])
                position += length
            } else {
                shown += string(String(decoding: valid, as: UTF8.self), as: form)
                valid.removeAll(keepingCapacity: true)
                shown += form == .ascii ? "\\x" + array[position].hex : "‹" + array[position].hex + "›"
                position += 1
            }
        }
        return shown + string(String(decoding: valid, as: UTF8.self), as: form)
    }

    /// True where `text` holds a character that `string(_:as:)` would show as a symbol.
    public static func isHostile(_ text: String) -> Bool {
        if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return false }
        var context = ScalarContext()
        return text.unicodeScalars.contains { context.hides($0) }
    }

    private static func append(_ scalar: Unicode.Scalar, hidden: Bool, as form: Form, to shown: inout String) {
        switch (form, hidden) {
        case (.unicode, false):
            shown.unicodeScalars.append(scalar)
        case (.unicode, true):
            shown += symbol(of: scalar)
        case (.ascii, _):
            if 0x20...0x7E ~= scalar.value {
                shown.unicodeScalars.append(scalar)
            } else if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
                shown += "\\x" + byte.hex
            } else if 0x10FF80...0x10FFFF ~= scalar.value {
                shown += "\\x" + UInt8(truncatingIfNeeded: scalar.value).hex
            } else {
                shown += "\\u{" + scalar.hex + "}"
            }
        }
    }

    /// The control picture of a control character, the number of any other.
    private static func symbol(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value).map { String($0) } ?? ""
        case 0x7F: "\u{2421}"
        case 0x10FF80...0x10FFFF: "‹" + UInt8(truncatingIfNeeded: scalar.value).hex + "›"
        default: "‹U+" + scalar.hex(digits: 4) + "›"
        }
    }
}

extension Unicode.Scalar {
    var hex: String { String(value, radix: 16, uppercase: true) }

    func hex(digits: Int) -> String {
        let text = hex
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension String {
    /// The text with control characters, escape sequences, bidi overrides and invisible characters shown as symbols.
    public var visible: String { VisibleText.string(self) }

    /// The text made visible in a form that the place where it goes can show.
    public func visible(as form: VisibleText.Form) -> String { VisibleText.string(self, as: form) }
}

extension Bytes {
    /// The bytes as text made visible; what is not UTF-8 appears as `‹FF›`.
    public var visible: String { VisibleText.bytes(self) }
}

/// The bytes as text made visible; what is not UTF-8 appears as `‹FF›`.
public func visible(_ bytes: some Sequence<UInt8>) -> String { VisibleText.bytes(bytes) }

/// Where well-formed UTF-8 sequences lie.
private enum UTF8Sequence {
    /// The length of the well-formed sequence at `position`, 0 where there is none.
    static func length(at position: Int, in bytes: [UInt8]) -> Int {
        let expected: Int
        switch bytes[position] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: expected = 2
        case 0xE0...0xEF: expected = 3
        case 0xF0...0xF4: expected = 4
        default: return 0
        }
        guard position + expected <= bytes.count else { return 0 }
        return String(validating: bytes[position..<position + expected], as: UTF8.self) == nil ? 0 : expected
    }
}
