/// One line to the person at the keyboard: what was done, or what went wrong and what to do about it.
struct Notice: Equatable, Sendable {
    /// How long it stays and how it looks.
    enum Kind: Equatable, Sendable {
        /// It worked: goes by itself.
        case success
        /// Worth a line, no more: goes by itself.
        case hint
        /// It did not work: stays until a key.
        case error
    }

    /// What it is.
    var kind: Kind
    /// One sentence.
    var text: String
    /// What to do next, for errors.
    var advice: String?
    /// When it goes by itself; `nil` where a key must be pressed.
    var deadline: Moment?

    /// How long a line of success stays, in milliseconds.
    static let lifetime: UInt64 = 3000

    /// A line that goes by itself.
    static func passing(_ kind: Kind, _ text: String, at now: Moment) -> Notice {
        Notice(kind: kind, text: text, advice: nil, deadline: now.advanced(milliseconds: lifetime))
    }

    /// An error, which stays.
    static func error(_ text: String, advice: String?) -> Notice {
        Notice(kind: .error, text: text, advice: advice, deadline: nil)
    }

    /// What is copied when an error is copied.
    var copyText: String { advice.map { text + "\n" + $0 } ?? text }
}
