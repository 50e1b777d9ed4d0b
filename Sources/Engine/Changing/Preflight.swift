import Tags

/// Everything that must hold before the first byte of a change is sent.
struct Preflight {
    let context: ChangeContext

    private var identity: TagIdentity { context.identity }

    /// The tag can be told from every other by its UID, which is what its journal lines hang on.
    func checkIdentity(planned uid: [UInt8]?) throws(EngineError) {
        if identity.uid.isEmpty {
            throw EngineError(
                Refusal(
                    .notPossible, reason: "this reader does not tell the tag's UID, so nothing could be put back later",
                    advice: "Use another reader for changes."))
        }
        if identity.hasRandomUID {
            throw EngineError(
                Refusal(
                    .notPossible,
                    reason: "the tag shows a random UID (08:..), another one each time, so it could not be recognised "
                        + "when it comes back",
                    advice: "Switch the random UID off before you change the tag."))
        }
        guard let uid, uid != identity.uid else { return }
        throw EngineError(
            Refusal(
                .otherTag,
                reason:
                    "this is another tag than the one meant: \(Hex.string(identity.uid, separator: ":")) instead of "
                    + Hex.string(uid, separator: ":"),
                advice: "Put the right tag on, or start again for this one."))
    }

    /// The plan is the one the user saw.
    func check(_ plan: Plan, expected: Plan?, mirror: MirroredBytes) throws(EngineError) {
        guard let expected, !plan.isSame(as: expected, but: mirror) else { return }
        throw EngineError(
            Refusal(
                .changed, reason: "the tag does not hold what it held when this was planned",
                advice: "Look at the tag as it is now, and plan again."))
    }

    /// The right that the plan needs was proven.
    func checkRight(_ plan: Plan, _ report: TagReport) throws(EngineError) {
        guard plan.needsAuthentication, report.protection?.authenticated != true, report.openedWith == nil else {
            return
        }
        let what =
            report.identity.type == .type4
            ? "key" : report.identity.chip?.authentication == .tripleDES ? "3DES key" : "password"
        throw EngineError(
            Refusal(
                .needsPassword, reason: "the tag asks for its \(what) before these pages can be written",
                advice: "Give the \(what)."))
    }

    /// The reader can send what the plan needs.
    func checkReader(_ plan: Plan) throws(EngineError) {
        guard !context.writer.passesAllCommands else { return }
        for step in plan.steps {
            switch step.target {
            case .command(let name):
                throw Self.cannot("this reader cannot send \(name), so a new password could not be proved")
            case .page(let page) where page > 0xFF:
                throw Self.cannot("this reader cannot reach page \(Hex.address(page))")
            default: break
            }
        }
    }

    /// What can never be undone was confirmed by typing the UID.
    /// - Parameter agreed: Places that need no confirmation any more.
    func checkConfirmation(_ plan: Plan, confirmedUID: [UInt8]?, agreed: Set<PlanStep.Target> = []) throws(EngineError)
    {
        let steps = plan.irreversibleSteps.filter { !agreed.contains($0.target) }
        guard !steps.isEmpty, confirmedUID != plan.uid else { return }
        let consequences = steps.compactMap(\.consequence).joined(separator: "; ")
        let wrong = confirmedUID == nil ? "" : " (another UID was typed)"
        throw EngineError(
            Refusal(
                .needsConfirmation(pages: plan.irreversiblePages),
                reason: "this can never be undone\(wrong): \(consequences)",
                advice: "Confirm it with the tag's UID: \(Hex.string(plan.uid, separator: ":")) (--confirm UID)."))
    }

    /// The proof of a new password counts like any other try, so it must be allowed before anything is written.
    func checkProof(_ plan: Plan, limit: Int?, confirmedUID: [UInt8]?) throws(EngineError) {
        guard plan.steps.contains(where: { $0.target == .command("PWD_AUTH") }) else { return }
        try context.attempts.allow(shownLimit: limit, confirmedUID: confirmedUID)
    }

    private static func cannot(_ reason: String) -> EngineError {
        EngineError(
            Refusal(
                .readerCannot, reason: reason, advice: "Use a reader that passes native frames, such as an ACR122U."))
    }
}
