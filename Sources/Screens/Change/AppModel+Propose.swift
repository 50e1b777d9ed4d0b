import Engine
import Tags
import Terminal

extension AppModel {
    /// Plans a change on what was read, and shows the plan; asks for the password first where it takes one.
    ///
    /// - Parameters:
    ///   - given: What a person just typed to open the tag; without it what the tag accepted before in this session is used.
    ///   - attemptConfirmed: The UID was typed for a tag that may count wrong passwords.
    mutating func propose(
        _ proposal: Proposal, with given: Credential? = nil, attemptConfirmed: Bool = false
    ) -> [Intent] {
        guard let report = tagDeck.report, reader != nil else {
            hint("no memory was read")
            return []
        }
        // A password that a recovery writes anew is never taken from memory: it may be another one by now.
        let renewed = proposal.recovery?.renewsSecret(on: report) == true
        let known = renewed ? nil : changes.credentials[report.identity.uid]
        let credential = given ?? known ?? Credential()
        do throws(Refusal) {
            let plan = try proposal.plan(for: report, credential: credential)
            guard !plan.steps.isEmpty else { return nothingToDo(proposal) }
            dialogs.append(
                .plan(PlanDialog(proposal, plan: plan, credential: credential, attemptConfirmed: attemptConfirmed)))
            return []
        } catch {
            return answer(error, to: proposal, credential, attemptConfirmed: attemptConfirmed)
        }
    }

    private mutating func nothingToDo(_ proposal: Proposal) -> [Intent] {
        if case .recover = proposal.way, let reader {
            // The tag is where it shall be: the journal only has to be told.
            return submit(
                ChangeState.Submitted(proposal: proposal, credential: Credential(), dryRun: false), confirmed: false,
                expected: nil, on: reader)
        }
        if case .write(let message) = proposal.wish, message == compose.draft.encoded { compose.draft.markKept() }
        hint("nothing to do: the tag holds this already")
        return []
    }

    private mutating func answer(
        _ refusal: Refusal, to proposal: Proposal, _ credential: Credential, attemptConfirmed: Bool
    ) -> [Intent] {
        let isProtected = tagDeck.report?.image?.states.contains(.unread(.protected)) == true
        switch refusal.kind {
        case .needsPassword:
            let both = tagDeck.report.map { proposal.recovery?.needsBoth(on: $0) == true } ?? false
            if both, !credential.isEmpty {
                return openPasswordDialog(
                    .afterwards(proposal, opening: credential),
                    reason: "Now the password that shall be on it afterwards")
            }
            let which = both ? "First the password that opens it now; then the other one is asked for" : nil
            return openPasswordDialog(.change(proposal), reason: which ?? refusal.reason)
        case .unread where isProtected && credential.isEmpty:
            return openPasswordDialog(.change(proposal), reason: refusal.reason)
        case .unread where isProtected && tagDeck.report?.protection?.authenticated != true:
            // The pages are behind the password: the tag is read with it first.
            changes.afterReading = ChangeState.Submitted(proposal: proposal, credential: credential, dryRun: false)
            return read(credential, confirmed: attemptConfirmed)
        default:
            complain("Refused before anything was sent: \(refusal.reason).", advice: refusal.advice)
            return []
        }
    }

    /// Gives a key to a plan's dialog, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: PlanDialog) -> [Intent] {
        var dialog = dialog
        let rows = planLayout(dialog).place.lines.size.rows
        let answer = dialog.handle(key, page: rows)
        let submitted = ChangeState.Submitted(
            proposal: dialog.proposal, credential: dialog.credential, dryRun: answer == .tryOnly)
        switch answer {
        case .cancel:
            // What was typed into its form is not kept for nothing.
            changes.cardForm = nil
            cloneDeclined(dialog)
            return []
        case .stay:
            dialogs.append(.plan(dialog))
            return []
        case .tryOnly:
            // The plan stays on the screen: nothing is written.
            dialogs.append(.plan(dialog))
        case .accept: break
        }
        guard let reader else { return [] }
        if let reason = reasonAgainstChanging {
            hint(reason)
            return []
        }
        let confirmed = dialog.attemptConfirmed || (answer == .accept && dialog.needsDigits)
        return submit(submitted, confirmed: confirmed, expected: dialog.plan, on: reader)
    }

    /// Hands a change to the engine.
    mutating func submit(
        _ submitted: ChangeState.Submitted, confirmed: Bool, expected: Plan?, on reader: String
    ) -> [Intent] {
        changes.awaited[reader] = submitted
        let uid = confirmed ? tagDeck.identity?.uid : nil
        switch submitted.proposal.way {
        case .change:
            return [
                .submit(
                    .change(
                        reader: reader,
                        ChangeRequest(
                            wish: submitted.proposal.wish, credential: submitted.credential, expected: expected,
                            confirmedUID: uid, dryRun: submitted.dryRun, person: options.person)))
            ]
        case .recover(let entry, let action):
            // Of pages the plan shown is all there is to try; of keys the tag itself tells on the way.
            if submitted.dryRun, !submitted.proposal.isOfCard {
                changes.awaited[reader] = nil
                hint("this plan is all of it; nothing was sent")
                return []
            }
            return [
                .submit(
                    .recover(
                        reader: reader,
                        RecoveryRequest(
                            operation: entry.id, action: action, credential: submitted.credential,
                            credentialAfterwards: submitted.proposal.afterwards, confirmedUID: uid,
                            person: options.person, expected: submitted.proposal.isOfCard ? expected : nil,
                            dryRun: submitted.dryRun)))
            ]
        }
    }

    /// Reads the tag with what opens it.
    /// - Parameter confirmed: The UID was typed for a tag that may count wrong passwords.
    mutating func read(_ credential: Credential, confirmed: Bool = false) -> [Intent] {
        read(
            TagReader.Options(
                password: credential.password, pack: credential.pack, key: credential.key,
                confirmedUID: confirmed ? tagDeck.identity?.uid : nil))
    }

    /// A password was given in its dialog.
    mutating func given(_ secret: [UInt8], in dialog: PasswordDialog) -> [Intent] {
        let credential = Credential(secret: secret)
        switch dialog.purpose {
        case .read: return read(credential, confirmed: dialog.needsDigits)
        case .change(var proposal):
            if let pack = dialog.givenPACK { proposal.afterwards = Credential(pack: pack) }
            return propose(proposal, with: credential, attemptConfirmed: dialog.needsDigits)
        case .afterwards(var proposal, let opening):
            proposal.afterwards = credential
            proposal.afterwards?.pack = dialog.givenPACK
            return propose(proposal, with: opening, attemptConfirmed: dialog.needsDigits)
        }
    }
}
