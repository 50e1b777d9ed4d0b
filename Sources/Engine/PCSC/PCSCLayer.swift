/// The calls of PC/SC that we use, one to one, in Swift's words.
///
/// `SystemPCSC` makes them on pcsc-lite; a test plays them from a script. Contexts and cards are bare handles. Calls block;
/// only `cancel` may be made on a context while another thread is in a call on it.
///
/// There is no `SCardDisconnect`: in pcsc-lite 1.9.9 it walks through the contexts of all threads without their lock, and
/// ends the program where another thread releases its own meanwhile. A context with its card is released whole instead,
/// which pcscd takes for the same: outside a transaction it leaves the card as it is.
protocol PCSCLayer: Sendable {
    /// `SCardEstablishContext`
    func establishContext() throws(PCSCFailure) -> PCSCContext
    /// `SCardReleaseContext`
    func release(_ context: PCSCContext)
    /// `SCardListReaders`; no readers is an empty list, not an error.
    func listReaders(_ context: PCSCContext) throws(PCSCFailure) -> [String]
    /// `SCardGetStatusChange`
    /// - Parameters:
    ///   - milliseconds: How long to wait at most; `nil` = for ever.
    ///   - readers: What is known of each reader; `event` is filled in the answer.
    func statusChange(_ context: PCSCContext, milliseconds: UInt32?, _ readers: [PCSCReaderStatus])
        throws(PCSCFailure) -> [PCSCReaderStatus]
    /// `SCardCancel`
    func cancel(_ context: PCSCContext)
    /// `SCardEstablishContext` and `SCardConnect`, shared, with either protocol: each card has a context of its own, which
    /// goes with `release`. One caller at a time.
    func connect(reader: String) throws(PCSCFailure) -> PCSCCard
    /// `SCardReconnect`, shared.
    func reconnect(_ card: PCSCCard, _ kind: PCSCDisposition) throws(PCSCFailure) -> PCSCCard
    /// `SCardStatus`: the answer to reset.
    func answerToReset(_ card: PCSCCard) throws(PCSCFailure) -> [UInt8]
    /// `SCardTransmit`
    func transmit(_ card: PCSCCard, _ apdu: [UInt8]) throws(PCSCFailure) -> [UInt8]
    /// `SCardControl`
    func control(_ card: PCSCCard, _ code: UInt32, _ data: [UInt8]) throws(PCSCFailure) -> [UInt8]
    /// `SCardBeginTransaction`; waits while another program has one.
    func beginTransaction(_ card: PCSCCard) throws(PCSCFailure)
    /// `SCardEndTransaction`, the card left as it is.
    func endTransaction(_ card: PCSCCard)
}

/// `SCARDCONTEXT`
struct PCSCContext: Hashable, Sendable {
    var handle: Int
}

/// `SCARDHANDLE`, the context it lives in, and the protocol that was agreed upon (`SCARD_PROTOCOL_T0` = 1, `T1` = 2).
struct PCSCCard: Hashable, Sendable {
    var context: PCSCContext
    var handle: Int
    var cardProtocol: UInt32
}

/// A call failed: the code that PC/SC gave.
struct PCSCFailure: Error, Equatable, Sendable {
    var code: UInt32
    init(_ code: UInt32) { self.code = code }
}

/// What happens to the card: `SCARD_RESET_CARD`, `SCARD_UNPOWER_CARD`.
enum PCSCDisposition: Sendable {
    case reset
    case unpower
}

/// `SCARD_READERSTATE`
struct PCSCReaderStatus: Equatable, Sendable {
    var name: String
    /// `dwCurrentState`: flags in the lower 16 bits, the event counter in the upper.
    var current: UInt32 = 0
    /// `dwEventState`, likewise.
    var event: UInt32 = 0
    var atr: [UInt8] = []

    /// The pseudo-reader whose state changes when readers come or go.
    static let plugAndPlay = "\\\\?PnP?\\Notification"
}

/// The flags of `dwEventState` (pcsclite.h, `SCARD_STATE_...`).
enum PCSCState {
    static let changed: UInt32 = 0x0002
    static let unknown: UInt32 = 0x0004
    static let unavailable: UInt32 = 0x0008
    static let empty: UInt32 = 0x0010
    static let present: UInt32 = 0x0020
    static let exclusive: UInt32 = 0x0080
    static let inUse: UInt32 = 0x0100
    static let mute: UInt32 = 0x0200
    static let unpowered: UInt32 = 0x0400
}
