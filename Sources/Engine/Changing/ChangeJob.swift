import Tags

/// One change of one tag: from what is asked for to the verified end.
struct ChangeJob {
    let context: ChangeContext
    let request: ChangeRequest

    private var preflight: Preflight { Preflight(context: context) }

    /// Does it.
    func run() throws(ChangeFailure) -> ChangeOutcome {
        do throws(EngineError) {
            try preflight.checkIdentity(planned: request.expected?.uid ?? request.uid)
            if !request.dryRun { try openJournal() }
        } catch {
            throw ChangeFailure(error)
        }
        let report: TagReport
        do throws(EngineError) {
            report = try TagOpening(context: context).look(
                request.credential, confirmedUID: request.confirmedUID, atLeast: request.wish.fileBytes,
                files: request.wish.fileIDs
            ) { report in
                needsRight(report)
            }
        } catch {
            throw ChangeFailure(error)
        }
        let plan: Plan
        do throws(Refusal) {
            plan = try Planner.plan(request.wish, for: report, credential: request.credential)
        } catch {
            throw ChangeFailure(EngineError(report.refusal(error)), emptyOutcome(report, error))
        }
        var outcome = ChangeOutcome(result: .failed, plan: plan, report: report)
        do throws(EngineError) {
            if plan.steps.isEmpty {
                outcome.result = .nothingToDo
                outcome.verified = true
                return outcome
            }
            try preflight.check(
                plan, expected: request.expected, mirror: MirroredBytes(of: report))
            try preflight.checkReader(plan)
            try preflight.checkRight(plan, report)
            if request.dryRun {
                outcome.result = .planned
                return outcome
            }
            try preflight.checkConfirmation(plan, confirmedUID: request.confirmedUID)
            try preflight.checkProof(
                plan, limit: report.protection?.authLimit, confirmedUID: request.confirmedUID)
            if context.wantsEnd() { throw .cancelled }
        } catch {
            throw ChangeFailure(error, outcome)
        }
        guard report.hasContents else {
            throw ChangeFailure(
                EngineError(
                    Refusal(
                        .unread(pages: []), reason: "the tag's memory was not read", advice: "Read the tag again.")),
                outcome)
        }
        let done = try PlanExecution(
            context: context, plan: plan, report: report, before: .init(of: report), after: .init(of: plan),
            person: request.person
        ).run()
        settleOlder()
        return done
    }

    /// A journal that cannot be written stops a change before anything is sent.
    private func openJournal() throws(EngineError) {
        try context.keeper.ask { _ in }
    }

    /// Judged by what can be read without the password: the plan says so, or cannot be made without it.
    private func needsRight(_ report: TagReport) -> NeededRight {
        guard report.asksForRight else { return .none }
        do throws(Refusal) {
            let plan = try Planner.plan(request.wish, for: report, credential: request.credential)
            return plan.needsAuthentication ? .secret(number: plan.keyNumber) : .none
        } catch {
            return error.kind == .needsPassword ? .secret(number: report.keyNumber(of: request.wish.fileIDs)) : .none
        }
    }

    private func emptyOutcome(_ report: TagReport, _ refusal: Refusal) -> ChangeOutcome {
        let plan = Plan(
            kind: request.wish.kind, uid: report.identity.uid, chipName: report.identity.chipName)
        return ChangeOutcome(result: .failed, plan: plan, report: report, refusal: refusal.kind)
    }

    /// A verified change takes the place of what was interrupted before it: nothing of that can be brought back any more.
    private func settleOlder() {
        try? context.keeper.existing()?.settleInterrupted(uid: context.identity.uid, as: .left)
    }
}

extension TagReport {
    /// The key that opens these files, by the first of them that asks for one.
    func keyNumber(of files: Set<UInt16>) -> Int? {
        files.sorted().compactMap { file($0)?.keyNumber }.first
    }

    /// A password guards pages of the tag, or it has files, which may ask for a key.
    var asksForRight: Bool {
        identity.type == .type4 || identity.chip.map { protection?.isGuarded($0) == true } == true
    }

    /// Where pages could not be read for want of the password, that is what is missing.
    func refusal(_ refusal: Refusal) -> Refusal {
        guard case .unread = refusal.kind, protection?.authenticated != true,
            image?.states.contains(.unread(.protected)) == true
        else { return refusal }
        return Refusal(
            .needsPassword, reason: "the tag asks for its password before it shows what must be known for this",
            advice: "Give the password.")
    }
}
