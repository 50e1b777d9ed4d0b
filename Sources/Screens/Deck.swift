import Engine
import Tags

/// Everything the screens know about one reader: its tag, what runs on it, and where the user was in each pane.
///
/// Kept a reader, so that going to another one and back loses nothing.
struct Deck: Sendable {
    /// Work that is going on.
    struct Running: Equatable, Sendable {
        var id: OperationID
        var kind: OperationKind
        var since: Moment
        var progress: OperationProgress?
    }

    /// What the tag is; `nil` where none came yet.
    var identity: TagIdentity?
    /// Why the tag could not be identified.
    var identityError: EngineError?
    /// What was read.
    var report: TagReport?
    /// The files of a card as the Memory pane lays them out; `nil` for a tag with pages.
    private(set) var sheet: FileSheet?
    /// Why the last reading ended early.
    var failure: EngineError?
    /// What the last reading cost.
    var cost: Cost?
    /// The tag lies on the reader now; where it does not, what is shown is what was read before.
    var present = false
    /// When the tag went.
    var leftAt: Moment?
    /// What runs.
    var running: Running?

    /// The rows of the Tag pane under the cursor.
    var fields = ListState()
    var memory = MemoryPane()
    var tree = RecordTree()
    /// Where the message's bytes lie.
    var map = MessageMap()
    /// The first row of the Capacity pane shown.
    var capacityTop = 0
    var log = ActivityLog()
    var activity = ActivityPane()

    /// There is a tag to show, on the reader or just gone.
    var hasTag: Bool { identity != nil }
    /// The memory as far as it was read.
    var image: TagImage? { report?.image ?? sheet?.image }

    /// The bytes of the memory that belong to the record under the tree's cursor.
    var linkedRanges: [Range<Int>] {
        guard let range = tree.selected?.range else { return [] }
        return map.memory(of: range)
    }

    /// A tag came, identified or not.
    mutating func arrive(_ result: Result<TagIdentity, EngineError>) {
        present = true
        leftAt = nil
        failure = nil
        cost = nil
        switch result {
        case .success(let identity):
            // The same tag again keeps its place on the screen; another one begins anew.
            let same = identity.uid == self.identity?.uid && !identity.uid.isEmpty
            self.identity = identity
            identityError = nil
            if !same { forget() }
            if report == nil { take(TagReport(identity: identity)) }
        case .failure(let error):
            identity = nil
            identityError = error
            forget()
        }
    }

    /// Takes what was read, the cursors left where they are as far as they can.
    mutating func take(_ report: TagReport) {
        let sameMessage = report.ndef?.raw == self.report?.ndef?.raw && self.report != nil
        identity = report.identity
        self.report = report
        sheet = report.image == nil ? FileSheet(report.files) : nil
        let ranges = report.ndef?.memoryRanges ?? []
        map = MessageMap(ranges: report.messageFile.flatMap { sheet?.ranges(ranges, in: $0.id) } ?? ranges)
        if !sameMessage { tree = report.ndef?.decoding.map(RecordTree.init) ?? RecordTree() }
        memory.refresh(for: image)
    }

    /// A reading that ended early does not wipe out what an earlier one of the same tag learned.
    func isWorthTaking(_ partial: TagReport) -> Bool {
        guard let known = report?.knownParts, report?.identity.uid == partial.identity.uid else { return true }
        return partial.knownParts >= known
    }

    /// The message could not be read for want of the password, and not because the reading ended early.
    var messageNeedsPassword: Bool {
        report?.ndef?.state == .protected && image?.states.contains(.unread(.protected)) == true
    }

    /// Clears the tag that is gone from the screen.
    mutating func clear() {
        identity = nil
        identityError = nil
        failure = nil
        leftAt = nil
        forget()
    }

    private mutating func forget() {
        report = nil
        sheet = nil
        fields = ListState()
        let query = memory.query ?? memory.earlierQuery
        memory = MemoryPane()
        memory.earlierQuery = query
        tree = RecordTree()
        map = MessageMap()
        capacityTop = 0
    }
}

extension TagReport {
    /// How much was read: pages, or bytes of files.
    var knownParts: Int { image?.knownPages ?? files.reduce(0) { $0 + $1.content.count } }
}

extension TagImage {
    /// How many pages were read.
    var knownPages: Int { states.filter { $0 == .known }.count }
}
