import NDEF

/// Everything detection and reading learned of one tag: what screens draw and the headless commands print.
///
/// Value data without a reader behind it, so that a dump file can give the same report.
public struct TagReport: Equatable, Sendable {
    /// What the tag is and how that is known.
    public var identity: TagIdentity
    /// The memory, `nil` for tags that have files instead or were not read.
    public var image: TagImage?
    /// The files of a card that has files instead of a memory, in the order in which the card names them.
    public var files: [TagFile]
    /// What the capability container of such a card says; `nil` where it could not be read or is none.
    public var container: CapabilityContainer?
    /// What an NTAG 424 DNA says of its file settings and keys.
    public var dna: DNAState?
    /// What each part of the memory is for, in order of address.
    public var regions: [MemoryRegion]
    /// Password, locks and configuration, as far as they could be read.
    public var protection: ProtectionState?
    /// The NFC counter or counters.
    public var counters: [CounterState]
    /// The key of a card with files that was proven while it was read.
    public var openedWith: Int?
    /// PACK as the tag answered it to the password that was given; `nil` where none was proven.
    public var answeredPack: [UInt8]?
    /// The originality signature and what it proves; `nil` where the chip has none or it was not read.
    public var signature: SignatureState?
    /// The NDEF message and the room for one; `nil` where the memory was not read at all.
    public var ndef: NDEFState?
    /// What else is worth knowing: wrong check bytes, contradictions, limits of the reader.
    public var findings: [Finding]

    /// A report of which only the identity is known yet.
    public init(identity: TagIdentity) {
        self.identity = identity
        files = []
        regions = []
        counters = []
        findings = []
    }

    /// The versions of the keys of an NTAG 424 DNA, by number; those that the card tells.
    public var keyVersions: [Int: UInt8] {
        (dna?.keyVersions ?? [:]).reduce(into: [:]) { $0[Int($1.key)] = $1.value }
    }

    /// The file of the NDEF message, where the card has one.
    public var messageFile: TagFile? { files.first { $0.role == .message } }

    /// A file by its identifier.
    public func file(_ id: UInt16) -> TagFile? { files.first { $0.id == id } }
}

/// How sure a value is.
public enum Provenance: String, Equatable, Sendable {
    /// The tag said it.
    case reported
    /// Computed from what the tag said.
    case derived
    /// Neither: taken to be so.
    case assumed
}

/// The kind of tag by NFC Forum type.
public enum TagType: String, Equatable, Sendable {
    case type2 = "2"
    case type4 = "4"
    case type5 = "5"
    case unknown = "unknown"
}

/// What a tag is and how that is known.
public struct TagIdentity: Equatable, Sendable {
    /// The UID in print order; empty where it could not be read.
    public var uid: [UInt8]
    /// The NFC Forum type.
    public var type: TagType
    /// The chip's name as JSON and screens say it, such as `NTAG213`.
    public var chipName: String
    /// The chip's table where the chip is a known Type 2.
    public var chip: Type2Chip?
    /// The maker, by the first UID byte (ISO/IEC 7816-6), such as `NXP Semiconductors`.
    public var vendor: String?
    /// How the chip was told, such as `GET_VERSION`.
    public var identifiedBy: String
    /// How sure that is.
    public var provenance: Provenance
    /// The answer to GET_VERSION.
    public var version: [UInt8]?
    /// The answer to reset, cut to its own length.
    public var atr: [UInt8]
    /// The answer to select, where the reader gives it.
    public var ats: [UInt8]?
    /// SAK, where the reader gives it.
    public var sak: UInt8?

    /// The UID is another one each time the card is powered (ISO/IEC 14443-3: four bytes, the first 08).
    public var hasRandomUID: Bool { uid.count == 4 && uid.first == 0x08 }

    /// An identity of these parts.
    public init(
        uid: [UInt8], type: TagType, chipName: String, chip: Type2Chip? = nil, vendor: String? = nil,
        identifiedBy: String, provenance: Provenance, version: [UInt8]? = nil, atr: [UInt8] = [], ats: [UInt8]? = nil,
        sak: UInt8? = nil
    ) {
        self.uid = uid
        self.type = type
        self.chipName = chipName
        self.chip = chip
        self.vendor = vendor
        self.identifiedBy = identifiedBy
        self.provenance = provenance
        self.version = version
        self.atr = atr
        self.ats = ats
        self.sak = sak
    }
}

/// The part of a memory that serves one purpose.
public struct MemoryRegion: Equatable, Sendable {
    /// The purposes; the raw value is the name in JSON.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        case uid
        case `internal`
        case staticLock
        case oneTimeProgrammable = "otp"
        case capabilityContainer = "cc"
        case user
        case dynamicLock
        case configuration = "config"
        case password
        case passwordAcknowledge = "pack"
        case counter
        case key
        case mirror
        case tamper
        case session
        case reserved
    }
    /// What it is for.
    public var kind: Kind
    /// The bytes, counted from the start of page 0.
    public var bytes: Range<Int>
    /// A few words, such as `UID 0-2, check byte`.
    public var label: String
    /// A region of these parts.
    public init(kind: Kind, bytes: Range<Int>, label: String) {
        self.kind = kind
        self.bytes = bytes
        self.label = label
    }
}

/// Password, locks and configuration of a Type 2 tag, as far as they could be read.
public struct ProtectionState: Equatable, Sendable {
    /// What the password guards.
    public enum Guards: String, Equatable, Sendable {
        case nothing
        case write
        case readWrite
    }
    /// The first page that needs the password; `nil` where the chip has no password or the page was not read.
    public var auth0: Int?
    /// What the password guards from `auth0` on; `nil` where not known.
    public var passwordProtects: Guards?
    /// The limit of wrong passwords, 0 = none; `nil` where the chip has none or it was not read.
    public var authLimit: Int?
    /// The configuration is frozen for good.
    public var configurationLocked: Bool?
    /// The password was given in this session and accepted.
    public var authenticated: Bool
    /// The pages that lock bits are known to close for writing, in order; `undecidedPages` may be closed too.
    public var lockedPages: [Int]
    /// The pages whose lock bits are known to be frozen themselves (block-locking), in order.
    public var frozenPages: [Int]
    /// The pages whose lock bits were not read, in order: whether these are locked is not known.
    public var undecidedPages: [Int]
    /// The pages that hold lock bits and were not read, in order.
    public var unreadLockPages: [Int]
    /// A page that holds lock bits was read; without one nothing is known of locks.
    public var knowsLocks: Bool
    /// No page of the user memory can be written any more; `nil` where lock bits that were not read could make it so.
    public var permanentlyReadOnly: Bool?
    /// The capability container says that the message cannot be written; `nil` where it was not read.
    public var ccReadOnly: Bool?
    /// The mirror, where one is set.
    public var mirror: MirrorState?
    /// The counter is switched on; `nil` where the chip has none or it was not read.
    public var counterEnabled: Bool?
    /// The counter needs the password.
    public var counterProtected: Bool?
    /// Strong modulation is on; `nil` where the chip has no such bit or it was not read.
    public var strongModulation: Bool?

    /// A state of which nothing is known.
    public init() {
        authenticated = false
        lockedPages = []
        frozenPages = []
        undecidedPages = []
        unreadLockPages = []
        knowsLocks = false
    }
}

/// An ASCII mirror: the tag shows its UID or counter in place of memory bytes.
public struct MirrorState: Equatable, Sendable {
    /// What is mirrored.
    public enum Content: String, Equatable, Sendable {
        case uid
        case counter
        case both
        case tamper
    }
    /// What is mirrored.
    public var content: Content
    /// The first byte that is replaced, counted from the start of page 0.
    public var offset: Int
    /// The number of bytes replaced; 0 where the setting reaches out of user memory, so that nothing is mirrored.
    public var length: Int
    /// A mirror of these parts.
    public init(content: Content, offset: Int, length: Int) {
        self.content = content
        self.offset = offset
        self.length = length
    }
}

/// One counter of a tag.
public struct CounterState: Equatable, Sendable {
    /// Its number, as READ_CNT names it.
    public var number: Int
    /// It counts; `nil` where that is not known.
    public var enabled: Bool?
    /// Its value, `nil` where it could not be read.
    public var value: UInt32?
    /// The chip reports a tearing event (UL EV1); `nil` where it was not asked.
    public var torn: Bool?
    /// A counter of these parts.
    public init(number: Int, enabled: Bool? = nil, value: UInt32? = nil, torn: Bool? = nil) {
        self.number = number
        self.enabled = enabled
        self.value = value
        self.torn = torn
    }
}

/// An originality signature and what it proves.
public struct SignatureState: Equatable, Sendable {
    /// The bytes as read.
    public var bytes: [UInt8]
    /// It verifies under a published key.
    public var valid: Bool
    /// The name of that key.
    public var key: String?
    /// Why it does not hold, in words for a person: `all bytes are zero`, `a known counterfeit`, ...
    public var verdict: String
    /// A state of these parts.
    public init(bytes: [UInt8], valid: Bool, key: String?, verdict: String) {
        self.bytes = bytes
        self.valid = valid
        self.key = key
        self.verdict = verdict
    }
}

/// The NDEF side of a tag: is there a message, where, what is wrong, and how much would fit.
public struct NDEFState: Equatable, Sendable {
    /// What was found; the raw value is the word in JSON.
    public enum State: String, Equatable, Sendable {
        case empty
        case message
        case unformatted
        case invalid
        /// What would tell needs a right that nobody proved, or the tag refused it.
        case protected
        /// What would tell was not read, or is not in the file: nothing is known. JSON has `null`.
        case unread
    }
    /// What was found.
    public var state: State
    /// What is wrong or unusual, one sentence each, the most important first.
    public var problems: [String]
    /// The message's bytes; `nil` where there is none. For `invalid` what could be cut out.
    public var raw: [UInt8]?
    /// Where each byte of `raw` lies in the memory, or in its file, as ranges in order (reserved bytes lie between them).
    public var memoryRanges: [Range<Int>]
    /// The decoded message.
    public var decoding: NDEFDecoding?
    /// The TLVs met, in order, for the technician.
    public var tlvs: [TLVEntry]
    /// How large a message can be; `nil` where that is not known.
    public var capacity: Capacity?

    /// A state of these parts.
    public init(
        state: State, problems: [String] = [], raw: [UInt8]? = nil, memoryRanges: [Range<Int>] = [],
        decoding: NDEFDecoding? = nil, tlvs: [TLVEntry] = [], capacity: Capacity? = nil
    ) {
        self.state = state
        self.problems = problems
        self.raw = raw
        self.memoryRanges = memoryRanges
        self.decoding = decoding
        self.tlvs = tlvs
        self.capacity = capacity
    }
}

/// One TLV block of a Type 2 or Type 5 data area.
public struct TLVEntry: Equatable, Sendable {
    /// The T byte.
    public var tag: UInt8
    /// Where the whole block lies, counted from the start of page 0.
    public var range: Range<Int>
    /// The value's bytes.
    public var value: [UInt8]
    /// In words, such as `Lock Control: page 28h, 12 bits, 8 bytes a bit`.
    public var words: String
    /// An entry of these parts.
    public init(tag: UInt8, range: Range<Int>, value: [UInt8], words: String) {
        self.tag = tag
        self.range = range
        self.value = value
        self.words = words
    }
}

/// How large a message can be, with the sum that says so.
public struct Capacity: Equatable, Sendable {
    /// The largest message in bytes.
    public var maximum: Int
    /// The present message in bytes; `nil` where the memory that would tell was not read.
    public var used: Int?
    /// How sure the maximum is.
    public var provenance: Provenance
    /// The sum in words: `CC 12h x 8 = 144, less the lock control TLV (5) and the NDEF TLV head (2)`.
    public var how: String
    /// A capacity of these parts.
    public init(maximum: Int, used: Int?, provenance: Provenance, how: String) {
        self.maximum = maximum
        self.used = used
        self.provenance = provenance
        self.how = how
    }
}

/// Something worth knowing about a tag that is no error.
public struct Finding: Equatable, Sendable {
    /// How much it matters.
    public enum Weight: Equatable, Sendable {
        case note
        case warning
    }
    /// How much it matters.
    public var weight: Weight
    /// One sentence.
    public var sentence: String
    /// A finding of these parts.
    public init(_ weight: Weight, _ sentence: String) {
        self.weight = weight
        self.sentence = sentence
    }
}
