/// Our own refusal, before anything was sent.
public struct Refusal: Error, Equatable, Sendable {
    /// What kind of refusal, for tests and screens that react to it.
    public enum Kind: Equatable, Sendable {
        case tooBig(by: Int)
        case locked(pages: [Int])
        case readOnlyContainer
        case needsPassword
        case needsConfirmation(pages: [Int])
        case configurationLocked
        case unformatted
        case unknownChip
        case unread(pages: [Int])
        case badArgument
        case otherTag
        case changed
        case readerCannot
        case attempts
        case notPossible
    }
    /// The kind.
    public var kind: Kind
    /// One sentence that says why.
    public var reason: String
    /// One sentence that says what to do.
    public var advice: String
    /// A refusal of these parts.
    public init(_ kind: Kind, reason: String, advice: String) {
        self.kind = kind
        self.reason = reason
        self.advice = advice
    }
}
