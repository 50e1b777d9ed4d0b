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
    /// One sentence that says why, without a full stop.
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

extension Refusal {
    static func notPossible(_ reason: String, _ advice: String) -> Refusal {
        Refusal(.notPossible, reason: reason, advice: advice)
    }

    static func badArgument(_ reason: String, _ advice: String) -> Refusal {
        Refusal(.badArgument, reason: reason, advice: advice)
    }

    static func unread(_ page: Int) -> Refusal {
        Refusal(
            .unread(pages: [page]),
            reason: "page \(Hex.address(page)) was not read, so what a write does to it is not known",
            advice: "Read the tag again, with its password if it has one.")
    }

    static let needsPassword = Refusal(
        .needsPassword, reason: "the tag asks for its password before these pages can be written",
        advice: "Give the password.")

    static func locked(_ pages: [Int]) -> Refusal {
        Refusal(
            .locked(pages: pages), reason: "pages \(Hex.pageList(pages)) are locked for good",
            advice: "Use another tag, or a message that ends before the locked pages.")
    }
}
