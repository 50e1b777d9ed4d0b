import Engine
import Tags

/// A change that a person asked for, on its way to its plan.
struct Proposal: Equatable, Sendable {
    /// How the engine is asked for it.
    enum Way: Equatable, Sendable {
        case change
        /// It deals with an operation of the journal.
        case recover(operation: Int64, RecoveryRequest.Action)
    }

    var wish: Wish
    var way: Way
    /// The heading of its dialogs: `Write`, `Lock for good`.
    var title: String

    /// A change of this kind.
    init(_ wish: Wish, way: Way = .change, title: String) {
        self.wish = wish
        self.way = way
        self.title = title
    }

    /// The most harmless answer has the focus first, unless a message replaces another and nothing else happens.
    var asksFirst: Bool { if case (.write, .change) = (wish, way) { false } else { true } }
}

/// What the screens remember of changes while the program runs.
struct ChangeState: Equatable, Sendable {
    /// A change that was handed to the engine, with what opens the tag.
    struct Submitted: Equatable, Sendable {
        var proposal: Proposal
        var credential: Credential
        var dryRun: Bool
    }

    /// Passwords and keys that a tag accepted, by UID; never kept beyond the session.
    var credentials: [[UInt8]: Credential] = [:]
    /// Handed to the engine, not begun yet, by reader.
    var awaited: [String: Submitted] = [:]
    /// Begun.
    var running: [OperationID: Submitted] = [:]
    /// What the reading on its way was given.
    var readWith: Credential?
    /// Where the screen Protect stands.
    var protect = ProtectScreen()
    /// The tag is read with this password first, then the change is planned.
    var afterReading: Submitted?
}

extension Credential {
    /// Nothing was given.
    var isEmpty: Bool { password == nil && key == nil }

    /// The secret of a chip as its owner gives it: a key of 16 bytes or a password of 4.
    init(secret: [UInt8]) {
        self.init()
        if secret.count == PasswordDialog.length { password = secret } else { key = secret }
    }
}
