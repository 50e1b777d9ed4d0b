import CLinux
import Engine
import Glibc
import NDEF
import Tags

/// The engine without a screen: a headless command waits for readers and tags here, on its own thread.
///
/// Signals that ask the program to end stop every wait; `EngineError.cancelled` says so.
final class EngineSession {
    private let engine: Engine
    private let signals: SignalDescriptor
    private let expectsSimulator: Bool
    private let readsByItself: Bool
    private let trace: TraceStore?
    private var state: ReadersState?
    /// What arrived and has not left again, by reader.
    private var arrivals: [String: Result<TagIdentity, EngineError>] = [:]
    /// Tags that were lost while they were looked at and have not come back, by reader.
    private var losses: [String: EngineError] = [:]
    /// Until when a failed arrival may turn out to be a tag that was taken away.
    private var graces: [String: Deadline] = [:]
    /// What became of the last reading, by reader.
    private var outcomes: [String: OperationOutcome] = [:]
    /// Called with what an operation is doing.
    var onProgress: (OperationProgress) -> Void = { _ in }
    /// What became of the operations asked for here.
    private var endings: [OperationID: OperationOutcome] = [:]
    /// Called once when there is nothing to do but wait, with the sentence that says for what.
    var onWaiting: (String) -> Void = { _ in }
    /// Called when a tag comes whose last change was interrupted.
    var onInterrupted: (JournalEntry) -> Void = { _ in }
    /// Called when a signal asks for an end while a tag is being changed.
    var onCancelling: () -> Void = {}

    /// How long a tag that is already there may take to be identified, in seconds.
    private static let identificationLimit = 15.0

    /// Seconds in which pcscd surely notices that a card is gone; it looks every 400 ms.
    private static let grace = 1.5

    /// Starts an engine over these sources.
    /// - Parameters:
    ///   - reads: A tag is read whole as soon as it was identified, in one connection.
    ///   - journalPath: The journal of changes; without one nothing can be changed.
    ///   - trace: Takes every exchange.
    ///   - remembers: Readings are kept in the journal.
    init(
        sources: [any ReaderSource], reads: Bool, journalPath: String? = nil, remembers: Bool = false,
        trace: TraceStore? = nil
    ) {
        self.trace = trace
        signals = SignalDescriptor()
        expectsSimulator = sources.contains(where: \.isSimulated)
        readsByItself = reads
        engine = Engine(sources: sources, journalPath: journalPath, autoRead: reads, remembersReadings: remembers)
        engine.start()
    }

    /// A session of a command, traced and journalled in the user's files; a replay leaves no traces.
    convenience init(_ context: CommandContext, sources: [any ReaderSource], reads: Bool) {
        let isReplay = context.options.replay != nil
        self.init(
            sources: sources, reads: reads, journalPath: isReplay ? nil : context.paths.journal,
            remembers: !isReplay && !context.options.noHistory,
            trace: isReplay ? nil : TraceStore(folder: context.paths.traces, program: Program.version))
    }

    /// A tag as it was before it came to the reader.
    func lastSeen(uid: [UInt8]) throws(EngineError) -> LastSeen? {
        do throws(JournalError) { return try engine.lastSeen(uid: uid) } catch {
            throw .refusedHere(reason: error.headline, advice: error.advice)
        }
    }

    /// Ends the engine's threads.
    func stop() {
        engine.stop()
        for event in engine.events.drain() { trace?.take(event) }
        trace?.end()
    }

    /// The readers as they are once every source has spoken.
    func readers() throws(EngineError) -> ReadersState {
        let deadline = Deadline(seconds: EngineSession.identificationLimit)
        while true {
            if let state, !expectsSimulator || state.readers.contains(where: \.simulated) { return state }
            guard try step(until: deadline) else {
                return state ?? ReadersState(service: .unreachable, readers: [])
            }
        }
    }

    /// The readers as they are once the tags that lie on them have been tried: only that shows what a reader can do.
    func triedReaders() throws(EngineError) -> ReadersState {
        var state = try readers()
        let deadline = Deadline(seconds: EngineSession.identificationLimit)
        while state.readers.contains(where: { $0.present && !$0.mute && arrivals[$0.name] == nil }) {
            guard try step(until: deadline) else { break }
            state = self.state ?? state
        }
        return self.state ?? state
    }

    /// Waits for a tag on a reader whose name contains `wanted`.
    ///
    /// A tag that could not be looked at may be one that was just taken away, which the reader says a moment later: only
    /// where nothing changes is that failure the answer.
    /// - Parameters:
    ///   - options: Which reader, and how long to wait; 0 seconds take only what is there now.
    ///   - fits: A tag that does not fit is left alone, and another one waited for.
    /// - Returns: The reader, with its tag identified.
    func tag(
        _ options: CommonOptions, fits: (TagIdentity) -> Bool = { _ in true }
    ) throws(EngineError) -> (reader: ReaderState, identity: TagIdentity) {
        let (wanted, seconds) = (options.reader, options.wait)
        _ = try readers()
        let deadline = Deadline(seconds: seconds)
        let limit = Deadline(seconds: seconds + EngineSession.identificationLimit)
        var told = false
        while true {
            let state = state ?? ReadersState(service: .unreachable, readers: [])
            let candidates = state.readers.filter { !$0.mute && (wanted.map($0.name.contains) ?? true) }
            var busy: EngineError?
            var others: Set<String> = []
            var next = deadline.isOver ? limit : deadline
            for reader in candidates {
                switch arrivals[reader.name] {
                case .success(let identity)? where fits(identity): return (reader, identity)
                case .success?: others.insert(reader.name)
                case .failure(.readerBusy(let name))?: busy = .readerBusy(reader: name)
                case .failure(let error)?:
                    let grace = graces[reader.name] ?? deadline
                    if grace.isOver { throw error }
                    next = min(next, grace)
                case nil: if reader.present, reader.busyElsewhere { busy = .readerBusy(reader: reader.name) }
                }
            }
            if candidates.isEmpty, state.service != .running, !state.readers.contains(where: \.simulated) {
                // Who may not use pcscd now may not in a minute; a pcscd that is not there may be started.
                if !options.waitsForService || state.service == .notAuthorized || deadline.isOver {
                    throw .service(state.service)
                }
            }
            let present = candidates.contains { $0.present && !others.contains($0.name) } && busy == nil
            if deadline.isOver, !present || limit.isOver {
                if let error = busy ?? candidates.compactMap({ losses[$0.name] }).first { throw error }
                throw candidates.isEmpty
                    ? .noReader(wanted: wanted) : .noTag(reader: wanted, seconds: Int(seconds.rounded()))
            }
            if !present, !told {
                onWaiting(EngineSession.sentence(for: state, candidates))
                told = true
            }
            _ = try step(until: next)
        }
    }

    /// What is waited for.
    private static func sentence(for state: ReadersState, _ candidates: [ReaderState]) -> String {
        if let held = candidates.first(where: { $0.present && $0.busyElsewhere }) {
            return "Another program holds \(held.name.visible). Waiting for it."
        }
        if candidates.count == 1 { return "Put a tag on \(candidates[0].name.visible)." }
        if !candidates.isEmpty { return "Put a tag on a reader." }
        return state.service == .running ? "Waiting for a reader." : state.service.headline + " Waiting for it."
    }

    /// Reads the tag on a reader, whole.
    /// - Parameter options: Only looked at where the session does not read by itself.
    func read(on reader: String, _ options: TagReader.Options) throws(EngineError) -> OperationOutcome {
        if !readsByItself { engine.submit(.read(reader: reader, options)) }
        while true {
            if let outcome = outcomes.removeValue(forKey: reader) { return outcome }
            _ = try step(until: nil)
        }
    }

    /// Has the engine do something, to its end. A signal that asks for an end cancels it at the next safe point, where the
    /// outcome says what state the tag is in.
    func perform(_ command: Command) -> OperationOutcome {
        let operation = engine.submit(command)
        while true {
            if let outcome = endings.removeValue(forKey: operation) { return outcome }
            do throws(EngineError) {
                _ = try step(until: nil)
            } catch {
                signals.take()
                engine.cancel(operation)
                onCancelling()
            }
        }
    }

    /// Waits until a descriptor has something to read, or a signal asks for an end.
    func waitForInput(_ descriptor: Int32) throws(EngineError) {
        while true {
            var descriptors = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: engine.events.fileDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&descriptors, nfds_t(descriptors.count), -1)
            if descriptors[2].revents != 0 { throw .cancelled }
            for event in engine.events.drain() { take(event) }
            trace?.flush()
            if descriptors[0].revents != 0 { return }
        }
    }

    /// The operations the journal knows, the newest first.
    func journal(_ query: JournalQuery) throws(JournalError) -> [JournalSummary] { try engine.journal(query) }

    /// Waits for the engine and takes what it says.
    /// - Returns: False where the deadline came first.
    private func step(until deadline: Deadline?) throws(EngineError) -> Bool {
        var descriptors = [
            pollfd(fd: engine.events.fileDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&descriptors, nfds_t(descriptors.count), deadline?.milliseconds ?? -1)
        if ready > 0, descriptors[1].revents != 0 { throw .cancelled }
        for event in engine.events.drain() { take(event) }
        trace?.flush()
        return ready != 0
    }

    private func take(_ event: EngineEvent) {
        trace?.take(event)
        switch event {
        case .readers(let state): self.state = state
        case .tagArrived(let reader, let result):
            arrivals[reader] = result
            losses[reader] = nil
            graces[reader] = Deadline(seconds: EngineSession.grace)
        case .tagLeft(let reader):
            if case .failure(let error)? = arrivals[reader], case .tagLost = error { losses[reader] = error }
            arrivals[reader] = nil
        case .progressed(_, let progress): onProgress(progress)
        case .ended(let operation, let reader, let outcome):
            outcomes[reader] = outcome
            endings[operation] = outcome
        case .interrupted(_, let entry): onInterrupted(entry)
        case .started, .exchange, .bench: break
        }
    }
}

/// A moment on the system's steady clock.
struct Deadline: Comparable {
    private let nanoseconds: UInt64

    /// So many seconds from now.
    init(seconds: Double) {
        nanoseconds = Deadline.now &+ UInt64(max(0, min(seconds, 1e6)) * 1e9)
    }

    static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }

    /// It has come.
    var isOver: Bool { Deadline.now >= nanoseconds }

    /// Milliseconds left, rounded up, for `poll`.
    var milliseconds: Int32 {
        let now = Deadline.now
        return now >= nanoseconds ? 0 : Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000)
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}

/// The signals that ask the program to end, as a descriptor to poll. Made before any thread is, so that all of them
/// inherit the mask.
final class SignalDescriptor {
    /// Readable once such a signal came; -1 where the system gave none.
    let fileDescriptor: Int32
    private var maskBefore = sigset_t()

    init() {
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&mask, signal) }
        pthread_sigmask(SIG_BLOCK, &mask, &maskBefore)
        fileDescriptor = linux_signalfd(&mask)
    }

    /// Lets signals do what they did before; one that came and was not taken does so at once.
    func release() { pthread_sigmask(SIG_SETMASK, &maskBefore, nil) }

    /// A signal came and was not taken yet.
    var isPending: Bool {
        var entry = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Takes a signal that came, so that the descriptor tells of the next.
    func take() {
        var information = [UInt8](repeating: 0, count: 128)
        _ = read(fileDescriptor, &information, information.count)
    }

    deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }
}
