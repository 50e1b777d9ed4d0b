import Tags

/// The way from what a tag holds now to where recovery brings it; pure, so that screens can show it before it is asked for.
public struct RecoveryPlan: Sendable {
    /// The operation of the journal.
    public let entry: JournalEntry
    /// Where the tag is brought.
    public let action: RecoveryRequest.Action

    /// The recovery of this operation.
    public init(of entry: JournalEntry, _ action: RecoveryRequest.Action) {
        self.entry = entry
        self.action = action
    }

    /// The plan from the tag as read to the target.
    /// - Parameters:
    ///   - credential: What opens the tag now or, where it is open, shall be on it afterwards.
    ///   - afterwards: What shall be on it afterwards, where that is not what opens it now; its PACK may come without a
    ///     password, for the one that `credential` is.
    public func plan(
        for report: TagReport, credential: Credential, afterwards: Credential?
    ) throws(Refusal) -> Plan {
        if action == .finish, entry.acknowledgedCount == 0, entry.steps.first?.step.phase == .prove {
            throw Refusal(
                .notPossible,
                reason: "the password was not proved before the change was interrupted, and nothing was written",
                advice: "Leave the tag as it is (journal recover --leave), and make the change again.")
        }
        if !entry.afterFiles.isEmpty {
            return try Planner.plan(.bringFiles(to: targetFiles, like: entry.kind), for: report, credential: credential)
        }
        let secret = secret(of: report.identity.chip)
        var given = credential
        if secret.isRenewed, let chip = report.identity.chip {
            if let afterwards, afterwards.password != nil || afterwards.key != nil {
                given = afterwards
            } else if report.protection?.isGuarded(chip) == true {
                throw needsBoth
            }
            given.pack = afterwards?.pack ?? given.pack
        }
        do throws(Refusal) {
            return try Planner.plan(
                .bring(to: target, like: entry.kind, secret: secret), for: report, credential: given)
        } catch {
            throw error.kind == .needsPassword && secret == .untouched && !isGuarded(after: false, report.identity.chip)
                ? needsSleeping(report.identity.chip) : error
        }
    }

    /// The password or key on the tag may be torn and is written anew: a person has to give it.
    public func renewsSecret(on report: TagReport) -> Bool { secret(of: report.identity.chip).isRenewed }

    /// The PACK is written anew together with the password: a person may give it.
    public func renewsPACK(on report: TagReport) -> Bool {
        secret(of: report.identity.chip) == .renewed && report.identity.chip?.configuration?.pack != nil
    }

    /// A person has to give both what opens the tag now and what shall be on it afterwards.
    public func needsBoth(on report: TagReport) -> Bool {
        guard renewsSecret(on: report), let chip = report.identity.chip else { return false }
        return report.protection?.isGuarded(chip) == true
    }

    /// The pages as they shall be.
    var target: [Int: [UInt8]] {
        action == .finish ? entry.after : entry.after.keys.reduce(into: [:]) { $0[$1] = entry.before.page($1) }
    }

    /// The parts of files as they shall be.
    var targetFiles: [UInt16: FileContent] {
        guard action != .finish else { return entry.afterFiles }
        return entry.afterFiles.reduce(into: [:]) { target, file in
            target[file.key] = entry.beforeFiles[file.key]?.restricted(to: file.value.ranges)
        }
    }

    /// What putting back will mean when the recovery itself is interrupted: still the memory before the first operation, but
    /// before an undo what the tag holds now.
    func before(_ report: TagReport) -> ContentsBefore {
        guard action == .undo, report.hasContents else {
            return ContentsBefore(pages: entry.before, files: entry.beforeFiles)
        }
        return ContentsBefore(of: report)
    }

    /// Places whose irreversible change was confirmed when the operation began.
    var agreed: Set<PlanStep.Target> { Set(entry.steps.filter { !$0.step.reversible }.map(\.step.target)) }

    /// What became of the password or key, as far as the acknowledged steps tell; the one after them may be torn.
    func secret(of chip: Type2Chip?) -> Wish.Secret {
        let secrets = entry.steps.indices.filter { entry.steps[$0].step.secret }
        // A proof alone changes nothing.
        guard let first = secrets.first(where: { entry.steps[$0].step.phase != .prove }) else { return .untouched }
        if action == .finish {
            if secrets.allSatisfy({ entry.steps[$0].acknowledged != nil }) { return .untouched }
            return entry.kind == .unprotect && !isGuarded(after: true, chip) ? .delivered : renewed(chip)
        }
        guard first <= entry.acknowledgedCount else { return .untouched }
        return isGuarded(after: false, chip) || entry.kind == .key ? renewed(chip) : .untouched
    }

    /// PACK is written anew only where the operation wrote it.
    private func renewed(_ chip: Type2Chip?) -> Wish.Secret {
        guard let pack = chip?.configuration?.pack else { return .renewed }
        return entry.steps.contains { $0.step.target == .page(pack) } ? .renewed : .renewedPassword
    }

    private func isGuarded(after: Bool, _ chip: Type2Chip?) -> Bool {
        guard let chip else { return false }
        var image = entry.before
        if after { for (page, bytes) in entry.after { image.set(page: page, to: bytes) } }
        let identity = TagIdentity(
            uid: entry.uid, type: .type2, chipName: chip.name, chip: chip, identifiedBy: "", provenance: .derived)
        let report = TagReader.report(identity: identity, image: image, authenticated: true)
        return report.protection?.isGuarded(chip) ?? false
    }

    /// What cannot be brought back, and why that does not matter.
    func remark(of chip: Type2Chip?) -> String? {
        guard action != .finish, secret(of: chip) == .untouched,
            let first = entry.steps.firstIndex(where: { $0.step.secret && $0.step.phase != .prove }),
            first <= entry.acknowledgedCount
        else { return nil }
        return "The password that the tag had while it was open is not known to anybody here; nothing asks for it."
    }

    /// The tag was open, so that nobody had to know the password that it asks for now.
    private func needsSleeping(_ chip: Type2Chip?) -> Refusal {
        let word = chip?.authentication == .tripleDES ? "key" : "password"
        let delivered = word == "password" ? "FFFFFFFF as delivered" : "the maker's as delivered"
        return Refusal(
            .needsPassword,
            reason:
                "the configuration is half written, and by it the tag asks for the \(word) that was on it while it was open",
            advice: "Give that \(word): \(delivered), unless somebody set another.")
    }

    private var needsBoth: Refusal {
        let reason =
            action == .finish
            ? "the tag still asks for the password it had, and the new one was not kept"
            : "the tag asks for the new password already, and the one it had was not kept"
        return Refusal(
            .needsPassword, reason: reason,
            advice: "Give both: the password that opens the tag now, and the one that shall be on it afterwards.")
    }
}

extension Wish.Secret {
    /// A person has to give the password or key, which is written anew.
    var isRenewed: Bool { self == .renewed || self == .renewedPassword }
}
