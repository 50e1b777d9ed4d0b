import Engine
import NDEF
import Tags

/// How a changing command ended, as text and document tell it.
struct ChangeResult: Sendable {
    /// The contract's word; `nil` where no tag was reached, which `failure` tells.
    var word: String?
    /// What happened, one sentence.
    var reason: String
    /// What to do next, one sentence.
    var advice: String
    /// The tag, as far as it is known.
    var tag: TagIdentity?
    /// The plan and what became of it, where it came so far.
    var outcome: ChangeOutcome?
    /// What it cost.
    var cost = Cost()
    /// The failure, where it failed.
    var failure: Failure?
    /// The tag's state after an end half way, one sentence.
    var state: String?
    /// The file that was restored.
    var dump: RestoredDump?

    /// What the shell gets.
    var status: ShellStatus { failure?.status ?? .done }
}

extension ChangeResult {
    /// What became of a change.
    /// - Parameters:
    ///   - confirmedUID: What the user gave after `--confirm`.
    ///   - passwordHint: How a password that is missing is given to this command.
    init(
        _ outcome: OperationOutcome, tag: TagIdentity?, confirmedUID: [UInt8]? = nil,
        passwordHint: String? = "Give it with --password."
    ) {
        switch outcome {
        case .changed(let change, let cost):
            self.init(change, tag: tag, confirmedUID: confirmedUID)
            self.cost = cost
        case .changeFailed(let error, let change, let cost):
            self.init(error, change, tag: tag, confirmedUID: confirmedUID, passwordHint: passwordHint)
            self.cost = cost
        case .failed(let error, _, let cost):
            self.init(error, nil, tag: tag)
            self.cost = cost
        case .read(_, let cost):
            self.init(.cancelled, nil, tag: tag)
            self.cost = cost
        case .answered, .consoleClosed: self.init(.cancelled, nil, tag: tag)
        }
    }

    private init(_ outcome: ChangeOutcome, tag: TagIdentity?, confirmedUID: [UInt8]?) {
        self.tag = tag
        self.outcome = outcome
        word = outcome.result.rawValue
        let steps = outcome.plan.steps.count
        switch outcome.result {
        case .planned:
            reason = "Planned: \(counted(steps, "step")), and nothing was written."
            advice =
                ChangeResult.confirmation(outcome.plan, confirmedUID).map { "Run it without --dry-run and with \($0)." }
                ?? "Run it without --dry-run to do it."
        case .nothingToDo:
            reason = "The tag already is as asked, and nothing was written."
            advice = "There is nothing to do."
        case .done, .failed:
            reason = ChangeResult.done(outcome)
            advice =
                outcome.plan.takesEffect.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
                ?? "There is nothing more to do."
        }
    }

    /// An interrupted change that is left as it is.
    init(left outcome: ChangeOutcome, tag: TagIdentity?) {
        self.init(
            word: outcome.result.rawValue,
            reason: "The tag stays as it is, and the journal does not ask about this change any more.",
            advice: "Read the tag before you use it: what was being written may be torn.", tag: tag, outcome: outcome)
    }

    /// A change that was refused or failed.
    init(
        _ error: EngineError, _ outcome: ChangeOutcome? = nil, tag: TagIdentity? = nil, confirmedUID: [UInt8]? = nil,
        passwordHint: String? = "Give it with --password."
    ) {
        var failure = Failure(error)
        if case .needsPassword = error, let passwordHint { failure.advice = passwordHint }
        self.tag = tag
        self.outcome = outcome
        let words = ["refusedHere", "refusedByTag", "tagLost", "readerFailed", "cancelled"]
        word = words.contains(failure.kind) ? failure.kind : nil
        if let outcome {
            if outcome.journalNumber != nil {
                state = ChangeResult.state(outcome)
                failure.advice = ChangeResult.recovery(outcome, error) ?? failure.advice
            } else if failure.kind == "refusedHere",
                let needed = ChangeResult.confirmation(outcome.plan, confirmedUID)
            {
                failure.advice = "Do it with \(needed)."
            }
        }
        reason = failure.message
        advice = failure.advice
        self.failure = failure
    }

    /// A refusal of our own before any tag was asked.
    static func refused(_ reason: String, advice: String, tag: TagIdentity? = nil) -> ChangeResult {
        ChangeResult(.refusedHere(reason: reason, advice: advice), tag: tag)
    }

    // MARK: - Words

    private static func done(_ outcome: ChangeOutcome) -> String {
        guard outcome.written > 0 else { return "The tag already held it all; that was read back." }
        let secret = outcome.plan.steps.contains { $0.readsBack == nil && $0.secret }
        let proved = outcome.plan.steps.contains { $0.phase == .prove }
        if outcome.plan.steps.contains(where: \.target.isOfDNA) {
            return counted(outcome.written, "command") + " changed the tag; what can be read was read back"
                + (proved ? ", and the new keys were proved." : ".")
        }
        let parts = outcome.plan.afterFiles.isEmpty ? "page" : "part"
        let wrote = "Wrote \(counted(outcome.written, parts)) and read "
        guard secret else { return wrote + (outcome.written == 1 ? "it back." : "them back.") }
        return wrote + "back what can be read; " + (proved ? "the new secret was proved." : "secrets never read back.")
    }

    /// `--confirm UID` with the pages that make it needed; `nil` where it is not, or was given.
    private static func confirmation(_ plan: Plan, _ given: [UInt8]?) -> String? {
        guard !plan.irreversibleSteps.isEmpty, given != plan.uid else { return nil }
        if plan.irreversiblePages.isEmpty {
            let consequences = plan.irreversibleSteps.compactMap(\.consequence).joined(separator: "; ")
            return "--confirm \(Hex.string(plan.uid, separator: ":")): \(consequences)"
        }
        let pages = Hex.pageList(plan.irreversiblePages)
        return "--confirm \(Hex.string(plan.uid, separator: ":")): what is written to page"
            + (plan.irreversiblePages.count == 1 ? " " : "s ") + pages + " can never be undone"
    }

    /// What the tag is now, judged by the steps that went out.
    private static func state(_ outcome: ChangeOutcome) -> String {
        let steps = outcome.plan.steps
        let done = zip(steps, outcome.sent).filter(\.1).map(\.0)
        let count = "\(done.count) of \(counted(steps.count, "step")) " + (done.count == 1 ? "was" : "were") + " done"
        if outcome.verified { return "\(count); what had been written was put back, and the tag is as it was." }
        guard let last = done.last else {
            return "\(count): the tag is as it was, unless the \(place(outcome)) that was being written is torn."
        }
        if done.count == steps.count { return "\(count), but it could not be read back." }
        let what =
            switch last.phase {
            case .hide, .data: "it reads as an empty message"
            case .show: "the message is being made visible"
            case .open: "nothing asks for the password at the moment"
            case .password, .prove: "nothing asks for the new password yet"
            default: "it is between the old state and the new"
            }
        return "\(count): \(what), and the \(place(outcome)) that was being written may be torn."
    }

    private static func place(_ outcome: ChangeOutcome) -> String {
        outcome.plan.afterFiles.isEmpty ? "page" : "part of the file"
    }

    /// How to go on after an end half way.
    private static func recovery(_ outcome: ChangeOutcome, _ error: EngineError) -> String? {
        guard !outcome.verified, outcome.result == .failed else { return nil }
        if error == .cancelled, !outcome.sent.contains(true) { return nil }
        let backs = !zip(outcome.plan.steps, outcome.sent).contains { !$0.reversible && $1 }
        return "Put the tag back on and run `tagdesk journal recover --finish`"
            + (backs ? " to end it, or `--put-back` to have back what was there." : " to end it.")
    }
}

/// `1 page`, `2 pages`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
