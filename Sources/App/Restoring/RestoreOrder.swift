import Dumps
import Engine
import NDEF
import Tags

/// What `restore` and `clone` are asked for, before any tag is known.
struct RestoreOrder: Sendable {
    /// The dump, once it was opened; `nil` where the first tag is the source.
    var dump: OpenedDump?
    var withConfiguration = false
    var withLocks = false
    /// PWD or key to set.
    var newSecret: [UInt8]?
    /// PWD and PACK as the dump holds them are to be set.
    var takesKeptSecret = false
    var pack: [UInt8]?
    /// What opens a tag that asks for it.
    var credential = Credential()
    /// The UIDs after `--confirm`; several where several tags are meant.
    var confirmed: [[UInt8]] = []
    var dryRun = false
    /// How many tags in a row; `nil` for one alone.
    var count: Count?

    /// How many tags are meant.
    enum Count: Equatable, Sendable {
        case of(Int)
        /// All that come, until somebody ends it.
        case each

        /// So many are enough.
        func isReached(by done: Int) -> Bool {
            if case .of(let count) = self { done >= count } else { false }
        }
    }

    /// The word for the password that a dump holds, in place of a SPEC.
    static let kept = "dump"
    /// The most tags in a row that are counted.
    static let mostTags = 100_000
}

extension RestoreOrder {
    /// The order that an invocation gives; the dump is opened apart.
    init(_ context: CommandContext) throws(UsageError) {
        let invocation = context.invocation
        let command = invocation.command.name
        withConfiguration = invocation.has(.withConfiguration)
        withLocks = invocation.has(.withLocks)
        dryRun = invocation.has(.dryRun)
        confirmed = try RestoreOrder.uids(invocation)
        count = try RestoreOrder.count(invocation)
        if count == nil, command == .clone { count = .of(1) }
        let secrets = SecretReader(context)
        pack = try ChangeOrder.pack(invocation)
        takesKeptSecret = invocation.value(of: .new) == RestoreOrder.kept
        if !takesKeptSecret {
            newSecret = try secrets.read(.new, SecretReader.either, "New password: ", twice: true)
        }
        for option in [OptionName.new, .pack] where invocation.has(option) && !withConfiguration {
            throw .missingOption(.withConfiguration, command: command)
        }
        if invocation.has(.pack), !invocation.has(.new) { throw .missingOption(.new, command: command) }
        credential = ChangeOrder.credential(
            try secrets.read(.password, SecretReader.either, "Password: ", twice: false))
        credential.keys = try KeyOptions(secrets: secrets).keys(.key)
    }

    private static func uids(_ invocation: Invocation) throws(UsageError) -> [[UInt8]] {
        var uids: [[UInt8]] = []
        for text in invocation.values(of: .confirm) {
            guard let uid = UIDText.parse(text) else {
                throw .badValue(of: OptionName.confirm.dashed, value: text, wanted: UIDText.form)
            }
            uids.append(uid)
        }
        return uids
    }

    private static func count(_ invocation: Invocation) throws(UsageError) -> Count? {
        guard let text = invocation.value(of: .count) else { return invocation.has(.each) ? .each : nil }
        guard !invocation.has(.each) else { throw .eitherOption([.count, .each], command: invocation.command.name) }
        guard let count = Int(text), (1...mostTags).contains(count) else {
            throw .badValue(
                of: OptionName.count.dashed, value: text, wanted: "it is a number of tags, 1 to \(mostTags)")
        }
        return .of(count)
    }

    /// The wish for a source.
    func wish(for source: TagReport) throws(EngineError) -> Wish {
        var restoration = Restoration(
            source: source, withConfiguration: withConfiguration, withLocks: withLocks, password: newSecret, pack: pack)
        if takesKeptSecret {
            guard let kept = source.keptPassword else {
                throw .refusedHere(
                    reason: "the dump holds no password: a tag shows zeros in its place, and nobody filled it in",
                    advice: "Give the new password with --new SPEC.")
            }
            restoration.password = kept.password
            restoration.pack = pack ?? kept.pack
        }
        return .restore(restoration)
    }

    /// The request for one tag.
    func request(_ wish: Wish, for tag: TagIdentity) -> ChangeRequest {
        ChangeRequest(
            wish: wish, credential: credential, uid: tag.uid, confirmedUID: confirmation(for: tag), dryRun: dryRun,
            person: Person.name)
    }

    /// The UID that was given for this tag; another one where only others were, so that the refusal can say so.
    func confirmation(for tag: TagIdentity) -> [UInt8]? { confirmed.contains(tag.uid) ? tag.uid : confirmed.last }
}
