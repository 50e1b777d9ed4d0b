import Terminal

/// How the trace divides its room: the list, and below it on a high screen the exchange under the cursor.
struct TraceGeometry: Equatable, Sendable {
    /// The part with the list, its frame or title line included.
    var list: Rect
    /// The part with the details below it; empty on a low screen.
    var details: Rect
    /// The parts have frames.
    var boxed: Bool
    private var body: Rect

    init(body: Rect) {
        self.body = body
        boxed = body.size.columns >= 100 && body.size.rows >= 16
        let below = body.size.rows >= 30 ? max(12, body.size.rows * 2 / 5) : 0
        (list, details) = body.split(rows: body.size.rows - below)
    }

    /// The cells inside a part.
    func content(_ part: Rect) -> Rect { boxed ? part.inset(by: 1).insetColumns(1) : part.split(rows: 1).rest }

    /// The line of headings is shown.
    var hasHeadings: Bool { content(list).size.rows >= 6 }
    /// The cells of the exchanges.
    var lines: Rect { hasHeadings ? content(list).split(rows: 1).rest : content(list) }
    /// The exchanges shown at once.
    var rows: Int { lines.size.rows }
    /// The cells of details that have the whole screen.
    var whole: Rect { content(body) }
}

extension AppModel {
    /// Draws the trace: the list, or the exchange that is open.
    func drawTrace(_ canvas: inout Canvas, in body: Rect) {
        let geometry = TraceGeometry(body: body)
        if trace.isOpen, let exchange = trace.selected {
            let note = "\(trace.list.cursor + 1) of \(trace.matching)"
            part(
                body, "Exchange \(exchange.number)\(trace.file.map { " of \($0.name)" } ?? "")",
                note: StyledLine(note, .dim), focused: true, boxed: geometry.boxed,
                on: &canvas)
            drawTraceDetails(in: geometry.whole, first: trace.top, on: &canvas)
            canvas.cursor = geometry.whole.isEmpty ? nil : geometry.whole.origin
            return
        }
        let name = trace.file.map { "Trace: \($0.name)" } ?? "Trace"
        part(geometry.list, name, note: traceNote, focused: true, boxed: geometry.boxed, on: &canvas)
        let inside = geometry.content(geometry.list)
        let columns = TraceColumns(columns: inside.size.columns)
        if geometry.hasHeadings {
            canvas.put(TraceText.headings(columns), at: inside.origin, columns: inside.size.columns)
        }
        drawExchanges(columns, in: geometry.lines, on: &canvas)
        guard !geometry.details.isEmpty else { return }
        let title = trace.selected.map { "Exchange \($0.number)" } ?? "Exchange"
        part(
            geometry.details, title, note: StyledLine("Enter shows all of it", .dim), focused: false,
            boxed: geometry.boxed, on: &canvas)
        drawTraceDetails(in: geometry.content(geometry.details), first: 0, on: &canvas)
    }

    /// How many are listed, and by what filter.
    private var traceNote: StyledLine {
        guard trace.window != nil else { return StyledLine() }
        let dropped = trace.window?.dropped ?? 0
        let older = dropped == 0 ? "" : ", \(dropped) older ones only in the session's file"
        guard trace.isFiltered else { return StyledLine(Words.count(trace.total, "exchange") + older, .dim) }
        let filter = trace.filter
        let words =
            (filter.failuresOnly ? ["failures"] : [])
            + [filter.layer?.word, filter.reader, filter.text.isEmpty ? nil : "\"\(filter.text)\""]
            .compactMap { $0.map { Words.safe($0, limit: 60) } }
        return StyledLine([
            Span("\(trace.matching) of \(Words.count(trace.total, "exchange")): ", .dim),
            Span(words.joined(separator: ", "), .match),
        ])
    }

    private func drawExchanges(_ columns: TraceColumns, in rect: Rect, on canvas: inout Canvas) {
        canvas.cursor = rect.isEmpty ? nil : rect.origin
        guard trace.matching > 0 else {
            let words =
                trace.window == nil
                ? "reading the trace"
                : trace.isFiltered
                    ? "No exchange fits the filter; f changes it."
                    : trace.file == nil
                        ? "Nothing was exchanged with a tag or reader yet." : "The file holds no exchange."
            canvas.put(StyledLine.wrapped(words, .dim, columns: rect.size.columns), in: rect)
            return
        }
        for row in 0..<rect.size.rows {
            guard let exchange = trace.row(trace.list.top + row) else { continue }
            let line = rect.split(rows: row).rest.split(rows: 1).top
            canvas.put(
                TraceText.row(exchange, columns, zone: options.secondsEastOfUTC), at: line.origin,
                columns: line.size.columns)
            guard trace.list.top + row == trace.list.cursor else { continue }
            canvas.setRole(line, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            canvas.cursor = line.origin
        }
    }

    private func drawTraceDetails(in rect: Rect, first: Int, on canvas: inout Canvas) {
        let lines = traceDetails(columns: rect.size.columns)
        canvas.withClip(rect) { canvas in
            canvas.put(lines, in: rect, first: min(first, max(0, lines.count - rect.size.rows)))
        }
    }

    /// What the status line says of the trace.
    var traceStatus: (words: String, hints: [Action.ID]) {
        if trace.isOpen { return ("Left Right go to the one before and behind", [.copy, .back]) }
        let place = trace.matching == 0 ? "" : "\(trace.list.cursor + 1) of \(trace.matching)"
        let way = trace.file == nil ? "" : "Esc goes back to this session"
        let words = [place, way].filter { !$0.isEmpty }.joined(separator: "   ")
        return (words, [.open, .filterTrace, .search, .failuresOnly, .exportTrace, .openTraceFile, .copy, .leave])
    }
}
