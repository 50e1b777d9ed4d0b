import Tags
import Terminal

extension AppModel {
    /// Draws one dialog over what is there.
    func draw(_ dialog: Dialog, on canvas: inout Canvas) {
        switch dialog {
        case .help(let help): draw(help, on: &canvas)
        case .palette(let palette): draw(palette, on: &canvas)
        case .prompt(let prompt): draw(prompt, on: &canvas)
        case .choice(let choice): draw(choice, on: &canvas)
        case .password(let password): draw(password, on: &canvas)
        case .link(let link): draw(link, on: &canvas)
        case .form(let form): draw(form, on: &canvas)
        case .question(let question): draw(question, on: &canvas)
        case .plan(let plan): draw(plan, on: &canvas)
        case .locks(let locks): draw(locks, on: &canvas)
        case .recovery(let recovery): draw(recovery, on: &canvas)
        case .text(let text): draw(text, on: &canvas)
        case .bits(let bits): draw(bits, on: &canvas)
        case .sending(let sending): draw(sending, on: &canvas)
        }
    }

    static func frame(_ rect: Rect, title: String, on canvas: inout Canvas) {
        canvas.fill(rect, role: .dialog)
        canvas.box(rect, title: title, role: .dialog, titleRole: .dialogTitle)
    }

    /// The line of keys at the foot of a dialog: `Enter chooses  Esc closes`.
    static func keys(_ pairs: [(String, String)], in rect: Rect, on canvas: inout Canvas) {
        let line = StyledLine(
            pairs.enumerated().flatMap { index, pair in
                [Span((index == 0 ? "" : "  ") + pair.0, .key), Span(" " + pair.1, .dialog)]
            })
        canvas.put(line, at: rect.origin, columns: rect.size.columns)
    }

    /// A field of typed text with its cursor; the end is shown where it does not all fit.
    /// - Parameter isOffer: The text is selected as a whole: what is typed takes its place.
    static func field(
        _ text: String, cursor: Int, at point: Point, columns: Int, isOffer: Bool = false, on canvas: inout Canvas
    ) {
        guard columns > 0 else { return }
        canvas.fill(Rect(column: point.column, row: point.row, columns: columns, rows: 1), role: .input)
        let before = String(text.prefix(cursor))
        let room = columns - 1
        var shown = Substring(text)
        var offset = DisplayWidth.of(before)
        while offset > room, let first = shown.first {
            offset -= DisplayWidth.of(String(first))
            shown = shown.dropFirst()
        }
        canvas.put(String(shown), at: point, role: isOffer ? .selection : .input, columns: columns)
        canvas.cursor = Point(column: point.column + max(0, min(offset, room)), row: point.row)
    }

    // MARK: Help

    private func draw(_ dialog: HelpDialog, on canvas: inout Canvas) {
        let placed = DialogGeometry.help(size)
        Self.frame(placed.frame, title: "Help", on: &canvas)
        let lines = HelpText.lines(of: self, matching: dialog.filter.text, columns: placed.content.size.columns)
        canvas.withClip(placed.content) { $0.put(lines, in: placed.content, first: dialog.top) }
        let foot = Rect(
            column: placed.content.origin.column, row: placed.content.bottom, columns: placed.content.size.columns,
            rows: 1)
        canvas.cursor = placed.content.isEmpty ? placed.frame.origin : placed.content.origin
        if dialog.searching || !dialog.filter.characters.isEmpty {
            let used = canvas.put("/", at: foot.origin, role: .key)
            let point = Point(column: foot.origin.column + used, row: foot.origin.row)
            let before = canvas.cursor
            Self.field(
                dialog.filter.text, cursor: dialog.filter.cursor, at: point, columns: min(30, foot.size.columns - 1),
                on: &canvas)
            if !dialog.searching { canvas.cursor = before }
            return
        }
        let last = min(dialog.top + placed.content.size.rows, lines.count)
        Self.keys([("/", "searches"), ("j k", "scroll"), ("Esc", "closes")], in: foot, on: &canvas)
        canvas.putRight("\(last) of \(lines.count)", right: foot.right, row: foot.origin.row, role: .dim)
    }

    // MARK: Lists

    private func draw(_ dialog: PaletteDialog, on canvas: inout Canvas) {
        let entries = PaletteEntry.matching(dialog.input.text, in: self)
        // The frame does not shrink while letters are typed.
        let place = DialogGeometry.palette(size)
        Self.frame(place.frame, title: "Menu", on: &canvas)
        var list = dialog.list
        list.settle(count: entries.count, height: place.rows)
        let titleWidth = Action.all.map { DisplayWidth.of($0.title) }.max() ?? 0
        let keysWidth = Action.all.map { DisplayWidth.of(HelpText.keys(of: $0)) }.max() ?? 0
        let commandWidth = Action.all.map { DisplayWidth.of($0.command) }.max() ?? 0
        for row in 0..<place.rows where entries.indices.contains(list.top + row) {
            let entry = entries[list.top + row]
            let role: Role = entry.disabled == nil ? .dialog : .keyDisabled
            let line = StyledLine([
                Span(HelpText.pad(entry.action.command, commandWidth) + "  ", entry.disabled == nil ? .label : role),
                Span(HelpText.pad(entry.action.title, titleWidth) + "  ", role),
                Span(HelpText.pad(HelpText.keys(of: entry.action), keysWidth), entry.disabled == nil ? .key : role),
                Span(entry.disabled.map { "  " + $0 } ?? "", .warning),
            ])
            drawItem(line, row: row, selected: list.top + row == list.cursor, in: place.items, on: &canvas)
        }
        if entries.indices.contains(list.cursor), !place.detail.isEmpty {
            let entry = entries[list.cursor]
            canvas.put(
                entry.disabled.map { "not now: \($0)" } ?? entry.action.help, at: place.detail.origin,
                role: entry.disabled == nil ? .dim : .warning, columns: place.detail.size.columns)
        }
        Self.keys([("Enter", "runs"), ("Up Down", "choose"), ("Esc", "closes")], in: place.keys, on: &canvas)
        let used = canvas.put(":", at: place.input.origin, role: .key)
        Self.field(
            dialog.input.text, cursor: dialog.input.cursor,
            at: Point(column: place.input.origin.column + used, row: place.input.origin.row),
            columns: place.input.size.columns - used, on: &canvas)
    }

    private func drawItem(_ line: StyledLine, row: Int, selected: Bool, in rect: Rect, on canvas: inout Canvas) {
        let point = Point(column: rect.origin.column, row: rect.origin.row + row)
        canvas.put(line, at: point, columns: rect.size.columns)
        guard selected else { return }
        canvas.setRole(Rect(column: point.column, row: point.row, columns: rect.size.columns, rows: 1), role: .cursor)
        canvas.cursor = point
    }

    private func draw(_ dialog: ChoiceDialog, on canvas: inout Canvas) {
        let items = choiceItems(dialog.subject)
        let place = choiceGeometry(dialog.subject)
        Self.frame(place.frame, title: Self.title(dialog.subject), on: &canvas)
        canvas.cursor = place.items.isEmpty ? place.frame.origin : place.items.origin
        var list = dialog.list
        list.settle(count: items.count, height: place.rows)
        let width = items.map { DisplayWidth.of($0.label) }.max() ?? 0
        canvas.put(Self.question(dialog.subject), at: place.input.origin, role: .dim, columns: place.input.size.columns)
        for row in 0..<place.rows where items.indices.contains(list.top + row) {
            let item = items[list.top + row]
            let mark = String(item.marked ? canvas.glyphs.marked : " ")
            let line = StyledLine([
                Span(mark + " ", .key),
                Span(HelpText.pad(item.label, width) + "  ", item.disabled == nil ? .dialog : .keyDisabled),
                Span(item.detail, item.disabled == nil ? .dim : .warning),
            ])
            drawItem(line, row: row, selected: list.top + row == list.cursor, in: place.items, on: &canvas)
        }
        if items.indices.contains(list.cursor) {
            let detail = StyledLine.wrapped(items[list.cursor].detail, .text, columns: place.detail.size.columns)
            canvas.put(detail, in: place.detail)
        }
        if items.isEmpty { canvas.put("nothing to choose from", at: place.items.origin, role: .dim) }
        Self.keys(Self.keys(of: dialog), in: place.keys, on: &canvas)
    }

    private static func title(_ subject: ChoiceDialog.Subject) -> String {
        switch subject {
        case .reader: "Reader"
        case .bench: "Bench of simulated tags"
        case .copy: "Copy"
        case .theme: "Theme"
        case .places: "Places in the memory"
        case .commands: "Commands"
        case .compose(.kind): "New record"
        case .compose(.start): "Begin with"
        case .compose(.chip): "Count the room by"
        }
    }

    private static func question(_ subject: ChoiceDialog.Subject) -> String {
        switch subject {
        case .reader: "Which reader to show"
        case .bench: "What is done to them is kept"
        case .copy: "As what to copy"
        case .theme: "Which colours to use"
        case .places: "Where to go"
        case .commands: "Enter puts one on the line, nothing is sent yet"
        case .compose(.kind): "What kind of record"
        case .compose(.start): "What the message begins with"
        case .compose(.chip): "This tag, or a chip as it is delivered"
        }
    }

    private static func keys(of dialog: ChoiceDialog) -> [(String, String)] {
        switch dialog.subject {
        case .bench:
            [
                ("Enter", "on"), ("x", "off"),
                ("p", "pulls after \(Words.count(dialog.pullAfter, "frame")) on air"),
                ("+ -", "frames"), ("Esc", "closes"),
            ]
        case .reader, .copy, .theme, .places, .commands, .compose:
            [("Enter", "chooses"), ("j k", "move"), ("Esc", "closes")]
        }
    }
}
