/// Secure Dynamic Messaging of the NDEF file: what the chip puts into the link when it is read, and where.
///
/// Offsets count bytes from the start of the file (0 is the first byte of NLEN). Source: NT4H2421Gx data sheet, 9.3 and table 69.
public struct SDMSettings: Equatable, Sendable {
    /// The UID is mirrored, in plain or within PICCData.
    public var mirrorsUID: Bool
    /// The reading counter is mirrored, in plain or within PICCData.
    public var mirrorsCounter: Bool
    /// The plaintext of the encrypted part comes from the file.
    public var encryptsFileData: Bool
    /// The state of the tamper loop is mirrored (TagTamper only).
    public var mirrorsTamperStatus: Bool
    /// Mirrors are ASCII; the chip takes nothing else.
    public var isASCII: Bool
    /// Bits 1 and 2, which are reserved, as they were read.
    public var reservedOptions: UInt8
    /// Whose key encrypts UID and counter; free: they are in plain; never: neither is mirrored.
    public var metaRead: AccessCondition
    /// Whose key makes MAC and encryption; never: there is neither.
    public var fileRead: AccessCondition
    /// Who may ask for the reading counter.
    public var counterRead: AccessCondition
    /// The reserved nibble of the rights: F.
    public var reservedRight: UInt8

    /// Where the UID begins, 14 characters.
    public var uidOffset: Int?
    /// Where the counter begins, 6 characters; the chip takes FFFFFFh for no mirror.
    public var counterOffset: Int?
    /// Where PICCData begins, 32 characters, or 48 in LRP.
    public var piccOffset: Int?
    /// Where the two characters of the tamper state begin.
    public var tamperOffset: Int?
    /// Where the bytes begin that the MAC is computed over.
    public var macInputOffset: Int?
    /// Where the encrypted part begins.
    public var encryptionOffset: Int?
    /// Its characters; the first half of them is the plaintext in the file.
    public var encryptionLength: Int?
    /// Where the MAC begins, 16 characters.
    public var macOffset: Int?
    /// The counter's last value: readings beyond are refused.
    public var counterLimit: Int?

    /// Nothing mirrored yet.
    public init(
        metaRead: AccessCondition = .never, fileRead: AccessCondition = .never, counterRead: AccessCondition = .never
    ) {
        mirrorsUID = false
        mirrorsCounter = false
        encryptsFileData = false
        mirrorsTamperStatus = false
        isASCII = true
        reservedOptions = 0
        self.metaRead = metaRead
        self.fileRead = fileRead
        self.counterRead = counterRead
        reservedRight = 0x0F
    }

    /// The characters of each mirror.
    public enum Length {
        /// The UID in hex.
        public static let uid = 14
        /// The counter in hex, most significant byte first.
        public static let counter = 6
        /// The MAC in hex.
        public static let mac = 16
        /// The tamper state: two letters.
        public static let tamper = 2
        /// Encrypted data come in multiples of this.
        public static let encryptionStep = 32

        /// PICCData in hex: one block, in LRP with 8 random bytes before it.
        public static func picc(_ suite: SecureSession.Suite) -> Int { suite == .lrp ? 48 : 32 }
    }

    /// What a mirror shows.
    public enum Mirror: String, Equatable, Hashable, Sendable, CaseIterable {
        case uid
        case counter
        case picc
        case tamper
        case encryption
        case mac

        /// What it is called in sentences.
        public var name: String {
            switch self {
            case .uid: "UID"
            case .counter: "counter"
            case .picc: "PICCData"
            case .tamper: "tamper state"
            case .encryption: "encrypted data"
            case .mac: "MAC"
            }
        }
    }

    /// Where each mirror is in the file.
    public func places(_ suite: SecureSession.Suite) -> [(mirror: Mirror, bytes: Range<Int>)] {
        func place(_ mirror: Mirror, _ offset: Int?, _ length: Int) -> (mirror: Mirror, bytes: Range<Int>)? {
            offset.map { start in
                let start = min(max(-1, start), 0xFF_FFFF)
                return (mirror, start..<start + min(max(0, length), 0xFF_FFFF))
            }
        }
        return [
            place(.uid, uidOffset, Length.uid), place(.counter, counterOffset, Length.counter),
            place(.picc, piccOffset, Length.picc(suite)), place(.tamper, tamperOffset, Length.tamper),
            place(.encryption, encryptionOffset, encryptionLength ?? 0), place(.mac, macOffset, Length.mac),
        ].compactMap { $0 }
    }
}
