/// What a cell is for; a theme turns it into colours and attributes. Screens and tests speak of roles, never of colours.
public enum Role: String, CaseIterable, Sendable {
    case text
    case dim
    case title
    case border
    case borderFocused
    case header
    case status
    case key
    case keyLabel
    case keyDisabled
    case cursor
    case cursorUnfocused
    case selection
    case match
    case linked
    case label
    case value
    case success
    case warning
    case error
    case badge
    case dialog
    case dialogTitle
    case button
    case buttonFocused
    case input
    case gaugeUsed
    case gaugeNeeded
    case gaugeFree
    case address
    case ascii
    case unread
    case changed
    case locked
    case regionUID
    case regionLock
    case regionCC
    case regionUser
    case regionNDEF
    case regionConfiguration
    case regionPassword
    case regionCounter
    case regionReserved
    case provenance
}

/// One character cell: a grapheme cluster, the columns it takes, and its role.
public struct Cell: Equatable, Sendable {
    /// What is shown; empty in the second column of a wide character.
    public var text: Character?
    /// 1 or 2; 0 for the second column of a wide character.
    public var width: UInt8
    /// What it is for.
    public var role: Role
    /// A blank cell.
    public static let blank = Cell(text: " ", width: 1, role: .text)
    /// A cell of these parts.
    public init(text: Character?, width: UInt8, role: Role) {
        self.text = text
        self.width = width
        self.role = role
    }
}

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
}
