import Terminal

/// Where dialogs are; the same rules draw them and tell what a click met.
enum DialogGeometry {
    /// A frame and the cells inside.
    struct Placed: Equatable, Sendable {
        var frame: Rect
        var content: Rect
    }

    /// A frame of this inner size in the middle of the screen, as much of it as there is room for.
    static func centred(columns: Int, rows: Int, _ size: Size) -> Placed {
        let width = min(columns + 4, size.columns)
        let height = min(rows + 2, max(0, size.rows - 1))
        let frame = Rect(
            column: (size.columns - width) / 2, row: max(0, (size.rows - 1 - height) / 2), columns: width, rows: height)
        return Placed(frame: frame, content: frame.inset(by: 1).insetColumns(1))
    }

    /// The columns inside a frame that wants so many: on a narrow screen all there are, since what would show beside the
    /// frame says nothing.
    static func columns(_ most: Int, _ size: Size, margin: Int = 8) -> Int {
        max(1, min(most, size.columns - (size.columns < 60 ? 4 : margin)))
    }

    /// Help takes nearly all of the screen.
    static func help(_ size: Size) -> Placed {
        let placed = centred(columns: columns(116, size), rows: max(3, size.rows - 5), size)
        let (content, _) = placed.content.split(rows: max(0, placed.content.size.rows - 1))
        return Placed(frame: placed.frame, content: content)
    }

    /// A list with one line above for input and one below for keys.
    struct List: Equatable, Sendable {
        var frame: Rect
        var input: Rect
        var items: Rect
        /// The whole of what a line of the list may cut off, for the item under the cursor.
        var detail: Rect
        var keys: Rect
        /// The items shown.
        var rows: Int { items.size.rows }
    }

    /// The menu: as large whatever is typed, with a line on the action under the cursor.
    static func palette(_ size: Size) -> List { list(size, rows: Action.all.count, detail: 1) }

    /// The place of a list of so many rows.
    /// - Parameters:
    ///   - columns: The room a line wants.
    ///   - detail: The rows below the list for what its lines cut off; they go first where the screen is low.
    static func list(_ size: Size, rows count: Int, columns: Int = 84, detail: Int = 0) -> List {
        // However low the screen: the question, one item and the keys.
        let rows = min(max(1, count) + detail + 2, max(3, size.rows - 4))
        let placed = centred(columns: Self.columns(columns, size), rows: rows, size)
        let (input, rest) = placed.content.split(rows: 1)
        let (body, keys) = rest.split(rows: max(0, rest.size.rows - 1))
        let (items, below) = body.split(rows: body.size.rows - min(detail, body.size.rows / 2))
        return List(frame: placed.frame, input: input, items: items, detail: below, keys: keys)
    }

    /// The link dialog: its lines, and how many are shown.
    static func link(_ dialog: LinkDialog, _ size: Size) -> (placed: Placed, lines: [String], rows: Int) {
        let columns = Self.columns(72, size)
        let lines = TextWrap.lines(Words.safe(dialog.link, limit: 8192), columns: columns)
        let placed = centred(columns: columns, rows: min(lines.count, max(1, size.rows - 9)) + 4, size)
        // Below the link come the answers and the keys, and where there is room how much of it is shown, and a blank.
        let room = placed.content.size.rows
        return (placed, lines, max(0, room - (room >= min(lines.count, 2) + 4 ? 4 : 2)))
    }
}
