/// A mouse report in xterm's SGR form, after its introducer `ESC [ <`: `button;column;row` and M (press) or m (release).
///
/// Read here and not by curses, which makes one event of several that come together (a click and the wheel, two clicks
/// on two rows) and so loses or changes actions over a slow line.
struct MouseReport: Equatable {
    /// Three numbers of five digits are more than any terminal sends.
    static let longest = 20

    var button: Int
    var position: Point
    var isPress: Bool

    /// - Parameter text: What came after the introducer, with the final M or m; `nil` where it is no report.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let last = text.last, last == "M" || last == "m" else { return nil }
        let numbers = text.dropLast().split(separator: ";", omittingEmptySubsequences: false).map { UInt16($0) }
        guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2],
            column > 0, row > 0
        else { return nil }
        self.button = Int(button)
        position = Point(column: Int(column) - 1, row: Int(row) - 1)
        isPress = last == "M"
    }

    /// What it means here; releases, motion without the first button and other buttons mean nothing.
    ///
    /// Bits 2-4 of the button are Shift, Alt and Control, bit 5 is motion, bit 6 the wheel (ctlseqs.txt,
    /// "Mouse Tracking").
    func action(_ clicks: inout ClickCounter, at time: MonotonicTime) -> Mouse.Action? {
        guard isPress else { return nil }
        switch button & ~0x1C {
        case 0x20:
            clicks.reset()
            return .drag
        case 0: return clicks.press(at: position, time: time)
        case 2: return .rightClick
        case 0x40: return .wheelUp
        case 0x41: return .wheelDown
        default: return nil
        }
    }
}
