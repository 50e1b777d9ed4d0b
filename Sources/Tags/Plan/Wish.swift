/// What a user wants done to a tag; `Planner` turns it into the exact writes for the tag at hand.
///
/// Passwords and keys in a wish never leave memory: plans mark the steps that carry them, and the journal keeps
/// neither.
public enum Wish: Equatable, Sendable {
    /// Put this NDEF message (whole, encoded) in place of the present one.
    case write(message: [UInt8])
    /// Back to factory content: the factory's TLVs, no message, user memory cleared; CC, locks and configuration stay.
    case format
    /// Clear user memory but for control TLVs; leaves an empty NDEF message where the tag is formatted.
    case erase
    /// Set or change the password and what it guards.
    case protect(Protection)
    /// Take the password's guard off (AUTH0 beyond the memory); PWD and PACK back to their factory values.
    case unprotect
    /// Close pages for writing, for good.
    case lock(Locks)
    /// Change configuration bits.
    case configure([ConfigurationChange])
    /// Replace the 3DES key of an Ultralight C (16 bytes as used by DES, stored reversed).
    case writeKey([UInt8])
    /// Bring the memory to these bytes: how recovery finishes an interrupted plan or puts the old bytes back. Pages that
    /// are `nil` are left alone.
    ///
    /// Passwords and keys are in no image: `secret` says what shall become of the one on the tag.
    case bring(to: [Int: [UInt8]], like: Plan.Kind, secret: Secret = .untouched)
    /// The same for a card with files.
    case bringFiles(to: [UInt16: FileContent], like: Plan.Kind)
    /// Change keys, rights or links of an NTAG 424 DNA; planned by `DNAPlanner`.
    case dna(DNAWish)
    /// Put these bytes into these pages, four each: what a person typed into the memory, one-way bits included.
    case edit(pages: [Int: [UInt8]])
    /// The same for files: runs of bytes that replace what lies there.
    case editFiles([UInt16: FileContent])
    /// Put a dump on the tag.
    case restore(Restoration)

    /// What becomes of the password or key when a memory is brought back.
    public enum Secret: Equatable, Sendable {
        /// The one on the tag is whole, and the right one.
        case untouched
        /// It may be torn: the one that the user gives is written and proved before anything asks for it.
        case renewed
        /// The same where only the password was being written: PACK is whole, and stays.
        case renewedPassword
        /// It may be torn, and nothing will ask for it: it becomes what the chip is delivered with.
        case delivered
    }

    /// A password and what it guards.
    public struct Protection: Equatable, Sendable {
        /// Four bytes; `nil` keeps the tag's present password (only settings change).
        public var password: [UInt8]?
        /// Two bytes; `nil` means 00 00 for a new password.
        public var pack: [UInt8]?
        /// Reading needs the password too.
        public var guardsReading: Bool
        /// The first page that needs the password; `nil` takes the first page of user memory.
        public var firstPage: Int?
        /// The number of wrong passwords after which the tag refuses for good, 0 for no limit; `nil` leaves it.
        public var limit: Int?
        /// A protection of these parts.
        public init(
            password: [UInt8]?, pack: [UInt8]? = nil, guardsReading: Bool = false, firstPage: Int? = nil,
            limit: Int? = nil
        ) {
            self.password = password
            self.pack = pack
            self.guardsReading = guardsReading
            self.firstPage = firstPage
            self.limit = limit
        }
    }

    /// Pages to close for good.
    public struct Locks: Equatable, Sendable {
        /// The pages; `nil` closes all that can be closed and marks the CC read-only ("make read-only").
        public var pages: [Int]?
        /// The lock bits concerned are frozen too, so that no further page can be locked by anybody.
        public var freezes: Bool
        /// Locks of these parts.
        public init(pages: [Int]?, freezes: Bool = false) {
            self.pages = pages
            self.freezes = freezes
        }
    }

    /// One setting, named as on the command line (`configure`).
    public enum ConfigurationChange: Equatable, Sendable {
        case mirror(MirrorState.Content?)
        case mirrorPage(Int)
        case mirrorByte(Int)
        case counter(Bool)
        case counterProtected(Bool)
        case strongModulation(Bool)
        case auth0(Int)
        case guardsReading(Bool)
        case authLimit(Int)
        case configurationLock
    }
}

/// How a user proves a right to protected pages, and what opens them.
public struct Credential: Equatable, Sendable {
    /// PWD, four bytes.
    public var password: [UInt8]?
    /// The PACK the user expects, two bytes; a tag that answers another one is not the user's tag.
    public var pack: [UInt8]?
    /// The 3DES key of an Ultralight C, 16 bytes.
    public var key: [UInt8]?
    /// The AES keys of an NTAG 424 DNA by number, 16 bytes each.
    public var keys: [UInt8: [UInt8]]
    /// A credential of these parts.
    public init(
        password: [UInt8]? = nil, pack: [UInt8]? = nil, key: [UInt8]? = nil, keys: [UInt8: [UInt8]] = [:]
    ) {
        self.password = password
        self.pack = pack
        self.key = key
        self.keys = keys
    }
}
