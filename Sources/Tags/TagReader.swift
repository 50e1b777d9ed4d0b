/// Finds out what the tag on a channel is, and reads it.
///
/// The entry to the chip drivers. `identify` is cheap and safe on every tag; `read` takes what it found and reads the rest
/// with the fewest exchanges. Both belong to the thread that owns the link.
public enum TagReader {
    /// What a reading needs besides the link.
    public struct Options: Equatable, Sendable {
        /// A password to authenticate with before reading, four bytes; never tried unless given.
        public var password: [UInt8]?
        /// The PACK the user expects, two bytes; a tag that answers another one is not the user's tag.
        public var pack: [UInt8]?
        /// The 3DES key of an Ultralight C to authenticate with before reading, 16 bytes.
        public var key: [UInt8]?
        /// The AES keys of an NTAG 424 DNA by number, 16 bytes each; the one is proved that the message's file asks for.
        public var keys: [UInt8: [UInt8]] = [:]
        /// The UID the user typed to allow an attempt that could kill the tag (AUTHLIM).
        public var confirmedUID: [UInt8]?
        /// Options of these parts.
        public init(
            password: [UInt8]? = nil, pack: [UInt8]? = nil, key: [UInt8]? = nil, confirmedUID: [UInt8]? = nil
        ) {
            self.password = password
            self.pack = pack
            self.key = key
            self.confirmedUID = confirmedUID
        }
    }

    /// What a caller is told while reading, and asked whether to go on.
    public struct Progress: Sendable {
        /// Pages done.
        public var done: Int
        /// Pages in all.
        public var total: Int
        /// A progress of these parts.
        public init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }
    }
}

/// What came of reading a tag: everything learned, also where it ended early.
public struct Reading: Equatable, Sendable {
    /// What is known now.
    public var report: TagReport
    /// Why reading ended early, `nil` where it went through.
    public var failure: TagError?
    /// A reading of these parts.
    public init(report: TagReport, failure: TagError? = nil) {
        self.report = report
        self.failure = failure
    }
}

/// Why a chip driver gave up; the sentences are made from it in one other place.
public enum TagError: Error, Equatable, Sendable {
    /// We refused before anything was sent.
    case refusedHere(reason: String, advice: String)
    /// The tag refused: which command at which page, and the NAK code where it is known.
    case refusedByTag(command: UInt8, page: Int?, nak: UInt8?)
    /// A card refused a command with a status word.
    case refusedByCard(CardRefusal)
    /// What the tag answers cannot be; one sentence without a full stop.
    case badAnswer(String)
    /// The tag went away.
    case tagLost
    /// The caller cancelled.
    case cancelled
    /// Reader or connection failed, or answered nonsense.
    case link(LinkError)
}

/// What a card with files refused, and how it said so.
public struct CardRefusal: Error, Equatable, Sendable {
    /// The command in words: `UPDATE BINARY`.
    public var command: String
    /// The file it was for, where there is one.
    public var file: UInt16?
    /// The status word.
    public var status: StatusWord
    /// A refusal of these parts.
    public init(command: String, file: UInt16? = nil, status: StatusWord) {
        self.command = command
        self.file = file
        self.status = status
    }
}
