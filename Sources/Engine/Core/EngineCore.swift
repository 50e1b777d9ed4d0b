import Tags

/// The engine's inside: threads hold on to it, and not to the `Engine` that its owner lets go.
final class EngineCore: WorkerHost {
    let busy = BusyCounter()
    let journal: JournalKeeper
    private let sources: [any ReaderSource]
    private let options: Engine.Options
    private let events: EventQueue
    private let state: Guarded<State>
    private let exchanges = Guarded<UInt64>(0)
    private let operations = Guarded<UInt64>(0)

    private struct State {
        var reports: [SourceReport?]
        var workers: [WorkerKey: ReaderWorker] = [:]
        /// Workers of readers that are gone, until their threads were joined.
        var leaving: [ReaderWorker] = []
        var threads: [WorkerThread] = []
        var started = false
        var stopped = false
        var published: ReadersState?
        /// Profiles that were found to work, by reader: they outlive the reader being unplugged.
        var settled: [String: any ReaderProfile] = [:]
    }

    private struct WorkerKey: Hashable {
        var source: Int
        var name: String
    }

    init(sources: [any ReaderSource], options: Engine.Options, events: EventQueue, journal: JournalKeeper) {
        self.journal = journal
        self.sources = sources
        self.options = options
        self.events = events
        state = Guarded(State(reports: Array(repeating: nil, count: sources.count)))
    }

    func start() {
        state.with { state in
            guard !state.started, !state.stopped else { return }
            state.started = true
            for (index, source) in sources.enumerated() {
                // Busy until the source has said what is there, or has ended.
                busy.raise()
                let first = Guarded(true)
                let reported: @Sendable () -> Void = { [busy] in
                    let isFirst = first.with { value in
                        defer { value = false }
                        return value
                    }
                    if isFirst { busy.lower() }
                }
                let thread = WorkerThread(name: "monitor") { [self] in
                    source.watch { report in
                        self.take(report, from: index)
                        reported()
                    }
                    reported()
                }
                if let thread { state.threads.append(thread) } else { reported() }
            }
        }
    }

    func stop() {
        let threads = state.with { state in
            state.stopped = true
            defer { state.threads = [] }
            return state.threads
        }
        for source in sources { source.stop() }
        for thread in threads { thread.join() }
        let workers = state.with { state in
            defer {
                state.workers = [:]
                state.leaving = []
            }
            return Array(state.workers.values) + state.leaving
        }
        for worker in workers { worker.stop() }
        for worker in workers { worker.join() }
    }

    func submit(_ command: Command) -> OperationID {
        let operation = Operation(id: nextOperationID(), command: command)
        let worker = state.with { state in state.workers.values.first { $0.name == operation.reader } }
        if let worker {
            worker.submit(operation)
        } else {
            events.push(
                .ended(
                    operation.id, reader: operation.reader,
                    operation.failure(reasonForNone(named: operation.reader))))
        }
        return operation.id
    }

    /// Why there is no such reader: where the only source has gone, its readers have gone with it.
    private func reasonForNone(named reader: String) -> EngineError {
        let services = state.with { $0.reports.map { $0?.service } }
        if let service = services.first ?? nil, services.count == 1, service != .running { return .service(service) }
        return .noReader(wanted: reader)
    }

    func cancel(_ id: OperationID) {
        let workers = state.with { Array($0.workers.values) }
        for worker in workers { worker.operation(id)?.cancel() }
    }

    // MARK: - What sources report

    private func take(_ report: SourceReport, from index: Int) {
        busy.raise()
        defer { busy.lower() }
        let (current, gone) = state.with { state -> ([(ReaderWorker, SlotState)], [ReaderWorker]) in
            guard !state.stopped else { return ([], []) }
            state.reports[index] = report
            let present = Set(report.readers.map(\.name))
            let lost = state.workers.keys.filter { $0.source == index && !present.contains($0.name) }
            let gone = lost.compactMap { state.workers.removeValue(forKey: $0) }
            state.leaving += gone
            return (report.readers.map { (worker(for: $0.name, of: index, &state), $0) }, gone)
        }
        for worker in gone { worker.stop() }
        readersChanged()
        if let bench = sources[index] as? any TagBench { events.push(.bench(bench.tags)) }
        for (worker, slot) in current { worker.take(slot) }
    }

    /// The worker of a reader, made where there is none. Two sources may have readers of one name: the later gets a number.
    private func worker(for name: String, of source: Int, _ state: inout State) -> ReaderWorker {
        let key = WorkerKey(source: source, name: name)
        if let worker = state.workers[key] { return worker }
        let taken = Set(state.workers.values.map(\.name))
        var unique = name
        var number = 2
        while taken.contains(unique) {
            unique = "\(name) #\(number)"
            number += 1
        }
        let worker = ReaderWorker(
            name: unique, sourceName: name, source: sources[source], settled: state.settled[unique], host: self)
        state.workers[key] = worker
        return worker
    }

    // MARK: - What workers need

    var autoRead: Bool { options.autoRead }
    var retryMilliseconds: Int { options.retryMilliseconds }
    var patienceMilliseconds: Int { options.patienceMilliseconds }
    var pause: @Sendable (Int) -> Void { options.pause }

    func emit(_ event: EngineEvent) { events.push(event) }

    func nextExchangeNumber() -> UInt64 { Self.next(exchanges) }

    func nextOperationID() -> OperationID { OperationID(number: Self.next(operations)) }

    func settled(_ profile: any ReaderProfile, on reader: String) { state.with { $0.settled[reader] = profile } }

    /// Says how all readers are, where that is news.
    func readersChanged() {
        state.with { state in
            guard let service = service(state) else { return }
            var readers: [ReaderState] = []
            var advice: [String] = []
            for (index, report) in state.reports.enumerated() {
                guard let report else { continue }
                advice += report.advice
                for slot in report.readers {
                    guard let worker = state.workers[WorkerKey(source: index, name: slot.name)] else { continue }
                    readers.append(worker.readerState(slot))
                    advice += worker.advice
                }
            }
            let now = ReadersState(service: service, readers: readers, advice: advice)
            guard now != state.published else { return }
            state.published = now
            events.push(.readers(now))
        }
    }

    /// How pcscd is: simulated sources do not count where there is another.
    private func service(_ state: State) -> ServiceState? {
        let real = sources.indices.first { !sources[$0].isSimulated } ?? sources.startIndex
        guard state.reports.indices.contains(real) else { return .running }
        // Before pcscd was looked at, an empty list is no news: it would say that there is no reader.
        return state.reports[real]?.service
            ?? (state.reports.contains { $0?.readers.isEmpty == false } ? .running : nil)
    }

    private static func next(_ counter: Guarded<UInt64>) -> UInt64 {
        counter.with { value in
            value &+= 1
            return value
        }
    }
}
