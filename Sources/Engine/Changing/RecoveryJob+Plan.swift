import Tags

/// The way from what the tag holds now to where recovery brings it.
extension RecoveryJob {
    /// The pages as they shall be.
    func target(_ entry: JournalEntry) -> [Int: [UInt8]] {
        request.action == .finish ? entry.after : entry.after.keys.reduce(into: [:]) { $0[$1] = entry.before.page($1) }
    }

    /// What putting back will mean when the recovery itself is interrupted: still the memory before the first operation, but
    /// before an undo what the tag holds now.
    func before(_ entry: JournalEntry, _ report: TagReport) -> TagImage {
        request.action == .undo ? report.image ?? entry.before : entry.before
    }

    /// Pages whose irreversible change was confirmed when the operation began.
    static func agreed(_ entry: JournalEntry) -> Set<Int> {
        Set(
            entry.steps.compactMap { step in
                if case .page(let page) = step.step.target, !step.step.reversible { page } else { nil }
            })
    }

    /// The plan from the tag as read to the target.
    func plan(_ entry: JournalEntry, _ report: TagReport) throws(Refusal) -> Plan {
        let secret = secret(entry)
        var given = request.credential
        if secret == .renewed, let chip = report.identity.chip {
            if let afterwards = request.credentialAfterwards {
                given = afterwards
            } else if report.protection?.isGuarded(chip) == true {
                throw Self.needsBoth(request.action)
            }
        }
        return try Planner.plan(
            .bring(to: target(entry), like: entry.kind, secret: secret), for: report, credential: given)
    }

    /// Judged by what can be read without the password.
    func needsRight(_ report: TagReport, _ entry: JournalEntry) -> Bool {
        guard let chip = report.identity.chip, report.protection?.isGuarded(chip) == true else { return false }
        do throws(Refusal) {
            return try plan(entry, report).needsAuthentication
        } catch {
            return error.kind == .needsPassword
        }
    }

    /// What became of the password or key, as far as the acknowledged steps tell; the one after them may be torn.
    private func secret(_ entry: JournalEntry) -> Wish.Secret {
        let secrets = entry.steps.indices.filter { entry.steps[$0].step.secret }
        guard let first = secrets.first else { return .untouched }
        if request.action == .finish {
            if secrets.allSatisfy({ entry.steps[$0].acknowledged != nil }) { return .untouched }
            return entry.kind == .unprotect && !isGuarded(entry, after: true) ? .delivered : .renewed
        }
        guard first <= entry.acknowledgedCount else { return .untouched }
        return isGuarded(entry, after: false) || entry.kind == .key ? .renewed : .untouched
    }

    private func isGuarded(_ entry: JournalEntry, after: Bool) -> Bool {
        guard let chip = context.identity.chip else { return false }
        var image = entry.before
        if after { for (page, bytes) in entry.after { image.set(page: page, to: bytes) } }
        let report = TagReader.report(identity: context.identity, image: image, authenticated: true)
        return report.protection?.isGuarded(chip) ?? false
    }

    /// What cannot be brought back, and why that does not matter.
    func remark(_ entry: JournalEntry) -> String? {
        guard request.action != .finish, secret(entry) == .untouched,
            let first = entry.steps.firstIndex(where: { $0.step.secret }), first <= entry.acknowledgedCount
        else { return nil }
        return "The password that the tag had while it was open is not known to anybody here; nothing asks for it."
    }

    private static func needsBoth(_ action: RecoveryRequest.Action) -> Refusal {
        let reason =
            action == .finish
            ? "the tag still asks for the password it had, and the new one was not kept"
            : "the tag asks for the new password already, and the one it had was not kept"
        return Refusal(
            .needsPassword, reason: reason,
            advice: "Give both: the password that opens the tag now, and the one that shall be on it afterwards.")
    }
}
