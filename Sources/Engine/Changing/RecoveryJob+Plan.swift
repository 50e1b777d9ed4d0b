import Tags

extension RecoveryJob {
    /// The way of an operation to where it is asked to be brought.
    func way(_ entry: JournalEntry) -> RecoveryPlan { RecoveryPlan(of: entry, request.action) }

    /// The plan from the tag as read to the target.
    func plan(_ entry: JournalEntry, _ report: TagReport) throws(Refusal) -> Plan {
        try way(entry).plan(
            for: report, credential: request.credential, afterwards: request.credentialAfterwards)
    }

    /// Judged by what can be read without the password.
    func needsRight(_ report: TagReport, _ entry: JournalEntry) -> NeededRight {
        guard report.asksForRight else { return .none }
        do throws(Refusal) {
            let plan = try self.plan(entry, report)
            return plan.needsAuthentication ? .secret(number: plan.keyNumber) : .none
        } catch {
            return error.kind == .needsPassword
                ? .secret(number: report.keyNumber(of: Set(entry.afterFiles.keys))) : .none
        }
    }
}
