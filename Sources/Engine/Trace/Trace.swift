import Tags

/// A trace as a whole: what was said to readers and tags in one session, in order.
public struct Trace: Equatable, Sendable {
    /// The version of the program that recorded it; `nil` where the file does not say.
    public var program: String?
    /// What happened, in order.
    public var entries: [Entry]
    /// What was wrong with the file, a sentence each; empty for a sound one.
    public var problems: [String]

    /// One thing that happened.
    public enum Entry: Equatable, Sendable {
        case exchange(Exchange)
        case mark(TraceMark)
    }

    /// A trace of these parts.
    public init(program: String? = nil, entries: [Entry] = [], problems: [String] = []) {
        self.program = program
        self.entries = entries
        self.problems = problems
    }

    /// The exchanges alone.
    public var exchanges: [Exchange] {
        entries.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }
}

/// What a trace keeps beside exchanges, so that it can be replayed: readers, and tags that come and go.
public struct TraceMark: Equatable, Sendable {
    /// What happened.
    public enum Event: Equatable, Sendable {
        /// A reader as it is now; the answer to reset where a card is there.
        case reader(profile: String, atr: [UInt8]?)
        /// A tag was identified.
        case tag(uid: [UInt8], chip: String, atr: [UInt8])
        /// The tag is gone.
        case tagLeft
    }
    /// Microseconds since 1970.
    public var time: UInt64
    /// Where.
    public var reader: String
    /// What happened.
    public var event: Event

    /// A mark of these parts.
    public init(time: UInt64, reader: String, event: Event) {
        self.time = time
        self.reader = reader
        self.event = event
    }
}
