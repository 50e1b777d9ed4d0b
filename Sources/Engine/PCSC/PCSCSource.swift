import Tags

/// The readers of pcscd.
///
/// One thread sits in `SCardGetStatusChange` without a timeout, woken by readers, tags and `SCardCancel`. A service that is
/// not there, goes away or refuses us is a report like any other: the context is thrown away (pcsc-lite's stays dead after a
/// restart, whatever `SCardIsValidContext` says) and a new one made when the service is worth asking again.
public final class PCSCSource: ReaderSource {
    private let layer: any PCSCLayer
    private let service: any ServiceWatch
    private let diagnosis: @Sendable (ServiceState, [String]) -> [String]
    private let watching = Guarded(Watching())

    private struct Watching {
        var stopping = false
        var context: PCSCContext?
    }

    /// How a visit to the service ended.
    private enum End {
        case stopped
        case service(ServiceState)
    }

    /// The readers of the pcscd of this machine.
    public convenience init() {
        let diagnosis = Diagnosis()
        self.init(layer: SystemPCSC(), service: SocketWatch()) { diagnosis.advice(service: $0, readers: $1) }
    }

    init(
        layer: any PCSCLayer, service: any ServiceWatch,
        diagnosis: @escaping @Sendable (ServiceState, [String]) -> [String] = { _, _ in [] }
    ) {
        self.layer = layer
        self.service = service
        self.diagnosis = diagnosis
    }

    /// Watches until `stop`; see `ReaderSource`.
    public func watch(_ report: @escaping @Sendable (SourceReport) -> Void) {
        while !stopping {
            guard case .service(let state) = visit(report) else { break }
            report(SourceReport(service: state, readers: [], advice: diagnosis(state, [])))
            if !service.wait() { break }
        }
    }

    /// Ends `watch`. A cancel that comes just before the call it is meant for is lost, so it is repeated until the call ended.
    public func stop() {
        watching.with { $0.stopping = true }
        service.stop()
        while let context = watching.with({ $0.context }) {
            layer.cancel(context)
            let left: Void? = watching.wait(milliseconds: 20) { $0.context == context ? nil : () }
            if left != nil { break }
        }
    }

    /// Opens a channel; see `ReaderSource`.
    public func connect(to reader: String) throws(ChannelError) -> any CardChannel {
        try PCSCChannel(layer: layer, reader: reader)
    }

    private var stopping: Bool { watching.with { $0.stopping } }

    /// One context's whole life.
    private func visit(_ report: @Sendable (SourceReport) -> Void) -> End {
        let context: PCSCContext
        do {
            context = try layer.establishContext()
        } catch {
            return .service(Self.state(for: error))
        }
        watching.with { $0.context = context }
        defer {
            watching.with { $0.context = nil }
            layer.release(context)
        }
        do {
            try follow(context, report)
            return .stopped
        } catch {
            return stopping ? .stopped : .service(Self.state(for: error))
        }
    }

    /// Reports every change until the service fails or `stop`.
    private func follow(_ context: PCSCContext, _ report: @Sendable (SourceReport) -> Void) throws(PCSCFailure) {
        var known: [PCSCReaderStatus] = []
        var present: [String: Bool] = [:]
        var last: SourceReport?
        var futile = 0
        while !stopping {
            let names = try layer.listReaders(context)
            known = Self.merge(names: names, into: known)
            // A look at readers not seen before does not wait.
            let fresh = known.contains { $0.current == 0 } || last == nil
            do {
                known = try look(context, at: known, wait: !fresh)
            } catch  where Self.listChanged.contains(error.code) {
                // A reader came or went between the two calls: list again, but never for ever.
                known = []
                futile += 1
                if futile > Self.futileLimit { throw error }
                continue
            }
            present = Dictionary(
                known.map { ($0.name, Self.isPresent($0.current, before: present[$0.name] ?? false)) },
                uniquingKeysWith: { first, _ in first })
            let slots = known.filter { $0.current & Self.gone == 0 }
                .map { Self.slot($0, present: present[$0.name] ?? false) }
            let now = SourceReport(
                service: .running, readers: slots, advice: diagnosis(.running, slots.map(\.name)))
            futile = now == last && fresh ? futile + 1 : 0
            if futile > Self.futileLimit { throw PCSCFailure(PCSCCode.readerUnavailable) }
            if now != last { report(now) }
            last = now
        }
    }

    /// One `SCardGetStatusChange`; the answer's flags become what is known.
    private func look(_ context: PCSCContext, at known: [PCSCReaderStatus], wait: Bool)
        throws(PCSCFailure) -> [PCSCReaderStatus]
    {
        do {
            return try layer.statusChange(
                context, milliseconds: wait ? nil : 0, known + [Self.plugAndPlay(readers: known.count)]
            )
            .filter { $0.name != PCSCReaderStatus.plugAndPlay }
            .map { status in
                var status = status
                if status.event != 0 { status.current = status.event & ~PCSCState.changed }
                return status
            }
        } catch  where error.code == PCSCCode.timeout || error.code == PCSCCode.cancelled {
            return known
        }
    }

    private static let gone = PCSCState.unknown | PCSCState.unavailable
    private static let listChanged = [
        PCSCCode.unknownReader, PCSCCode.noReadersAvailable, PCSCCode.readerUnavailable,
    ]
    /// Looks without news in a row, after which the service is taken to be out of order.
    private static let futileLimit = 16

    /// Keeps what is known of the readers that are still there, in the service's order, each name once.
    ///
    /// pcsc-lite takes at most 16 readers a call; the pseudo-reader is one of them.
    private static func merge(names: [String], into known: [PCSCReaderStatus]) -> [PCSCReaderStatus] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.prefix(15).map { name in
            known.first { $0.name == name && $0.current & gone == 0 }
                ?? PCSCReaderStatus(name: name)
        }
    }

    /// The pseudo-reader, told how many readers we know of.
    private static func plugAndPlay(readers: Int) -> PCSCReaderStatus {
        PCSCReaderStatus(name: PCSCReaderStatus.plugAndPlay, current: UInt32(truncatingIfNeeded: readers) << 16)
    }

    /// Only EMPTY proves that a tag is gone: some drivers drop PRESENT for a moment.
    private static func isPresent(_ flags: UInt32, before: Bool) -> Bool {
        if flags & PCSCState.empty != 0 { return false }
        return flags & PCSCState.present != 0 || before
    }

    /// A slot as the engine sees it.
    private static func slot(_ status: PCSCReaderStatus, present: Bool) -> SlotState {
        SlotState(
            name: status.name, present: present, eventCount: UInt16(truncatingIfNeeded: status.current >> 16),
            mute: status.current & PCSCState.mute != 0, exclusive: status.current & PCSCState.exclusive != 0,
            atr: present ? status.atr : [])
    }

    private static func state(for failure: PCSCFailure) -> ServiceState {
        failure.code == PCSCCode.securityViolation ? .notAuthorized : .unreachable
    }
}
