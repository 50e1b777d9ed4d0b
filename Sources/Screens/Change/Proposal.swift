import Engine
import Tags

/// A change that a person asked for, on its way to its plan.
struct Proposal: Equatable, Sendable {
    /// How the engine is asked for it.
    enum Way: Equatable, Sendable {
        case change
        /// It deals with an operation of the journal.
        case recover(JournalEntry, RecoveryRequest.Action)
    }

    var wish: Wish
    var way: Way
    /// What shall be on the tag after a recovery, where that is not what opens it now.
    var afterwards: Credential?
    /// The heading of its dialogs: `Write`, `Lock for good`.
    var title: String

    /// A change of this kind.
    init(_ wish: Wish, title: String) {
        self.wish = wish
        way = .change
        self.title = title
    }

    /// A way to deal with an operation of the journal.
    init(recovering entry: JournalEntry, _ action: RecoveryRequest.Action, title: String) {
        wish =
            entry.isOfFiles
            ? .bringFiles(to: entry.afterFiles, like: entry.kind) : .bring(to: entry.after, like: entry.kind)
        way = .recover(entry, action)
        self.title = title
    }

    /// The recovery that it is.
    var recovery: RecoveryPlan? {
        if case .recover(let entry, let action) = way { RecoveryPlan(of: entry, action) } else { nil }
    }

    /// The plan for a tag as it was read; the engine makes the same one.
    func plan(for report: TagReport, credential: Credential) throws(Refusal) -> Plan {
        guard let recovery else { return try Planner.plan(wish, for: report, credential: credential) }
        return try recovery.plan(for: report, credential: credential, afterwards: afterwards)
    }

    /// The password or key on the tag may be another one afterwards.
    var changesSecret: Bool {
        switch (wish, way) {
        case (.protect, _), (.unprotect, _), (.writeKey, _), (.dna(.keys), _): true
        case (.restore(let restoration), _): restoration.password != nil
        case (.dna(.link(let link)), _): link.issuer != nil || !link.keys.isEmpty
        case (_, .recover(let entry, _)): entry.steps.contains { $0.step.secret }
        default: false
        }
    }

    /// The most harmless answer has the focus first, unless a message replaces another, or bytes that were typed others,
    /// and nothing else happens.
    var asksFirst: Bool {
        switch (wish, way) {
        case (.write, .change), (.edit, .change), (.editFiles, .change): false
        default: true
        }
    }
}

/// What the screens remember of changes while the program runs.
struct ChangeState: Equatable, Sendable {
    /// A change that was handed to the engine, with what opens the tag.
    struct Submitted: Equatable, Sendable {
        var proposal: Proposal
        var credential: Credential
        var dryRun: Bool
        /// The plan that comes back is shown, and asks.
        var isPreview = false
    }

    /// Passwords and keys that a tag accepted, by UID; never kept beyond the session.
    var credentials: [[UInt8]: Credential] = [:]
    /// Handed to the engine, not begun yet, by reader.
    var awaited: [String: Submitted] = [:]
    /// Begun.
    var running: [OperationID: Submitted] = [:]
    /// What the reading on its way was given.
    var readWith: Credential?
    /// What the program is to do after the event that is taken now.
    var asks: [Intent] = []
    /// Where the screen Protect stands.
    var protect = ProtectScreen()
    /// The form that the change on its way was filled in with; it comes back where that is refused.
    var cardForm: FormDialog?
    /// The tag is read with this password first, then the change is planned.
    var afterReading: Submitted?
}

extension Credential {
    /// Nothing was given.
    var isEmpty: Bool { password == nil && key == nil && keys.isEmpty }

    /// The secret of a chip as its owner gives it: a key of 16 bytes or a password of 4.
    init(secret: [UInt8]) {
        self.init()
        if secret.count == PasswordDialog.length { password = secret } else { key = secret }
    }
}
