/// A Type 2 chip as data: its memory map, roles of pages, lock and configuration bits, and what it can do.
///
/// Drivers, screens, the write guard and the simulator all read this table; a new chip is one new table
/// (`Type2Chip+NTAG21x.swift` and its neighbours). Pages are absolute: page 256 is page 0 of sector 1.
public struct Type2Chip: Equatable, Sendable {
    /// The name that JSON and screens use, such as `NTAG213`.
    public var name: String
    /// The answers to GET_VERSION that mean this chip, 8 bytes each; the last byte (protocol) is not compared.
    /// Empty for a chip without GET_VERSION.
    public var versions: [[UInt8]]
    /// The number of pages, all sectors together.
    public var pageCount: Int
    /// The pages for data.
    public var userPages: ClosedRange<Int>
    /// Page 3 as delivered; `nil` where no source says.
    public var factoryPage3: [UInt8]?
    /// The first bytes of user memory as delivered, the rest is 00; `nil` where no source says.
    public var factoryUser: [UInt8]?
    /// The lock bits beyond page 2, `nil` where there are none.
    public var dynamicLock: DynamicLock?
    /// The configuration pages, `nil` where there are none.
    public var configuration: Configuration?
    /// How a user proves a right to protected pages.
    public var authentication: Authentication
    /// The commands the chip knows beyond READ, WRITE and COMPATIBILITY_WRITE.
    public var commands: Commands
    /// The counters.
    public var counters: Counters
    /// The curve of its originality signature, `nil` where it has none.
    public var signatureCurve: SignatureCurve?
    /// The page that holds a 16-bit one-way counter (UL-C, NTAG203), `nil` where there is none.
    public var counterPage: Int?
    /// Pages that exist in the address space but cannot be read (keys), beside PWD and PACK.
    public var unreadablePages: ClosedRange<Int>?
    /// Pages with a purpose of their own that no field above names.
    public var specialPages: [SpecialPage]
    /// When a lock bit that was just set begins to act.
    public var lockTakesEffect: EffectTime
    /// Ranges between the pages that hold no memory, or registers that are better left alone.
    public var absentPages: [ClosedRange<Int>]
    /// How it keeps its serial number.
    public var serialLayout: SerialLayout
    /// One sentence on what is not known or unusual about the chip, `nil` where nothing is.
    public var remark: String?

    /// A lock byte group outside page 2.
    public struct DynamicLock: Equatable, Sendable {
        /// The page that holds the lock bytes.
        public var page: Int
        /// Byte 3 reads this constant (BDh), `nil` where it is free.
        public var constantByte3: UInt8?
        /// One entry a defined bit.
        public var bits: [LockBit]
        /// A group of these parts.
        public init(page: Int, constantByte3: UInt8?, bits: [LockBit]) {
            self.page = page
            self.constantByte3 = constantByte3
            self.bits = bits
        }
    }

    /// One lock or block-lock bit.
    public struct LockBit: Equatable, Sendable {
        /// What the bit does.
        public enum Kind: Equatable, Sendable {
            /// Closes the pages for writing.
            case locks
            /// Freezes the lock bits of the pages.
            case freezes
        }
        /// The byte within the lock page, 0-3.
        public var byte: Int
        /// The bit within the byte, 0 = least significant.
        public var bit: Int
        /// What it does.
        public var kind: Kind
        /// The pages concerned.
        public var pages: ClosedRange<Int>
        /// A bit of these parts.
        public init(byte: Int, bit: Int, kind: Kind, pages: ClosedRange<Int>) {
            self.byte = byte
            self.bit = bit
            self.kind = kind
            self.pages = pages
        }
    }

    /// Where the configuration is.
    public struct Configuration: Equatable, Sendable {
        /// How CFG0 and the page after it are laid out.
        public enum Layout: Equatable, Sendable {
            /// NTAG213/215/216 and F: MIRROR, RFUI, MIRROR_PAGE, AUTH0; ACCESS with counter bits.
            case ntag21x
            /// NTAG213TT: as above, MIRROR bits 7-5 and 4-3, tag tamper bits in byte 1.
            case ntag213TT
            /// NTAG210/212: UID mirror only, no counter.
            case ntag210
            /// UL EV1: MOD, RFUI, RFUI, AUTH0; ACCESS without counter bits, VCTID.
            case ultralightEV1
            /// UL-C: AUTH0 and AUTH1 in pages of their own.
            case ultralightC
            /// UL AES.
            case ultralightAES
            /// NTAG I2C: NC, LD, SM, WDT; no password.
            case ntagI2C
            /// NTAG I2C plus: AUTH0 page, ACCESS page, PWD, PACK, PT_I2C, then registers.
            case ntagI2CPlus
        }
        /// The layout.
        public var layout: Layout
        /// The first configuration page (CFG0; AUTH0 on UL-C).
        public var cfg0: Int
        /// The second (CFG1; AUTH1 on UL-C).
        public var cfg1: Int
        /// The password's page, `nil` where there is none.
        public var password: Int?
        /// The PACK's page, `nil` where there is none.
        public var pack: Int?
        /// CFG0 as delivered.
        public var factoryCFG0: [UInt8]
        /// CFG1 as delivered.
        public var factoryCFG1: [UInt8]
        /// Settings that this chip has beyond those of its layout.
        public var extraFields: [ConfigurationField] = []
        /// A place of these parts.
        public init(
            layout: Layout, cfg0: Int, cfg1: Int, password: Int?, pack: Int?, factoryCFG0: [UInt8],
            factoryCFG1: [UInt8]
        ) {
            self.layout = layout
            self.cfg0 = cfg0
            self.cfg1 = cfg1
            self.password = password
            self.pack = pack
            self.factoryCFG0 = factoryCFG0
            self.factoryCFG1 = factoryCFG1
        }
    }

    /// How a user proves a right.
    public enum Authentication: Equatable, Sendable {
        case none
        /// PWD_AUTH with a 4-byte password.
        case password
        /// UL-C: two-key 3DES.
        case tripleDES
        /// UL AES.
        case aes
    }

    /// The commands a chip may know.
    public struct Commands: OptionSet, Equatable, Sendable {
        /// The set as bits.
        public let rawValue: UInt16
        /// A set of these bits.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// 60h
        public static let getVersion = Commands(rawValue: 1 << 0)
        /// 3Ah
        public static let fastRead = Commands(rawValue: 1 << 1)
        /// 3Ch
        public static let readSignature = Commands(rawValue: 1 << 2)
        /// 39h
        public static let readCounter = Commands(rawValue: 1 << 3)
        /// A5h
        public static let incrementCounter = Commands(rawValue: 1 << 4)
        /// 3Eh
        public static let checkTearing = Commands(rawValue: 1 << 5)
        /// 1Bh
        public static let passwordAuth = Commands(rawValue: 1 << 6)
        /// 1Ah
        public static let authenticate = Commands(rawValue: 1 << 7)
        /// 4Bh
        public static let vcsl = Commands(rawValue: 1 << 8)
        /// C2h
        public static let sectorSelect = Commands(rawValue: 1 << 9)
        /// A4h
        public static let readTagTamper = Commands(rawValue: 1 << 10)
    }

    /// The counters a chip may have.
    public enum Counters: Equatable, Sendable {
        case none
        /// NTAG21x: one 24-bit counter at address 02, counted by the chip at the first READ after power-up.
        case nfc
        /// UL EV1, UL AES: three 24-bit counters at 00-02, counted by command.
        case three
    }

    /// The curves of originality signatures.
    public enum SignatureCurve: String, Equatable, Sendable {
        case secp128r1
        case secp192r1
        case secp224r1
        /// The bytes of a signature (r and s).
        public var signatureLength: Int {
            switch self {
            case .secp128r1: 32
            case .secp192r1: 48
            case .secp224r1: 56
            }
        }
    }

    /// A page with a purpose of its own.
    public struct SpecialPage: Equatable, Sendable {
        /// The pages.
        public var pages: ClosedRange<Int>
        /// The purpose.
        public var kind: MemoryRegion.Kind
        /// A few words.
        public var label: String
        /// A page of these parts.
        public init(pages: ClosedRange<Int>, kind: MemoryRegion.Kind, label: String) {
            self.pages = pages
            self.kind = kind
            self.label = label
        }
    }

    /// When a changed bit begins to act.
    public enum EffectTime: Equatable, Sendable {
        case atOnce
        /// After the next REQA or WUPA.
        case nextActivation
        /// After the next power-up.
        case nextPowerUp
    }

    /// A chip of these parts; what is left out does not exist on it.
    public init(
        name: String, versions: [[UInt8]] = [], pageCount: Int, userPages: ClosedRange<Int>,
        factoryPage3: [UInt8]? = nil, factoryUser: [UInt8]? = nil, dynamicLock: DynamicLock? = nil,
        configuration: Configuration? = nil, authentication: Authentication = .none, commands: Commands = [],
        counters: Counters = .none, signatureCurve: SignatureCurve? = nil, counterPage: Int? = nil,
        unreadablePages: ClosedRange<Int>? = nil, specialPages: [SpecialPage] = [],
        lockTakesEffect: EffectTime = .atOnce, absentPages: [ClosedRange<Int>] = [],
        serialLayout: SerialLayout = .checked, remark: String? = nil
    ) {
        self.name = name
        self.versions = versions
        self.pageCount = pageCount
        self.userPages = userPages
        self.factoryPage3 = factoryPage3
        self.factoryUser = factoryUser
        self.dynamicLock = dynamicLock
        self.configuration = configuration
        self.authentication = authentication
        self.commands = commands
        self.counters = counters
        self.signatureCurve = signatureCurve
        self.counterPage = counterPage
        self.unreadablePages = unreadablePages
        self.specialPages = specialPages
        self.lockTakesEffect = lockTakesEffect
        self.absentPages = absentPages
        self.serialLayout = serialLayout
        self.remark = remark
    }
}
