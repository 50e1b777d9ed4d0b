/// One file of a card, as far as it is known.
public struct TagFile: Equatable, Sendable {
    /// What it is for; the raw value is the name in JSON and on screen.
    public enum Role: String, Equatable, Sendable {
        case capabilityContainer = "CC"
        case message = "NDEF"
        case proprietary
    }

    /// The two-byte identifier that SELECT takes.
    public var id: UInt16
    /// What it is for.
    public var role: Role
    /// The size in bytes: what the capability container or the file's settings say, for the container itself CCLEN.
    public var size: Int
    /// The length field before a message has four bytes (ENLEN) instead of two (NLEN).
    public var isExtended: Bool
    /// What was read.
    public var content: FileContent
    /// Who may do what.
    public var access: FileAccess
    /// Settings that the card itself told, in words, one line each.
    public var settings: [String]
    /// Bytes that the card replaces when it is read (SDM): what was written there does not read back.
    public var mirrored: [Range<Int>]
    /// What the card said where it would not let itself be read on.
    public var refusal: StatusWord?

    /// A file of these parts.
    public init(
        id: UInt16, role: Role, size: Int, isExtended: Bool = false, content: FileContent = FileContent(),
        access: FileAccess, settings: [String] = [], mirrored: [Range<Int>] = [], refusal: StatusWord? = nil
    ) {
        self.id = id
        self.role = role
        self.size = size
        self.isExtended = isExtended
        self.content = content
        self.access = access
        self.settings = settings
        self.mirrored = mirrored
        self.refusal = refusal
    }

    /// Identifier and role: `E104 NDEF`.
    public var name: String { "\(Hex.file(id)) \(role.rawValue)" }

    /// The bytes of the length field before a message.
    public var lengthBytes: Int { isExtended ? 4 : 2 }

    /// The key that opens the file for writing, and for reading where that needs one too; `nil` where none does.
    public var keyNumber: Int? {
        func number(_ condition: FileAccess.Condition?) -> Int? {
            if case .key(let number)? = condition { number } else { nil }
        }
        let isReadable = access.read == .free || access.readWrite == .free
        if isReadable, access.write == .free || access.readWrite == .free { return nil }
        // The right to read and write serves both.
        return isReadable
            ? number(access.write) ?? number(access.readWrite) : number(access.readWrite) ?? number(access.write)
    }

    /// Why bytes below `size` are not known, in words.
    public var unreadWords: String {
        if let refusal {
            return refusal.isOK ? "the card answers without data" : "the card refused: \(refusal.sentence)"
        }
        switch access.read {
        case .free, .untold: return "nobody asked for it"
        case .never: return "it can never be read"
        case .key(let number): return "it needs key \(number)"
        case .proprietary: return "it needs a right that the card's maker defines"
        }
    }
}

/// Who may read and write a file.
public struct FileAccess: Equatable, Sendable {
    /// What a right asks for.
    public enum Condition: Equatable, Sendable {
        case free
        case never
        /// A key of this number.
        case key(Int)
        /// A condition of the card's maker (80 to FE in a capability container).
        case proprietary(UInt8)
        /// The card does not say.
        case untold

        /// The byte of a file control TLV.
        public init(container byte: UInt8) {
            switch byte {
            case 0x00: self = .free
            case 0xFF: self = .never
            default: self = .proprietary(byte)
            }
        }

        /// The four bits of DESFire and NTAG 424 DNA access rights.
        public init(native nibble: UInt8) {
            switch nibble & 0x0F {
            case 0x0E: self = .free
            case 0x0F: self = .never
            default: self = .key(Int(nibble & 0x0F))
            }
        }

        /// In words: `free`, `never`, `key 2`, `proprietary condition 0x80`.
        public var words: String {
            switch self {
            case .free: "free"
            case .never: "never"
            case .key(let number): "key \(number)"
            case .untold: "not told"
            case .proprietary(let byte): "proprietary condition 0x\(Hex.byte(byte))"
            }
        }
    }

    /// Reading.
    public var read: Condition
    /// Writing.
    public var write: Condition
    /// Reading and writing, where the card knows that right apart.
    public var readWrite: Condition?
    /// Changing the settings, where the card has that right.
    public var change: Condition?
    /// How data go over the air: `plain`, `MAC` or `full`; `nil` where the card was not asked.
    public var mode: String?

    /// Access of these parts.
    public init(
        read: Condition, write: Condition, readWrite: Condition? = nil, change: Condition? = nil, mode: String? = nil
    ) {
        self.read = read
        self.write = write
        self.readWrite = readWrite
        self.change = change
        self.mode = mode
    }

    /// All of it in words: `read free, write key 0, change key 0, plain`.
    public var words: String {
        var parts = ["read \(read.words)", "write \(write.words)"]
        if let readWrite { parts.append("read and write \(readWrite.words)") }
        if let change { parts.append("change \(change.words)") }
        if let mode { parts.append(mode) }
        return parts.joined(separator: ", ")
    }
}
