import Engine
import Tags
import Terminal

/// What is shown while there is no tag: the readers, how pcscd is, and what to do.
struct StartScreen {
    let model: AppModel

    func draw(on canvas: inout Canvas, in rect: Rect) {
        let logRows = rect.size.rows >= 14 ? min(8, rect.size.rows / 4) + 2 : 0
        let (upper, lower) = rect.split(rows: rect.size.rows - logRows)
        canvas.box(upper, title: "Readers")
        let inside = upper.inset(by: 1).insetColumns(1)
        let lines = lines(columns: inside.size.columns)
        canvas.put(lines, in: inside)
        // The hardware cursor sits on what there is to do.
        let row = min(max(0, lines.count - 3 - model.benchTags.count), inside.size.rows - 1)
        if row >= 0, model.dialogs.isEmpty {
            canvas.cursor = Point(column: inside.origin.column, row: inside.origin.row + row)
        }
        guard logRows > 0 else { return }
        canvas.box(lower, title: "Activity")
        let log = lower.inset(by: 1).insetColumns(1)
        for (row, entry) in model.deck.log.entries.suffix(log.size.rows).enumerated() {
            let time = entry.time.timeOfDay(secondsEastOfUTC: model.options.secondsEastOfUTC)
            canvas.put(
                StyledLine([Span(time + "  ", .dim), Span(entry.text, entry.tone.role)]),
                at: Point(column: log.origin.column, row: log.origin.row + row), columns: log.size.columns)
        }
    }

    private func lines(columns: Int) -> [StyledLine] {
        guard let state = model.state else { return [StyledLine("looking for readers", .dim)] }
        var lines = readerLines(state)
        if state.service != .running {
            // The built-in reader works without pcscd, so that is no error there.
            let matters = !state.readers.contains(where: \.simulated)
            lines.append(StyledLine(state.service.headline, matters ? .error : .dim))
        }
        lines += state.advice.prefix(20).flatMap { StyledLine.wrapped($0, .text, columns: columns) }
        if let limits = model.readerState?.limits { lines += StyledLine.wrapped(limits, .warning, columns: columns) }
        lines.append(StyledLine())
        return lines + whatToDo(state, columns: columns) + [StyledLine(), elsewhere]
    }

    /// What can be done without a tag too.
    private var elsewhere: StyledLine {
        let spans = [Action.ID.console, .trace, .tools].compactMap(Action.named).flatMap { action in
            [Span(action.keys.first?.name ?? "", .key), Span("  \(action.command)    ", .dim)]
        }
        return StyledLine(spans)
    }

    /// The tags that can be put on the built-in reader.
    private var benchLines: [StyledLine] {
        let width = model.benchTags.map { DisplayWidth.of($0.name) }.max() ?? 0
        return model.benchTags.map { tag in
            StyledLine([
                Span("   " + HelpText.pad(tag.name, width) + "  ", .label), Span(tag.summary, .dim),
            ])
        }
    }

    private func readerLines(_ state: ReadersState) -> [StyledLine] {
        guard !state.readers.isEmpty else { return [StyledLine("no reader is connected", .warning)] }
        let names = state.readers.map { Words.safe($0.name, limit: 60) }
        let width = names.map(DisplayWidth.of).max() ?? 0
        let profiles = state.readers.map { DisplayWidth.of($0.profile) }.max() ?? 0
        return zip(state.readers, names).map { reader, name in
            let isShown = reader.name == model.reader
            let detail = model.readerDetail(reader)
            let inTrouble = reader.busyElsewhere || reader.mute
            return StyledLine([
                Span(isShown ? "> " : "  ", .key), Span(HelpText.pad(name, width), isShown ? .value : .text),
                Span("  " + HelpText.pad(reader.profile, profiles), .dim),
                Span("  " + detail, inTrouble ? .warning : reader.present ? .success : .dim),
            ])
        }
    }

    private func whatToDo(_ state: ReadersState, columns: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        if let error = model.deck.identityError, model.deck.present {
            lines += StyledLine.wrapped(error.headline, .error, columns: columns)
            lines += StyledLine.wrapped(error.advice, .text, columns: columns)
        } else if model.deck.present {
            lines.append(StyledLine("looking at the tag", .text))
        } else if model.reader != nil {
            lines.append(StyledLine("Put a tag on the reader.", .value))
        } else if state.service == .running, state.advice.isEmpty {
            lines.append(StyledLine("Connect a reader.", .value))
        }
        for id in [Action.ID.bench, .chooseReader] {
            guard let action = Action.named(id), model.availability(of: id).isAvailable, let key = action.keys.first
            else {
                continue
            }
            if id == .chooseReader, state.readers.count < 2 { continue }
            lines.append(StyledLine([Span(key.name, .key), Span("  \(action.title)", .text)]))
            if id == .bench { lines += benchLines }
        }
        return lines
    }
}
