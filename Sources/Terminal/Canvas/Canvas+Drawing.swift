extension Canvas {
    /// Writes text from a point to the right.
    ///
    /// - Parameters:
    ///   - text: What to write. Controls and other characters a terminal could obey are replaced, line ends too.
    ///   - point: The first cell.
    ///   - role: What it is for.
    ///   - columns: The most it may take; longer text ends with an ellipsis. `nil` means up to the clip's edge.
    /// - Returns: The columns taken, counted from `point` up to the clip's right edge.
    @discardableResult
    public mutating func put(_ text: String, at point: Point, role: Role, columns: Int? = nil) -> Int {
        let (toEdge, overflow) = clip.right.subtractingReportingOverflow(point.column)
        let edge = overflow ? 0 : toEdge
        let room = min(columns ?? edge, edge)
        guard room > 0, point.row >= clip.origin.row, point.row < clip.bottom else { return 0 }
        var used = 0
        var widthOfLast = 0
        for glyph in DisplayText(text, glyphs: glyphs) {
            let width = Int(glyph.width)
            if used + width > room {
                // Beyond the clip nothing is seen anyway.
                guard columns == room else { return used }
                cut(at: used == room ? used - widthOfLast : used, room: room, point, role)
                return room
            }
            write(glyph, column: point.column + used, row: point.row, role: role)
            used += width
            widthOfLast = width
        }
        return used
    }

    /// Ends text with an ellipsis in place of its last character, or in the column that a wide one left over.
    private mutating func cut(at used: Int, room: Int, _ point: Point, _ role: Role) {
        write(DisplayGlyph(glyphs.ellipsis), column: point.column + used, row: point.row, role: role)
        for blank in used + 1..<max(used + 1, room) {
            write(.blank, column: point.column + blank, row: point.row, role: role)
        }
    }

    /// Fills a rectangle with one character; a wide one or one that must not be sent counts as a blank.
    public mutating func fill(_ rect: Rect, role: Role, character: Character = " ") {
        var glyph = DisplayGlyph.blank
        for first in DisplayText(String(character), glyphs: glyphs) where first.width == 1 { glyph = first }
        let area = rect.intersection(clip)
        guard !area.isEmpty else { return }
        let cell = Cell(glyph: glyph, role: role)
        for row in area.rows {
            // The ends may cut wide characters in two; between them there is nothing to look after.
            write(glyph, column: area.origin.column, row: row, role: role)
            write(glyph, column: area.right - 1, row: row, role: role)
            let start = row * size.columns
            for column in area.columns { cells[start + column] = cell }
        }
    }

    /// Changes what cells are for and keeps their text. A wide character goes with its first column.
    public mutating func setRole(_ rect: Rect, role: Role) {
        let area = rect.intersection(clip)
        for row in area.rows {
            for column in area.columns {
                guard let index = index(column, row), cells[index].width > 0 else { continue }
                cells[index].role = role
                if cells[index].width == 2, column + 1 < size.columns { cells[index + 1].role = role }
            }
        }
    }

    /// Puts one glyph into its cells, where the clip lets it. A wide one that does not fit whole, and the other half of
    /// one that is overwritten, becomes blank.
    mutating func write(_ glyph: DisplayGlyph, column: Int, row: Int, role: Role) {
        guard row >= clip.origin.row, row < clip.bottom else { return }
        let width = Int(glyph.width)
        let left = max(column, clip.origin.column)
        let right = min(column + width, clip.right)
        guard left < right else { return }
        let index = row * size.columns + left
        let end = index + (right - left)
        if cells[index].width == 0, left > 0 { cells[index - 1] = Cell(glyph: .blank, role: cells[index - 1].role) }
        if right < size.columns, cells[end].width == 0 { cells[end] = Cell(glyph: .blank, role: cells[end].role) }
        if right - left < width {
            cells[index] = Cell(glyph: .blank, role: role)
        } else {
            cells[index] = Cell(glyph: glyph, role: role)
            if width == 2 { cells[index + 1] = .second(role) }
        }
    }
}
