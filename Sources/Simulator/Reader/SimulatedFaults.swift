/// What goes wrong on purpose at a reader.
///
/// Counted faults happen once and are then gone; frames are counted on air, exchanges at the PC/SC interface, both from 1
/// for the next one.
public struct SimulatedFaults: Equatable, Sendable {
    /// What happens to the data of an answer.
    public enum Damage: Equatable, Sendable {
        /// One bit is wrong.
        case corrupted
        /// Some bytes come twice, as observed with ACR1252U.
        case duplicated
        /// Bytes at the end are missing.
        case shortened
    }
    /// The tag refuses this frame (NAK) though it is good; an ISO-DEP card does not hear it, and is asked again.
    public var refusedFrame: Int?
    /// The tag obeys this frame, but its answer is lost; an ISO-DEP card is asked for it again.
    public var unansweredFrame: Int?
    /// The card obeys this exchange, but its answer never reaches the host.
    public var unansweredExchange: Int?
    /// This exchange fails on its way: the card does not hear of it, and the answer is `replacement`.
    public var replacedExchange: Int?
    /// What the host gets for the exchange that is replaced.
    public var replacement: [UInt8] = [0x6F, 0x00]
    /// The answer of this exchange is damaged.
    public var damagedExchange: Int?
    /// Every so many exchanges one is damaged; 0 = none.
    public var damagedEvery = 0
    /// How.
    public var damage: Damage = .duplicated
    /// The card in the slot does not answer at all.
    public var mute = false
    /// Another program holds the reader.
    public var sharingViolation = false
    /// The driver passes no reader commands on (escape commands off).
    public var escapesRefused = false
    /// Microseconds that every exchange takes longer.
    public var delay = 0

    /// No faults.
    public init() {}
}
