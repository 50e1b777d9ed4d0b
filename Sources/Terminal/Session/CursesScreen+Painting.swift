import CNcurses
import Glibc

extension CursesScreen {
    /// Brings the terminal to what a canvas shows.
    ///
    /// Costs a comparison of all cells, and writing in proportion to those that changed: nothing for an equal canvas.
    func present(_ canvas: Canvas) {
        let size = size
        if painted?.size != canvas.size || canvas.size != size {
            painted = nil
            werase(window)
        }
        let columns = min(size.columns, canvas.size.columns)
        for row in 0..<min(size.rows, canvas.size.rows) {
            let start = row * canvas.size.columns
            let cells = canvas.cells[start..<start + columns]
            guard let changed = changed(cells) else { continue }
            put(cells[changed], row: row, column: changed.lowerBound - start)
        }
        showCursor(canvas.cursor != nil)
        if let cursor = canvas.cursor {
            wmove(
                window, Int32(clamping: max(0, min(cursor.row, size.rows - 1))),
                Int32(clamping: max(0, min(cursor.column, size.columns - 1))))
        }
        wnoutrefresh(window)
        doupdate()
        painted = canvas
    }

    /// The indices of a row from the first to the last cell that differs from what is painted, whole characters only.
    private func changed(_ cells: ArraySlice<Cell>) -> Range<Int>? {
        guard let old = painted?.cells else { return cells.isEmpty ? nil : cells.startIndex..<cells.endIndex }
        guard var first = cells.indices.first(where: { cells[$0] != old[$0] }),
            let last = cells.indices.last(where: { cells[$0] != old[$0] })
        else { return nil }
        if cells[first].width == 0, first > cells.startIndex { first -= 1 }
        return first..<last + 1
    }

    private func put(_ cells: ArraySlice<Cell>, row: Int, column: Int) {
        var line: [cchar_t] = []
        line.reserveCapacity(cells.count)
        var role: Role?
        var look = Look(attributes: 0, pair: 0)
        for cell in cells where cell.width > 0 {
            if role != cell.role {
                role = cell.role
                look = looks[cell.role] ?? Look(attributes: 0, pair: 0)
            }
            if Self.widthsAgree(cell) {
                line.append(Self.curses(cell.scalars, look))
            } else {
                for _ in 0..<cell.width { line.append(Self.curses([Self.replacement], look)) }
            }
        }
        wmove(window, Int32(clamping: row), Int32(clamping: column))
        wadd_wchnstr(window, line, Int32(clamping: line.count))
    }

    private static let replacement: UInt32 = wcwidth(0xFFFD) == 1 ? 0xFFFD : 0x3F

    /// The C library, by which curses counts, gives the character the width that the canvas gave it. Where it does not,
    /// the character is replaced: the columns after it would be wrong.
    private static func widthsAgree(_ cell: Cell) -> Bool {
        if (0x20..<0x7F).contains(cell.base), cell.marks == 0 { return true }
        let scalars = cell.scalars.map { wchar_t(truncatingIfNeeded: $0) }
        return wcwidth(scalars[0]) == Int32(cell.width) && scalars.dropFirst().allSatisfy { wcwidth($0) == 0 }
    }

    private static func curses(_ scalars: [UInt32], _ look: Look) -> cchar_t {
        var cell = cchar_t()
        var pair = look.pair
        // The pair goes in by its pointer: the short beside it holds only 15 bits, and attributes only 8.
        setcchar(&cell, scalars.map { wchar_t(truncatingIfNeeded: $0) } + [0], look.attributes, 0, &pair)
        return cell
    }
}
