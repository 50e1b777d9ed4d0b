import Engine
import Tags

extension AppModel {
    /// Takes one event of the engine.
    public mutating func apply(_ event: EngineEvent, at now: Moment) -> [Intent] {
        tick(at: now)
        var intents: [Intent] = []
        switch event {
        case .readers(let state): take(state, at: now)
        case .tagArrived(let reader, let result): arrived(reader, result, at: now)
        case .interrupted(let reader, let entry): interrupted(reader, entry)
        case .tagLeft(let reader): left(reader, at: now)
        case .started(let id, let reader, let kind): started(id, reader, kind, at: now)
        case .progressed(let id, let progress):
            for name in decks.keys where decks[name]?.running?.id == id { decks[name]?.running?.progress = progress }
        case .ended(let id, let reader, let outcome): intents = ended(id, reader, outcome, at: now)
        case .exchange(let exchange):
            update(exchange.reader) { $0.log.add(exchange) }
            traceGrew()
        case .bench(let tags): benchTags = tags
        }
        intents += sendWaiting() + endConsoleConnections()
        settle()
        intents += changes.asks
        changes.asks = []
        return intents
    }

    private mutating func update(_ name: String, _ change: (inout Deck) -> Void) {
        // In place: a copy of the log for every exchange would cost more than the exchange.
        change(&decks[name, default: Deck()])
    }

    /// Writes to the log of every reader, and to the one shown while there is none.
    mutating func logEverywhere(
        _ text: String, tone: ActivityLog.Entry.Tone, advice: String? = nil, at now: Moment
    ) {
        for name in decks.keys { decks[name]?.log.add(text, tone: tone, advice: advice, at: now) }
        lobby.log.add(text, tone: tone, advice: advice, at: now)
    }

    private mutating func take(_ state: ReadersState, at now: Moment) {
        let before = self.state
        // Whoever asked for the simulator did not ask for pcscd.
        if !options.simulated, before?.service != state.service, before != nil || state.service != .running {
            let tone: ActivityLog.Entry.Tone = state.service == .running ? .success : .error
            logEverywhere(Words.service(state.service), tone: tone, at: now)
        }
        for reader in state.readers where decks[reader.name] == nil {
            // What was told before there was a reader is not lost when it comes.
            var deck = Deck()
            deck.log = lobby.log
            decks[reader.name] = deck
        }
        let names = Set(state.readers.map(\.name))
        let namesBefore = Set((before?.readers ?? []).map(\.name))
        for name in names.subtracting(namesBefore).sorted() {
            logEverywhere("reader \(Words.safe(name, limit: 80)) is there", tone: .plain, at: now)
        }
        for name in namesBefore.subtracting(names).sorted() {
            logEverywhere("reader \(Words.safe(name, limit: 80)) is gone", tone: .warning, at: now)
            update(name) { deck in
                if deck.present { deck.leftAt = now }
                deck.present = false
                deck.running = nil
            }
        }
        self.state = state
        chooseReader()
    }

    /// Keeps the chosen reader while it is there; else the one wanted at the start, one with a tag, or the first.
    private mutating func chooseReader() {
        let readers = state?.readers ?? []
        if let reader, readers.contains(where: { $0.name == reader }) { return }
        let wanted = options.reader.flatMap { wanted in readers.first { $0.name.contains(wanted) } }
        // A reader that went keeps its tag on the screen until another one is there.
        guard let next = wanted ?? readers.first(where: \.present) ?? readers.first else {
            if !tagDeck.hasTag { reader = nil }
            return
        }
        reader = next.name
        readerWasChosen = wanted != nil
    }

    private mutating func arrived(_ name: String, _ result: Result<TagIdentity, EngineError>, at now: Moment) {
        let before = decks[name]
        update(name) { deck in
            deck.arrive(result)
            switch result {
            case .success(let identity):
                let uid = identity.uid.isEmpty ? "" : ", UID " + Words.uid(identity.uid)
                deck.log.close(nil, text: "tag arrived: \(identity.chipName)\(uid)", tone: .plain, at: now)
            case .failure(let error):
                deck.log.close(nil, text: error.headline, tone: .error, advice: error.advice, at: now)
            }
        }
        exchangeEdits(on: name, before: before)
        if case .failure(let error) = result { _ = cloneFailed(reading: error, on: name) }
        // The reader with the new tag comes to the front, unless the user chose one or the one shown has a tag. A tag on
        // the built-in reader that nobody asked for does not count against a real one.
        guard name != reader else { return }
        let isReserve = !options.simulated && isSimulated(reader) && !isSimulated(name)
        if !readerWasChosen, !tagDeck.present || isReserve {
            reader = name
        } else {
            let key = Action.named(.chooseReader)?.keys.first?.name ?? ""
            hint("a tag came onto \(Words.safe(name, limit: 80)); \(key) chooses it")
        }
    }

    private func isSimulated(_ name: String?) -> Bool {
        state?.readers.first { $0.name == name }?.simulated ?? false
    }

    private mutating func left(_ name: String, at now: Moment) {
        update(name) { deck in
            deck.present = false
            let uid = deck.identity.map { $0.uid.isEmpty ? "" : ": \(Words.uid($0.uid))" } ?? ""
            if deck.hasTag { deck.leftAt = now } else { deck.clear() }
            deck.log.add("tag left\(uid)", at: now)
        }
    }

    private mutating func started(_ id: OperationID, _ name: String, _ kind: OperationKind, at now: Moment) {
        if awaitsPasswordRead == name {
            passwordReads.insert(id)
            awaitsPasswordRead = nil
        }
        changeStarted(id, name, kind)
        if kind == .console, console.reader == name { console.operation = id }
        update(name) { deck in
            deck.running = Deck.Running(id: id, kind: kind, since: now)
            deck.log.add(Self.words(kind), operation: id, open: true, at: now)
        }
    }

    private mutating func ended(
        _ id: OperationID, _ name: String, _ outcome: OperationOutcome, at now: Moment
    ) -> [Intent] {
        let gavePassword = passwordReads.remove(id) != nil
        switch outcome {
        case .read(let report, let cost):
            let pages = report.image?.knownPages
            let accepted = gavePassword && report.protection?.authenticated == true
            let files = report.files.isEmpty ? "read" : "read " + Words.count(report.files.count, "file")
            let what = pages.map { "read " + Words.count($0, report.pageNoun) } ?? files
            let text =
                (accepted ? passwordWords(before: decks[name]?.report?.image, after: report) : "")
                + "\(what) in " + Words.cost(exchanges: cost.exchanges, milliseconds: cost.milliseconds)
            finish(id, name, report: report, failure: nil, cost: cost, text: text, at: now)
            decks[name]?.lastWrite = nil
            if name == reader { answer(text + unreadWords(report), at: now) }
            if accepted { passwordAccepted(of: report.identity.uid) }
            refreshComparison(of: name)
            return readingEnded(report, on: name, gavePassword: gavePassword) + readForCloning(report, on: name)
        case .changed(let change, let cost):
            let text = changed(id, name, change, cost)
            noteWrite(change, ended: true, on: name)
            finish(id, name, report: change.report, failure: nil, cost: cost, text: text, at: now)
            if name == reader { answer(text, at: now) }
            cloned(on: name, change, text)
            refreshComparison(of: name)
        case .changeFailed(let error, let change, let cost):
            if let change { noteWrite(change, ended: false, on: name) }
            let asked = cloneFailed(id, on: name, error, change) || changeFailed(id, name, error, change)
            let text = ([error.headline] + [Self.remains(of: change)].compactMap { $0 }).joined(separator: " ")
            finish(id, name, report: change?.report, failure: error, cost: cost, text: text, at: now)
            // That the change failed does not make what was read before doubtful.
            update(name) { $0.failure = nil }
            refreshComparison(of: name)
            if name == reader, !asked { showError(text, advice: error.advice) }
        case .failed(let error, _, _) where console.operation == id:
            closeEntry(id, name, text: "console: \(error.headline)", tone: .warning, at: now)
            takeConsole(error)
        case .failed(let error, let partial, let cost):
            if gavePassword, case .refusedByTag(let command, _, _) = error,
                Self.authenticationCommands.contains(command),
                let uid = decks[name]?.identity?.uid
            {
                wrongPasswords[uid, default: 0] += 1
                changes.credentials[uid] = nil
            }
            finish(id, name, report: partial, failure: error, cost: cost, text: error.headline, at: now)
            guard name == reader else { return [] }
            if cloneFailed(reading: error, on: name) { return [] }
            let waiting = changes.afterReading
            changes.afterReading = nil
            switch error {
            case .needsPassword(let reason, _) where gavePassword, .needsConfirmation(let reason, _) where gavePassword:
                if let uid = tagDeck.identity?.uid { changes.credentials[uid] = nil }
                return openPasswordDialog(
                    waiting.map { .change($0.proposal) } ?? .read, reason: reason,
                    confirmationAsked: error.asksConfirmation)
            default: break
            }
            if error == .cancelled {
                hint(error.headline)
            } else {
                showError(error.headline, advice: error.advice)
            }
        case .answered(let answer, let cost):
            closeEntry(id, name, text: "console: \(answer.meaning)", tone: .plain, at: now)
            return take(answer, cost: cost)
        case .consoleClosed:
            closeEntry(id, name, text: "the console's connection was ended", tone: .plain, at: now)
        }
        return []
    }

    /// What the password opened: `password accepted, 35 more pages; `.
    private func passwordWords(before: TagImage?, after report: TagReport) -> String {
        let more = (report.image?.knownPages ?? 0) - (before?.knownPages ?? 0)
        return "password accepted" + (more > 0 ? ", \(more) more \(more == 1 ? "page" : "pages"); " : "; ")
    }

    /// How many pages wait for the password, and the key that asks for it.
    private func unreadWords(_ report: TagReport) -> String {
        let count = report.image?.states.filter { $0 == .unread(.protected) }.count ?? 0
        guard count > 0, report.identity.chip?.authentication == .password,
            let key = Action.named(.readWithPassword)?.keys.first?.name
        else { return "" }
        return ", \(count) \(count == 1 ? "needs" : "need") a password: \(key)"
    }

    /// What ran without reading anything is over.
    private mutating func closeEntry(
        _ id: OperationID, _ name: String, text: String, tone: ActivityLog.Entry.Tone, at now: Moment
    ) {
        update(name) { deck in
            if deck.running?.id == id { deck.running = nil }
            deck.log.close(id, text: text, tone: tone, at: now)
        }
    }

    private mutating func finish(
        _ id: OperationID, _ name: String, report: TagReport?, failure: EngineError?, cost: Cost, text: String,
        at now: Moment
    ) {
        update(name) { deck in
            if deck.running?.id == id { deck.running = nil }
            // A report without anything read wipes nothing out.
            if let report, report != TagReport(identity: report.identity), failure == nil || deck.isWorthTaking(report)
            {
                deck.take(report)
            }
            deck.failure = failure
            deck.cost = cost
            // What the identification took is in the cost, but stands under the arrival.
            let earlier = cost.exchanges - deck.log.exchanges(of: id)
            let elsewhere = failure == nil && earlier > 0 ? " (\(Words.count(earlier, "exchange")) at arrival)" : ""
            deck.log.close(
                id, text: text + elsewhere, tone: failure.map { $0 == .cancelled ? .warning : .error } ?? .success,
                advice: failure?.advice, at: now)
        }
        tellMovedEdits(on: name)
    }
}
