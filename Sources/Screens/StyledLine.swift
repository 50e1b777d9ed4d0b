import Terminal

/// A run of text with what it is for.
struct Span: Equatable, Sendable {
    var text: String
    var role: Role

    init(_ text: String, _ role: Role = .text) {
        self.text = text
        self.role = role
    }
}

/// One line of a pane or dialog as runs of text.
struct StyledLine: Equatable, Sendable {
    var spans: [Span]

    init(_ spans: [Span] = []) { self.spans = spans }
    init(_ text: String, _ role: Role = .text) { spans = [Span(text, role)] }

    /// The text without its roles.
    var text: String { spans.map(\.text).joined() }

    /// Text broken into lines of at most `columns`, all in one role.
    static func wrapped(_ text: String, _ role: Role = .text, columns: Int) -> [StyledLine] {
        TextWrap.lines(text, columns: columns).map { StyledLine($0, role) }
    }
}

extension Canvas {
    /// Writes a line from a point to the right; what does not fit ends with an ellipsis.
    @discardableResult
    mutating func put(_ line: StyledLine, at point: Point, columns: Int) -> Int {
        var used = 0
        for span in line.spans {
            guard used < columns else { return used }
            let room = min(columns - used, max(0, clip.right - point.column - used))
            used += put(
                span.text, at: Point(column: point.column + used, row: point.row), role: span.role, columns: room)
        }
        return used
    }

    /// Writes text so that it ends before `right`.
    /// - Returns: The first column taken.
    @discardableResult
    mutating func putRight(_ text: String, right: Int, row: Int, role: Role) -> Int {
        let start = right - DisplayWidth.of(text)
        put(text, at: Point(column: start, row: row), role: role)
        return start
    }

    /// Writes lines into a rectangle from the line `first` on.
    mutating func put(_ lines: [StyledLine], in rect: Rect, first: Int = 0) {
        for row in 0..<rect.size.rows where lines.indices.contains(first + row) {
            put(
                lines[first + row], at: Point(column: rect.origin.column, row: rect.origin.row + row),
                columns: rect.size.columns)
        }
    }
}

extension Rect {
    /// The rectangle `amount` columns in from both sides.
    func insetColumns(_ amount: Int) -> Rect {
        Rect(
            column: origin.column + amount, row: origin.row, columns: size.columns - 2 * amount, rows: size.rows)
    }

    /// The first `rows` rows and what is below them; the first part is never larger than the rectangle.
    func split(rows: Int) -> (top: Rect, rest: Rect) {
        let cut = min(max(0, rows), size.rows)
        return (
            Rect(column: origin.column, row: origin.row, columns: size.columns, rows: cut),
            Rect(column: origin.column, row: origin.row + cut, columns: size.columns, rows: size.rows - cut)
        )
    }

    /// The first `columns` columns and what is right of them.
    func split(columns: Int) -> (left: Rect, rest: Rect) {
        let cut = min(max(0, columns), size.columns)
        return (
            Rect(column: origin.column, row: origin.row, columns: cut, rows: size.rows),
            Rect(column: origin.column + cut, row: origin.row, columns: size.columns - cut, rows: size.rows)
        )
    }
}
