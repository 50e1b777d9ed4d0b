/// Rows of text in columns: the first to the left, numbers to the right.
struct Table {
    private var rows: [[String]]

    /// A table with these headings.
    init(_ headings: [String]) { rows = [headings] }

    /// Adds a row.
    mutating func add(_ row: [String]) { rows.append(row) }

    /// All rows as text.
    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + blanks : blanks + cell
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

/// A number with one digit after the point.
func oneDigit(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

/// A number with three digits behind the point; a dash for one that is none.
func threeDigits(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let thousandths = Int((value * 1000).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
}
