import Tags

/// A tag as a file keeps it: what is known of it, and where that comes from.
///
/// The report is what reading the tag would have given, as far as the file holds it; what the file does not hold is
/// unread there, never zeros.
public struct Dump: Equatable, Sendable {
    /// Identity, memory or files, counters, signature, and the analysis of all that.
    public var report: TagReport
    /// Applications of a card that has them (DESFire), in the order of the file.
    public var applications: [CardApplication]
    /// Named values that belong to no part of the report, in the order of the file: DSFID, AFI, passwords, lock bits.
    public var values: [NamedValue]
    /// Who took it, when and with what.
    public var origin: DumpOrigin
    /// What the file that it was opened from holds of the tag and this program does not read, each such as `what a FeliCa
    /// file holds beside the UID`: no export has it.
    public var leftOut: [String] = []

    /// A dump of a tag that was read.
    public init(
        report: TagReport, applications: [CardApplication] = [], values: [NamedValue] = [],
        origin: DumpOrigin = DumpOrigin()
    ) {
        self.report = report
        self.applications = applications
        self.values = values
        self.origin = origin
    }
}

/// Who took a dump, when and with what; each part `nil` where the file does not say.
public struct DumpOrigin: Equatable, Sendable {
    /// The reader, by its PC/SC name.
    public var reader: String?
    /// When, in microseconds since 1970 UTC.
    public var taken: UInt64?
    /// The program that took it: `tagdesk`, `Flipper`, `Proxmark3`, `NXP TagInfo`.
    public var program: String?
    /// An origin of these parts.
    public init(reader: String? = nil, taken: UInt64? = nil, program: String? = nil) {
        self.reader = reader
        self.taken = taken
        self.program = program
    }
}

/// A value that a file names and that has no place of its own in a report.
public struct NamedValue: Equatable, Sendable {
    /// The name in words: `DSFID`, `Privacy password`.
    public var name: String
    /// The value as people read it.
    public var value: String
    /// It is a password or key: masked on screen.
    public var isSecret: Bool
    /// A value of these parts.
    public init(_ name: String, _ value: String, isSecret: Bool = false) {
        self.name = name
        self.value = value
        self.isSecret = isSecret
    }
}

/// One application of a card that has them.
public struct CardApplication: Equatable, Sendable {
    /// AID, three bytes, in the order people write it (most significant first).
    public var id: [UInt8]
    /// Settings in words, one line each.
    public var settings: [String]
    /// Its files, by number.
    public var files: [ApplicationFile]
    /// An application of these parts.
    public init(id: [UInt8], settings: [String] = [], files: [ApplicationFile] = []) {
        self.id = id
        self.settings = settings
        self.files = files
    }
}

/// One file of an application.
public struct ApplicationFile: Equatable, Sendable {
    /// Its number within the application.
    public var number: Int
    /// What kind: `standard`, `backup`, `value`, `linear record`, `cyclic record`.
    public var kind: String
    /// Settings in words, one line each.
    public var settings: [String]
    /// The size in bytes, where the file has one.
    public var size: Int?
    /// What was read of it; `nil` where nothing was.
    public var content: [UInt8]?
    /// Why it was not read, in the words of who tried; `nil` where nobody says.
    public var refusal: String?
    /// A file of these parts.
    public init(
        number: Int, kind: String, settings: [String] = [], size: Int? = nil, content: [UInt8]? = nil,
        refusal: String? = nil
    ) {
        self.number = number
        self.kind = kind
        self.settings = settings
        self.size = size
        self.content = content
        self.refusal = refusal
    }
}
