import Engine
import NDEF
import Simulator
import Tags

/// The commands that change a tag: `write`, `format`, `erase`, `protect`, `unprotect`, `lock`, `configure`, `key set`.
enum ChangeCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let order = try ChangeOrder(context.invocation, secrets: SecretReader(context))
        let sources = try Sources.one(context)
        let telling = ChangeTelling(context)
        if let refusal = telling.refusalOfReadOnly(unless: order.dryRun) { return telling.tell(refusal) }
        let session = EngineSession(context, sources: sources, reads: order.needsReading)
        telling.follow(session)
        let result = result(of: order, in: session, context)
        session.stop()
        sources.save()
        return telling.tell(result)
    }

    static func result(
        of order: ChangeOrder, in session: EngineSession, _ context: CommandContext
    ) -> ChangeResult {
        var identity: TagIdentity?
        do throws(EngineError) {
            let (reader, tag) = try session.tag(context.options)
            identity = tag
            var cost = Cost()
            let wish = try wish(of: order, tag, on: reader.name, in: session, &cost)
            let request = ChangeRequest(
                wish: wish, credential: order.credential, uid: tag.uid, confirmedUID: order.confirmedUID,
                dryRun: order.dryRun,
                person: Person.name)
            let outcome = session.perform(.change(reader: reader.name, request))
            var result = ChangeResult(
                outcome, tag: identity, confirmedUID: order.confirmedUID,
                passwordHint: wish.passwordHint)
            result.cost = result.cost + cost
            return result
        } catch {
            return ChangeResult(error, tag: identity)
        }
    }

    /// What is wished, for which the tag may have to be read first.
    private static func wish(
        of order: ChangeOrder, _ tag: TagIdentity, on reader: String, in session: EngineSession, _ cost: inout Cost
    ) throws(EngineError) -> Wish {
        if case .wish(let wish) = order.deed { return wish }
        if case .key(let change) = order.deed { return try wish(change, for: tag) }
        var report = try session.report(of: session.read(on: reader, TagReader.Options()), &cost)
        switch order.deed {
        case .wish(let wish): return wish
        case .key(let change): return try wish(change, for: tag)
        case .append(let message):
            if report.ndef?.state == .protected, let secret = order.secret {
                let credential = ChangeOrder.credential(secret)
                let options = TagReader.Options(
                    password: credential.password, key: credential.key, confirmedUID: order.confirmedUID)
                report = try session.report(of: session.perform(.read(reader: reader, options)), &cost)
            }
            return .write(message: try Appending.message(message, behind: report))
        case .protect(var protection):
            // On a guarded tag the password that was given opens it, and stays.
            if !report.isGuarded { protection.password = order.secret }
            return .protect(protection)
        }
    }
}

extension ChangeCommand {
    /// A key is that of an Ultralight C, or one of five of an NTAG 424 DNA.
    private static func wish(_ change: DNAKeyChange, for tag: TagIdentity) throws(EngineError) -> Wish {
        guard tag.type != .type4 else { return .dna(.keys([change])) }
        guard change.number == 0, change.diversification == nil else {
            throw .refusedHere(
                reason: "\(tag.chipName) has no key \(change.number) of that kind",
                advice: "An Ultralight C has one key, 0; an NTAG 424 DNA has keys 0 to 4.")
        }
        return .writeKey(change.new)
    }
}

extension Wish {
    /// How a password or key that is missing is given; `nil` where the refusal itself says it.
    fileprivate var passwordHint: String? {
        if case .dna = self { return nil }
        return kind == .key ? "Give the present key with --old." : "Give it with --password."
    }
}

/// Records behind those of a tag.
enum Appending {
    /// The whole message: what the tag holds, and the records of `message` behind it.
    static func message(_ message: [UInt8], behind report: TagReport) throws(EngineError) -> [UInt8] {
        let added = NDEFMessage.decode(message).records.map(\.record)
        guard let ndef = report.ndef else {
            throw .refusedHere(
                reason: "the tag's message could not be read", advice: "Read the tag, then write the whole message.")
        }
        switch ndef.state {
        case .empty, .unformatted: return message
        case .protected:
            throw .refusedHere(
                reason: "the tag asks for its password before it shows the records that are there",
                advice: "Give it with --password.")
        case .unread:
            throw .refusedHere(
                reason:
                    "the records that are there could not be read: \(ndef.problems.first ?? "their pages were not read")",
                advice: "Read the tag again, or write the whole message without --append.")
        case .invalid: throw broken(ndef.problems.first)
        case .message:
            guard let decoding = ndef.decoding, decoding.verdict != .malformed else {
                throw broken(ndef.problems.first)
            }
            // A lone empty record says that there is no message yet.
            let present = decoding.records.map(\.record)
            let kept = present.count == 1 && present[0].tnf == .empty ? [] : present
            return NDEFMessage(kept + added).encoded()
        }
    }

    private static func broken(_ problem: String?) -> EngineError {
        .refusedHere(
            reason: "the message that is there is broken" + (problem.map { " (\($0))" } ?? "")
                + ", so nothing can be put behind it",
            advice: "Write the whole message anew, without --append.")
    }
}

extension EngineSession {
    /// The report of a reading; what it cost is added up.
    fileprivate func report(of outcome: OperationOutcome, _ cost: inout Cost) throws(EngineError) -> TagReport {
        switch outcome {
        case .read(let report, let more):
            cost = cost + more
            return report
        case .failed(let error, _, _), .changeFailed(let error, _, _): throw error
        case .changed, .answered, .consoleClosed: throw .cancelled
        }
    }
}

extension TagReport {
    /// A password or key guards pages of this tag; also where what it guards could not be read for want of it.
    var isGuarded: Bool {
        guard let chip = identity.chip, let protection, protection.passwordProtects != nil else {
            return image?.states.contains(.unread(.protected)) ?? false
        }
        return protection.isGuarded(chip)
    }
}

extension Cost {
    static func + (left: Cost, right: Cost) -> Cost {
        Cost(
            exchanges: left.exchanges + right.exchanges, reconnects: left.reconnects + right.reconnects,
            milliseconds: left.milliseconds + right.milliseconds)
    }
}

extension [any ReaderSource] {
    /// Writes the simulator's tags that have changed.
    func save() {
        for case let simulator as SimulatorSource in self { simulator.save() }
    }
}
