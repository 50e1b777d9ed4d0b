import Tags

/// A connection to the card in a PC/SC reader, with a context of its own: what goes wrong with one reader leaves the
/// others alone.
final class PCSCChannel: CardChannel {
    private let layer: any PCSCLayer
    private var card: PCSCCard
    private var open = true
    private(set) var atr: [UInt8]

    /// Connects (`SCardConnect`, shared).
    init(layer: any PCSCLayer, reader: String) throws(ChannelError) {
        self.layer = layer
        do { card = try layer.connect(reader: reader) } catch { throw ChannelError(pcsc: error.code) }
        // The connection is good for work without it; the status report gave the ATR before.
        atr = (try? layer.answerToReset(card)) ?? []
    }

    deinit { disconnect(reset: false) }

    func transmit(_ apdu: [UInt8]) throws(ChannelError) -> [UInt8] {
        do { return try layer.transmit(card, apdu) } catch { throw ChannelError(pcsc: error.code) }
    }

    func control(_ code: UInt32, _ data: [UInt8]) throws(ChannelError) -> [UInt8] {
        do { return try layer.control(card, code, data) } catch { throw ChannelError(pcsc: error.code, control: true) }
    }

    func reconnect(_ kind: ResetKind) throws(ChannelError) {
        do {
            card = try layer.reconnect(card, kind == .reset ? .reset : .unpower)
        } catch {
            throw ChannelError(pcsc: error.code)
        }
    }

    func beginTransaction() throws(ChannelError) {
        do { try layer.beginTransaction(card) } catch { throw ChannelError(pcsc: error.code) }
    }

    func endTransaction() { if open { layer.endTransaction(card) } }

    func disconnect(reset: Bool) {
        guard open else { return }
        open = false
        // A card that is gone needs no reset.
        if reset { _ = try? layer.reconnect(card, .reset) }
        layer.release(card.context)
    }
}
