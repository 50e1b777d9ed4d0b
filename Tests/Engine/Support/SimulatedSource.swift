import Simulator
import Tags

@testable import Engine

/// Simulated readers as a source for the engine. Reports come from whoever changes a reader, before its change returns.
final class SimulatedSource: ReaderSource {
    let readers: [SimulatedReader]
    /// Called before each exchange with the reader's name and the number of exchanges so far; may block or change things.
    let beforeExchange: @Sendable (String, Int) -> Void
    private let stopped = Guarded(false)

    let isSimulated = true

    init(_ readers: [SimulatedReader], beforeExchange: @escaping @Sendable (String, Int) -> Void = { _, _ in }) {
        self.readers = readers
        self.beforeExchange = beforeExchange
    }

    func watch(_ report: @escaping @Sendable (SourceReport) -> Void) {
        let all: @Sendable () -> Void = { [readers] in
            report(SourceReport(service: .running, readers: readers.compactMap(Self.slot)))
        }
        for reader in readers { reader.observe(all) }
        all()
        stopped.wait { $0 ? () : nil }
    }

    func stop() { stopped.with { $0 = true } }

    func connect(to reader: String) throws(ChannelError) -> any CardChannel {
        guard let found = readers.first(where: { $0.name == reader }) else {
            throw .readerGone(code: PCSCCode.unknownReader)
        }
        let number = Guarded(0)
        return HookedChannel(try found.connect()) { [beforeExchange] in
            beforeExchange(
                reader,
                number.with {
                    $0 += 1
                    return $0
                })
        }
    }

    private static func slot(_ reader: SimulatedReader) -> SlotState? {
        let slot = reader.slot
        guard slot.plugged else { return nil }
        return SlotState(
            name: reader.name, present: slot.present, eventCount: slot.eventCount, mute: slot.mute,
            exclusive: slot.exclusive, atr: slot.atr)
    }
}

/// A channel that calls before each exchange.
final class HookedChannel: CardChannel {
    private let channel: any CardChannel
    private let hook: () -> Void

    init(_ channel: any CardChannel, _ hook: @escaping () -> Void) {
        self.channel = channel
        self.hook = hook
    }

    var atr: [UInt8] { channel.atr }
    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        hook()
        return try channel.transmit(apdu)
    }
    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] {
        hook()
        return try channel.control(code, data)
    }
    func reconnect(_ kind: ResetKind) throws(ChannelError) { try channel.reconnect(kind) }
    func beginTransaction() throws(ChannelError) { try channel.beginTransaction() }
    func endTransaction() { channel.endTransaction() }
    func disconnect(reset: Bool) { channel.disconnect(reset: reset) }
}

extension Engine.Options {
    /// Pauses take no time, and nothing is told because a machine is slow.
    static var forTest: Engine.Options {
        var options = Engine.Options()
        options.pause = { _ in }
        options.retryMilliseconds = 1
        options.patienceMilliseconds = .max
        return options
    }
}

extension Engine {
    /// An engine for a test: pauses take no time, and a reader in other hands is asked again at once.
    static func forTest(_ sources: [any ReaderSource], autoRead: Bool = true) -> Engine {
        var options = Options.forTest
        options.autoRead = autoRead
        return Engine(sources: sources, options: options)
    }

    /// All events of the work that was going on.
    func settle() -> [EngineEvent] {
        waitUntilIdle()
        return events.drain()
    }
}

extension [EngineEvent] {
    /// The events but exchanges, readers and progress, in short words.
    var story: [String] {
        compactMap { event in
            switch event {
            case .tagArrived(_, .success(let identity)): "arrived \(identity.chipName)"
            case .tagArrived(_, .failure(let error)): "arrived \(error.jsonKind)"
            case .tagLeft: "left"
            case .started: "started"
            case .ended(_, _, .read): "read"
            case .ended(_, _, .failed(let error, _, _)): "failed \(error.jsonKind)"
            case .ended(_, _, .changed(let change, _)): "changed \(change.result.rawValue)"
            case .ended(_, _, .changeFailed(let error, _, _)): "change failed \(error.jsonKind)"
            case .ended(_, _, .answered(let answer, _)): answer.refused ? "refused" : "answered"
            case .ended(_, _, .consoleClosed): "console closed"
            case .interrupted(_, let entry): "interrupted \(entry.kind.rawValue)"
            case .readers, .progressed, .exchange, .bench, .ended: nil
            }
        }
    }

    /// The report and cost of the last reading.
    var lastReading: (report: TagReport, cost: Cost)? {
        for event in reversed() { if case .ended(_, _, .read(let report, let cost)) = event { return (report, cost) } }
        return nil
    }

    /// The last failure.
    var lastFailure: (error: EngineError, partial: TagReport?)? {
        for event in reversed() {
            if case .ended(_, _, .failed(let error, let partial, _)) = event { return (error, partial) }
        }
        return nil
    }

    /// The last word on readers.
    var lastReaders: ReadersState? {
        for event in reversed() { if case .readers(let state) = event { return state } }
        return nil
    }

    /// The exchanges.
    var exchanges: [Exchange] {
        compactMap { event in if case .exchange(let exchange) = event { exchange } else { nil } }
    }
}
