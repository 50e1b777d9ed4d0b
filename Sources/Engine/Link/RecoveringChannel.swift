import Tags

/// A channel that mends what can be mended: a card reset by another program, an answer damaged on its way.
///
/// Both need a reconnect; after it every authentication and every session is lost, which `epoch` tells.
final class RecoveringChannel: CardChannel {
    private let channel: any CardChannel
    /// Grows with every reconnect, wanted or not.
    private(set) var epoch = 0
    /// Runs before an APDU that is no native frame: the link ends its session.
    var beforeDirect: (() -> Void)?
    /// Answers that were fetched ahead; each is given once.
    private var prefetched: [[UInt8]: [UInt8]] = [:]

    /// How often one exchange is tried again.
    static let repeats = 2

    /// Mends `channel`.
    init(_ channel: any CardChannel) { self.channel = channel }

    var atr: [UInt8] { channel.atr }

    /// Sends an APDU that does not belong to the link; one for the reader (class FF) again after a reconnect where that may
    /// help. A command for the card is sent once: only who knows what it does, and what was selected, can send it again.
    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        if let answer = prefetched.removeValue(forKey: apdu) { return answer }
        beforeDirect?()
        guard apdu.first == 0xFF else { return try channel.transmit(apdu) }
        var left = Self.repeats
        while true {
            do {
                return try channel.transmit(apdu)
            } catch {
                try recover(from: error, left: &left)
            }
        }
    }

    /// Sends an APDU once and keeps the answer for whoever asks next.
    func prefetch(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        let answer = try transmit(apdu)
        prefetched[apdu] = answer
        return answer
    }

    /// Sends the link's own command, once.
    func send(_ command: [UInt8], by transport: Transport) throws(ChannelError) -> [UInt8] {
        switch transport {
        case .transmit: try channel.transmit(command)
        case .escape: try channel.control(Transport.escapeCode, command)
        }
    }

    /// Reconnects after an error that a reconnect can mend; throws the error again where it cannot or where none is `left`.
    func recover(from error: ChannelError, left: inout Int) throws(ChannelError) {
        switch error {
        case .cardReset, .communication: break
        default: throw error
        }
        guard left > 0 else { throw error }
        left -= 1
        try reconnect(.reset)
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] { try channel.control(code, data) }

    /// Connects anew. A tag that was there and cannot be powered any more, not even from cold, has been taken away: pcscd
    /// says so only at its next look, and until then calls it unresponsive or short of a protocol.
    func reconnect(_ kind: ResetKind) throws(ChannelError) {
        epoch += 1
        do {
            do {
                try channel.reconnect(kind)
            } catch .unresponsive where kind == .reset {
                try channel.reconnect(.unpower)
            }
        } catch .unresponsive(let code) {
            throw .cardRemoved(code: code)
        }
    }

    func beginTransaction() throws(ChannelError) {
        var left = Self.repeats
        while true {
            do {
                return try channel.beginTransaction()
            } catch {
                try recover(from: error, left: &left)
            }
        }
    }

    func endTransaction() { channel.endTransaction() }

    func disconnect(reset: Bool) { channel.disconnect(reset: reset) }
}
