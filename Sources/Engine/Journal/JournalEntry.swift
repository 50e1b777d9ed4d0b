import Tags

/// One operation as the journal keeps it: everything needed to finish it or to put the old bytes back, but no password
/// and no key.
public struct JournalEntry: Equatable, Sendable {
    /// How an operation stands.
    public enum Result: String, Equatable, Sendable, CaseIterable {
        /// It runs, or the program died while it ran.
        case open
        case done
        case interrupted
        case refusedByTag
        case tagLost
        case readerFailed
        case cancelled
        /// What was read back is not what was written.
        case differs
        /// A recovery brought the tag to the end it was meant for.
        case finished
        /// A recovery or an undo brought the old bytes back.
        case putBack
        /// A person decided to leave the tag as it is.
        case left

        /// The tag may be between two states and can be recovered.
        public var needsRecovery: Bool {
            switch self {
            case .open, .interrupted, .refusedByTag, .tagLost, .readerFailed, .cancelled, .differs: true
            case .done, .finished, .putBack, .left: false
            }
        }
    }

    /// One step with its acknowledgement.
    public struct Step: Equatable, Sendable {
        /// The step; `new` is empty where it carried a secret.
        public var step: PlanStep
        /// When the tag acknowledged it, in milliseconds since 1970.
        public var acknowledged: Int64?
        /// A step of these parts.
        public init(step: PlanStep, acknowledged: Int64? = nil) {
            self.step = step
            self.acknowledged = acknowledged
        }
    }

    /// Its number, 0 before it is kept.
    public var id: Int64
    /// The tag's UID.
    public var uid: [UInt8]
    /// The chip's name.
    public var chipName: String
    /// What it was for.
    public var kind: Plan.Kind
    /// Who did it.
    public var person: String
    /// The reader's name.
    public var reader: String
    /// When it began, in milliseconds since 1970.
    public var started: Int64
    /// When it ended.
    public var ended: Int64?
    /// How it stands.
    public var result: Result
    /// The memory before the first write.
    public var before: TagImage
    /// What the pages must read afterwards.
    public var after: [Int: [UInt8]]
    /// The memory as read back at the end.
    public var readBack: TagImage?
    /// The files before the first write, as far as they were known; none for a tag with pages.
    public var beforeFiles: [UInt16: FileContent]
    /// What the files must hold afterwards, where they change.
    public var afterFiles: [UInt16: FileContent]
    /// The files as read back at the end.
    public var readBackFiles: [UInt16: FileContent]?
    /// The read-back agreed with the plan.
    public var verified: Bool
    /// The steps in order.
    public var steps: [Step]

    /// The steps acknowledged.
    public var acknowledgedCount: Int { steps.count { $0.acknowledged != nil } }
    /// Every step can be undone, and none of those that cannot was sent.
    public var canPutBack: Bool { !steps.contains { !$0.step.reversible && $0.acknowledged != nil } }

    /// It changed files instead of pages.
    public var isOfFiles: Bool { !beforeFiles.isEmpty || !afterFiles.isEmpty }
    /// The files it knows, in order.
    public var fileIDs: [UInt16] { Set(beforeFiles.keys).union(afterFiles.keys).sorted() }

    /// An entry of these parts.
    public init(
        id: Int64 = 0, uid: [UInt8], chipName: String, kind: Plan.Kind, person: String, reader: String, started: Int64,
        ended: Int64? = nil, result: Result = .open, before: TagImage, after: [Int: [UInt8]],
        readBack: TagImage? = nil, beforeFiles: [UInt16: FileContent] = [:], afterFiles: [UInt16: FileContent] = [:],
        readBackFiles: [UInt16: FileContent]? = nil, verified: Bool = false, steps: [Step]
    ) {
        self.id = id
        self.uid = uid
        self.chipName = chipName
        self.kind = kind
        self.person = person
        self.reader = reader
        self.started = started
        self.ended = ended
        self.result = result
        self.before = before
        self.after = after
        self.readBack = readBack
        self.beforeFiles = beforeFiles
        self.afterFiles = afterFiles
        self.readBackFiles = readBackFiles
        self.verified = verified
        self.steps = steps
    }
}

/// One line of a journal listing.
public struct JournalSummary: Equatable, Sendable {
    /// The operation's number.
    public var id: Int64
    /// The tag's UID.
    public var uid: [UInt8]
    /// The chip's name.
    public var chipName: String
    /// What it was for.
    public var kind: Plan.Kind
    /// When it began, in milliseconds since 1970.
    public var started: Int64
    /// How it stands.
    public var result: JournalEntry.Result
    /// Steps in all.
    public var steps: Int
    /// Steps acknowledged.
    public var acknowledged: Int
    /// A line of these parts.
    public init(
        id: Int64, uid: [UInt8], chipName: String, kind: Plan.Kind, started: Int64, result: JournalEntry.Result,
        steps: Int, acknowledged: Int
    ) {
        self.id = id
        self.uid = uid
        self.chipName = chipName
        self.kind = kind
        self.started = started
        self.result = result
        self.steps = steps
        self.acknowledged = acknowledged
    }
}

/// What to list.
public struct JournalQuery: Equatable, Sendable {
    /// The first bytes of the UID; empty for all.
    public var uidPrefix: [UInt8]
    /// Only these results; empty for all.
    public var results: [JournalEntry.Result]
    /// Not before this time, in milliseconds since 1970.
    public var from: Int64?
    /// Before this time.
    public var until: Int64?
    /// At most so many, the newest first.
    public var limit: Int
    /// A query of these parts.
    public init(
        uidPrefix: [UInt8] = [], results: [JournalEntry.Result] = [], from: Int64? = nil, until: Int64? = nil,
        limit: Int = 1_000
    ) {
        self.uidPrefix = uidPrefix
        self.results = results
        self.from = from
        self.until = until
        self.limit = limit
    }
}
