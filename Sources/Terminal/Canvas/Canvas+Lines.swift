extension Canvas {
    /// Draws a border along the inside edge of a rectangle, with a title in its top line. The inside is left alone.
    ///
    /// A rectangle of one row or one column gets a line, an empty one nothing.
    public mutating func box(_ rect: Rect, title: String? = nil, role: Role = .border, titleRole: Role = .title) {
        guard !rect.isEmpty else { return }
        let top = rect.origin.row
        let left = rect.origin.column
        guard rect.size.rows > 1 else { return horizontalLine(rect, title: title, role: role, titleRole: titleRole) }
        guard rect.size.columns > 1 else {
            return fill(rect, role: role, character: glyphs.vertical)
        }
        let (right, bottom) = (rect.right - 1, rect.bottom - 1)
        horizontalLine(
            Rect(column: left, row: top, columns: rect.size.columns, rows: 1), title: title, role: role,
            titleRole: titleRole)
        horizontalLine(Rect(column: left, row: bottom, columns: rect.size.columns, rows: 1), role: role)
        for column in [left, right] {
            fill(
                Rect(column: column, row: top + 1, columns: 1, rows: rect.size.rows - 2), role: role,
                character: glyphs.vertical)
        }
        write(DisplayGlyph(glyphs.topLeft), column: left, row: top, role: role)
        write(DisplayGlyph(glyphs.topRight), column: right, row: top, role: role)
        write(DisplayGlyph(glyphs.bottomLeft), column: left, row: bottom, role: role)
        write(DisplayGlyph(glyphs.bottomRight), column: right, row: bottom, role: role)
    }

    /// Draws a line across a bordered rectangle that meets both of its sides, with a title like that of `box`.
    public mutating func divider(
        _ rect: Rect, row: Int, title: String? = nil, role: Role = .border, titleRole: Role = .title
    ) {
        guard rect.size.columns > 1, row >= rect.origin.row, row < rect.bottom else { return }
        horizontalLine(
            Rect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1), title: title, role: role,
            titleRole: titleRole)
        write(DisplayGlyph(glyphs.teeLeft), column: rect.origin.column, row: row, role: role)
        write(DisplayGlyph(glyphs.teeRight), column: rect.right - 1, row: row, role: role)
    }

    /// Draws a bar of the columns from `point`: `used` of `total`, then what is `needed` more, then what is free.
    public mutating func gauge(at point: Point, columns: Int, used: Int, needed: Int = 0, total: Int) {
        guard columns > 0 else { return }
        let whole = min(max(total, 1), 1 << 32)
        let taken = min(max(used, 0), whole)
        let wanted = taken + min(max(needed, 0), whole - taken)
        // To the nearest eighth of a column, but never empty when something is used nor full while something is free.
        let width = min(columns, 1 << 16)
        let nearest = (taken * width * 8 + whole / 2) / whole
        let eighths = taken == 0 ? 0 : taken == whole ? width * 8 : min(max(nearest, 1), width * 8 - 1)
        let needCells = (wanted * width + whole - 1) / whole
        for offset in 0..<width {
            let filled = eighths - offset * 8
            let (character, role): (Character, Role) =
                if filled >= 8 {
                    (glyphs.gaugeUsed, .gaugeUsed)
                } else if filled > 0 {
                    (glyphs.gaugeEighths[filled - 1], .gaugeUsed)
                } else if needed > 0, offset < needCells {
                    (glyphs.gaugeNeeded, .gaugeNeeded)
                } else {
                    (glyphs.gaugeFree, .gaugeFree)
                }
            write(DisplayGlyph(character), column: point.column &+ offset, row: point.row, role: role)
        }
    }

    private mutating func horizontalLine(_ rect: Rect, title: String? = nil, role: Role, titleRole: Role = .title) {
        fill(rect, role: role, character: glyphs.horizontal)
        // One line cell stays at each end beside the corner, and a blank on each side of the title.
        let room = rect.size.columns - 4
        guard let title, !title.isEmpty, room > 0 else { return }
        let start = rect.origin.column + 1
        let row = rect.origin.row
        let used = put(title, at: Point(column: start + 1, row: row), role: titleRole, columns: room)
        write(.blank, column: start, row: row, role: role)
        write(.blank, column: start + 1 + used, row: row, role: role)
    }
}
