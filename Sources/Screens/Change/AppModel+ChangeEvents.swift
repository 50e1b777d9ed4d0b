import Engine
import Tags

extension AppModel {
    /// An operation began: where it is a change that was handed in here, it is known by its number from now on.
    mutating func changeStarted(_ id: OperationID, _ reader: String, _ kind: OperationKind) {
        guard kind != .read, let submitted = changes.awaited.removeValue(forKey: reader) else { return }
        changes.running[id] = submitted
    }

    /// A change ended well, or was only planned.
    /// - Returns: One line for the log and the person.
    mutating func changed(
        _ id: OperationID, _ reader: String, _ outcome: ChangeOutcome, _ cost: Cost
    ) -> String {
        let submitted = changes.running.removeValue(forKey: id)
        if let submitted, submitted.isPreview, outcome.result == .planned {
            showPreview(submitted, outcome.plan, on: reader)
            return "planned in \(Words.cost(exchanges: cost.exchanges, milliseconds: cost.milliseconds))"
        }
        if let submitted, submitted.isPreview, outcome.result == .nothingToDo, case .recover = submitted.proposal.way {
            // The tag is where it shall be: the journal only has to be told.
            var told = submitted
            (told.dryRun, told.isPreview) = (false, false)
            changes.asks = submit(told, confirmed: false, expected: nil, on: reader)
            return "planned: the tag is as it shall be"
        }
        let spent = Words.cost(exchanges: cost.exchanges, milliseconds: cost.milliseconds)
        if let submitted, submitted.proposal.isOfCard {
            if outcome.result != .planned { changes.asks = cardChanged(submitted, outcome, on: reader) }
        } else if outcome.result != .planned, let submitted {
            remember(submitted, of: outcome.plan.uid, authenticated: outcome.plan.needsAuthentication)
            if outcome.result == .done || outcome.result == .nothingToDo {
                decks[reader]?.forgetWritten(submitted.proposal.wish)
                // A password that was typed into its page is not the one that opened the tag.
                if case .edit = submitted.proposal.wish, outcome.plan.steps.contains(where: \.secret) {
                    changes.credentials[outcome.plan.uid] = nil
                }
            }
            keepDraft(submitted, outcome.report)
        }
        switch outcome.result {
        case .planned: return "dry run: the tag would take this plan; nothing was written (\(spent))"
        case .nothingToDo: return "nothing to do: the tag holds this already (\(spent))"
        case .done, .failed:
            let what = submitted?.proposal.title.lowercased() ?? outcome.plan.kind.rawValue
            let pages = Words.count(outcome.written, submitted?.proposal.isOfCard == true ? "command" : "page")
            let proof = outcome.verified ? "written and read back" : "written; what never reads back was not compared"
            let effect = outcome.plan.takesEffect.map { "; \($0)" } ?? ""
            let remarks = outcome.remarks.map { " \($0)" }.joined()
            if outcome.plan.steps.isEmpty { return "\(what): the journal is told (\(spent))\(remarks)" }
            return "\(what): \(pages) \(proof) in \(spent)\(effect)\(remarks)"
        }
    }

    /// A change was refused or failed: where the tag did not take the password, it is forgotten.
    /// - Returns: True where the person is asked for the password, so that nothing more is said.
    mutating func changeFailed(
        _ id: OperationID, _ reader: String, _ error: EngineError, _ outcome: ChangeOutcome?
    ) -> Bool {
        guard let submitted = changes.running.removeValue(forKey: id), let uid = decks[reader]?.identity?.uid else {
            return false
        }
        let sent = outcome?.sent.contains(true) == true
        if submitted.proposal.isOfCard {
            // Which keys are on the tag now is known again when what was interrupted is ended.
            if case .refusedByCard(let refusal) = error, refusal.status == 0x91AE { changes.credentials[uid] = nil }
            if sent { changes.credentials[uid] = nil } else { reopenCardForm(error, on: reader) }
            return false
        }
        // What the tag's password is now, nobody knows for sure.
        if sent, submitted.proposal.changesSecret { changes.credentials[uid] = nil }
        switch error {
        case .refusedByTag(let command, _, _)
        where Self.authenticationCommands.contains(command) && !submitted.credential.isEmpty && !sent:
            changes.credentials[uid] = nil
            wrongPasswords[uid, default: 0] += 1
        case .needsPassword(let reason, _), .needsConfirmation(let reason, _):
            guard reader == self.reader, submitted.proposal.afterwards?.isEmpty != false, !sent
            else { return false }
            changes.credentials[uid] = nil
            changes.asks = openPasswordDialog(
                .change(submitted.proposal), reason: reason, confirmationAsked: error.asksConfirmation)
            return true
        default: break
        }
        return false
    }

    /// PWD_AUTH and AUTHENTICATE.
    static let authenticationCommands: Set<UInt8> = [0x1B, 0x1A]

    /// What was sent of a change that failed: what the person needs beside the error's own words.
    static func remains(of outcome: ChangeOutcome?) -> String? {
        guard let outcome else { return nil }
        if !outcome.remarks.isEmpty { return outcome.remarks.joined(separator: " ") }
        let sent = outcome.sent.count { $0 }
        return sent == 0 ? nil : "\(sent) of \(Words.count(outcome.sent.count, "step")) were done."
    }

    /// A password that opened the tag, or that it was just given, need not be typed again in this session.
    private mutating func remember(_ submitted: ChangeState.Submitted, of uid: [UInt8], authenticated: Bool) {
        switch submitted.proposal.wish {
        case .protect(let protection) where protection.password != nil:
            changes.credentials[uid] = protection.password.map { Credential(secret: $0) }
        case .restore(let restoration) where restoration.password != nil:
            changes.credentials[uid] = restoration.password.map { Credential(secret: $0) }
        case .writeKey(let key): changes.credentials[uid] = Credential(key: key)
        case .unprotect: changes.credentials[uid] = nil
        default:
            if submitted.proposal.changesSecret {
                changes.credentials[uid] = nil
                return
            }
            if authenticated, !submitted.credential.isEmpty { changes.credentials[uid] = submitted.credential }
        }
        wrongPasswords[uid] = nil
    }

    /// The draft is on a tag now: nothing would be lost with it. Finishing what was interrupted brings it there, too.
    private mutating func keepDraft(_ submitted: ChangeState.Submitted, _ report: TagReport?) {
        let records = report?.ndef?.decoding?.message.records
        if case .write(let message) = submitted.proposal.wish, message == compose.draft.encoded {
            compose.draft.markKept()
        } else if !compose.draft.records.isEmpty, records == compose.draft.records {
            compose.draft.markKept()
        }
    }

    /// A reading ended: what it was needed for goes on.
    mutating func readingEnded(_ report: TagReport, on name: String, gavePassword: Bool) -> [Intent] {
        guard let waiting = changes.afterReading, gavePassword else { return [] }
        changes.afterReading = nil
        guard name == reader, report.protection?.authenticated == true else { return [] }
        return propose(waiting.proposal, with: waiting.credential)
    }

    /// The tag took the password of the reading that just ended.
    mutating func passwordAccepted(of uid: [UInt8]) {
        wrongPasswords[uid] = nil
        if let credential = changes.readWith { changes.credentials[uid] = credential }
        changes.readWith = nil
    }

    /// A tag came back that was being changed when something came between.
    mutating func interrupted(_ reader: String, _ entry: JournalEntry) {
        if options.readOnly {
            complain(
                "This tag was being changed: \(RecoveryText.state(of: entry)).",
                advice: "Start tagdesk without --read-only to finish it or to put it back.")
            return
        }
        // A series writes the tag whole, which settles what was begun.
        if clones(on: reader) { return }
        dialogs.removeAll { if case .recovery = $0 { true } else { false } }
        dialogs.append(.recovery(RecoveryDialog(entry: entry, reader: reader)))
    }
}
