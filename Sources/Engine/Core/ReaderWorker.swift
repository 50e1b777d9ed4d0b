import Tags

/// One reader's thread: looks at each tag that comes, and does what is asked, one thing after the other.
///
/// Reports of the source and commands only change `state`; the thread looks what follows from it. The thread is started with
/// the first work and then waits without waking.
final class ReaderWorker: Sendable {
    /// The name in events, unique over all sources.
    let name: String
    /// The name in its source.
    let sourceName: String
    let source: any ReaderSource
    let host: any WorkerHost
    let candidates: [any ReaderProfile]
    let state: Guarded<State>
    /// The console's connection; the thread's own.
    let consoleState = ThreadOwned(ConsoleState())

    struct State {
        var slot: SlotState?
        /// Grows with every tag that comes.
        var generation = 0
        /// The last one that was looked at.
        var handled = 0
        /// The one that was announced and has not been said to have left.
        var announced: Int?
        /// What was announced of it.
        var identity: TagIdentity?
        /// Another program has the reader; look again later.
        var waitsForOther = false
        /// Another program has a transaction, and we wait for its end in `SCardBeginTransaction`.
        var isHeldElsewhere = false
        var jobs: [Operation] = []
        var current: Operation?
        var stopping = false
        /// The thread has done all it will do.
        var ended = false
        /// The busy counter was raised for us.
        var counted = false
        var thread: WorkerThread?
        /// The profile that was found to work.
        var settled: (any ReaderProfile)?
        var escapeRefused = false
    }

    /// What there is to do.
    enum Step {
        case left(generation: Int)
        case operation(Operation)
        case arrival(generation: Int)
        case end
    }

    init(
        name: String, sourceName: String, source: any ReaderSource, settled: (any ReaderProfile)?, host: any WorkerHost
    ) {
        self.name = name
        self.sourceName = sourceName
        self.source = source
        self.host = host
        candidates = ReaderTable.candidates(for: sourceName, first: source.recordedProfile(of: sourceName))
        state = Guarded(State(settled: settled))
    }

    /// The slot as the source now sees it.
    func take(_ slot: SlotState) {
        state.with { state in
            let before = state.slot
            state.slot = slot
            if slot.present {
                let came = before?.present != true || before?.eventCount != slot.eventCount
                let woke = before?.mute == true && !slot.mute
                if came || woke {
                    state.generation += 1
                    state.waitsForOther = false
                    // A slot that is mute when first seen is a holder for SAMs; one that turns mute is a tag put on badly.
                    if slot.mute, before == nil { state.handled = state.generation }
                } else if state.waitsForOther, before?.exclusive == true, !slot.exclusive {
                    lookAgain(&state)
                }
            } else {
                state.waitsForOther = false
            }
            wake(&state)
        }
    }

    /// Adds an operation.
    func submit(_ operation: Operation) {
        state.with { state in
            state.jobs.append(operation)
            wake(&state)
        }
    }

    /// The operation of this number, where it waits or runs here.
    func operation(_ id: OperationID) -> Operation? {
        state.with { state in ([state.current].compactMap { $0 } + state.jobs).first { $0.id == id } }
    }

    /// The reader is gone, or the engine stops: ends the work and the thread.
    func stop() {
        state.with { state in
            state.stopping = true
            wake(&state)
        }
    }

    /// Waits for the thread's end, after `stop`.
    ///
    /// Not for one that waits for another program's transaction: nothing ends that wait, nothing was sent to the tag, and
    /// nothing will be, as the work sees `stop` before it begins.
    func join() {
        let thread = state.wait { state -> WorkerThread?? in
            guard let thread = state.thread, !state.isHeldElsewhere else { return .some(nil) }
            return state.ended ? .some(thread) : nil
        }
        thread?.join()
    }

    /// What the reader's line on the screen says.
    func readerState(_ slot: SlotState) -> ReaderState {
        state.with { state in
            let profile = state.settled ?? candidates.first ?? StorageProfile()
            return ReaderState(
                name: name, profile: profile.name, native: profile.capabilities.nativeFrames, present: slot.present,
                mute: slot.mute, busyElsewhere: slot.exclusive || state.waitsForOther || state.isHeldElsewhere,
                simulated: source.isSimulated,
                atr: AnswerToReset(slot.atr).bytes, limits: profile.capabilities.limits)
        }
    }

    /// What a person can do for this reader.
    var advice: [String] { state.with { $0.escapeRefused } ? ["\(name): " + Diagnosis.escapeOff] : [] }

    // MARK: - The thread

    /// Raises the busy counter and starts the thread where there is work.
    private func wake(_ state: inout State) {
        guard Self.step(state) != nil else { return }
        if !state.counted {
            state.counted = true
            host.busy.raise()
        }
        if state.thread == nil {
            state.thread = WorkerThread(name: "reader") { [self] in run() }
        }
    }

    private func lookAgain(_ state: inout State) {
        state.waitsForOther = false
        state.handled = state.generation - 1
    }

    /// The next thing to do, `nil` where there is nothing.
    private static func step(_ state: State) -> Step? {
        let present = state.slot?.present == true
        if let announced = state.announced, announced != state.generation || !present || state.stopping {
            return .left(generation: announced)
        }
        if state.stopping, state.jobs.isEmpty { return .end }
        if let job = state.jobs.first { return .operation(job) }
        if present, state.handled != state.generation { return .arrival(generation: state.generation) }
        return nil
    }

    private func run() {
        while true {
            switch nextStep() {
            case .left:
                closeConsole()
                state.with {
                    $0.announced = nil
                    $0.identity = nil
                }
                host.emit(.tagLeft(reader: name))
            case .operation(let operation): perform(operation)
            case .arrival(let generation): arrive(generation)
            case .end:
                closeConsole()
                state.with { state in
                    if state.counted { host.busy.lower() }
                    state.counted = false
                    state.ended = true
                }
                return
            }
            state.with { $0.current = nil }
        }
    }

    /// Waits for work. While another program has the reader and the tag is there, looks again now and then.
    private func nextStep() -> Step {
        while true {
            let waits = state.with { $0.waitsForOther }
            if !waits { return state.wait { self.take(&$0) } }
            if let step = state.wait(milliseconds: host.retryMilliseconds, for: { self.take(&$0) }) { return step }
            state.with { state in
                if state.waitsForOther, state.slot?.present == true { lookAgain(&state) }
            }
        }
    }

    private func take(_ state: inout State) -> Step? {
        guard let step = Self.step(state) else {
            if state.counted { host.busy.lower() }
            state.counted = false
            return nil
        }
        if !state.counted { host.busy.raise() }
        state.counted = true
        switch step {
        case .operation(let operation):
            state.jobs.removeFirst()
            state.current = operation
        case .arrival(let generation): state.handled = generation
        case .left, .end: break
        }
        return step
    }
}

/// What a worker needs of the engine.
protocol WorkerHost: AnyObject, Sendable {
    var busy: BusyCounter { get }
    var journal: JournalKeeper { get }
    var autoRead: Bool { get }
    /// How long to wait before asking again for a reader that another program has.
    var retryMilliseconds: Int { get }
    /// How long a connection may take before it is told that another program holds the reader.
    var patienceMilliseconds: Int { get }
    /// Blocks a reader's thread for so many milliseconds.
    var pause: @Sendable (Int) -> Void { get }
    func emit(_ event: EngineEvent)
    func nextExchangeNumber() -> UInt64
    func nextOperationID() -> OperationID
    /// A profile was found to work on a reader.
    func settled(_ profile: any ReaderProfile, on reader: String)
    /// A reader's line changed.
    func readersChanged()
}
