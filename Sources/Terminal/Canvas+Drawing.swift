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
        for piece in DisplayText(text, glyphs: glyphs) {
            if used + piece.width > room {
                guard columns == room else { return used }
                // The ellipsis takes the place of the last character where no column is left for it.
                if used == room { used -= widthOfLast }
                write(glyphs.ellipsis, width: 1, column: point.column + used, row: point.row, role: role)
                for blank in used + 1..<max(used + 1, room) {
                    write(" ", width: 1, column: point.column + blank, row: point.row, role: role)
                }
                return room
            }
            write(piece.character, width: piece.width, column: point.column + used, row: point.row, role: role)
            used += piece.width
            widthOfLast = piece.width
        }
        return used
    }

    /// Fills a rectangle with one character; a wide one or one that must not be sent counts as a blank.
    public mutating func fill(_ rect: Rect, role: Role, character: Character = " ") {
        let piece = Array(DisplayText(String(character), glyphs: glyphs))
        let shown = piece.count == 1 && piece[0].width == 1 ? piece[0].character : " "
        let area = rect.intersection(clip)
        for row in area.rows {
            for column in area.columns { write(shown, width: 1, column: column, row: row, role: role) }
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

    /// Puts one character into its cells, where the clip lets it. A wide character that does not fit whole, and the
    /// other half of one that is overwritten, becomes blank.
    mutating func write(_ character: Character, width: Int, column: Int, row: Int, role: Role) {
        guard row >= clip.origin.row, row < clip.bottom else { return }
        let left = max(column, clip.origin.column)
        let right = min(column + width, clip.right)
        guard left < right, let index = index(left, row) else { return }
        if cells[index].width == 0, left > 0 { cells[index - 1] = blank(cells[index - 1].role) }
        let end = index + (right - left)
        if right < size.columns, cells[end].width == 0 { cells[end] = blank(cells[end].role) }
        if right - left < width {
            cells[index] = blank(role)
        } else {
            cells[index] = Cell(text: character, width: UInt8(truncatingIfNeeded: width), role: role)
            if width == 2 { cells[index + 1] = Cell(text: nil, width: 0, role: role) }
        }
    }

    private func blank(_ role: Role) -> Cell { Cell(text: " ", width: 1, role: role) }
}
