/// A grid of cells that a screen draws on: text, its width and what it is for.
///
///     var canvas = Canvas(size: Size(columns: 80, rows: 24))
///     canvas.box(canvas.bounds, title: "1 Tag", role: .borderFocused)
///     canvas.withClip(canvas.bounds.inset(by: 1)) { inner in
///         inner.put("Chip", at: Point(column: 1, row: 1), role: .label)
///     }
///
/// Coordinates are always those of the whole canvas. What lies outside the clip is not drawn, a wide character is never
/// cut in half, and a character that a terminal could take as a command is replaced, whatever a screen passes in.
/// Drawing costs time in proportion to the cells touched; a copy costs nothing until it is changed.
public struct Canvas: Equatable, Sendable {
    /// Its size in cells.
    public let size: Size
    /// The characters of borders, marks and gauges for this terminal.
    public let glyphs: Glyphs
    /// Where the hardware cursor goes, or `nil` to hide it.
    public var cursor: Point?
    /// Where drawing is let through, in coordinates of the canvas; never larger than the canvas.
    public private(set) var clip: Rect
    /// The cells, row by row.
    public internal(set) var cells: [Cell]

    /// A blank canvas.
    public init(size: Size, glyphs: Glyphs = .unicode) {
        self.size = size
        self.glyphs = glyphs
        clip = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// All of it.
    public var bounds: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    /// The cell at a point, or `nil` outside.
    public subscript(point: Point) -> Cell? {
        index(point.column, point.row).map { cells[$0] }
    }

    /// Draws with everything outside `rect` (and outside the clip there was) cut off.
    public mutating func withClip<Result>(_ rect: Rect, _ draw: (inout Canvas) throws -> Result) rethrows -> Result {
        let outer = clip
        clip = outer.intersection(rect)
        defer { clip = outer }
        return try draw(&self)
    }

    func index(_ column: Int, _ row: Int) -> Int? {
        guard column >= 0, row >= 0, column < size.columns, row < size.rows else { return nil }
        return row * size.columns + column
    }
}
