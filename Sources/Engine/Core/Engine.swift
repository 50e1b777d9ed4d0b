import Tags

/// The event-driven core: commands go in, events come out.
///
///     let engine = Engine(sources: [PCSCSource()])
///     engine.start()
///     // poll engine.events.fileDescriptor, then:
///     for event in engine.events.drain() { ... }
///
/// One monitor thread a source, one worker thread a reader. Nothing here blocks but `stop` and `waitUntilIdle`, and nothing
/// wakes while nothing happens.
public final class Engine: Sendable {
    /// What may be set.
    public struct Options: Sendable {
        /// Read a tag whole as soon as it was identified.
        public var autoRead = true
        /// Keep how each tag was read last in the journal, so that it can be compared with how it is now.
        public var remembersReadings = false
        /// How long to wait before asking again for a reader that another program has, while the tag is there.
        public var retryMilliseconds = 2000
        /// How long the start of a work may wait for another program's transaction before that is told.
        public var patienceMilliseconds = 1000
        /// How a reader's thread waits where a reader needs a pause; a test waits for nothing.
        public var pause: @Sendable (Int) -> Void = { Clock.pause(milliseconds: $0) }
        /// The usual ones.
        public init() {}
    }

    /// Events, in order.
    public let events = EventQueue()
    private let core: EngineCore

    /// An engine over these sources of readers; nothing runs before `start`.
    /// - Parameter journalPath: The journal's file, made with the first change; without one every change is refused.
    public init(sources: [any ReaderSource], journalPath: String? = nil, options: Options = Options()) {
        core = EngineCore(
            sources: sources, options: options, events: events,
            journal: JournalKeeper(path: journalPath, remembersReadings: options.remembersReadings))
    }

    /// An engine that identifies only, or reads too.
    public convenience init(
        sources: [any ReaderSource], journalPath: String? = nil, autoRead: Bool, remembersReadings: Bool = false
    ) {
        var options = Options()
        options.autoRead = autoRead
        options.remembersReadings = remembersReadings
        self.init(sources: sources, journalPath: journalPath, options: options)
    }

    deinit { core.stop() }

    /// Starts to watch. The first `.readers` event says what is there.
    public func start() { core.start() }

    /// Ends all work at the next safe point and waits for the threads. The engine cannot be started again.
    public func stop() { core.stop() }

    /// Asks for something; never blocks. What becomes of it are events that carry the number.
    @discardableResult
    public func submit(_ command: Command) -> OperationID { core.submit(command) }

    /// Stops an operation at the next safe point; it ends with `.cancelled`. Of no effect on one that has ended.
    public func cancel(_ operation: OperationID) { core.cancel(operation) }

    /// The operations the journal knows, the newest first; none while there is no journal yet. May wait for a worker's write,
    /// for milliseconds.
    public func journal(_ query: JournalQuery = JournalQuery()) throws(JournalError) -> [JournalSummary] {
        try core.journal.existing()?.operations(query) ?? []
    }

    /// One operation whole, or `nil` where the journal has none of that number.
    public func journalEntry(_ id: Int64) throws(JournalError) -> JournalEntry? {
        try core.journal.existing()?.operation(id)
    }

    /// A tag as it was before it came to the reader where it is now; `nil` where the journal does not know it.
    public func lastSeen(uid: [UInt8]) throws(JournalError) -> LastSeen? {
        // A prefix finds longer UIDs too.
        let newest = try journal(JournalQuery(uidPrefix: uid, limit: 50)).first { $0.uid == uid }
        let changed = try newest.flatMap { summary throws(JournalError) in try journalEntry(summary.id) }
            .map(LastSeen.init)
        let read = try core.journal.earlierSighting(uid: uid).map(LastSeen.init)
        guard let changed, let read else { return changed ?? read }
        return changed.time >= read.time ? changed : read
    }

    /// Forgets how tags were read, one or all; what was changed stays in the journal.
    /// - Returns: How many were forgotten.
    public func forgetReadings(uid: [UInt8]? = nil) throws(JournalError) -> Int {
        try core.journal.existing()?.forgetSightings(uid: uid) ?? 0
    }

    /// Leaves an interrupted operation as it is and tells the journal so, for which no tag and no reader is needed.
    public func leave(operation id: Int64) throws(EngineError) -> ChangeOutcome {
        try RecoveryJob.leave(RecoveryRequest(operation: id, action: .leave), core.journal)
    }

    /// The wrong passwords that went to a tag from here since the last right one; others may have tried too.
    public func failedAttempts(uid: [UInt8]) throws(JournalError) -> Int {
        guard core.journal.path == nil || core.journal.isThere else { return 0 }
        return try core.journal.failedAttempts(uid: uid)
    }

    /// Blocks until the sources have reported and no work goes on; all events of that work are then in the queue. For tests.
    public func waitUntilIdle() { core.busy.waitUntilIdle() }
}
