import Tags

/// A change that a user wants made to the tag on a reader.
public struct ChangeRequest: Equatable, Sendable {
    /// What is to be done.
    public var wish: Wish
    /// The present password or key, where the tag asks for one; never kept.
    public var credential: Credential
    /// The plan the user saw and said yes to; another plan for what the tag now holds is refused. Its UID is that of the
    /// tag meant.
    public var expected: Plan?
    /// The tag meant, where no plan says it; another one is refused.
    public var uid: [UInt8]?
    /// The UID the user typed: needed for what can never be undone, and for an attempt with a password that could kill the
    /// tag.
    public var confirmedUID: [UInt8]?
    /// Plan only; no write is sent.
    public var dryRun: Bool
    /// Who does it, for the journal.
    public var person: String

    /// A request of these parts.
    public init(
        wish: Wish, credential: Credential = Credential(), expected: Plan? = nil, uid: [UInt8]? = nil,
        confirmedUID: [UInt8]? = nil, dryRun: Bool = false, person: String = ""
    ) {
        self.wish = wish
        self.credential = credential
        self.expected = expected
        self.uid = uid
        self.confirmedUID = confirmedUID
        self.dryRun = dryRun
        self.person = person
    }
}

/// What shall become of an operation that the journal knows.
public struct RecoveryRequest: Equatable, Sendable {
    /// The ways out.
    public enum Action: String, Equatable, Sendable, CaseIterable {
        /// Bring the tag to the end that was planned.
        case finish
        /// Bring back what was there before an interrupted operation.
        case putBack
        /// Leave the tag as it is, and do not ask again. Needs no tag.
        case leave
        /// Bring back what was there before an operation that was done.
        case undo
    }

    /// The operation's number in the journal.
    public var operation: Int64
    /// What to do.
    public var action: Action
    /// The password or key that opens the tag now, and that shall be on it afterwards; the journal keeps neither.
    public var credential: Credential
    /// The password or key that shall be on the tag afterwards, where it is not the one that opens it now, and the PACK
    /// that goes with it.
    public var credentialAfterwards: Credential?
    /// The UID the user typed: needed where the tag does not show its limit of wrong passwords. What the interrupted
    /// operation was confirmed for needs no second confirmation.
    public var confirmedUID: [UInt8]?
    /// Who does it, for the journal.
    public var person: String
    /// The plan the user agreed to: where the tag asks for another one by now, nothing is written.
    public var expected: Plan?
    /// Only the plan is made; nothing is written, neither to the tag nor to the journal.
    public var dryRun: Bool

    /// A request of these parts.
    public init(
        operation: Int64, action: Action, credential: Credential = Credential(),
        credentialAfterwards: Credential? = nil, confirmedUID: [UInt8]? = nil, person: String = "",
        expected: Plan? = nil, dryRun: Bool = false
    ) {
        self.operation = operation
        self.action = action
        self.credential = credential
        self.credentialAfterwards = credentialAfterwards
        self.confirmedUID = confirmedUID
        self.person = person
        self.expected = expected
        self.dryRun = dryRun
    }
}
