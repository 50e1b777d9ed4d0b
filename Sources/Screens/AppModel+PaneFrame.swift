import Tags
import Terminal

extension AppModel {
    /// Draws one pane: its frame with title and gist, then what is inside.
    func drawPane(_ placed: WorkbenchLayout.Placed, stacked: Bool, on canvas: inout Canvas) {
        let focused = placed.pane == focus && dialogs.isEmpty
        let isFocus = placed.pane == focus
        let border: Role = isFocus ? .borderFocused : .border
        if stacked {
            canvas.fill(placed.frame.split(rows: 1).top, role: border, character: canvas.glyphs.horizontal)
        } else {
            canvas.box(placed.frame, role: border)
        }
        drawTitle(placed, isFocus: isFocus, gist: !stacked ? titleNote(placed.pane) : gist(placed), on: &canvas)
        guard !placed.content.isEmpty else { return }
        drawExtent(placed, on: &canvas)
        canvas.withClip(placed.content) { canvas in
            let rect = placed.content
            switch placed.pane {
            case .tag: drawTag(in: rect, focused: focused, on: &canvas)
            case .memory: drawMemory(in: rect, focused: focused, on: &canvas)
            case .ndef: drawNDEF(in: rect, focused: focused, on: &canvas)
            case .capacity: drawCapacity(in: rect, focused: focused, on: &canvas)
            case .activity: drawActivity(in: rect, focused: focused, on: &canvas)
            }
        }
    }

    /// The title in the top line. The focused pane's is in brackets, so that colour is not needed to see it.
    private func drawTitle(
        _ placed: WorkbenchLayout.Placed, isFocus: Bool, gist: StyledLine, on canvas: inout Canvas
    ) {
        let name = "\(placed.pane.rawValue) \(placed.pane.title)"
        let start = Point(column: placed.frame.origin.column + 1, row: placed.frame.origin.row)
        let room = placed.frame.size.columns - 2
        let used = canvas.put(
            isFocus ? "[\(name)]" : " \(name) ", at: start, role: isFocus ? .borderFocused : .title, columns: room)
        guard !gist.text.isEmpty, room - used > 6 else { return }
        let column = start.column + used + 1
        let written = canvas.put(
            StyledLine([Span(" ")] + gist.spans), at: Point(column: column, row: start.row), columns: room - used - 3)
        canvas.put(" ", at: Point(column: column + written, row: start.row), role: .text)
    }

    /// `11 of 16` at the right of the title line where not all lines of a pane are in view.
    private func drawExtent(_ placed: WorkbenchLayout.Placed, on canvas: inout Canvas) {
        let room = placed.content.size
        let (top, count): (Int, Int)
        switch placed.pane {
        case .tag: (top, count) = (deck.fields.top, fieldRows(columns: room.columns).count)
        case .activity: (top, count) = (deck.activity.list.top, deck.activity.rows(of: deck.log).count)
        case .capacity:
            // The gauge takes a line or two of its own.
            (top, count) = (deck.capacityTop, CapacityText.lines(of: deck.shown, columns: room.columns).count + 1)
        case .memory, .ndef: return
        }
        guard count > room.rows, placed.frame.size.columns >= 30 else { return }
        let text = " \(min(count, top + room.rows)) of \(count) "
        canvas.putRight(text, right: placed.frame.right - 2, row: placed.frame.origin.row, role: .dim)
    }

    /// A word or two beside the title of a boxed pane.
    private func titleNote(_ pane: Pane) -> StyledLine {
        switch pane {
        case .memory: gistOfMemory
        case .ndef: gistOfMessage(short: true)
        case .capacity: StyledLine(asEdited.isEmpty ? [] : [Span("as edited", .changed)])
        case .tag, .activity: StyledLine()
        }
    }

    /// What is shown is not what is on the tag.
    private var asEdited: [Span] { deck.edited == nil ? [] : [Span("  as edited", .changed)] }

    /// What a pane says in its title line while there is little or no room inside.
    private func gist(_ placed: WorkbenchLayout.Placed) -> StyledLine {
        switch placed.pane {
        // What is said inside is not said twice.
        case .tag: placed.content.isEmpty ? gistOfTag : StyledLine()
        case .memory: gistOfMemory
        case .ndef: gistOfMessage(short: !placed.content.isEmpty)
        case .capacity: placed.content.isEmpty ? gistOfCapacity : StyledLine()
        case .activity:
            placed.content.isEmpty
                ? deck.log.entries.last.map { entry in
                    let time = entry.time.timeOfDay(secondsEastOfUTC: options.secondsEastOfUTC)
                    return StyledLine([Span("\(time) ", .dim), Span(entry.text, entry.tone.role)])
                } ?? StyledLine() : StyledLine()
        }
    }

    private var gistOfCapacity: StyledLine {
        guard let report = deck.shown else { return StyledLine("not known", .unread) }
        guard let summary = CapacityText.summary(of: report) else { return StyledLine("not known", .unread) }
        return StyledLine(summary.spans + asEdited)
    }

    private var gistOfTag: StyledLine {
        guard let report = deck.report else { return StyledLine() }
        var spans = [Span(report.identity.chipName, .value)]
        if let signature = report.signature {
            spans.append(
                signature.valid
                    ? Span("  signature valid", .success)
                    : signature.isBlank ? Span("  no signature", .dim) : Span("  signature NOT VALID", .error))
        }
        if let state = report.protection {
            if let what = state.passwordProtects, what != .nothing { spans.append(Span("  password", .warning)) }
            if state.permanentlyReadOnly == true {
                spans.append(Span("  read-only", .locked))
            } else if !state.lockedPages.isEmpty {
                spans.append(Span("  locks", .locked))
            } else if !state.undecidedPages.isEmpty {
                spans.append(Span("  locks not known", .unread))
            }
        }
        let warnings = report.findings.filter { $0.weight == .warning }.count
        if warnings > 0 { spans.append(Span("  " + Words.count(warnings, "warning"), .warning)) }
        return StyledLine(spans)
    }

    private var gistOfMemory: StyledLine {
        guard let image = deck.image else {
            return StyledLine(deck.running == nil ? "not read" : "reading", .unread)
        }
        var spans: [Span]
        if deck.sheet == nil {
            let unread = image.pageCount - image.knownPages
            spans = [Span(Words.count(image.pageCount, deck.report?.pageNoun ?? "page"), .dim)]
            if unread > 0 { spans.append(Span("  \(unread) unread", .unread)) }
        } else {
            let files = deck.report?.files ?? []
            let unread = files.filter { $0.content.isEmpty && $0.size > 0 }.count
            spans = [Span(Words.count(files.count, "file"), .dim)]
            if unread > 0 { spans.append(Span("  \(unread) unread", .unread)) }
        }
        if deck.typing { spans.append(Span(deck.memory.side == .hex ? "  typing hex" : "  typing ASCII", .badge)) }
        if !deck.edit.isEmpty { spans.append(Span("  \(deck.edit.count) changed *", .changed)) }
        if deck.memory.query != nil {
            spans.append(Span("  " + Words.count(deck.memory.matches.count, "match"), .match))
        }
        return StyledLine(spans)
    }

    private func gistOfMessage(short: Bool) -> StyledLine {
        guard let ndef = deck.shown?.ndef else { return StyledLine("not read", .unread) }
        var spans: [Span] = []
        let count = ndef.decoding?.records.count ?? 0
        switch ndef.state {
        case .message: spans.append(Span(Words.count(count, "record"), .dim))
        case .empty: spans.append(Span("empty", .dim))
        case .unformatted: spans.append(Span("not formatted", .warning))
        case .invalid: spans.append(Span("INVALID", .error))
        case .protected: spans.append(Span(deck.messageNeedsPassword ? "needs the password" : "not read", .warning))
        case .unread: spans.append(Span("not known", .unread))
        }
        if !ndef.problems.isEmpty {
            spans.append(Span("  " + Words.count(ndef.problems.count, "problem"), .warning))
        }
        spans += asEdited
        if !short, let first = deck.tree.nodes.first {
            let title = RecordText.title(first.record)
            spans.append(Span("  \(title.kind) ", .label))
            spans.append(Span(title.gist, .value))
        }
        return StyledLine(spans)
    }
}

extension ActivityLog.Entry.Tone {
    /// The role of the text.
    var role: Role {
        switch self {
        case .plain: .text
        case .success: .success
        case .warning: .warning
        case .error: .error
        }
    }
}
