import Engine
import Tags
import Terminal

extension AppModel {
    /// Goes to the journal, listed anew.
    mutating func openJournal() -> [Intent] {
        screen = .journal
        journal.entry = nil
        return [.listJournal(journal.query)]
    }

    /// Does an action on the journal screen; `nil` where it means nothing there.
    mutating func performInJournal(_ id: Action.ID) -> [Intent]? {
        if let move = Self.listMove(id) {
            let room = journalRoom(screenBody)
            if journal.entry != nil {
                var view = ListState(cursor: journal.top, top: journal.top)
                let rows = journalLines(columns: room.size.columns).count
                view.move(move, count: max(1, rows - room.size.rows + 1), height: 1)
                journal.top = view.cursor
            } else {
                journal.list.move(move, count: journal.operations?.count ?? 0, height: room.size.rows)
            }
            return []
        }
        switch id {
        case .open: return journal.entry == nil ? journal.selected.map { [.openJournalEntry($0.id)] } ?? [] : []
        case .search, .filterJournal: openFilter()
        case .undoOperation: return undoOperation()
        case .recoverOperation: recoverOperation()
        case .back, .leave: if journal.entry != nil { journal.entry = nil } else { screen = .workbench }
        case .readAgain: return [.listJournal(journal.query)]
        default: return nil
        }
        return []
    }

    /// Why an action of the journal screen cannot be done.
    func reasonInJournal(against id: Action.ID) -> String? {
        if screen != .journal { return "only on the screen Journal" }
        switch id {
        case .undoOperation, .recoverOperation:
            guard let entry = journal.entry else { return "open an operation first (Enter)" }
            if let reason = reasonAgainstChanging { return reason }
            if entry.uid != tagDeck.identity?.uid { return "put the tag \(Words.uid(entry.uid)) on the reader" }
            let result = JournalText.words(entry.result)
            if id == .recoverOperation {
                return entry.result.needsRecovery ? nil : "it was \(result): nothing is left to do"
            }
            if entry.result != .done { return "only what was done can be undone; this was \(result)" }
            return entry.canPutBack ? nil : "a step of it can never be undone"
        default: return nil
        }
    }

    private mutating func undoOperation() -> [Intent] {
        guard let entry = journal.entry else { return [] }
        if entry.isOfCard {
            openCard(.recover(entry, .undo))
            return []
        }
        return propose(Proposal(recovering: entry, .undo, title: "Undo"))
    }

    private mutating func recoverOperation() {
        guard let entry = journal.entry, let reader else { return }
        dialogs.append(.recovery(RecoveryDialog(entry: entry, reader: reader)))
    }

    // MARK: Filter

    private static let anyResult = "any"
    private static let unsettled = "to be recovered"

    private mutating func openFilter() {
        var form = Form([
            .text("uid", "UID begins with", help: "In hex; empty for every tag"),
            .choice(
                "result", "Result",
                [Self.anyResult, Self.unsettled] + JournalEntry.Result.allCases.map(JournalText.words),
                help: "How the operation ended"),
            .text("from", "From day", help: "As 2026-11-30; empty for no limit"),
            .text("until", "To day", help: "As 2026-11-30, that day included; empty for no limit"),
        ])
        form.set(journal.typedFilter)
        dialogs.append(.form(FormDialog(.journalFilter, title: "Filter", form: form)))
    }

    mutating func acceptFilter(_ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        var query = JournalQuery()
        query.uidPrefix = try HexText.bytes(dialog.form["uid"], field: "uid")
        let result = dialog.form["result"]
        query.results = JournalEntry.Result.allCases.filter { word in
            result == Self.unsettled ? word.needsRecovery : JournalText.words(word) == result
        }
        query.from = try start(ofDay: dialog.form["from"], field: "from")
        // The last day counts whole.
        query.until = try start(ofDay: dialog.form["until"], field: "until").map { $0 + 86_400_000 }
        journal.query = query
        journal.typedFilter = Dictionary(
            dialog.form.fields.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
        journal.list = ListState()
        journal.entry = nil
        return [.listJournal(query)]
    }

    /// The first millisecond of a day in the local zone; `nil` for no day.
    private func start(ofDay text: String, field: String) throws(FormProblem) -> Int64? {
        guard !text.isEmpty else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { throw FormProblem(field: field, sentence: "A day is typed as 2026-11-30") }
        let seconds = Words.days(year: year, month: month, day: day) * 86_400 - options.secondsEastOfUTC
        return Int64(seconds) * 1000
    }

    // MARK: Drawing

    private func journalLines(columns: Int, glyphs: Glyphs = .unicode) -> [StyledLine] {
        guard let entry = journal.entry else { return [] }
        return JournalText.lines(entry, columns: columns, zone: options.secondsEastOfUTC, glyphs: glyphs)
    }

    /// The cells inside the frame of the journal.
    private func journalRoom(_ body: Rect) -> Rect {
        isBoxed(body) ? body.inset(by: 1).insetColumns(1) : body.split(rows: 1).rest
    }

    /// Draws the journal: the list, or the operation that is open.
    func drawJournal(_ canvas: inout Canvas, in body: Rect) {
        let inside = journalRoom(body)
        let count = journal.operations?.count ?? 0
        let (title, note): (String, String) =
            if let entry = journal.entry {
                ("Operation \(entry.id)", "Esc goes back to the list")
            } else {
                ("Journal", Words.count(count, "operation") + (journal.isFiltered ? ", filtered" : ""))
            }
        part(body, title, note: StyledLine(note, .dim), focused: true, boxed: isBoxed(body), on: &canvas)
        canvas.cursor = inside.isEmpty ? nil : inside.origin
        if journal.entry != nil {
            let lines = journalLines(columns: inside.size.columns, glyphs: canvas.glyphs)
            canvas.put(lines, in: inside, first: min(journal.top, max(0, lines.count - inside.size.rows)))
        } else {
            drawOperations(in: inside, on: &canvas)
        }
    }

    private func drawOperations(in rect: Rect, on canvas: inout Canvas) {
        guard let operations = journal.operations, !operations.isEmpty else {
            let words =
                journal.operations == nil
                ? "reading the journal"
                : journal.isFiltered ? "No operation fits the filter; f changes it." : "No tag was changed yet."
            canvas.put(StyledLine.wrapped(words, .dim, columns: rect.size.columns), in: rect)
            return
        }
        var list = journal.list
        list.settle(count: operations.count, height: rect.size.rows)
        for row in 0..<rect.size.rows where operations.indices.contains(list.top + row) {
            let operation = operations[list.top + row]
            let line = rect.split(rows: row).rest.split(rows: 1).top
            canvas.put(
                StyledLine([
                    Span(Words.date(operation.started, secondsEastOfUTC: options.secondsEastOfUTC) + "  ", .dim),
                    Span(HelpText.pad(Words.uid(operation.uid), 20) + "  ", .value),
                    Span(HelpText.pad(operation.kind.rawValue, 10), .label),
                    Span(HelpText.pad("\(operation.acknowledged)/\(operation.steps)", 8), .dim),
                    // Under each other where there is room for the longest.
                    Span(
                        HelpText.pad(JournalText.words(operation.result), line.size.columns >= 100 ? 22 : 0),
                        JournalText.role(operation.result)),
                    Span("  \(operation.chipName)", .dim),
                ]), at: line.origin, columns: line.size.columns)
            guard list.top + row == list.cursor else { continue }
            canvas.setRole(line, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            canvas.cursor = line.origin
        }
    }
}
