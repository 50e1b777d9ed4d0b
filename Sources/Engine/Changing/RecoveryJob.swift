import Tags

/// Finishes, puts back or undoes an operation of the journal, on the tag that it was for.
///
/// What the tag holds is read anew: after a torn write only that is true. The plan from there to the wanted memory is made in
/// the same safe order as the first one.
struct RecoveryJob {
    let context: ChangeContext
    let request: RecoveryRequest

    private var preflight: Preflight { Preflight(context: context) }

    /// Does it.
    func run() throws(ChangeFailure) -> ChangeOutcome {
        let entry: JournalEntry
        do throws(EngineError) {
            entry = try Self.known(request.operation, context.keeper)
            try preflight.checkIdentity(planned: entry.uid)
            try checkSituation(entry)
        } catch {
            throw ChangeFailure(error)
        }
        let report: TagReport
        do throws(EngineError) {
            report = try TagOpening(context: context).look(
                request.credential, confirmedUID: request.confirmedUID,
                atLeast: entry.afterFiles.values.map(\.end).max() ?? 0, files: Set(entry.afterFiles.keys)
            ) { report in
                needsRight(report, entry)
            }
            if request.action == .undo { try checkUnchanged(report, entry) }
        } catch {
            throw ChangeFailure(error)
        }
        let plan: Plan
        do throws(Refusal) {
            plan = try self.plan(entry, report)
        } catch {
            let empty = Plan(kind: entry.kind, uid: entry.uid, chipName: entry.chipName)
            throw ChangeFailure(
                EngineError(report.refusal(error)),
                ChangeOutcome(result: .failed, plan: empty, report: report, refusal: error.kind))
        }
        var outcome = ChangeOutcome(result: .failed, plan: plan, report: report)
        do throws(EngineError) {
            try preflight.check(plan, expected: request.expected, mirror: MirroredBytes(of: report))
            if request.dryRun {
                outcome.result = .planned
                return outcome
            }
            try preflight.checkReader(plan)
            try preflight.checkRight(plan, report)
            try preflight.checkConfirmation(plan, confirmedUID: request.confirmedUID, agreed: way(entry).agreed)
            try preflight.checkProof(
                plan, limit: report.protection?.authLimit, confirmedUID: request.confirmedUID)
            if context.wantsEnd() { throw .cancelled }
        } catch {
            throw ChangeFailure(error, outcome)
        }
        if plan.steps.isEmpty {
            outcome.result = .done
            outcome.verified = true
        } else {
            outcome = try PlanExecution(
                context: context, plan: plan, report: report, before: way(entry).before(report),
                after: ContentsAfter(pages: way(entry).target, files: way(entry).targetFiles), person: request.person
            ).run()
        }
        if let remark = way(entry).remark(of: context.identity.chip) { outcome.remarks.append(remark) }
        settle(entry, &outcome)
        return outcome
    }

    /// Leaves the tag as it is: only the journal is told. Needs no tag.
    static func leave(_ request: RecoveryRequest, _ keeper: JournalKeeper) throws(EngineError) -> ChangeOutcome {
        let entry = try known(request.operation, keeper)
        guard entry.result.needsRecovery else { throw settled(entry) }
        try keeper.ask { journal throws(JournalError) in try journal.settleInterrupted(uid: entry.uid, as: .left) }
        return ChangeOutcome(
            result: .done, plan: Plan(kind: entry.kind, uid: entry.uid, chipName: entry.chipName),
            journalNumber: entry.id)
    }

    // MARK: - What the journal says

    private static func known(_ number: Int64, _ keeper: JournalKeeper) throws(EngineError) -> JournalEntry {
        if let entry = try keeper.ask({ journal throws(JournalError) in try journal.operation(number) }) {
            return entry
        }
        throw .refusedHere(
            reason: "the journal has no operation \(number)", advice: "Choose one that the journal lists.")
    }

    private static func settled(_ entry: JournalEntry) -> EngineError {
        .refusedHere(
            reason: "operation \(entry.id) does not wait for anything: it is \(entry.result.rawValue)",
            advice: "Undo it, or leave it as it is.")
    }

    /// The operation is in a state to do that with, and the last one on its tag.
    func checkSituation(_ entry: JournalEntry) throws(EngineError) {
        switch request.action {
        case .finish, .putBack, .leave: guard entry.result.needsRecovery else { throw Self.settled(entry) }
        case .undo:
            guard [.done, .finished].contains(entry.result) else {
                throw .refusedHere(
                    reason: "operation \(entry.id) cannot be undone: it is \(entry.result.rawValue)",
                    advice: "Finish it or put it back where it was interrupted.")
            }
        }
        if request.action != .finish, !entry.canPutBack {
            throw .refusedHere(
                reason: "operation \(entry.id) has sent what can never be undone",
                advice: "Finish it, or leave the tag as it is.")
        }
        let newest = try context.keeper.ask { journal throws(JournalError) in
            try journal.newestEffective(uid: entry.uid)
        }
        guard let newest, newest.id > entry.id else { return }
        throw .refusedHere(
            reason: "operation \(newest.id) changed this tag after operation \(entry.id)",
            advice: "Begin with the later one.")
    }

    /// An undo only takes back what it knows: the tag must still hold what the operation left.
    private func checkUnchanged(_ report: TagReport, _ entry: JournalEntry) throws(EngineError) {
        let mirror = MirroredBytes(of: report)
        let changed = entry.after.keys.filter { page in
            guard let found = report.image?.page(page) else { return false }
            return !mirror.equal(found, entry.after[page], page: page)
        }
        let files = entry.afterFiles.filter { id, content in
            content.runs.contains { run in
                let found = report.file(id)?.content.bytes(in: run.range)
                return !mirror.equal(found, run.bytes, file: id, offset: run.offset)
            }
        }
        var places = changed.isEmpty ? [] : ["pages " + changed.sorted().map(Hex.address).joined(separator: ", ")]
        places += files.keys.sorted().map { "file " + Hex.file($0) }
        guard places.isEmpty else {
            throw EngineError(
                Refusal(
                    .changed,
                    reason: "the tag was changed since by something else (\(places.joined(separator: ", ")))",
                    advice: "Read the tag, and write what you want it to hold."))
        }
    }

    private func settle(_ entry: JournalEntry, _ outcome: inout ChangeOutcome) {
        let result: JournalEntry.Result = request.action == .finish ? .finished : .putBack
        do throws(EngineError) {
            try context.keeper.ask { journal throws(JournalError) in
                try journal.settle(operation: entry.id, as: result)
                try journal.settleInterrupted(uid: entry.uid, as: result)
            }
        } catch {
            outcome.remarks.append("The journal still lists operation \(entry.id) as open. \(error.headline)")
        }
    }
}
