import Tags

/// A channel that counts what goes over it, tells every exchange, and stops where it is told to.
final class TracingChannel: CardChannel {
    private let channel: any CardChannel
    private let reader: String
    private let emit: (Exchange) -> Void
    private let nextNumber: () -> UInt64
    private let started = Clock.monotonicMicroseconds
    private var exchanges = 0
    private var reconnects = 0

    /// Asked before each exchange.
    var gate: () -> ChannelError?
    /// Knows the frames inside commands; `nil` until a link is there.
    var profile: (any ReaderProfile)?
    /// False while leaving: what has to be said then is said even when the work was cancelled.
    var isGated = true
    /// Tells which pages are secret; `nil` until the chip is known.
    var chip: Type2Chip?
    /// The frame of the next command is secret as a whole: bytes for a page that holds a password or key.
    var hidesCommand = false
    /// The last exchange, as it was told.
    private(set) var last: Exchange?

    /// Traces `channel`.
    /// - Parameters:
    ///   - reader: Named in every exchange.
    ///   - gate: Asked before each exchange; an error is thrown in its stead.
    ///   - nextNumber: Numbers exchanges over the session.
    ///   - emit: Takes each exchange, its secrets masked.
    init(
        _ channel: any CardChannel, reader: String, gate: @escaping () -> ChannelError?,
        nextNumber: @escaping () -> UInt64, emit: @escaping (Exchange) -> Void
    ) {
        self.channel = channel
        self.reader = reader
        self.gate = gate
        self.nextNumber = nextNumber
        self.emit = emit
    }

    /// What it has cost so far.
    var cost: Cost {
        let microseconds = Clock.monotonicMicroseconds &- started
        return Cost(exchanges: exchanges, reconnects: reconnects, milliseconds: Double(microseconds) / 1000)
    }

    var atr: [UInt8] { channel.atr }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        try traced(.transmit, apdu) { () throws(ChannelError) in try channel.transmit(apdu) }
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] {
        try traced(.control(code: code), data) { () throws(ChannelError) in try channel.control(code, data) }
    }

    func reconnect(_ kind: ResetKind) throws(ChannelError) {
        _ = try traced(.reconnect, []) { () throws(ChannelError) in
            try channel.reconnect(kind)
            return []
        }
    }

    func beginTransaction() throws(ChannelError) { try channel.beginTransaction() }

    func endTransaction() { channel.endTransaction() }

    func disconnect(reset: Bool) { channel.disconnect(reset: reset) }

    private func traced(
        _ kind: Exchange.Kind, _ command: [UInt8], _ call: () throws(ChannelError) -> [UInt8]
    ) throws(ChannelError) -> [UInt8] {
        if isGated, let error = gate() { throw error }
        if kind == .reconnect { reconnects += 1 } else { exchanges += 1 }
        let time = Clock.microsecondsSince1970
        let start = Clock.monotonicMicroseconds
        let result: Result<[UInt8], ChannelError>
        do { result = .success(try call()) } catch { result = .failure(error) }
        var words = ExchangeWords(kind: kind, command: command, result: result, profile: profile, chip: chip)
        words.hidesCommand = hidesCommand
        let exchange = words.exchange(
            number: nextNumber(), reader: reader, time: time, duration: Clock.monotonicMicroseconds &- start)
        last = exchange
        emit(exchange)
        return try result.get()
    }
}
