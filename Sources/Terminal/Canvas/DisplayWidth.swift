/// How many columns a terminal gives to characters, the same on every machine (the C library's `wcwidth` is not).
///
/// A character that is not safe to send has the width of what is shown in its place, one column.
public enum DisplayWidth {
    /// The columns text takes on one line.
    public static func of(_ text: String) -> Int {
        DisplayText(text, glyphs: .unicode).reduce(0) { $0 + Int($1.width) }
    }

    /// The columns of one code point, or `nil` where it must not reach a terminal: controls, line separators,
    /// bidirectional and other format characters, surrogates and what is not assigned.
    ///
    /// 0 means that it is drawn on top of the character before it.
    public static func of(_ scalar: Unicode.Scalar) -> Int? {
        let value = scalar.value
        switch value {
        case 0x20...0x7E: return 1
        case 0...0x9F, 0xAD: return nil
        case 0xA0...0x02FF, 0x2190...0x2319, 0x2500...0x25FC: return 1
        case 0x1160...0x11FF: return 0  // Vowels and finals of Hangul join the initial before them.
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return nil
        case .nonspacingMark, .enclosingMark: return 0
        default: return isWide(value) ? 2 : 1
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard let first = wide.first, value >= first.lowerBound else { return false }
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(value)
    }
}
