import Tags

/// Where readers come from: pcscd, or the simulator. The engine runs one monitor thread a source.
public protocol ReaderSource: AnyObject, Sendable {
    /// The readers are made up; how pcscd is does not depend on this source.
    var isSimulated: Bool { get }

    /// Watches readers and tags and reports every change, until `stop`. Blocks; called on a thread of its own.
    ///
    /// The first report comes at once and says what is there. Every report is the whole truth of this source, so a
    /// consumer that missed one is right again with the next. `report` may be called from any thread; a source that
    /// calls it before its own change returns lets `Engine.waitUntilIdle` cover what the change sets off.
    func watch(_ report: @escaping @Sendable (SourceReport) -> Void)

    /// Ends `watch` from any thread.
    func stop()

    /// Opens a channel to the card in a reader. Blocks; called on the reader's worker thread, which alone uses the channel.
    func connect(to reader: String) throws(ChannelError) -> any CardChannel

    /// The profile that is known to have worked on a reader whose session is replayed; `nil` where that has to be tried.
    func recordedProfile(of reader: String) -> String?
}

extension ReaderSource {
    /// Real readers.
    public var isSimulated: Bool { false }

    /// Real readers have to be tried.
    public func recordedProfile(of reader: String) -> String? { nil }
}

/// The whole truth of one source at one moment.
public struct SourceReport: Equatable, Sendable {
    /// Whether the source works at all.
    public var service: ServiceState
    /// Its readers, in a steady order.
    public var readers: [SlotState]
    /// What a person can do about what is wrong, one sentence each.
    public var advice: [String]
    /// A report of these parts.
    public init(service: ServiceState, readers: [SlotState], advice: [String] = []) {
        self.service = service
        self.readers = readers
        self.advice = advice
    }
}

/// Whether pcscd can be reached.
public enum ServiceState: String, Equatable, Sendable {
    case running
    case unreachable
    case notAuthorized
}

/// One reader slot as its source sees it.
public struct SlotState: Equatable, Sendable {
    /// The PC/SC name.
    public var name: String
    /// A tag is there.
    public var present: Bool
    /// Grows with every arrival and departure, so that a tag swapped between two looks is noticed.
    public var eventCount: UInt16
    /// The card does not answer (a SAM, a card put on wrongly).
    public var mute: Bool
    /// Another program has it for itself.
    public var exclusive: Bool
    /// The answer to reset.
    public var atr: [UInt8]
    /// A slot of these parts.
    public init(
        name: String, present: Bool, eventCount: UInt16 = 0, mute: Bool = false, exclusive: Bool = false,
        atr: [UInt8] = []
    ) {
        self.name = name
        self.present = present
        self.eventCount = eventCount
        self.mute = mute
        self.exclusive = exclusive
        self.atr = atr
    }
}

/// The tags a user of the simulator can put on and take off; the built-in reader's source conforms.
public protocol TagBench: AnyObject, Sendable {
    /// The tags, in a steady order.
    var tags: [BenchTag] { get }
    /// Puts a tag on the reader in place of the one that is there.
    func place(_ name: String) -> Bool
    /// Takes the tag off.
    func remove()
    /// Takes the tag off after `frames` more frames on air, in the middle of the last.
    func pull(afterFrames frames: Int)
}

/// One tag of the bench.
public struct BenchTag: Equatable, Sendable {
    /// Its name, unique on the bench.
    public var name: String
    /// One line that says what it is for.
    public var summary: String
    /// It lies on the reader.
    public var onReader: Bool
    /// A tag of these parts.
    public init(name: String, summary: String, onReader: Bool) {
        self.name = name
        self.summary = summary
        self.onReader = onReader
    }
}
