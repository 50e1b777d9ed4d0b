import Tags

/// What became of a change: the plan, how much of it was sent, and what the tag holds now.
public struct ChangeOutcome: Equatable, Sendable {
    /// How far it came.
    public enum Result: String, Equatable, Sendable {
        /// A dry run: nothing was written.
        case planned
        /// The tag already was as wished.
        case nothingToDo
        /// Written and read back.
        case done
        /// It ended early; the error beside it says why.
        case failed
    }

    /// How far it came.
    public var result: Result
    /// The plan.
    public var plan: Plan
    /// For each step of the plan whether the tag acknowledged it, or was found to hold it.
    public var sent: [Bool]
    /// The pages, or parts of files, written.
    public var written: Int
    /// Everything that the tag shows was read back, and is as planned. What it never shows (PWD, PACK, keys) was proved where
    /// the plan says so; what it shows something else for is in `unseen`.
    public var verified: Bool
    /// Bytes that were written and acknowledged, and that no reading back can show.
    public var unseen: [UnseenBytes] = []
    /// Where what was read back is not what was written.
    public var differences: [PageDifference]
    /// The tag as it is now, as far as it was read; `nil` where it was not.
    public var report: TagReport?
    /// The operation's number in the journal; `nil` where nothing was written.
    public var journalNumber: Int64?
    /// Which refusal of a plan the error is, where it is one, for those who react to it.
    public var refusal: Refusal.Kind?
    /// What happened besides, one sentence each.
    public var remarks: [String]

    /// An outcome of these parts.
    public init(
        result: Result, plan: Plan, sent: [Bool]? = nil, written: Int = 0, verified: Bool = false,
        differences: [PageDifference] = [], report: TagReport? = nil, journalNumber: Int64? = nil,
        refusal: Refusal.Kind? = nil, remarks: [String] = []
    ) {
        self.result = result
        self.plan = plan
        self.sent = sent ?? Array(repeating: false, count: plan.steps.count)
        self.written = written
        self.verified = verified
        self.differences = differences
        self.report = report
        self.journalNumber = journalNumber
        self.refusal = refusal
        self.remarks = remarks
    }
}

/// A page, or a part of a file, that does not hold what was written.
public struct PageDifference: Equatable, Sendable {
    /// The file, where the tag has files.
    public var file: UInt16?
    /// The page; of a file the offset of the first byte.
    public var page: Int
    /// What it should hold.
    public var expected: [UInt8]
    /// What it holds; `nil` where it does not answer.
    public var found: [UInt8]?
    /// A difference of these parts.
    public init(file: UInt16? = nil, page: Int, expected: [UInt8], found: [UInt8]?) {
        self.file = file
        self.page = page
        self.expected = expected
        self.found = found
    }

    /// Where it is, in words: `page 05`, `file E104 at 2`.
    public var place: String { file.map { "file \(Hex.file($0)) at \(page)" } ?? "page \(Hex.address(page))" }

    /// The bytes that differ, counted from the start of the page; all of them where it does not answer.
    public var bytes: [Int] {
        guard let found else { return Array(expected.indices) }
        return expected.indices.filter { !found.indices.contains($0) || found[$0] != expected[$0] }
    }
}
