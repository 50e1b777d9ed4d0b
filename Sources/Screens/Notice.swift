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

/// What waits to be told: errors in the order in which they came, each until a key, and behind them the newest line that
/// goes by itself.
struct NoticeQueue: Equatable, Sendable {
    /// The errors nobody has answered yet; no more are kept than a person would read, all of them stand in Activity.
    private(set) var errors: [Notice] = []
    /// The line behind them; its time begins when it comes to be seen.
    private var passing: Notice?

    /// The most errors that wait.
    private static let mostErrors = 9

    /// What is shown.
    var current: Notice? { errors.first ?? passing }

    /// When what is shown goes by itself.
    var deadline: Moment? { errors.isEmpty ? passing?.deadline : nil }

    /// Puts a notice in its place. An error that waits already is not told twice.
    mutating func show(_ notice: Notice) {
        guard notice.kind == .error else {
            passing = notice
            return
        }
        guard !errors.contains(notice) else { return }
        if errors.count == Self.mostErrors { errors.remove(at: 1) }
        errors.append(notice)
    }

    /// Takes away what is shown.
    mutating func dismiss(at now: Moment) {
        guard !errors.isEmpty else {
            passing = nil
            return
        }
        errors.removeFirst()
        if errors.isEmpty, passing != nil { passing?.deadline = now.advanced(milliseconds: Notice.lifetime) }
    }

    /// Takes away what has had its time.
    mutating func expire(at now: Moment) {
        if let deadline, deadline <= now { passing = nil }
    }
}
