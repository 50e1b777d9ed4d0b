import Engine
import Tags
import Terminal

/// Writing one dump onto one tag after the other.
extension AppModel {
    /// Begins with the next tag; the one that lies on the reader now counts where it is not the source itself.
    mutating func beginCloning(_ source: DumpSource, _ wish: Restoration, credential: Credential?) -> [Intent] {
        guard let reader else { return [] }
        clone = CloneRun(source: source, wish: wish, credential: credential, reader: reader)
        screen = .clone
        if let report = tagDeck.report, tagDeck.present, tagDeck.running == nil, report.identity.uid != clone?.sourceUID
        {
            return cloneOnto(report)
        }
        return []
    }

    /// A clone run waits for tags on this reader.
    func clones(on name: String) -> Bool { clone?.reader == name && clone?.isStopped == false }

    /// A tag was read: it is the next one, unless something speaks against it.
    mutating func cloneOnto(_ report: TagReport) -> [Intent] {
        guard var run = clone, clones(on: run.reader) else { return [] }
        let (uid, chip) = (report.identity.uid, report.identity.chipName)
        // A tag that a question is open about, or that was just written and is read again, is no new one.
        if run.working != nil, run.working != uid || !run.wasOpened { return [] }
        defer { clone = run }
        if uid == run.sourceUID {
            run.note(.skipped("this is the tag the dump was taken of"), uid, chip, at: lastMoment)
            return []
        }
        if run.isDone(uid) {
            run.note(.skipped("already done"), uid, chip, at: lastMoment)
            return []
        }
        if let reason = reasonAgainstChanging {
            run.note(.refused(reason), uid, chip, at: lastMoment)
            return []
        }
        let credential = run.credential ?? changes.credentials[uid] ?? Credential()
        do throws(Refusal) {
            let plan = try run.proposal.plan(for: report, credential: credential)
            guard !plan.steps.isEmpty else {
                run.note(.done("holds all of it already"), uid, chip, at: lastMoment)
                return []
            }
            run.working = uid
            if !plan.irreversibleSteps.isEmpty {
                dialogs.append(
                    .plan(PlanDialog(run.proposal, plan: plan, credential: credential, attemptConfirmed: false)))
                return []
            }
            let submitted = ChangeState.Submitted(proposal: run.proposal, credential: credential, dryRun: false)
            return submit(submitted, confirmed: false, expected: plan, on: run.reader)
        } catch {
            let isProtected = report.image?.states.contains(.unread(.protected)) == true
            if isProtected, !credential.isEmpty, !run.wasOpened, report.protection?.authenticated != true {
                run.working = uid
                run.wasOpened = true
                return read(credential)
            }
            run.note(.refused("\(error.reason). \(error.advice)"), uid, chip, at: lastMoment)
            return []
        }
    }

    /// A reading ended on the reader of a run.
    mutating func readForCloning(_ report: TagReport, on name: String) -> [Intent] {
        clones(on: name) && name == reader ? cloneOnto(report) : []
    }

    /// A tag could not be identified or read, so that nothing was written.
    /// - Returns: False where no run waits for that tag.
    mutating func cloneFailed(reading error: EngineError, on name: String) -> Bool {
        guard clones(on: name), error != .cancelled else { return false }
        let uid = decks[name]?.identity?.uid ?? []
        if clone?.working != nil, clone?.working != uid { return false }
        changes.afterReading = nil
        clone?.note(.failed(error.headline), uid, decks[name]?.identity?.chipName ?? "", at: lastMoment)
        return true
    }

    /// A change on the reader of a run ended well.
    mutating func cloned(on name: String, _ outcome: ChangeOutcome, _ text: String) {
        guard let run = clone, run.reader == name, run.working == outcome.plan.uid, outcome.result != .planned else {
            return
        }
        clone?.note(.done(text), outcome.plan.uid, outcome.plan.chipName, at: lastMoment)
    }

    /// The change that just failed is one of a run, whose list tells it; nothing is asked.
    /// - Returns: False where it is none.
    mutating func cloneFailed(_ id: OperationID, on name: String, _ error: EngineError, _ outcome: ChangeOutcome?)
        -> Bool
    {
        guard let run = clone, run.reader == name, let uid = run.working, changes.running[id]?.proposal == run.proposal
        else { return false }
        changes.running[id] = nil
        changes.credentials[uid] = nil
        let chip = decks[name]?.identity?.chipName ?? ""
        let words = ([error.headline] + [Self.remains(of: outcome)].compactMap { $0 }).joined(separator: " ")
        let sent = outcome?.sent.contains(true) == true
        clone?.note(sent || !error.isOurRefusal ? .failed(words) : .refused(words), uid, chip, at: lastMoment)
        return true
    }

    /// The plan of a tag was not agreed to.
    mutating func cloneDeclined(_ dialog: PlanDialog) {
        guard let run = clone, run.working == dialog.plan.uid, dialog.proposal == run.proposal else { return }
        clone?.note(.skipped("not confirmed"), dialog.plan.uid, dialog.plan.chipName, at: lastMoment)
    }

    /// Does an action on the screen Clone; `nil` where it means the same everywhere.
    mutating func performInClone(_ id: Action.ID) -> [Intent]? {
        if let move = Self.listMove(id) {
            let (count, height) = (clone?.results.count ?? 0, cloneGeometry(screenBody).list.size.rows)
            clone?.list.move(move, count: count, height: height)
            return []
        }
        switch id {
        case .back, .leave:
            guard let run = clone, !run.isStopped else {
                clone = nil
                return openDumps()
            }
            clone?.isStopped = true
            if run.working != nil { hint("the tag at work is finished, no other is taken") }
        case .open: break
        default: return nil
        }
        return []
    }

    // MARK: Drawing

    /// Where what is done now, and the list of results, are.
    func cloneGeometry(_ body: Rect) -> (now: Rect, list: Rect, details: Rect) {
        let inside = isBoxed(body) ? body.inset(by: 1).insetColumns(1) : body.split(rows: 1).rest
        let (now, rest) = inside.split(rows: min(4, inside.size.rows / 2))
        let (list, details) = rest.split(rows: max(0, rest.size.rows - min(3, rest.size.rows / 4)))
        return (now, list, details)
    }

    func drawClone(_ canvas: inout Canvas, in body: Rect) {
        guard let run = clone else { return }
        part(body, "Clone", note: StyledLine(run.sum, .value), focused: true, boxed: isBoxed(body), on: &canvas)
        let place = cloneGeometry(body)
        canvas.put(cloneLines(run, columns: place.now.size.columns), in: place.now)
        canvas.cursor = place.now.isEmpty ? nil : place.now.origin
        var list = run.list
        list.settle(count: run.results.count, height: place.list.size.rows)
        for row in 0..<place.list.size.rows where run.results.indices.contains(list.top + row) {
            let result = run.results[list.top + row]
            let line = place.list.split(rows: row).rest.split(rows: 1).top
            let time = result.time.timeOfDay(secondsEastOfUTC: options.secondsEastOfUTC)
            let number = String(list.top + row + 1)
            canvas.put(
                StyledLine([
                    Span(String(repeating: " ", count: max(0, 4 - number.count)) + number + "  ", .dim),
                    Span(time + "  ", .dim), Span(HelpText.pad(Words.uid(result.uid), 20) + "  ", .value),
                    Span(
                        line.size.columns < 110
                            ? "" : HelpText.pad(HelpText.cut(result.chipName, 22), 22) + "  ", .label),
                    Span(HelpText.pad(result.outcome.word, 8) + "  ", result.outcome.role),
                    Span(result.outcome.words, .text),
                ]), at: line.origin, columns: line.size.columns)
            guard list.top + row == list.cursor else { continue }
            canvas.setRole(line, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            canvas.cursor = line.origin
        }
        guard run.results.indices.contains(list.cursor) else { return }
        let result = run.results[list.cursor]
        canvas.put(
            StyledLine.wrapped(
                "\(result.chipName): \(result.outcome.words)", result.outcome.role, columns: place.details.size.columns),
            in: place.details)
    }

    private func cloneLines(_ run: CloneRun, columns: Int) -> [StyledLine] {
        let report = run.source.report
        let extras = [
            run.wish.withConfiguration ? "configuration" : nil, run.wish.withLocks ? "locks" : nil,
            run.wish.password == nil ? nil : "password",
        ].compactMap { $0 }
        let with = extras.isEmpty ? "data alone" : "data, " + extras.joined(separator: ", ")
        let now: StyledLine =
            if run.isStopped, run.working == nil {
                StyledLine("Stopped: \(run.sum). Esc goes back to the dumps.", .value)
            } else if let uid = run.working {
                StyledLine("At work on \(Words.uid(uid)): leave it on the reader.", .warning)
            } else if tagDeck.present, let uid = tagDeck.identity?.uid, run.results.contains(where: { $0.uid == uid }) {
                StyledLine("Take the tag off and put the next one on.", .value)
            } else {
                StyledLine("Put the next tag on the reader.", .value)
            }
        return [
            StyledLine([
                Span("From     ", .label),
                Span(run.source.place == .unsaved ? "the tag read last" : run.source.place.name, .value),
            ]),
            StyledLine([
                Span("         ", .label),
                Span("\(report.identity.chipName) \(Words.uid(report.identity.uid)), \(with)", .dim),
            ]),
            now,
        ]
    }

    /// What the status line says on the screen Clone.
    var cloneStatus: (words: String, hints: [Action.ID]) {
        (clone?.isStopped == true ? "" : "Esc stops after the tag at work", [.leave])
    }
}

extension CloneRun.Outcome {
    /// How it looks.
    var role: Role {
        switch self {
        case .done: .success
        case .refused, .skipped: .warning
        case .failed: .error
        }
    }
}
