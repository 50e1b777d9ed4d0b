import Tags
import Terminal

extension AppModel {
    // MARK: Prompt

    func draw(_ dialog: PromptDialog, on canvas: inout Canvas) {
        let isSearch = dialog.purpose == .search || dialog.purpose == .searchTrace
        let title = isSearch ? "Search" : dialog.purpose == .fill ? "Fill" : "Go to"
        let placed = DialogGeometry.centred(columns: min(76, size.columns - 8), rows: 4, size)
        Self.frame(placed.frame, title: title, on: &canvas)
        let content = placed.content
        guard content.size.columns > 4 else { return }
        let used = canvas.put(isSearch ? "/" : "> ", at: content.origin, role: .key)
        if let problem = promptProblem(dialog) {
            canvas.put(problem.text, at: below(content, 1), role: problem.role, columns: content.size.columns)
        }
        let forms =
            switch dialog.purpose {
            case .search: "text, \"quoted text\", or x 04 A1 ?? 4? for bytes"
            case .goTo: GoToTarget.forms
            case .searchTrace: "text of the meaning or the reader's name, or bytes such as 30 04"
            case .fill: fillWords
            }
        let does = isSearch ? "finds" : dialog.purpose == .fill ? "fills" : "goes there"
        canvas.put(forms, at: below(content, 2), role: .dim, columns: content.size.columns)
        Self.keys(
            [("Enter", does), ("Esc", "closes")],
            in: Rect(
                column: content.origin.column, row: content.origin.row + 3, columns: content.size.columns, rows: 1),
            on: &canvas)
        Self.field(
            dialog.input.text, cursor: dialog.input.cursor,
            at: Point(column: content.origin.column + used, row: content.origin.row),
            columns: content.size.columns - used, on: &canvas)
    }

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

    func draw(_ dialog: PasswordDialog, on canvas: inout Canvas) {
        let columns = min(68, size.columns - 8)
        let reason = dialog.reason.map { [($0, Role.dialog)] } ?? []
        let warning = (reason + Self.warning(dialog)).flatMap {
            StyledLine.wrapped($0.0, $0.1, columns: max(1, columns))
        }
        let digitRows = dialog.needsDigits ? 1 : 0
        let placed = DialogGeometry.centred(columns: columns, rows: warning.count + digitRows + 5, size)
        Self.frame(placed.frame, title: "Password", on: &canvas)
        let content = placed.content
        canvas.withClip(content) { canvas in
            canvas.put(warning, in: content)
            var row = warning.count
            let name = dialog.secret.length == PasswordDialog.length ? "Password" : "Key"
            let form =
                switch dialog.form {
                case .hex: "\(name) in hex"
                case .text: "\(name) as text"
                case .phrase: "Phrase of an app"
                case .file: "Path of a key file"
                }
            drawField(
                form, text: dialog.shown(mask: canvas.glyphs.mask), cursor: dialog.input.cursor,
                note: dialog.secret.count, focused: dialog.focus == .password, at: below(content, row),
                columns: content.size.columns, on: &canvas)
            row += 1
            if dialog.needsDigits {
                drawField(
                    "Type \(dialog.wantedDigits) to confirm", text: dialog.digits.text, cursor: dialog.digits.cursor,
                    note: "digits \(dialog.digits.characters.count)/\(PasswordDialog.uidDigits)",
                    focused: dialog.focus == .digits, at: below(content, row), columns: content.size.columns,
                    on: &canvas)
                row += 1
            }
            let problem = dialog.limit.refusal ?? dialog.problem
            canvas.put(
                problem ?? dialog.guidance, at: below(content, row), role: problem == nil ? .dim : .error,
                columns: content.size.columns)
            drawButtons(
                [
                    (dialog.purpose == .read ? "Read" : "Go on", dialog.focus == .accept),
                    ("Cancel", dialog.focus == .cancel),
                ], at: below(content, row + 1),
                on: &canvas)
            Self.keys(
                [
                    ("Tab", "moves"), ("Ctrl-T", dialog.secret.nextWriting),
                    ("Ctrl-R", dialog.secret.revealed ? "hides" : "reveals"), ("Enter", Self.enterWord(dialog)),
                    ("Esc", "cancels"),
                ],
                in: Rect(
                    column: content.origin.column, row: content.origin.row + row + 3, columns: content.size.columns,
                    rows: 1), on: &canvas)
        }
        if canvas.cursor.map({ !placed.frame.contains($0) }) ?? true { canvas.cursor = placed.frame.origin }
    }

    private static func enterWord(_ dialog: PasswordDialog) -> String {
        switch dialog.focus {
        case .password, .digits: "goes on"
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
        let used = canvas.put(HelpText.pad(label, 20) + " ", at: point, role: .dialog, columns: columns)
        let room = min(24, columns - used - note.count - 1)
        let before = canvas.cursor
        let field = Point(column: point.column + used, row: point.row)
        Self.field(text, cursor: cursor, at: field, columns: room, on: &canvas)
        if !focused { canvas.cursor = before }
        canvas.put(note, at: Point(column: field.column + max(0, room) + 1, row: point.row), role: .dim)
    }

    func drawButtons(_ buttons: [(String, Bool)], at point: Point, on canvas: inout Canvas) {
        var column = point.column
        for (label, focused) in buttons {
            // The focused one has brackets, so that colour is not needed to see it.
            let text = focused ? "[ \(label) ]" : "  \(label)  "
            let start = Point(column: column, row: point.row)
            let used = canvas.put(text, at: start, role: focused ? .buttonFocused : .button)
            if focused { canvas.cursor = Point(column: start.column + 2, row: start.row) }
            column += used + 2
        }
    }

    // MARK: Link

    func draw(_ dialog: LinkDialog, on canvas: inout Canvas) {
        let (placed, lines, rows) = DialogGeometry.link(dialog, size)
        Self.frame(placed.frame, title: "Open this link?", on: &canvas)
        let content = placed.content
        canvas.withClip(content) { canvas in
            canvas.put(
                lines.map { StyledLine($0, .value) }, in: content.split(rows: rows).top, first: dialog.top)
            if lines.count > rows {
                let last = min(lines.count, dialog.top + rows)
                canvas.put("\(last) of \(lines.count) lines", at: below(content, rows), role: .dim)
            }
            drawButtons(
                [("Cancel", !dialog.acceptFocused), ("Open", dialog.acceptFocused)], at: below(content, rows + 1),
                on: &canvas)
            Self.keys(
                [
                    ("Tab", "moves"), ("Enter", dialog.acceptFocused ? "opens" : "cancels"), ("y", "copies"),
                    ("j k", "scroll"), ("Esc", "cancels"),
                ],
                in: Rect(
                    column: content.origin.column, row: content.origin.row + rows + 3, columns: content.size.columns,
                    rows: 1), on: &canvas)
        }
        if canvas.cursor.map({ !placed.frame.contains($0) }) ?? true { canvas.cursor = placed.frame.origin }
    }
}
