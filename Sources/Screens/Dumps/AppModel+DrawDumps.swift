import Dumps
import Tags
import Terminal

extension AppModel {
    /// Draws the screen Dumps: the list, and beside or below it the dump under the cursor.
    func drawDumps(_ canvas: inout Canvas, in body: Rect) {
        let place = DumpsGeometry(body: body)
        part(place.list, "Dumps", note: dumpsNote, focused: true, boxed: place.boxed, on: &canvas)
        let inside = place.content(place.list)
        canvas.cursor = inside.isEmpty ? nil : inside.origin
        drawDumpList(in: place.rows(hasFilter: hasDumpFilter), on: &canvas)
        if hasDumpFilter { drawDumpFilter(in: inside.split(rows: 1).top, on: &canvas) }
        if !place.details.isEmpty { drawDumpDetails(in: place.details, on: &canvas) }
        guard !place.preview.isEmpty else { return }
        let name = dumps.selected.map { Words.safe($0.name, limit: 200) } ?? ""
        part(
            place.preview, "Preview", note: StyledLine(name, .dim), focused: false, boxed: place.boxed, on: &canvas)
        drawPreview(in: place.content(place.preview), on: &canvas)
    }

    private var dumpsNote: StyledLine {
        guard let rows = dumps.rows else { return StyledLine() }
        var spans = [Span(Words.count(rows.count, "dump"), .dim)]
        if !dumps.filter.characters.isEmpty { spans.append(Span(rows.count == 1 ? " fits" : " fit", .dim)) }
        if !dumps.marked.isEmpty { spans.append(Span("  \(dumps.marked.count) marked", .key)) }
        return StyledLine(spans)
    }

    /// The whole of the line under the cursor.
    private func drawDumpDetails(in rect: Rect, on canvas: inout Canvas) {
        let (rule, room) = rect.split(rows: 1)
        canvas.fill(rule, role: .border, character: canvas.glyphs.horizontal)
        guard let dump = dumps.selected else { return }
        let columns = rect.size.columns - 2
        let facts = [
            dump.format?.title,
            DumpText.taken(UInt64(clamping: dump.moment), zone: options.secondsEastOfUTC),
            dump.problems > 0 ? Words.count(dump.problems, "problem") : nil,
        ].compactMap { $0 }
        let gist = dump.failure.map { "no dump: \($0)" } ?? dump.message ?? ""
        canvas.put(
            [
                StyledLine([
                    Span(Words.safe(dump.name, limit: 200), .value),
                    Span("  " + facts.joined(separator: ", "), dump.problems > 0 ? .warning : .dim),
                ])
            ]
                + StyledLine.wrapped(
                    Words.safe(gist, limit: 400), dump.failure == nil ? .text : .warning, columns: columns),
            in: room.insetColumns(1))
    }

    private func drawDumpFilter(in line: Rect, on canvas: inout Canvas) {
        guard !line.isEmpty else { return }
        let before = canvas.cursor
        canvas.put("/", at: line.origin, role: .key)
        Self.field(
            dumps.filter.text, cursor: dumps.filter.cursor,
            at: Point(column: line.origin.column + 1, row: line.origin.row),
            columns: min(50, max(0, line.size.columns - 1)), on: &canvas)
        if !dumps.isTyping || !dialogs.isEmpty { canvas.cursor = before }
    }

    private func drawDumpList(in rect: Rect, on canvas: inout Canvas) {
        guard let rows = dumps.rows, !rows.isEmpty else {
            canvas.put(StyledLine.wrapped(emptyDumpsWords, .dim, columns: rect.size.columns), in: rect)
            return
        }
        var list = dumps.list
        list.settle(count: rows.count, height: rect.size.rows)
        let columns = DumpColumns(room: rect.size.columns, dumps: rows)
        for row in 0..<rect.size.rows where rows.indices.contains(list.top + row) {
            let dump = rows[list.top + row]
            let line = rect.split(rows: row).rest.split(rows: 1).top
            let isMarked = dumps.marked.contains(dump.name)
            let mark = String(isMarked ? canvas.glyphs.marked : " ")
            canvas.put(
                columns.line(of: dump, mark: mark, zone: options.secondsEastOfUTC), at: line.origin,
                columns: line.size.columns)
            guard list.top + row == list.cursor else { continue }
            canvas.setRole(line, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            if !dumps.isTyping { canvas.cursor = line.origin }
        }
    }

    private var emptyDumpsWords: String {
        if dumps.rows == nil { return "reading the library" }
        if let problem = dumps.problem { return "The library cannot be read: \(Words.safe(problem, limit: 300))." }
        if !dumps.filter.characters.isEmpty { return "No dump fits; Esc lists them all." }
        return "No dump is kept yet. \(Self.key(.saveDump)) keeps the tag on the reader, "
            + "\(Self.key(.openDumpFile)) opens a file of this or another tool."
    }

    private func drawPreview(in rect: Rect, on canvas: inout Canvas) {
        guard let preview = dumps.preview, preview.name == dumps.selected?.name else { return }
        let lines: [StyledLine] =
            switch preview {
            case .dump(_, let opened):
                DumpText.lines(of: opened, columns: rect.size.columns, zone: options.secondsEastOfUTC)
            case .refused(_, let sentence): StyledLine.wrapped(sentence, .error, columns: rect.size.columns)
            }
        canvas.put(lines, in: rect)
        if lines.count > rect.size.rows {
            canvas.putRight(
                " \(Self.key(.open)) opens it whole", right: rect.right, row: rect.bottom - 1, role: .dim)
        }
    }

    /// What the status line says on the screen Dumps.
    var dumpsStatus: (words: String, hints: [Action.ID]) {
        if dumps.isTyping { return ("type what to look for: UID, chip, message, name, format", []) }
        return (
            "", [.open, .saveDump, .restoreDump, .compareDump, .exportDump, .openDumpFile, .cloneDump, .renameDump]
        )
    }
}

/// The columns of the list of dumps for the room there is: the name, the tag, and what else fits.
struct DumpColumns: Equatable, Sendable {
    var name: Int
    var chip: Int
    var showsTime: Bool
    var showsFormat: Bool

    /// - Parameter dumps: All that are listed: columns do not change while one scrolls.
    init(room: Int, dumps: [DumpRow] = []) {
        showsTime = room >= 96
        showsFormat = room >= 150
        // Names of chips are short but for a few.
        let most = room >= 150 ? 24 : room >= 110 ? 21 : 13
        let titles = dumps.map(\.title.utf8.count).max() ?? 0
        chip = room >= 70 ? max(13, min(titles + 1, most)) : 10
        // Names take what the messages leave. Bytes are counted, which is quick and never too few.
        let names = dumps.map(\.name.utf8.count).max() ?? 0
        let messages =
            dumps.map { max($0.message?.utf8.count ?? 0, $0.failure.map { $0.utf8.count + 9 } ?? 0) }.max() ?? 0
        let others = 3 + chip + 21 + (showsTime ? 18 : 0) + (showsFormat ? 25 : 0)
        name = max(min(44, max(12, room / 3)), min(names, room - others - messages))
    }

    /// One dump as a line.
    func line(of dump: DumpRow, mark: String, zone: Int) -> StyledLine {
        var spans = [
            Span(mark, .key), Span(dump.problems > 0 || dump.failure != nil ? "!" : " ", .warning),
            Span(HelpText.pad(HelpText.cut(Words.safe(dump.name, limit: 200), name), name) + " ", .value),
            Span(HelpText.pad(HelpText.cut(Words.safe(dump.title, limit: 60), chip - 1), chip), .label),
            Span(HelpText.pad(Words.uid(dump.uid), 20) + " ", .text),
        ]
        if showsTime {
            let time = DumpText.taken(UInt64(clamping: dump.moment), zone: zone)
            spans.append(Span(HelpText.pad(time, 16) + "  ", .dim))
        }
        if showsFormat { spans.append(Span(HelpText.pad(HelpText.cut(dump.format?.title ?? "", 24), 24) + " ", .dim)) }
        if let failure = dump.failure {
            spans.append(Span("no dump: " + Words.safe(failure, limit: 300), .warning))
        } else {
            spans.append(Span(dump.isPending ? "not looked at yet" : Words.safe(dump.message ?? "", limit: 200), .text))
        }
        return StyledLine(spans)
    }
}
