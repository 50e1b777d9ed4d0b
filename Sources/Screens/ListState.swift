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

    /// Brings cursor and view back into bounds, the view moved as little as possible.
    mutating func settle(count: Int, height: Int) {
        cursor = min(max(0, cursor), max(0, count - 1))
        guard height > 0 else { return }
        if cursor < top { top = cursor }
        if cursor >= top + height { top = cursor - height + 1 }
        top = min(max(0, top), max(0, count - height))
    }
}
