import Engine
import Tags
import Terminal

// MARK: - From a form to its plan

extension AppModel {
    /// Why nothing can be changed on an NTAG 424 DNA now.
    var reasonAgainstCard: String? {
        if options.readOnly { return "started with --read-only" }
        if reader == nil { return "no reader is connected" }
        if !tagDeck.present { return "no tag is on the reader" }
        guard let identity = tagDeck.identity else { return "the tag could not be identified" }
        guard CardView.isCard(identity) else { return "\(identity.chipName) is no NTAG 424 DNA" }
        if identity.hasRandomUID { return "it shows a random UID, which no change could be recovered by" }
        return tagDeck.running == nil ? nil : "the reader is at work"
    }

    /// Lets the engine plan a change on the tag as it is now; the plan is shown when it comes back.
    ///
    /// - Parameter form: Comes back where the change is refused, so that nothing has to be typed again.
    mutating func preview(_ wish: DNAWish, keys: [UInt8: [UInt8]], form: FormDialog) -> [Intent] {
        guard let reader, case .card(let kind) = form.purpose else { return [] }
        changes.cardForm = form
        let proposal = Proposal(.dna(wish), title: kind.title)
        let submitted = ChangeState.Submitted(
            proposal: proposal, credential: Credential(keys: keys), dryRun: true, isPreview: true)
        return submit(submitted, confirmed: false, expected: nil, on: reader)
    }

    /// The plan that was asked for is there: it is shown, and asks.
    mutating func showPreview(_ submitted: ChangeState.Submitted, _ plan: Plan, on name: String) {
        guard name == reader, tagDeck.present, tagDeck.identity?.uid == plan.uid else { return }
        var dialog = PlanDialog(
            submitted.proposal, plan: plan, credential: submitted.credential, attemptConfirmed: false)
        // A plan that cannot be undone asks for the UID as any other; Cancel has the focus first.
        dialog.focus = .cancel
        dialogs.append(.plan(dialog))
    }

    /// The change was refused: its form comes back with what was typed.
    mutating func reopenCardForm(_ error: EngineError, on name: String) {
        guard let form = changes.cardForm else { return }
        changes.cardForm = nil
        switch error {
        case .tagLost, .cancelled, .readerFailed, .readerBusy, .service, .noTag, .noReader: return
        default: break
        }
        guard name == reader, tagDeck.present else { return }
        var dialog = form
        dialog.problem = FormProblem(field: "now0", sentence: error.headline)
        if let key = Self.keyNamed(in: error.headline) { dialog.form.focus("now\(key)") }
        dialogs.append(.form(dialog))
    }

    /// The number in `key 3 of the tag is needed`.
    private static func keyNamed(in text: String) -> UInt8? {
        let words = text.split(separator: " ")
        guard let index = words.firstIndex(of: "key"), index + 1 < words.count else { return nil }
        return UInt8(words[index + 1])
    }

    /// A change of the card ended well: keys that the tag took need not be typed again, and what it says is shown.
    /// - Returns: The tag is read again, where the engine did not.
    mutating func cardChanged(
        _ submitted: ChangeState.Submitted, _ outcome: ChangeOutcome, on name: String
    ) -> [Intent] {
        changes.cardForm = nil
        // Where nothing was to be done, no key was proved.
        guard outcome.result == .done else { return [] }
        remember(submitted, of: outcome.plan.uid)
        if name == reader, !outcome.remarks.isEmpty {
            let lines = outcome.remarks.map { remark in
                TextDialog.Line(remark.hasPrefix("Tapped") ? "Tap" : "Note", remark, .success)
            }
            dialogs.append(.text(TextDialog(title: submitted.proposal.title, lines: lines)))
        }
        guard outcome.report?.files.isEmpty != false, tagDeck.present, name == reader else { return [] }
        return [.submit(.read(reader: name, TagReader.Options()))]
    }

    private mutating func remember(_ submitted: ChangeState.Submitted, of uid: [UInt8]) {
        var keys = submitted.credential.keys
        switch (submitted.proposal.way, submitted.proposal.wish) {
        case (.recover(_, .finish), _): keys.merge(submitted.proposal.afterwards?.keys ?? [:]) { $1 }
        case (_, .dna(.keys(let changes))):
            for change in changes { keys[change.number] = change.key(for: uid) }
        default: break
        }
        if case .dna(.link(let link)) = submitted.proposal.wish, let issuer = link.issuer,
            let card = BoltCard.keys(issuer: issuer.key, uid: uid, version: issuer.version)
        {
            for (number, key) in card.keys.enumerated() { keys[UInt8(clamping: number)] = key }
        }
        changes.credentials[uid] = Credential(keys: keys)
    }
}

// MARK: - Interrupted changes

extension JournalEntry {
    /// The keys that it changes, in order.
    var changedKeys: [UInt8] { Set(steps.compactMap(\.step.target.keyNumber)).sorted() }

    /// It changes keys, rights or links of an NTAG 424 DNA.
    var isOfCard: Bool { steps.contains { $0.step.target.isOfDNA } }
}

extension AppModel {
    func recoveryFields(_ entry: JournalEntry) -> [FormField] {
        let changed = entry.changedKeys
        var fields: [FormField] = []
        if changed.count == Int(NTAG424.keyCount) {
            fields += [
                .key(
                    "issuer", "Issuer's key",
                    help: "Where it was to be a bolt card: its five keys follow from this, none need be typed below"),
                .text("card", "Card version", "1", takes: .characters("0123456789"), help: "As it was given then"),
            ]
        }
        for number in changed {
            fields.append(
                .key(
                    "now\(number)", "Key \(number) before",
                    help: "What was on the tag before the change; empty: the factory's"))
            fields.append(
                .key(
                    "other\(number)", "Key \(number) after",
                    help: "What the change was to put there; the journal keeps no key"))
        }
        if !changed.contains(0) { fields += keysNow([0]) }
        return fields
    }

    func recoveryNotes(_ entry: JournalEntry, _ action: RecoveryRequest.Action, columns: Int) -> [StyledLine] {
        let done = entry.acknowledgedCount
        let steps = "\(done) of \(Words.count(entry.steps.count, "step")) of this change were done."
        let words =
            action == .finish
            ? "What is left is done now. Where a key may be the old or the new one, the tag tells which."
            : "What was there before is brought back, keys first. Where a key may be the old or the new one, the tag tells which."
        return StyledLine.wrapped(steps + " " + words, .text, columns: columns)
            + StyledLine.wrapped(
                "Give the keys as they go onto the tag, not the master keys they may be made from.", .dim,
                columns: columns)
    }

    /// Ends an interrupted change: its plan is shown first, made with what the tag told last.
    mutating func acceptRecovery(
        _ entry: JournalEntry, _ action: RecoveryRequest.Action, _ dialog: FormDialog, _ keys: [UInt8: [UInt8]]
    ) throws(FormProblem) -> [Intent] {
        let form = dialog.form
        var other: [UInt8: [UInt8]] = [:]
        if let issuer = form.secret("issuer"), !issuer.isEmpty {
            let key = try Self.key(issuer, "issuer")
            guard let version = UInt32(form["card"]),
                let card = BoltCard.keys(issuer: key, uid: entry.uid, version: version)
            else { throw FormProblem(field: "card", sentence: "The card's version is a number") }
            for (number, key) in card.keys.enumerated() { other[UInt8(clamping: number)] = key }
        }
        for number in entry.changedKeys {
            guard let secret = form.secret("other\(number)"), !secret.isEmpty else { continue }
            other[number] = try Self.key(secret, "other\(number)")
        }
        if let missing = entry.changedKeys.first(where: { other[$0] == nil }) {
            throw FormProblem(
                field: "other\(missing)", sentence: "Type the key \(missing) that the change was to put onto the tag")
        }
        var proposal = Proposal(recovering: entry, action, title: CardForm.recover(entry, action).title)
        proposal.wish = .dna(
            .resume(
                entry.steps.map { DNAJournalStep(step: $0.step, acknowledged: $0.acknowledged != nil) },
                backwards: action != .finish))
        proposal.afterwards = Credential(keys: other)
        // What was remembered of this session may be what the interrupted change has replaced.
        var present = keys
        for number in entry.changedKeys where form.secret("now\(number)")?.isEmpty != false {
            present[number] = NTAG424.factoryKey
        }
        guard let reader else { return [] }
        changes.cardForm = dialog
        return submit(
            ChangeState.Submitted(
                proposal: proposal, credential: Credential(keys: present), dryRun: true, isPreview: true),
            confirmed: false, expected: nil, on: reader)
    }
}

extension Proposal {
    /// It is about keys, rights or links of an NTAG 424 DNA.
    var isOfCard: Bool { if case .dna = wish { true } else { false } }
}
