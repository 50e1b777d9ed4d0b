/// A size in cells.
public struct Size: Equatable, Hashable, Sendable {
    /// Columns.
    public var columns: Int
    /// Rows.
    public var rows: Int
    /// A size; negative numbers count as 0.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A place in cells, counted from the top left at 0.
public struct Point: Equatable, Hashable, Sendable {
    /// The column.
    public var column: Int
    /// The row.
    public var row: Int
    /// A point of these parts.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A rectangle of cells.
public struct Rect: Equatable, Hashable, Sendable {
    /// The top left cell.
    public var origin: Point
    /// Its size.
    public var size: Size
    /// A rectangle of these parts.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        origin = Point(column: column, row: row)
        size = Size(columns: columns, rows: rows)
    }
    /// The first column right of it.
    public var right: Int { origin.column + size.columns }
    /// The first row below it.
    public var bottom: Int { origin.row + size.rows }
    /// It holds no cell.
    public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }
    /// It holds this point.
    public func contains(_ point: Point) -> Bool {
        point.column >= origin.column && point.column < right && point.row >= origin.row && point.row < bottom
    }
    /// What is left when `amount` cells are cut off every side.
    public func inset(by amount: Int) -> Rect {
        Rect(
            column: origin.column + amount, row: origin.row + amount, columns: size.columns - 2 * amount,
            rows: size.rows - 2 * amount)
    }
    /// The cells both hold; empty where they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(origin.column, other.origin.column)
        let top = max(origin.row, other.origin.row)
        return Rect(
            column: left, row: top, columns: min(right, other.right) - left, rows: min(bottom, other.bottom) - top)
    }
    /// Its columns.
    public var columns: Range<Int> { origin.column..<right }
    /// Its rows.
    public var rows: Range<Int> { origin.row..<bottom }
}
