/// What a link of an NTAG 424 DNA says, and whether it can be believed.
public struct SUNResult: Equatable, Sendable {
    /// What is to be thought of the MAC.
    public enum MAC: Equatable, Sendable {
        /// It holds: a tag with this key made this link.
        case valid
        /// It does not hold: another key, or somebody changed the link.
        case invalid
        /// The link has none.
        case missing
        /// There is one, and no key to check it with or nothing to make the key of.
        case unchecked
    }

    /// The UID; `nil` where it is not mirrored or could not be decrypted.
    public var uid: [UInt8]?
    /// The reading counter.
    public var counter: Int?
    /// What was encrypted, decrypted.
    public var fileData: [UInt8]?
    /// The state of the tamper loop: two letters, at the time of delivery and now.
    public var tamperState: String?
    /// The MAC.
    public var mac: MAC
    /// Where in the link the MAC's input begins; `nil` where nothing fitted.
    public var macInputStart: Int?
    /// Where in the link the MAC begins.
    public var macStart: Int?
    /// What is wrong, one sentence each without a full stop.
    public var problems: [String]
    /// PICCData, decrypted.
    public var piccData: [UInt8]?
    /// The vector that the session key for the MAC was made of.
    public var sessionVector: [UInt8]?
    /// The session key for the MAC, in LRP the master key; for who compares step by step. Not for display.
    public var sessionKey: [UInt8]?

    /// Nothing known yet.
    public init() {
        mac = .missing
        problems = []
    }

    /// The MAC holds.
    public var isGenuine: Bool { mac == .valid }
}
