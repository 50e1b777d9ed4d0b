import Tags
import Terminal

extension AppModel {
    // MARK: Prompt

    func draw(_ dialog: PromptDialog, on canvas: inout Canvas) {
        let isSearch = dialog.purpose == .search || dialog.purpose == .searchTrace
        let title = isSearch ? "Search" : dialog.purpose == .fill ? "Fill" : "Go to"
        let placed = DialogGeometry.centred(columns: DialogGeometry.columns(76, size), rows: 4, size)
        Self.frame(placed.frame, title: title, on: &canvas)
        let content = placed.content
        guard content.size.columns > 4 else { return }
        let forms =
            switch dialog.purpose {
            case .search: "text, \"quoted text\", or x 04 A1 ?? 4? for bytes"
            case .goTo: GoToTarget.forms
            case .searchTrace: "text of the meaning or the reader's name, or bytes such as 30 04"
            case .fill: fillWords
            }
        let does = isSearch ? "finds" : dialog.purpose == .fill ? "fills" : "goes there"
        let layout = DialogRows<PromptRow>(
            [(.input, 9), (.problem, 5), (.forms, 3), (.keys, 4)], height: content.size.rows)
        canvas.withClip(content) { canvas in
            if let row = layout.place(of: .problem, in: content), let problem = promptProblem(dialog) {
                canvas.put(problem.text, at: row.origin, role: problem.role, columns: row.size.columns)
            }
            if let row = layout.place(of: .forms, in: content) {
                canvas.put(forms, at: row.origin, role: .dim, columns: row.size.columns)
            }
            if let row = layout.place(of: .keys, in: content) {
                Self.keys([("Enter", does), ("Esc", "closes")], in: row, on: &canvas)
            }
            let used = canvas.put(isSearch ? "/" : "> ", at: content.origin, role: .key)
            Self.field(
                dialog.input.text, cursor: dialog.input.cursor,
                at: Point(column: content.origin.column + used, row: content.origin.row),
                columns: content.size.columns - used, on: &canvas)
        }
    }

    /// The rows of a prompt.
    private enum PromptRow: Hashable { case input, problem, forms, keys }

    /// What the input would lead to, while it is typed.
    private func promptProblem(_ dialog: PromptDialog) -> (text: String, role: Role)? {
        if let problem = dialog.problem { return (problem, .error) }
        if dialog.purpose == .searchTrace {
            let again = dialog.input.characters.isEmpty && !trace.search.isEmpty
            return again ? ("Enter repeats \(Words.safe(trace.search, limit: 60))", .dim) : nil
        }
        guard !dialog.input.characters.isEmpty, let image = deck.image else {
            guard dialog.purpose == .search, let last = deck.memory.query ?? deck.memory.earlierQuery else {
                return nil
            }
            return ("Enter repeats \(last.text)", .dim)
        }
        switch dialog.purpose {
        case .fill:
            guard case .bytes(let pattern) = PastedBytes.hex(dialog.input.text) else { return nil }
            return ("\(Hex.string(pattern, separator: " ")), again and again", .dialog)
        case .searchTrace: return nil
        case .goTo:
            guard case .offset(let offset) = goToAnswer(dialog.input.text) else { return nil }
            if let (file, place) = deck.sheet?.place(of: offset), let place {
                return ("file \(Hex.file(file)) byte \(place) (\(Hex.address(place))h)", .success)
            }
            let page = Words.page(offset / image.pageSize)
            return ("page \(page) byte \(offset % image.pageSize), \(Hex.address(offset))h (\(offset))", .success)
        case .search:
            guard let query = SearchQuery(dialog.input.text) else { return nil }
            let count = Words.count(query.matches(in: image).count, "time")
            return ("\(query.formWords): found \(count)", query.brokenHex ? .warning : .dialog)
        }
    }

    private func below(_ rect: Rect, _ rows: Int) -> Point {
        Point(column: rect.origin.column, row: rect.origin.row + rows)
    }

    // MARK: Password

    /// The rows of a password dialog.
    private enum PasswordRow: Hashable {
        case warning(Int), field(PasswordDialog.Field), guidance, buttons, blank, keys
    }

    func draw(_ dialog: PasswordDialog, on canvas: inout Canvas) {
        let columns = DialogGeometry.columns(68, size)
        let reason = dialog.reason.map { [($0, Role.dialog)] } ?? []
        let warning = (reason + Self.warning(dialog)).flatMap {
            StyledLine.wrapped($0.0, $0.1, columns: max(1, columns))
        }
        // What has the focus matters most, then what else there is to fill in, then what it is about.
        let fields = dialog.fields.filter { $0 != .accept && $0 != .cancel }
        let isOnButton = dialog.focus == .accept || dialog.focus == .cancel
        let rows: [(row: PasswordRow, weight: Int)] =
            warning.indices.map { (.warning($0), 2) }
            + fields.map { (.field($0), $0 == dialog.focus ? 9 : 5) }
            + [(.guidance, 4), (.buttons, isOnButton ? 9 : 6), (.blank, 0), (.keys, 3)]
        let placed = DialogGeometry.centred(columns: columns, rows: rows.count, size)
        Self.frame(placed.frame, title: dialog.name, on: &canvas)
        let content = placed.content
        let layout = DialogRows(rows, height: content.size.rows)
        canvas.cursor = nil
        canvas.withClip(content) { canvas in
            for (index, line) in warning.enumerated() {
                if let row = layout.place(of: .warning(index), in: content) {
                    canvas.put(line, at: row.origin, columns: row.size.columns)
                }
            }
            for field in fields {
                guard let row = layout.place(of: .field(field), in: content) else { continue }
                draw(field, of: dialog, in: row, on: &canvas)
            }
            if let row = layout.place(of: .guidance, in: content) {
                let problem = dialog.limit.refusal ?? dialog.problem
                canvas.put(
                    problem ?? dialog.guidance, at: row.origin, role: problem == nil ? .dim : .error,
                    columns: row.size.columns)
            }
            if let row = layout.place(of: .buttons, in: content) {
                drawButtons(
                    [
                        (dialog.purpose == .read ? "Read" : "Go on", dialog.focus == .accept),
                        ("Cancel", dialog.focus == .cancel),
                    ], at: row.origin, on: &canvas)
            }
            if let row = layout.place(of: .keys, in: content) {
                Self.keys(
                    [
                        ("Tab", "moves"), ("Ctrl-T", dialog.secret.nextWriting),
                        ("Ctrl-R", dialog.secret.revealed ? "hides" : "reveals"), ("Enter", Self.enterWord(dialog)),
                        ("Esc", "cancels"),
                    ], in: row, on: &canvas)
            }
        }
        if canvas.cursor.map({ !placed.frame.contains($0) }) ?? true { canvas.cursor = placed.frame.origin }
    }

    private func draw(
        _ field: PasswordDialog.Field, of dialog: PasswordDialog, in row: Rect, on canvas: inout Canvas
    ) {
        let (label, text, cursor, note): (String, String, Int, String)
        switch field {
        case .password:
            label =
                switch dialog.form {
                case .hex: "\(dialog.name) in hex"
                case .text: "\(dialog.name) as text"
                case .phrase: "Phrase of an app"
                case .file: "Path of a key file"
                }
            (text, cursor, note) = (
                dialog.shown(mask: canvas.glyphs.mask), dialog.input.cursor, dialog.secret.count
            )
        case .pack:
            guard let pack = dialog.pack else { return }
            label = "New PACK"
            (text, cursor, note) = (
                pack.shown(mask: canvas.glyphs.mask), pack.line.cursor, pack.isEmpty ? "empty: 00 00" : pack.count
            )
        case .digits:
            label = "Type \(dialog.wantedDigits) to confirm"
            (text, cursor, note) = (
                dialog.digits.text, dialog.digits.cursor,
                "digits \(dialog.digits.characters.count)/\(PasswordDialog.uidDigits)"
            )
        case .accept, .cancel: return
        }
        drawField(
            label, text: text, cursor: cursor, note: note, focused: dialog.focus == field, at: row.origin,
            columns: row.size.columns, on: &canvas)
    }

    private static func enterWord(_ dialog: PasswordDialog) -> String {
        switch dialog.focus {
        case .password, .pack, .digits: "goes on"
        case .accept: dialog.purpose == .read ? "reads" : "goes on"
        case .cancel: "cancels"
        }
    }

    /// What a wrong password may cost, and why the end of the UID is asked for.
    private static func warning(_ dialog: PasswordDialog) -> [(String, Role)] {
        let uid = "Tag \(Words.uid(dialog.uid))"
        let why = dialog.needsDigits ? " The end of the UID confirms that this is the tag meant." : ""
        switch dialog.limit {
        case .keys:
            return [
                (uid, .dialog), ("The tag counts wrong keys: 1000 of them close a key for good (as delivered).", .dim),
            ]
        case .none: return [(uid, .dialog), ("The tag sets no limit of wrong passwords.", .dim)]
        case .tries(let limit, let failed):
            let left = max(0, limit - failed)
            return [
                (uid, .dialog),
                (
                    "The tag allows \(Words.count(limit, "wrong password")) in all, then it is closed for good. "
                        + "\(Words.count(failed, "wrong try")) sent since the last right one, so at most \(left) left "
                        + "(assumed: others may have tried).\(why)", .warning
                ),
            ]
        case .unknown(let failed):
            return [
                (uid, .dialog),
                (
                    "Whether the tag limits wrong passwords could not be read. If it does, wrong ones close it for good. "
                        + "\(Words.count(failed, "wrong try")) sent since the last right one.\(why)", .warning
                ),
            ]
        }
    }

    private func drawField(
        _ label: String, text: String, cursor: Int, note: String, focused: Bool, at point: Point, columns: Int,
        on canvas: inout Canvas
    ) {
        // A field to type into comes before its name and its note.
        let labels = columns >= 36 ? 20 : max(0, min(20, columns - 13))
        let used =
            labels == 0
            ? 0
            : canvas.put(
                HelpText.pad(HelpText.cut(label, labels), labels) + " ", at: point, role: .dialog, columns: columns)
        let noted = columns - used - DisplayWidth.of(note) - 1
        let room = noted >= 10 ? min(24, noted) : max(1, min(24, columns - used))
        let before = canvas.cursor
        let field = Point(column: point.column + used, row: point.row)
        Self.field(text, cursor: cursor, at: field, columns: room, on: &canvas)
        if !focused { canvas.cursor = before }
        guard noted >= 10 else { return }
        canvas.put(note, at: Point(column: field.column + room + 1, row: point.row), role: .dim)
    }

    /// Buttons in a row; where not all fit, those before the focused one give way to it.
    /// - Returns: The column behind the last one.
    @discardableResult
    func drawButtons(_ buttons: [(String, Bool)], at point: Point, on canvas: inout Canvas) -> Int {
        // The focused one has brackets, so that colour is not needed to see it.
        let all = buttons.map { (text: $0.1 ? "[ \($0.0) ]" : "  \($0.0)  ", focused: $0.1) }
        var shown = all[...]
        func endOfFocused() -> Int {
            let last = shown.firstIndex { $0.focused } ?? shown.startIndex
            return shown[...last].reduce(point.column - 2) { $0 + DisplayWidth.of($1.text) + 2 }
        }
        while let first = shown.first, !first.focused, shown.contains(where: \.focused),
            endOfFocused() > canvas.clip.right
        {
            shown.removeFirst()
        }
        var column = point.column
        for (text, focused) in shown {
            let start = Point(column: column, row: point.row)
            let used = canvas.put(text, at: start, role: focused ? .buttonFocused : .button)
            if focused { canvas.cursor = Point(column: start.column + 2, row: start.row) }
            column += used + 2
        }
        return column
    }

    // MARK: Link

    func draw(_ dialog: LinkDialog, on canvas: inout Canvas) {
        let (placed, lines, rows) = DialogGeometry.link(dialog, size)
        Self.frame(placed.frame, title: "Open this link?", on: &canvas)
        let content = placed.content
        canvas.withClip(content) { canvas in
            canvas.put(
                lines.map { StyledLine($0, .value) }, in: content.split(rows: rows).top, first: dialog.top)
            let gap = content.size.rows - rows > 2 ? 1 : 0
            if lines.count > rows, gap > 0 {
                let last = min(lines.count, dialog.top + rows)
                canvas.put("\(last) of \(lines.count) lines", at: below(content, rows), role: .dim)
            }
            drawButtons(
                [("Cancel", !dialog.acceptFocused), ("Open", dialog.acceptFocused)], at: below(content, rows + gap),
                on: &canvas)
            Self.keys(
                [
                    ("Tab", "moves"), ("Enter", dialog.acceptFocused ? "opens" : "cancels"), ("y", "copies"),
                    ("j k", "scroll"), ("Esc", "cancels"),
                ],
                in: Rect(
                    column: content.origin.column, row: content.origin.row + rows + 1 + 2 * gap,
                    columns: content.size.columns, rows: 1), on: &canvas)
        }
        if canvas.cursor.map({ !placed.frame.contains($0) }) ?? true { canvas.cursor = placed.frame.origin }
    }
}
