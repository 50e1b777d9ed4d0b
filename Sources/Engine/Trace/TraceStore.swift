import Tags

/// The trace of one session: takes every exchange, lists and filters them, and keeps them on disk.
///
///     let trace = TraceStore(folder: paths.traces, program: "0.1.0")
///     for event in engine.events.drain() { trace.take(event) }
///     trace.flush()
///     let window = trace.window(TraceFilter(text: "NAK"), first: .max, count: 20)   // the last twenty that match
///
/// Any thread may call it. Memory is bounded: only the youngest exchanges are kept whole, of up to a quarter of a million
/// what a filter needs; older ones are only in the session's file, which is made with the first exchange. Where no file can
/// be written, the trace goes on in memory and `problem` says why.
public final class TraceStore: Sendable {
    /// What is kept.
    public struct Limits: Sendable {
        /// The exchanges that are listed.
        public var listed = 262_144
        /// The bytes of commands and answers that a filter looks through.
        public var packedBytes = 24 << 20
        /// The exchanges that are listed where no file holds them.
        public var inMemory = 32_768
        /// The bytes of one file of a session; it has two at most.
        public var fileBytes: UInt64 = 64 << 20
        /// The usual ones.
        public init() {}
    }

    private let state: Guarded<State>
    private let limits: Limits
    private let program: String

    private struct State {
        var index = TraceIndex()
        var log: TraceLog?
        /// Marks that are written with the next exchange; a session without exchanges leaves no file.
        var waiting: [TraceMark] = []
        var readers: [String: TraceMark] = [:]
        /// The file that the last exchange went to.
        var file: UInt32 = 0
        var marks: [(position: Int, mark: TraceMark)] = []
        var filter = TraceFilter()
        var matches: [Int] = []
        var scanned = 0
    }

    /// The most marks that are kept in memory, and before the first exchange.
    private static let markLimit = 4096

    /// A trace that begins now.
    /// - Parameters:
    ///   - folder: Where its file goes; without one it is in memory alone.
    ///   - program: The program's version, for the file's first line.
    public init(folder: String? = nil, program: String = "", limits: Limits = Limits()) {
        var state = State()
        state.log = folder.map {
            TraceLog(
                folder: $0, program: program, start: Clock.microsecondsSince1970, fileLimit: limits.fileBytes)
        }
        self.state = Guarded(state)
        self.limits = limits
        self.program = program
    }

    /// The trace of a file that was opened: nothing is written.
    public convenience init(_ trace: Trace) {
        var limits = Limits()
        limits.listed = max(limits.listed, trace.entries.count)
        limits.packedBytes = .max
        limits.inMemory = limits.listed
        self.init(program: trace.program ?? "", limits: limits)
        for entry in trace.entries {
            switch entry {
            case .exchange(let exchange): append(exchange)
            case .mark(let mark): note(mark)
            }
        }
    }

    deinit { state.with { $0.log?.end() } }

    /// Takes what belongs into a trace of an engine's event: exchanges, readers, tags that come and go.
    public func take(_ event: EngineEvent) {
        switch event {
        case .exchange(let exchange): append(exchange)
        case .readers(let readers):
            for reader in readers.readers {
                note(
                    TraceMark(
                        time: Clock.microsecondsSince1970, reader: reader.name,
                        event: .reader(profile: reader.profile, atr: reader.present ? reader.atr : nil)))
            }
        case .tagArrived(let reader, .success(let identity)):
            note(
                TraceMark(
                    time: Clock.microsecondsSince1970, reader: reader,
                    event: .tag(uid: identity.uid, chip: identity.chipName, atr: identity.atr)))
        case .tagLeft(let reader):
            note(TraceMark(time: Clock.microsecondsSince1970, reader: reader, event: .tagLeft))
        default: break
        }
    }

    /// Adds an exchange.
    public func append(_ exchange: Exchange) {
        state.with { state in
            writeMarks(notAfter: exchange.time, &state)
            var profile: String?
            if case .reader(let name, _)? = state.readers[exchange.reader]?.event { profile = name }
            let place = state.log?.append(TraceLine.bytes(of: exchange, profile: profile), time: exchange.time)
            state.index.add(exchange, at: place)
            if let place, place.file != state.file {
                // A file says itself which readers there are, since the one before it is taken away in time.
                if state.file != 0 { for mark in state.readers.values { write(mark, notAfter: exchange.time, &state) } }
                state.file = place.file
            }
            bound(&state)
        }
    }

    /// Adds a mark, where it is news.
    private func note(_ mark: TraceMark) {
        state.with { state in
            if case .reader = mark.event {
                guard state.readers[mark.reader]?.event != mark.event else { return }
                state.readers[mark.reader] = mark
            }
            state.marks.append((state.index.added, mark))
            if state.marks.count > Self.markLimit { state.marks.removeFirst(Self.markLimit / 2) }
            state.waiting.append(mark)
            if state.waiting.count > Self.markLimit { state.waiting.removeFirst(Self.markLimit / 2) }
        }
    }

    /// Writes the marks that wait. An event is taken a moment after what it tells, which may then be followed by exchanges that
    /// were made before that moment: times in a file never go back.
    private func writeMarks(notAfter time: UInt64, _ state: inout State) {
        for mark in state.waiting { write(mark, notAfter: time, &state) }
        state.waiting = []
    }

    private func write(_ mark: TraceMark, notAfter time: UInt64, _ state: inout State) {
        var mark = mark
        mark.time = min(mark.time, time)
        _ = state.log?.append(TraceLine.bytes(of: mark), time: mark.time)
    }

    private func bound(_ state: inout State) {
        let onDisk = state.log != nil && state.log?.failure == nil
        if onDisk {
            state.index.forgetWholes(keeping: 2)
            if let log = state.log { state.index.drop(before: log.firstFile) }
        }
        while state.index.chunkCount > 1,
            state.index.count > (onDisk ? limits.listed : limits.inMemory) || state.index.packed > limits.packedBytes
        {
            state.index.dropFirstChunk()
        }
    }

    /// Hands what waits to the system, so that the file is whole. To be called when a batch of events was taken.
    public func flush() { state.with { $0.log?.flush() } }

    /// Ends the session's file.
    public func end() {
        state.with { state in
            if state.index.added > 0 { writeMarks(notAfter: .max, &state) }
            state.log?.end()
        }
    }

    /// The session's file; `nil` before the first exchange.
    public var path: String? { state.with { $0.log?.path } }

    /// Why the session is not kept on disk, in the system's words; `nil` while it is.
    public var problem: String? { state.with { $0.log?.failure } }

    /// The exchanges that were made.
    public var count: Int { state.with { $0.index.added } }

    /// Part of what passes a filter.
    /// - Parameters:
    ///   - first: The place of the first row among those that pass, from 0; beyond the end the last rows are given.
    ///   - count: The most rows.
    public func window(_ filter: TraceFilter = TraceFilter(), first: Int, count: Int) -> TraceWindow {
        state.with { state in
            let matching = matching(filter, &state)
            let count = max(0, count)
            let start = max(0, min(first, matching - count))
            var rows: [Exchange] = []
            for place in start..<min(matching, start + count) {
                let position = filter.isEmpty ? state.index.dropped + place : state.matches[place]
                if let row = row(position, &state) { rows.append(row) }
            }
            return TraceWindow(
                total: state.index.count, matching: matching, first: start, rows: rows, dropped: state.index.dropped)
        }
    }

    /// The place, among those that pass `filter`, of the next that passes `sought` as well, going round at the end.
    /// - Parameters:
    ///   - start: Where to begin, this place included.
    ///   - backwards: Towards older ones.
    public func find(_ sought: TraceFilter, within filter: TraceFilter, from start: Int, backwards: Bool = false)
        -> Int?
    {
        state.with { state in
            _ = matching(filter, &state)
            let listed = filter.isEmpty ? Array(state.index.dropped..<state.index.added) : state.matches
            let wanted = Set(state.index.matches(sought, from: state.index.dropped))
            guard !listed.isEmpty, !wanted.isEmpty else { return nil }
            let start = min(max(0, start), listed.count - 1)
            for step in listed.indices {
                let place = backwards ? (start - step + listed.count) % listed.count : (start + step) % listed.count
                if wanted.contains(listed[place]) { return place }
            }
            return nil
        }
    }

    /// Brings the list of matches up to date, and says how many there are.
    private func matching(_ filter: TraceFilter, _ state: inout State) -> Int {
        guard !filter.isEmpty else { return state.index.count }
        if filter != state.filter {
            state.filter = filter
            state.matches = []
            state.scanned = 0
        }
        let start = max(state.scanned, state.index.dropped)
        state.matches += state.index.matches(filter, from: start)
        state.scanned = state.index.added
        let gone = state.matches.prefix { $0 < state.index.dropped }.count
        if gone > 0 { state.matches.removeFirst(gone) }
        return state.matches.count
    }

    private func row(_ position: Int, _ state: inout State) -> Exchange? {
        guard let (whole, place) = state.index.row(position) else { return nil }
        if let whole { return whole }
        guard let place, let bytes = state.log?.line(at: place),
            case .entry(.exchange(let exchange))? = TraceLine(bytes[...].dropLast())
        else { return nil }
        return exchange
    }

    /// All that is listed, with the marks between, in one format.
    public func exported(as format: TraceFormat) -> TraceExport {
        var trace = Trace(program: program)
        let (positions, marks) = state.with { ($0.index.dropped..<$0.index.added, $0.marks) }
        var waiting = marks[...]
        var marksBefore: [TraceMark] = []
        for position in positions {
            while let next = waiting.first, next.position <= position {
                marksBefore.append(next.mark)
                waiting.removeFirst()
            }
            guard let exchange = state.with({ row(position, &$0) }) else { continue }
            for mark in marksBefore {
                var mark = mark
                mark.time = min(mark.time, exchange.time)
                trace.entries.append(.mark(mark))
            }
            marksBefore = []
            trace.entries.append(.exchange(exchange))
        }
        trace.entries += marksBefore.map { .mark($0) } + waiting.map { .mark($0.mark) }
        return trace.exported(as: format)
    }
}
