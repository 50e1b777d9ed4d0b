/// What kind of reader a `SimulatedReader` plays: its name, what passes native frames, its limits and its cost.
public struct SimulatedProfile: Equatable, Sendable {
    /// Ways to the tag beyond FF CA, FF B0 and FF D6.
    public struct Passage: OptionSet, Equatable, Sendable {
        /// The set as bits.
        public let rawValue: UInt8
        /// A set of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// FF 00 00 00 with PN532 commands (ACR122U API V2.04).
        public static let pn532 = Passage(rawValue: 1)
        /// FF 00 00 00 with the tag's own commands (the makers' manuals).
        public static let direct = Passage(rawValue: 2)
        /// FF C2: transparent session of PC/SC part 3 (ACM1252U-Y3 reference manual).
        public static let transparentSession = Passage(rawValue: 4)
    }

    /// The word the command line and JSON use.
    public var name: String
    /// The name a PC/SC reader of this kind has.
    public var readerName: String
    /// How native frames pass.
    public var passage: Passage
    /// The longest answer in bytes, reader's own bytes and status word included.
    public var maximumAnswer: Int
    /// The longest frame the reader takes from the tag, CRC included; some have 64 bytes.
    public var maximumFrame = 512
    /// The longest command to an ISO-DEP card; 261 bytes where the reader works with short lengths only (CCID).
    public var maximumCommand = 65_544
    /// The longest answer of an ISO-DEP card, status word included.
    public var maximumCardAnswer = 65_538
    /// The code of the longest frame the reader announces in RATS: 5 = 64 bytes, 8 = 256.
    public var frameSizeCode: UInt8 = 8
    /// FF CA 01 00 gives the whole ATS (ACS), else its historical bytes (Microsoft's specification).
    public var givesWholeATS = false
    /// The ATR holds the whole ATS in place of its historical bytes, as an old manual of the ACR122U shows it.
    public var putsWholeATSInATR = false
    /// Microseconds one exchange costs beside the time on air (measured on an ACR122U, assumed for the others).
    public var hostMicroseconds: Int
    /// The card name (NN of the ATR) of an Ultralight C is its own, 003Ah; others give 0003h for it.
    public var namesUltralightC: Bool

    /// A profile of these parts.
    public init(
        name: String, readerName: String, passage: Passage, maximumAnswer: Int, hostMicroseconds: Int,
        namesUltralightC: Bool
    ) {
        self.name = name
        self.readerName = readerName
        self.passage = passage
        self.maximumAnswer = maximumAnswer
        self.hostMicroseconds = hostMicroseconds
        self.namesUltralightC = namesUltralightC
    }

    /// ACR122U: a PN532 behind direct transmit. 20 ms an exchange was measured on a real one.
    ///
    /// It announces frames of 64 bytes, and the driver carries 271 bytes of which 10 are its own.
    public static let acr122 = SimulatedProfile(
        name: "acr122", readerName: "ACS ACR122U PICC Interface", passage: .pn532, maximumAnswer: 255,
        hostMicroseconds: 20_000, namesUltralightC: false
    ).with {
        $0.maximumCommand = 261
        $0.maximumCardAnswer = 261
        $0.frameSizeCode = 5
        $0.givesWholeATS = true
    }
    /// ACR1252U. The cost of an exchange is an assumption here and below: nobody published one.
    public static let acr1252 = SimulatedProfile(
        name: "acr1252", readerName: "ACS ACR1252 1S CL Reader [ACR1252 Reader PICC]",
        passage: [.direct, .transparentSession],
        maximumAnswer: 258, hostMicroseconds: 10_000, namesUltralightC: true
    ).with { $0.givesWholeATS = true }
    /// ACR1552U.
    public static let acr1552 = SimulatedProfile(
        name: "acr1552", readerName: "ACS ACR1552 1S CL Reader [ACR1552 Reader PICC]",
        passage: [.direct, .transparentSession],
        maximumAnswer: 258, hostMicroseconds: 10_000, namesUltralightC: true
    ).with { $0.givesWholeATS = true }
    /// A reader with nothing but the transparent session.
    public static let part3 = SimulatedProfile(
        name: "part3", readerName: "SONY FeliCa RC-S300/P", passage: .transparentSession, maximumAnswer: 258,
        hostMicroseconds: 10_000, namesUltralightC: false)
    /// A reader that knows storage-card APDUs only.
    public static let storage = SimulatedProfile(
        name: "storage", readerName: "HID Global OMNIKEY 5022 Smart Card Reader", passage: [], maximumAnswer: 258,
        hostMicroseconds: 10_000, namesUltralightC: true)

    /// A profile that differs in what `change` sets.
    public func with(_ change: (inout SimulatedProfile) -> Void) -> SimulatedProfile {
        var profile = self
        change(&profile)
        return profile
    }

    /// All of them.
    public static let all = [acr122, acr1252, acr1552, part3, storage]

    /// The profile of this name, or `nil`.
    public static func named(_ name: String) -> SimulatedProfile? { all.first { $0.name == name } }
}
