import Tags

/// One change of keys, rights or links of an NTAG 424 DNA: from what is asked for to the verified end.
struct DNAJob {
    let context: ChangeContext
    let session: APDUSession
    let wish: DNAWish
    let request: ChangeRequest
    /// The keys that the user gave.
    let given: DNAKeys
    /// Steps whose irreversible change was confirmed when an earlier operation began.
    var agreed: [PlanStep.Target] = []

    private var preflight: Preflight { Preflight(context: context) }

    /// Does it.
    func run() throws(ChangeFailure) -> ChangeOutcome {
        let hand = DNAHand(context, session: session, confirmedUID: request.confirmedUID)
        let made: DNAPlan
        do throws(EngineError) {
            try checkIdentity()
            if !request.dryRun { try context.keeper.ask { _ in } }
            made = try plan(hand)
        } catch {
            throw ChangeFailure(error)
        }
        var outcome = ChangeOutcome(result: .failed, plan: made.plan, report: TagReport(identity: context.identity))
        if made.actions.isEmpty {
            outcome.result = .nothingToDo
            outcome.verified = true
            return outcome
        }
        do throws(EngineError) {
            if let expected = request.expected, expected.steps != made.plan.steps {
                throw EngineError(
                    Refusal(
                        .changed, reason: "the tag does not hold what it held when this was planned",
                        advice: "Look at the tag as it is now, and plan again."))
            }
            if request.dryRun {
                outcome.result = .planned
                return outcome
            }
            try checkConfirmation(made.plan)
            if context.wantsEnd() { throw .cancelled }
        } catch {
            throw ChangeFailure(error, outcome)
        }
        return try execute(made, hand)
    }

    // MARK: - Before

    private func checkIdentity() throws(EngineError) {
        guard context.identity.chipName.hasPrefix("NTAG 424 DNA") else {
            throw EngineError(
                Refusal(
                    .notPossible, reason: "this is no NTAG 424 DNA but \(context.identity.chipName)",
                    advice: "Put a tag on that has keys and files of this kind."))
        }
        if !context.identity.hasRandomUID {
            try preflight.checkIdentity(planned: request.expected?.uid ?? request.uid)
        }
    }

    /// A tag with a random UID is told from others by the one that it tells within a session.
    private func checkOwnUID(_ hand: DNAHand) throws(EngineError) {
        guard context.identity.hasRandomUID else { return }
        try hand.learnUID()
        guard let meant = request.expected?.uid ?? request.uid, meant.count == 7, meant != hand.uid else { return }
        throw EngineError(
            Refusal(
                .otherTag,
                reason: "this is another tag than the one meant: \(Hex.string(hand.uid, separator: ":")) instead of "
                    + Hex.string(meant, separator: ":"),
                advice: "Put the right tag on, or start again for this one."))
    }

    private func plan(_ hand: DNAHand) throws(EngineError) -> DNAPlan {
        let chip = context.identity.chipName
        try hand.done("reading its settings") { () throws(TagError) in
            try hand.card.selectApplication()
            hand.state = try hand.card.state(hasTamper: false)
        }
        for number in 0..<NTAG424.keyCount {
            hand.keys.present[number] = given.key(number, on: hand.state)?.bytes
            hand.keys.other[number] = given.other[number]
        }
        try checkOwnUID(hand)
        let contents = try readContents(hand)
        let planner = DNAPlanner(
            uid: hand.uid, chipName: chip, state: hand.state, keys: given, suite: hand.card.suite ?? .aes,
            contents: contents)
        do throws(Refusal) {
            let plan = try planner.plan(wish)
            hand.keys = plan.keys
            return plan
        } catch {
            throw EngineError(error)
        }
    }

    /// The files that the wish is about, as they are stored: read within a session, where the chip mirrors nothing and counts no
    /// reading.
    private func readContents(_ hand: DNAHand) throws(EngineError) -> [UInt8: [UInt8]] {
        var contents: [UInt8: [UInt8]] = [:]
        for file in wish.files {
            guard let settings = hand.state.settings[file] else { continue }
            if hand.card.session == nil {
                let conditions = [settings.access.change] + settings.access.conditions(for: .reading)
                let numbers: [UInt8] = conditions.compactMap { if case .key(let number) = $0 { number } else { nil } }
                if let number = (numbers + [0]).first(where: { hand.keys.present[$0] != nil }) { try hand.open(number) }
            }
            let mayRead = settings.access.conditions(for: .reading)
            guard mayRead.contains(.free) || hand.card.session.map({ mayRead.contains(.key($0.keyNumber)) }) == true
            else { continue }
            contents[file] = try hand.done("reading file \(Hex.byte(file))") { () throws(TagError) in
                try hand.card.read(
                    file: file, length: settings.size, mode: hand.card.mode(of: settings, for: .reading))
            }
        }
        return contents
    }

    private func checkConfirmation(_ plan: Plan) throws(EngineError) {
        var asked = plan
        asked.steps.removeAll { step in agreed.contains { $0 == step.target } }
        try preflight.checkConfirmation(asked, confirmedUID: request.confirmedUID)
    }

    // MARK: - Doing

    private func execute(_ made: DNAPlan, _ hand: DNAHand) throws(ChangeFailure) -> ChangeOutcome {
        let plan = made.plan
        let record: OperationRecord
        do throws(JournalError) {
            let entry = JournalEntry(
                uid: plan.uid, chipName: plan.chipName, kind: plan.kind, person: request.person, reader: context.reader,
                started: context.now(), before: TagImage(pageSize: 1, pageCount: 0), after: [:],
                steps: plan.steps.map { JournalEntry.Step(step: $0) })
            record = try OperationRecord(beginning: entry, in: try context.keeper.journal(), now: context.now)
        } catch {
            throw ChangeFailure(EngineError(error), ChangeOutcome(result: .failed, plan: plan))
        }
        context.holdGate()
        var runner = DNARunner(hand: hand, plan: made, keep: record.acknowledge)
        var outcome = ChangeOutcome(result: .failed, plan: plan, journalNumber: record.number)
        do throws(EngineError) {
            try runner.run()
            let remarks = try DNAVerification(hand: hand, plan: made).run()
            record.end(.done, verified: true)
            outcome.result = .done
            outcome.verified = true
            outcome.remarks = remarks
        } catch {
            record.end(error.journalResult, verified: false)
            outcome.sent = runner.sent
            outcome.written = runner.written
            throw ChangeFailure(error, outcome)
        }
        outcome.sent = runner.sent
        outcome.written = runner.written
        outcome.report = TagReport(identity: context.identity)
        if let trouble = record.trouble {
            outcome.remarks.append("The journal failed on the way: \(trouble.headline).")
        }
        if context.wantsEnd() {
            outcome.remarks.append("Cancelling came too late: the change was finished, so that the tag is whole.")
        }
        settleOlder(plan.uid)
        return outcome
    }

    /// A verified change takes the place of what was interrupted before it.
    private func settleOlder(_ uid: [UInt8]) {
        try? context.keeper.existing()?.settleInterrupted(uid: uid, as: .left)
    }
}

extension DNAWish {
    /// The files whose content must be known to plan it.
    var files: [UInt8] {
        switch self {
        case .link: [2]
        case .preset(.factory): [1]
        case .resume(let steps, _):
            NTAG424.fileIDs.filter { file in
                steps.contains { if case .file(let id, _) = $0.step.target { id == file.value } else { false } }
            }.keys.sorted()
        case .keys, .access, .preset, .linkOff, .configure: []
        }
    }
}
