/// Tells double clicks from clicks: a terminal reports presses.
struct ClickCounter {
    /// Two presses on one cell within this time are a double click.
    static let doubleClickMilliseconds = 400

    private var last: (position: Point, time: MonotonicTime)?

    /// The pointer was dragged away: the next press is the first one.
    mutating func reset() { last = nil }

    /// The action of a press of the first button.
    mutating func press(at position: Point, time: MonotonicTime) -> Mouse.Action {
        if let last, last.position == position,
            time <= last.time.adding(milliseconds: Self.doubleClickMilliseconds)
        {
            // A third press begins anew.
            self.last = nil
            return .doubleClick
        }
        last = (position, time)
        return .click
    }
}
