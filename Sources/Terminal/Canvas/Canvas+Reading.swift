extension Canvas {
    /// The rows joined by line ends, each without its trailing blanks.
    public var text: String { (0..<size.rows).map(rowText).joined(separator: "\n") }

    /// One row without its trailing blanks; empty outside the canvas.
    public func rowText(_ row: Int) -> String {
        var text = ""
        var trailing = 0
        for cell in rowCells(row) {
            guard let character = cell.text else { continue }
            if character == " " {
                trailing += 1
            } else {
                text += String(repeating: " ", count: trailing)
                text.append(character)
                trailing = 0
            }
        }
        return text
    }

    /// What each cell of a row is for.
    public func roles(_ row: Int) -> [Role] { rowCells(row).map(\.role) }

    /// The roles of a row in runs, `border*1 title*5 border*74`, for tests to compare.
    public func roleLine(_ row: Int) -> String {
        var runs: [(role: Role, count: Int)] = []
        for role in roles(row) {
            if runs.last?.role == role { runs[runs.count - 1].count += 1 } else { runs.append((role, 1)) }
        }
        return runs.map { "\($0.role.rawValue)*\($0.count)" }.joined(separator: " ")
    }

    private func rowCells(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }
}
