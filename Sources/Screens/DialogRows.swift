import Terminal

/// The rows of a dialog from top to bottom, of which a low screen shows those that matter most.
struct DialogRows<Row: Hashable> {
    /// The rows that are shown, in order.
    private(set) var shown: [Row]

    /// - Parameters:
    ///   - rows: Each row with its weight; of rows of one weight the lower ones go first.
    ///   - height: The rows there is room for.
    init(_ rows: [(row: Row, weight: Int)], height: Int) {
        var left = rows
        while left.count > max(0, height), let least = left.map(\.weight).min(),
            let index = left.lastIndex(where: { $0.weight == least })
        {
            left.remove(at: index)
        }
        shown = left.map(\.row)
    }

    /// Where a row is in a rectangle; `nil` where there is no room for it.
    func place(of row: Row, in rect: Rect) -> Rect? {
        guard let index = shown.firstIndex(of: row), index < rect.size.rows else { return nil }
        return rect.split(rows: index).rest.split(rows: 1).top
    }
}
