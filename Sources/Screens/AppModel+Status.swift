import Engine
import Tags
import Terminal

extension AppModel {
    /// The line above the F-bar: an answer, how far work is, or where the cursor is and what can be done there.
    func drawStatus(_ canvas: inout Canvas, in rect: Rect) {
        canvas.fill(rect, role: .status)
        let start = Point(column: rect.origin.column + 1, row: rect.origin.row)
        let room = rect.size.columns - 2
        if let notice, notice.kind != .error {
            canvas.put(notice.text, at: start, role: notice.kind == .success ? .success : .status, columns: room)
            return
        }
        if let progress = progressWords {
            canvas.put(progress, at: start, role: .status, columns: room)
            return
        }
        guard showsWorkbench || screen != .workbench else { return }
        let (words, hints) =
            screen == .workbench
            ? (placeWords(separator: " \(canvas.glyphs.separator) "), paneHints) : screenStatus
        let used = canvas.put(
            words, at: start, role: .status, columns: room)
        var right = rect.right - 1
        for action in Self.fitting(hints, in: self, columns: right - start.column - used - 2).reversed() {
            let key = action.key(whileTyping: isTyping)?.name ?? ""
            let width = Self.hintWidth(action, isTyping)
            let column = right - width
            canvas.put(key, at: Point(column: column, row: start.row), role: .key)
            canvas.put(
                action.command, at: Point(column: column + DisplayWidth.of(key) + 1, row: start.row), role: .keyLabel)
            right = column - 2
        }
    }

    /// The hints there is room for, in their order; the first ones are the most wanted.
    private static func fitting(_ hints: [Action.ID], in model: AppModel, columns: Int) -> [Action] {
        var room = columns
        return hints.compactMap(Action.named).filter { action in
            let width = hintWidth(action, model.isTyping) + 2
            guard model.availability(of: action.id).isAvailable, width <= room else { return false }
            room -= width
            return true
        }
    }

    private static func hintWidth(_ action: Action, _ isTyping: Bool) -> Int {
        DisplayWidth.of(action.key(whileTyping: isTyping)?.name ?? "") + 1 + DisplayWidth.of(action.command)
    }

    /// How far the work is, once it has lasted a while.
    private var progressWords: String? {
        guard let running = tagDeck.running,
            lastMoment >= running.since.advanced(milliseconds: Self.progressDelay)
        else { return nil }
        let stop =
            Action.named(screen == .console ? .stopCommand : .cancelOperation)?.keys.first.map {
                ", \($0.name) stops it"
            } ?? ""
        guard let progress = running.progress else { return "\(Self.words(running.kind))\(stop)" }
        let far = progress.total > 0 ? " \(progress.done) of \(progress.total)" : ""
        return "\(progress.activity)\(far)\(stop)"
    }

    /// Where the cursor is, in the words of the focused pane.
    private func placeWords(separator: String) -> String {
        switch focus {
        case .memory: memoryPlace(separator: separator)
        case .ndef: recordPlace(separator: separator)
        case .activity:
            deck.log.dropped == 0
                ? Words.count(deck.log.entries.count, "event")
                : "\(Words.count(deck.log.entries.count, "event")), \(deck.log.dropped) older exchanges dropped"
        case .tag, .capacity: readWords
        }
    }

    private func memoryPlace(separator: String) -> String {
        guard let image = deck.image else { return readWords }
        let offset = deck.memory.offset(in: image)
        var parts = [
            "\(Hex.address(offset))h (\(offset))",
            "\(deck.report?.pageNoun ?? "page") \(Words.page(deck.memory.list.cursor)) byte \(deck.memory.column)",
        ]
        if let (file, place) = deck.sheet?.place(of: offset) {
            parts = [
                place.map { "file \(Hex.file(file)) byte \($0) (\(Hex.address($0))h)" } ?? "file \(Hex.file(file))"
            ]
        }
        if deck.memory.mark != nil {
            parts.append("selected \(Words.count(deck.memory.selection(in: image).count, "byte"))")
        }
        if deck.memory.side == .ascii, !deck.typing { parts.append("ASCII") }
        return parts.joined(separator: separator)
    }

    private func recordPlace(separator: String) -> String {
        guard let node = deck.tree.selected else { return readWords }
        var number = "record \(deck.tree.list.cursor + 1) of \(deck.tree.visible.count)"
        guard let range = node.range else { return number }
        if let image = deck.image, let first = deck.linkedRanges.first?.lowerBound,
            let last = deck.linkedRanges.last?.upperBound
        {
            if let (file, from) = deck.sheet?.place(of: first), let from {
                number += separator + "file \(Hex.file(file)) bytes \(from)-\(from + last - 1 - first)"
            } else {
                let (from, to) = (Words.place(first, image), Words.place(last - 1, image))
                number += separator + "\(deck.report?.pageNoun ?? "page")s \(from)-\(to)"
            }
        }
        return number + separator + "bytes \(range.lowerBound)-\(range.upperBound - 1) of the message"
    }

    /// What is shown and how old it is.
    private var readWords: String {
        if let dump = openDump { return "a dump, no tag: \(dump.name), \(dump.opened.format.title)" }
        if let left = deck.leftAt, !deck.present {
            let time = left.timeOfDay(secondsEastOfUTC: options.secondsEastOfUTC)
            return "the tag left at \(time): this is what was read before; Esc twice forgets it"
        }
        if let running = deck.running { return Self.words(running.kind) }
        return deck.failure == nil ? "" : "the reading ended early"
    }

    /// The actions worth a reminder in the focused pane, the first ones where not all fit.
    private var paneHints: [Action.ID] {
        switch focus {
        case .memory where isTyping && deck.memory.mark != nil: [.copy, .fillBytes, .pasteBytes, .stopTyping]
        case .memory where isTyping:
            [.finishTyping, .undoByte, .otherColumn, .showBits, .fillBytes, .redoByte, .memoryPlaces, .stopTyping]
        case .memory where deck.memory.mark != nil: [.copy, .mark, .back]
        case .memory where !deck.edit.isEmpty: [.writeEdits, .edit, .undoByte, .discardEdits, .redoByte, .copy]
        case .memory: [.edit, .search, .searchNext, .mark, .copy, .readAgain, .maximise, .asciiSide]
        case .ndef: [.open, .copy, .openLink, .readAgain, .maximise]
        case .tag: [.copy, .readWithPassword, .readAgain, .maximise]
        case .capacity: [.copy, .readAgain, .maximise]
        case .activity: [.open, .copy, .maximise]
        }
    }

    /// The row below the error: the Activity pane's first, where its newest lines tell how it came to the error and
    /// there is room above; else the status line.
    private func errorBottom(_ status: Rect, rows: Int) -> Int {
        let layout = WorkbenchLayout(size: size, focus: focus, maximised: maximised)
        guard showsWorkbench, screen == .workbench, dialogs.isEmpty, focus != .activity || !layout.stacked,
            let activity = layout.panes.first(where: { $0.pane == .activity })?.frame.origin.row, activity > rows
        else { return status.origin.row }
        return activity
    }

    /// An error: over everything else until a key, the Activity pane left in view.
    func drawError(_ canvas: inout Canvas, above status: Rect) {
        guard let notice, notice.kind == .error else { return }
        let columns = max(1, status.size.columns - 4)
        var lines = StyledLine.wrapped(notice.text, .error, columns: columns)
        if let advice = notice.advice { lines += StyledLine.wrapped(advice, .dialog, columns: columns) }
        let rows = min(lines.count + 2, max(0, status.origin.row))
        let frame = Rect(
            column: 0, row: errorBottom(status, rows: rows) - rows, columns: status.size.columns, rows: rows)
        canvas.fill(frame, role: .dialog)
        let more = notices.errors.count - 1
        canvas.box(frame, title: more > 0 ? "Error, \(more) more to come" : "Error", role: .error, titleRole: .error)
        canvas.put(lines, in: Rect(column: 2, row: frame.origin.row + 1, columns: columns, rows: rows - 2))
        canvas.fill(status, role: .status)
        canvas.put("y copies it, Esc closes it", at: Point(column: 1, row: status.origin.row), role: .status)
    }
}
