import Tags

/// Finishes, puts back or undoes a change of keys, rights or links that the journal knows.
///
/// The journal has which keys were changed, not the keys: the user gives both. Of the step at which it ended the tag itself
/// tells: by a key's version, or by which of the two keys opens it.
struct DNARecovery {
    let context: ChangeContext
    let session: APDUSession
    let request: RecoveryRequest
    let entry: JournalEntry

    /// Does it.
    func run() throws(ChangeFailure) -> ChangeOutcome {
        let backwards = request.action != .finish
        if backwards, !entry.canPutBack {
            throw ChangeFailure(
                .refusedHere(
                    reason: "operation \(entry.id) has sent what can never be undone",
                    advice: "Finish it, or leave the tag as it is."))
        }
        let steps = entry.steps.map { DNAJournalStep(step: $0.step, acknowledged: $0.acknowledged != nil) }
        let change = ChangeRequest(
            wish: .dna(.resume(steps, backwards: backwards)), expected: request.expected, uid: entry.uid,
            confirmedUID: request.confirmedUID, dryRun: request.dryRun, person: request.person)
        let job = DNAJob(
            context: context, session: session, wish: .resume(steps, backwards: backwards), request: change,
            given: DNAKeys(
                present: request.credential.keys, other: request.credentialAfterwards?.keys ?? [:]),
            agreed: entry.steps.filter { !$0.step.reversible }.map(\.step.target))
        var outcome = try job.run()
        if request.dryRun { return outcome }
        if outcome.result == .nothingToDo { outcome.result = .done }
        settle(backwards, &outcome)
        return outcome
    }

    private func settle(_ backwards: Bool, _ outcome: inout ChangeOutcome) {
        do throws(EngineError) {
            try context.keeper.ask { journal throws(JournalError) in
                let result: JournalEntry.Result = backwards ? .putBack : .finished
                try journal.settle(operation: entry.id, as: result)
                try journal.settleInterrupted(uid: entry.uid, as: result)
            }
        } catch {
            outcome.remarks.append("The journal still lists operation \(entry.id) as open. \(error.headline)")
        }
    }
}

extension JournalEntry {
    /// A change of keys, rights or links of an NTAG 424 DNA.
    var isOfDNA: Bool { steps.contains { $0.step.target.isOfDNA } }
}
