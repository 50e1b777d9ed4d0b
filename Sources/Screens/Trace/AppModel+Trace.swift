import Engine
import Tags
import Terminal

extension AppModel {
    /// Goes to the trace, at its end.
    mutating func openTrace() {
        screen = .trace
        trace.isStale = true
        trace.isOpen = false
    }

    /// What the screen shown wants of the program before it is painted: the part of the trace that is in view. Asked once a
    /// painting, however many exchanges came since the last one.
    public mutating func wishes() -> [Intent] {
        guard screen == .trace, !WorkbenchLayout(size: size, focus: focus, maximised: false).isTooSmall,
            let wanted = trace.wanted(height: TraceGeometry(body: screenBody).rows)
        else { return [] }
        return [.listTrace(trace.filter, first: wanted.first, count: wanted.count)]
    }

    /// Does an action on the trace screen; `nil` where it means nothing there.
    mutating func performInTrace(_ id: Action.ID) -> [Intent]? {
        let geometry = TraceGeometry(body: screenBody)
        if let move = Self.listMove(id) {
            if trace.isOpen {
                scrollTraceDetails(move, geometry.whole)
            } else {
                trace.move(move, height: geometry.rows)
            }
            return []
        }
        switch id {
        case .open: if trace.selected != nil { trace.isOpen.toggle() }
        case .left where trace.isOpen: trace.move(.up, height: geometry.rows)
        case .right where trace.isOpen: trace.move(.down, height: geometry.rows)
        case .right: trace.isOpen = trace.selected != nil
        case .back, .leave:
            if trace.isOpen {
                trace.isOpen = false
            } else if trace.file != nil {
                return closeTraceFile()
            } else {
                screen = .workbench
            }
        case .openTraceFile: openTraceFileForm()
        case .search: dialogs.append(.prompt(PromptDialog(purpose: .searchTrace)))
        case .searchNext: return searchTrace(forward: true)
        case .searchPrevious: return searchTrace(forward: false)
        case .filterTrace: openTraceFilter()
        case .failuresOnly:
            var filter = trace.filter
            filter.failuresOnly.toggle()
            trace.list(by: filter)
        case .exportTrace: openTraceExport()
        default: return nil
        }
        return []
    }

    private mutating func scrollTraceDetails(_ move: ListState.Move, _ room: Rect) {
        let rows = traceDetails(columns: room.size.columns).count
        var view = ListState(cursor: trace.top, top: trace.top)
        view.move(move, count: max(1, rows - room.size.rows + 1), height: 1)
        trace.top = view.cursor
    }

    /// Why an action of the trace screen cannot be done.
    func reasonInTrace(against id: Action.ID) -> String? {
        if screen != .trace { return "only on the screen Trace" }
        guard id == .exportTrace, trace.isEmpty else { return nil }
        return trace.file == nil ? "nothing was exchanged yet" : "the file holds no exchange"
    }

    /// All that is known of the exchange under the cursor.
    func traceDetails(columns: Int) -> [StyledLine] {
        trace.selected.map { TraceText.details($0, columns: columns, zone: options.secondsEastOfUTC) } ?? []
    }

    /// What can be copied of the exchange under the cursor.
    var traceCopyItems: [CopyItem] {
        guard let exchange = trace.selected else { return [] }
        let parts = exchange.parts.map { part in
            CopyItem(label: part.kind.rawValue, text: part.line(), words: "\(part.kind.rawValue) as hex")
        }
        let meaning = exchange.meaning.isEmpty ? [] : [CopyItem(label: "Meaning", text: exchange.meaning)]
        return [CopyItem(label: "Exchange", text: TraceText.copy(exchange, zone: options.secondsEastOfUTC))]
            + parts + meaning
    }

    // MARK: Search

    /// Looks for the text in the list, from the cursor on.
    mutating func searchTrace(for text: String) -> [Intent] {
        if !text.isEmpty { trace.search = text }
        return searchTrace(forward: true)
    }

    private func searchTrace(forward: Bool) -> [Intent] {
        guard !trace.search.isEmpty else { return [] }
        let start = (trace.list.cursor + (forward ? 1 : -1) + trace.matching) % max(1, trace.matching)
        return [.findInTrace(trace.filter, text: trace.search, from: start, backwards: !forward)]
    }

    /// Goes to what was found.
    mutating func takeTrace(found index: Int?) {
        guard let index else {
            hint("not found: \(Words.safe(trace.search, limit: 100))")
            return
        }
        let round = index == trace.list.cursor ? ", the only one" : ""
        trace.follows = false
        trace.list.cursor = index
        trace.top = 0
        trace.settle(height: TraceGeometry(body: screenBody).rows)
        hint("\(index + 1) of \(trace.matching)\(round)")
    }

    // MARK: Filter

    private static let any = "any"
    private static let everything = "all exchanges"
    private static let failures = "failures and refusals"

    private mutating func openTraceFilter() {
        let readers = Set(trace.file?.readers ?? Array(decks.keys)).union(trace.filter.reader.map { [$0] } ?? [])
            .sorted()
        var form = Form([
            .text("text", "Text", help: "In the meaning, the reader's name or the bytes as hex; empty for all"),
            .choice("what", "Exchanges", [Self.everything, Self.failures], help: "All, or what went wrong"),
            .choice("reader", "Reader", [Self.any] + readers.map { Words.safe($0, limit: 100) }, help: "One reader's"),
            .choice(
                "layer", "Layer", [Self.any] + TraceLayer.allCases.map(\.word),
                help: "Frames inside a reader's command, APDUs to a card, commands to the reader itself, or reconnects"),
        ])
        form.set(trace.typedFilter)
        form.set(["what": trace.filter.failuresOnly ? Self.failures : Self.everything])
        dialogs.append(.form(FormDialog(.traceFilter(readers: readers), title: "Filter", form: form)))
    }

    mutating func acceptTraceFilter(_ form: Form, readers: [String]) -> [Intent] {
        var filter = TraceFilter()
        filter.text = form["text"]
        filter.failuresOnly = form["what"] == Self.failures
        filter.reader = readers.first { Words.safe($0, limit: 100) == form["reader"] }
        filter.layer = TraceLayer.allCases.first { $0.word == form["layer"] }
        trace.typedFilter = Dictionary(form.fields.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
        trace.list(by: filter)
        return []
    }

    // MARK: Export

    private static let listed = "those listed"

    private mutating func openTraceExport() {
        var fields: [FormField] = [
            .text(
                "path", "File", offering: trace.exportPath, help: "The path of the file to write; ~ is your home folder"
            ),
            .choice("format", "Format", TraceFormat.allCases.map(\.rawValue), help: "How it is written"),
        ]
        if trace.isFiltered {
            fields.append(
                .choice(
                    "which", "Exchanges", [Self.everything, Self.listed],
                    help: "\(trace.total) in all, \(trace.matching) of them listed"))
        }
        dialogs.append(.form(FormDialog(.traceExport, title: "Export the trace", form: Form(fields))))
    }

    /// What a format holds, told while it is chosen.
    func traceExportNotes(_ form: Form, columns: Int) -> [StyledLine] {
        guard let format = TraceFormat(rawValue: form["format"]) else { return [] }
        return StyledLine.wrapped(format.sentence, .dim, columns: columns)
    }

    /// The trace was written.
    mutating func exported(_ order: TraceExportOrder, exchanges: Int, lost: [String]) {
        let path = Words.safe(order.path, limit: 200)
        let words = "\(Words.count(exchanges, "exchange")) written to \(path) as \(order.format.rawValue)"
        say(words, at: lastMoment)
        guard !lost.isEmpty else { return }
        // What is missing from a file is told until it was read.
        dialogs.append(
            .text(
                TextDialog(
                    title: "Exported as \(order.format.rawValue)",
                    lines: [.init("Written", words)] + lost.map { .init("Left out", $0, .warning) })))
    }

    mutating func acceptTraceExport(_ form: Form) throws(FormProblem) -> [Intent] {
        let path = form["path"]
        guard !path.isEmpty else { throw FormProblem(field: "path", sentence: "Type the path of a file") }
        guard let format = TraceFormat(rawValue: form["format"]) else { return [] }
        if let meant = TraceFormat.allCases.first(where: { path.lowercased().hasSuffix(".\($0.rawValue)") }),
            meant != format
        {
            throw FormProblem(
                field: "format",
                sentence:
                    "The name ends in .\(meant.rawValue), the format is \(format.rawValue): choose the one or the other"
            )
        }
        trace.exportPath = path
        let filter = form["which"] == Self.listed ? trace.filter : TraceFilter()
        return [.exportTrace(TraceExportOrder(filter: filter, path: path, format: format))]
    }
}
