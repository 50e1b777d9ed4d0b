/// Tells which characters hide, reorder or steer, given what stood before them.
///
/// Joiners and variation selectors belong to emoji and to some scripts: there they stay. On their own, or in a heap,
/// they are used to hide text in text, and are shown.
struct ScalarContext {
    /// More marks than any script piles on one letter.
    private static let markLimit = 8

    private enum Previous { case nothing, plain, keycap, emoji, ideograph, joinable, selector, joiner }

    private var previous = Previous.nothing
    private var marks = 0

    /// True for a character that must be shown as a symbol; to be asked for each character of a text in order.
    mutating func hides(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if 0x20...0x7E ~= value {
            marks = 0
            // Digits, # and * become keycaps by a selector.
            previous = 0x30...0x39 ~= value || value == 0x23 || value == 0x2A ? .keycap : .plain
            return false
        }
        if isAlwaysHidden(scalar) {
            previous = .nothing
            return true
        }
        switch value {
        case 0x200C, 0x200D:
            guard previous == .emoji || previous == .joinable || previous == .selector else {
                previous = .nothing
                return true
            }
            previous = .joiner
            return false
        case 0xFE0E, 0xFE0F:
            return takesSelector(fits: previous == .emoji || previous == .keycap)
        case 0xFE00...0xFE0D, 0xE0100...0xE01EF:
            return takesSelector(fits: previous == .ideograph)
        default:
            return isPiledUp(scalar)
        }
    }

    private mutating func takesSelector(fits: Bool) -> Bool {
        previous = fits ? .selector : .nothing
        return !fits
    }

    private mutating func isPiledUp(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            marks += 1
            // A mark does not change what a joiner would join.
            if previous == .plain { previous = .joinable }
            return marks > Self.markLimit
        default:
            marks = 0
            if properties.isIdeographic {
                previous = .ideograph
            } else if properties.isEmoji {
                previous = .emoji
            } else {
                previous = properties.isAlphabetic ? .joinable : .plain
            }
            return false
        }
    }

    /// Control and format characters, line and paragraph separators, fillers without ink, tags, and what is no character.
    private func isAlwaysHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: return true
        case 0x200C, 0x200D: return false
        // Blank letters: Hangul fillers, the Mongolian separator, Braille blank, invisible in every font.
        case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x2800, 0x3164, 0xFFA0: return true
        // Signs that stand before numbers in Arabic, Syriac and Kaithi: format characters, but visible.
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: return false
        case 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: return true
        // The end of the last private plane stands for bytes of file names that are no UTF-8.
        case 0x10FF80...0x10FFFF: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        case .unassigned:
            return scalar.properties.isNoncharacterCodePoint || scalar.properties.isDefaultIgnorableCodePoint
        default: return false
        }
    }
}
