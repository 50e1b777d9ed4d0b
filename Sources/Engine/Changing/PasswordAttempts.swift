import Tags

/// Decides by `AttemptRule` whether one more password may be sent to a tag, and counts each before it goes out.
struct PasswordAttempts {
    let keeper: JournalKeeper
    let identity: TagIdentity

    /// Lets one more password through, or refuses; counts nothing.
    /// - Parameter shownLimit: AUTHLIM as the tag shows it, `nil` where it does not.
    func allow(shownLimit: Int?, confirmedUID: [UInt8]?) throws(EngineError) {
        // Without a limit no try is a risk, whether or not it can be counted.
        if shownLimit == 0 { return }
        let verdict: AttemptRule.Verdict
        let failures: Int
        do throws(JournalError) {
            failures = try keeper.failedAttempts(uid: identity.uid)
            var limit = shownLimit
            if limit == nil, let journal = try keeper.existing() { limit = try rememberedLimit(in: journal) }
            verdict = AttemptRule.verdict(limit: limit, failures: failures)
        } catch {
            throw EngineError(error)
        }
        switch verdict {
        case .free: return
        case .needsConfirmation(let left):
            guard let confirmedUID, confirmedUID == identity.uid else { throw Self.unconfirmed(left) }
        case .never(let limit): throw Self.exhausted(failures, limit)
        }
    }

    /// Sends a password that was allowed: counted before, and forgotten again when it was right.
    func prove(
        _ password: [UInt8], pack: [UInt8]?, limit: Int?, by writer: Type2Writer, on reader: String
    ) throws(EngineError) {
        try count(shownLimit: limit)
        do throws(TagError) {
            try writer.authenticate(password: password, pack: pack)
        } catch {
            // One that is accepted with another PACK than expected was right for the tag all the same.
            if writer.isAuthenticated { succeeded() }
            throw EngineError(error, reader: reader, during: "proving the password")
        }
        succeeded()
    }

    /// Counts one password that is about to be sent. A program that dies in between has counted one too many, never one too
    /// few.
    /// - Parameter shownLimit: Where it is 0, a journal that cannot be written stands in nobody's way.
    func count(shownLimit: Int?) throws(EngineError) {
        do throws(JournalError) {
            try keeper.countAttempt(uid: identity.uid)
        } catch {
            if shownLimit != 0 { throw EngineError(error) }
        }
    }

    /// The password was right: the chip has begun to count anew, and so do we.
    func succeeded() {
        // A count that stays too high only makes us more careful.
        try? keeper.clearAttempts(uid: identity.uid)
    }

    /// The limit that this user's last operation left on the tag, where the tag itself does not show it any more.
    private func rememberedLimit(in journal: Journal) throws(JournalError) -> Int? {
        guard let chip = identity.chip, let place = chip.configuration, let field = place.field(.authLimit),
            let last = try journal.operations(JournalQuery(uidPrefix: identity.uid, limit: 1)).first,
            last.uid == identity.uid, let entry = try journal.operation(last.id)
        else { return nil }
        let page = place.page(of: field)
        let limits = [entry.after[page], entry.before.page(page)].compactMap { bytes in
            bytes.map { Int(field.value(in: $0[field.byte])) }
        }
        if !entry.result.needsRecovery { return limits.first }
        // Nobody knows which of the two it came to: the stricter one.
        return limits.filter { $0 > 0 }.min() ?? limits.first
    }

    private static func unconfirmed(_ left: Int?) -> EngineError {
        let reason =
            left.map {
                "at most \($0) tries are left before the tag closes for good (assumed: others may have tried too)"
            }
            ?? "the last password was wrong, and the tag does not show how many it bears (AUTHLIM) before it closes for good"
        return .needsConfirmation(
            reason: reason, advice: "Be sure of the password, and confirm this try with the tag's UID (--confirm UID).")
    }

    private static func exhausted(_ failures: Int, _ limit: Int) -> EngineError {
        .refusedHere(
            reason:
                "\(failures) wrong password\(failures == 1 ? "" : "s") went to this tag, and the limit is \(limit): "
                + "the next wrong one could close it for good",
            advice: "The last try is never sent from here; without the right password use the tag as far as it is open."
        )
    }
}
