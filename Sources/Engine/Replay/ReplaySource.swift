import Tags

/// A trace as a source of readers: the tags in it lie on readers of the recorded names and answer as they did.
///
/// Nothing goes to any real reader. What was not recorded fails with `ChannelError.notInTrace`. The first tag of each reader is there from
/// the start; the others can be put on in its place, as on the simulator's bench.
public final class ReplaySource: ReaderSource, TagBench {
    /// Recorded readers are not real.
    public let isSimulated = true

    /// The trace.
    public let trace: Trace
    /// The tags of the trace.
    public let recorded: [RecordedTag]
    private let names: [String]
    private let state: Guarded<State>

    private struct State {
        /// The tag on each reader, by its place in `recorded`.
        var present: [String: Int] = [:]
        var events: [String: UInt16] = [:]
        /// How far each tag's script is: it goes on over connections, and begins anew when the tag is put on again.
        var scripts: [Int: Guarded<ReplayScript>] = [:]
        var report: (@Sendable (SourceReport) -> Void)?
        var stopped = false
    }

    /// What a reader's name ends with, so that nobody takes it for the real one.
    public static let mark = " (replay)"

    /// A source of a trace's readers; `nil` where nothing was said to any tag in it.
    public init?(_ trace: Trace) {
        let tags = trace.tags
        guard !tags.isEmpty else { return nil }
        recorded = tags
        self.trace = trace
        var names: [String] = []
        var state = State()
        for (index, tag) in tags.enumerated() where !names.contains(tag.reader + Self.mark) {
            let name = tag.reader + Self.mark
            names.append(name)
            state.present[name] = index
            state.events[name] = 1
        }
        self.names = names
        self.state = Guarded(state)
    }

    /// Says what is there, and each change by `place` and `remove`.
    public func watch(_ report: @escaping @Sendable (SourceReport) -> Void) {
        state.with { $0.report = report }
        report(current)
        _ = state.wait { $0.stopped ? true : nil }
    }

    /// Ends `watch`.
    public func stop() {
        state.with { state in
            state.stopped = true
            state.report = nil
        }
    }

    /// Opens a channel to the recorded tag on a reader.
    public func connect(to reader: String) throws(ChannelError) -> any CardChannel {
        let found = state.with { state -> (Int, Guarded<ReplayScript>)? in
            guard let index = state.present[reader] else { return nil }
            let script = state.scripts[index] ?? Guarded(ReplayScript(recorded[index].exchanges))
            state.scripts[index] = script
            return (index, script)
        }
        guard let (index, script) = found else { throw .cardRemoved(code: PCSCCode.noSmartcard) }
        return ReplayChannel(atr: recorded[index].atr, script)
    }

    /// The profile that worked when the trace was recorded.
    public func recordedProfile(of reader: String) -> String? {
        recorded.first { $0.reader + Self.mark == reader }?.profile
    }

    private var current: SourceReport {
        let (present, events) = state.with { ($0.present, $0.events) }
        return SourceReport(
            service: .running,
            readers: names.map { name in
                let tag = present[name].map { recorded[$0] }
                return SlotState(
                    name: name, present: tag != nil, eventCount: events[name] ?? 0, atr: tag?.atr ?? [])
            })
    }

    // MARK: - The bench

    /// Every tag of the trace, in order.
    public var tags: [BenchTag] {
        let present = Set(state.with { Array($0.present.values) })
        return recorded.enumerated().map { index, tag in
            BenchTag(
                name: Self.name(index, tag), summary: "\(tag.exchanges.count) exchanges on \(tag.reader)",
                onReader: present.contains(index))
        }
    }

    /// Puts a recorded tag on its reader; its answers begin anew.
    public func place(_ name: String) -> Bool {
        guard let index = recorded.indices.first(where: { Self.name($0, recorded[$0]) == name }) else { return false }
        change(recorded[index].reader + Self.mark, to: index)
        return true
    }

    /// Takes the tag off the first reader.
    public func remove() { if let name = names.first { change(name, to: nil) } }

    /// A recorded tag leaves at once: how many frames a torn command had is not known.
    public func pull(afterFrames frames: Int) { remove() }

    private func change(_ reader: String, to tag: Int?) {
        let report = state.with { state in
            state.present[reader] = tag
            if let tag { state.scripts[tag] = nil }
            state.events[reader, default: 0] &+= 1
            return state.report
        }
        report?(current)
    }

    private static func name(_ index: Int, _ tag: RecordedTag) -> String { "\(index + 1) \(tag.words)" }
}

/// A connection to a recorded tag.
final class ReplayChannel: CardChannel {
    let atr: [UInt8]
    private let script: Guarded<ReplayScript>

    init(atr: [UInt8], _ script: Guarded<ReplayScript>) {
        self.atr = atr
        self.script = script
    }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] { try answer(apdu, code: nil) }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] { try answer(data, code: code) }

    private func answer(_ command: [UInt8], code: UInt32?) throws(ChannelError) -> [UInt8] {
        try script.with { script throws(ChannelError) in try script.answer(command, code: code) }
    }

    func reconnect(_ kind: ResetKind) throws(ChannelError) {
        try script.with { script throws(ChannelError) in try script.reconnect() }
    }

    func beginTransaction() throws(ChannelError) {}

    func endTransaction() {}
}
