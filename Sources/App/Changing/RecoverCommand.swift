import Engine
import NDEF
import Simulator
import Tags

/// `tagdesk journal undo ID` and `tagdesk journal recover --finish|--put-back|--leave`.
enum RecoverCommand {
    /// What is asked for.
    struct Order {
        var action: RecoveryRequest.Action
        /// The operation, where it is named.
        var id: Int64?
        /// The tag, where it is named.
        var uid: [UInt8]?
        /// What opens the tag now.
        var secret: [UInt8]?
        /// What shall be on it afterwards, where that is another.
        var newSecret: [UInt8]?
        /// The AES keys before the change and those it sets, by number.
        var keys: [UInt8: [UInt8]] = [:]
        var newKeys: [UInt8: [UInt8]] = [:]
        /// The PACK that goes with the password which shall be on it afterwards.
        var pack: [UInt8]?
        var confirmedUID: [UInt8]?
    }

    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let order = try order(context)
        let sources = try Sources.one(context)
        let telling = ChangeTelling(context)
        if let refusal = telling.refusalOfReadOnly(unless: order.action == .leave) { return telling.tell(refusal) }
        if let settled = settledAlready(order, context) { return telling.tell(settled) }
        if order.action == .leave, let uid = order.uid { return telling.tell(left(uid, context)) }
        let session = EngineSession(context, sources: sources, reads: false)
        telling.follow(session)
        session.onInterrupted = { _ in }
        let result = result(of: order, in: session, context)
        session.stop()
        sources.save()
        return telling.tell(result)
    }

    static func order(_ context: CommandContext) throws(UsageError) -> Order {
        let invocation = context.invocation
        var order = Order(action: .undo)
        if invocation.command.name == .journalUndo {
            order.id = try JournalID.parse(invocation)
        } else {
            let ways: [(OptionName, RecoveryRequest.Action)] = [
                (.finish, .finish), (.putBack, .putBack), (.leave, .leave),
            ]
            let chosen = ways.filter { invocation.has($0.0) }
            guard chosen.count == 1, let way = chosen.first else {
                throw .eitherOption(ways.map(\.0), command: .journalRecover)
            }
            order.action = way.1
            order.pack = try ChangeOrder.pack(invocation)
            order.uid = try ChangeOrder.uid(invocation, .uid)
        }
        order.confirmedUID = try ChangeOrder.uid(invocation, .confirm)
        let secrets = SecretReader(context)
        order.secret = try secrets.read(.password, SecretReader.either, "Password: ", twice: false)
        order.newSecret = try secrets.read(.new, SecretReader.either, "Password afterwards: ", twice: true)
        order.keys = try KeyOptions(secrets: secrets).keys(.key)
        order.newKeys = try KeyOptions(secrets: secrets).keys(.newKey)
        return order
    }

    /// The answer that needs no tag: the journal does not know the operation, or has nothing to recover.
    static func settledAlready(_ order: Order, _ context: CommandContext) -> ChangeResult? {
        do throws(JournalError) {
            if let id = order.id {
                return try context.journal.journalEntry(id) == nil ? ChangeResult(JournalID.unknown(id)) : nil
            }
            let known = try context.journal.journal(JournalQuery(uidPrefix: order.uid ?? []))
            return known.contains(where: \.result.needsRecovery) ? nil : nothingToDo(order.uid)
        } catch {
            return ChangeResult(.refusedHere(reason: error.headline, advice: error.advice))
        }
    }

    private static func nothingToDo(_ uid: [UInt8]?) -> ChangeResult {
        let whose = uid.map { "of the tag " + Hex.string($0, separator: ":") } ?? "of any tag"
        return ChangeResult(
            word: ChangeOutcome.Result.nothingToDo.rawValue,
            reason: "The journal knows no interrupted change \(whose).", advice: "There is nothing to do.")
    }

    /// Leaves the newest interrupted change of a tag that need not be there.
    private static func left(_ uid: [UInt8], _ context: CommandContext) -> ChangeResult {
        let engine = context.journal
        do throws(EngineError) {
            guard let id = try interrupted(uid, in: engine.journal) else { return nothingToDo(uid) }
            return ChangeResult(left: try engine.leave(operation: id), tag: nil)
        } catch {
            return ChangeResult(error)
        }
    }

    static func result(
        of order: Order, in session: EngineSession, _ context: CommandContext
    ) -> ChangeResult {
        var identity: TagIdentity?
        var other: [UInt8]?
        do throws(EngineError) {
            let wanted = try uids(order, session, context)
            let (reader, tag) = try session.tag(context.options) { tag in
                // One that shows a random UID is told from others when it is opened.
                if wanted.contains(tag.uid) || (tag.hasRandomUID && !wanted.isEmpty) { return true }
                other = tag.uid
                return false
            }
            identity = tag
            var id = order.id
            let uid = tag.hasRandomUID ? order.uid ?? wanted.first ?? tag.uid : tag.uid
            if id == nil { id = try interrupted(uid, in: session.journal) }
            guard let id else { return nothingToDo(tag.uid) }
            let request = RecoveryRequest(
                operation: id, action: order.action, credential: order.credential,
                credentialAfterwards: order.credentialAfterwards,
                confirmedUID: order.confirmedUID, person: Person.name)
            let outcome = session.perform(.recover(reader: reader.name, request))
            if order.action == .leave, case .changed(let left, _) = outcome {
                return ChangeResult(left: left, tag: identity)
            }
            return ChangeResult(
                outcome, tag: identity, confirmedUID: order.confirmedUID,
                passwordHint: !order.keys.isEmpty || !order.newKeys.isEmpty || tag.type == .type4
                    ? nil
                    : "Give the password that opens the tag now with --password, and with --new the one that shall "
                        + "be on it afterwards where that is another.")
        } catch {
            var result = ChangeResult(error, tag: identity)
            if case .noTag = error, let other {
                result.failure?.message =
                    "The tag on the reader, \(Hex.string(other, separator: ":")), is not the one that was being changed."
                result.failure?.advice = "Put the other one on, and wait longer with --wait."
            }
            return result
        }
    }

    /// The tags that the order can be for.
    private static func uids(
        _ order: Order, _ session: EngineSession, _ context: CommandContext
    ) throws(EngineError) -> Set<[UInt8]> {
        if let uid = order.uid { return [uid] }
        do throws(JournalError) {
            if let id = order.id { return Set(try context.journal.journalEntry(id).map { [$0.uid] } ?? []) }
            let waiting = JournalEntry.Result.allCases.filter(\.needsRecovery)
            return Set(try session.journal(JournalQuery(results: waiting, limit: .max)).map(\.uid))
        } catch {
            throw .refusedHere(reason: error.headline, advice: error.advice)
        }
    }

    /// The newest change of this tag that was interrupted.
    private static func interrupted(
        _ uid: [UInt8], in journal: (JournalQuery) throws(JournalError) -> [JournalSummary]
    ) throws(EngineError) -> Int64? {
        do throws(JournalError) {
            let waiting = JournalEntry.Result.allCases.filter(\.needsRecovery)
            return try journal(JournalQuery(uidPrefix: uid, results: waiting, limit: 1)).first?.id
        } catch {
            throw .refusedHere(reason: error.headline, advice: error.advice)
        }
    }
}

extension RecoverCommand.Order {
    /// What opens the tag now.
    var credential: Credential {
        var credential = ChangeOrder.credential(secret)
        credential.keys = keys
        return credential
    }

    /// What shall be on the tag afterwards, as far as that was said.
    var credentialAfterwards: Credential? {
        guard newSecret != nil || pack != nil || !newKeys.isEmpty else { return nil }
        var credential = ChangeOrder.credential(newSecret)
        credential.keys = newKeys
        credential.pack = pack
        return credential
    }
}
