/// A cursor over rows and the first row shown; every list of the program moves by this one rule.
struct ListState: Equatable, Sendable {
    /// The row under the cursor.
    var cursor = 0
    /// The first row shown.
    var top = 0

    /// The ways to move through a list.
    enum Move: Equatable, Sendable {
        case up, down, pageUp, pageDown, halfUp, halfDown, first, last
        case rows(Int)
    }

    /// Moves within `count` rows of which `height` are shown.
    /// - Returns: False where there was nowhere to go.
    @discardableResult mutating func move(_ move: Move, count: Int, height: Int) -> Bool {
        let before = cursor
        let page = max(1, height - 1)
        switch move {
        case .up: cursor -= 1
        case .down: cursor += 1
        case .pageUp: cursor -= page
        case .pageDown: cursor += page
        case .halfUp: cursor -= max(1, height / 2)
        case .halfDown: cursor += max(1, height / 2)
        case .first: cursor = 0
        case .last: cursor = count - 1
        case .rows(let rows): cursor += rows
        }
        settle(count: count, height: height)
        return cursor != before
    }

    /// Brings the rows after the cursor up to `last` into view, as far as the cursor stays there.
    mutating func reveal(_ last: Int, count: Int, height: Int) {
        if height > 0, last >= top + height { top = min(cursor, last - height + 1) }
        settle(count: count, height: height)
    }

    /// Brings cursor and view back into bounds, the view moved as little as possible.
    /// - Parameter margin: So many rows are kept in view above and below the cursor, as far as there is room.
    mutating func settle(count: Int, height: Int, margin: Int = 0) {
        cursor = min(max(0, cursor), max(0, count - 1))
        guard height > 0 else { return }
        let kept = min(margin, (height - 1) / 2)
        if cursor - kept < top { top = cursor - kept }
        if cursor + kept >= top + height { top = cursor + kept - height + 1 }
        top = min(max(0, top), max(0, count - height))
    }
}
