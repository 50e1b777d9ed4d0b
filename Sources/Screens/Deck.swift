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
    /// Where a dump comes from and what is wrong with it, first in the Tag pane; none for a tag.
    var source: [TagField] = []

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

    /// It is a dump that was opened, and there is no tag: edits are saved, not written.
    var isDump = false
    /// What was typed over the bytes and is not on the tag.
    var edit = MemoryEdit()
    /// Keys type bytes.
    var typing = false
    /// The report as it would be with the edits on the tag; `nil` while there are none.
    var edited: TagReport?
    /// The shown memory with the edits in it; `nil` while there are none.
    var editedImage: TagImage?
    /// The whole of each file with edits in it, by identifier.
    var editedFiles: [UInt16: FileContent] = [:]
    /// Edited bytes under which the last reading found something else than there was when they were edited.
    private(set) var movedEdits: [MemoryEdit.Place] = []
    /// What was last written to the tag here, until it is known what became of it.
    var lastWrite: LastWrite?
    /// Bytes to come back to.
    var bookmarks: [MemoryEdit.Place] = []
    /// The message whose records the tree shows.
    private var treeMessage: [UInt8]?

    /// There is a tag to show, on the reader or just gone.
    var hasTag: Bool { identity != nil }
    /// The memory as far as it was read, with the edits in it.
    var image: TagImage? { editedImage ?? report?.image ?? sheet?.image }
    /// What is shown of memory, message and capacity: the tag as it was read, with the edits in it.
    var shown: TagReport? { edited ?? report }

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
        if self.report == nil { treeMessage = nil }
        identity = report.identity
        self.report = report
        sheet = report.image == nil ? FileSheet(report.files) : nil
        movedEdits = rebaseEdit()
        if edit.isEmpty {
            followMessage()
            memory.refresh(for: image)
        }
    }

    /// Brings the tree of records up to date with the message shown.
    mutating func followMessage() {
        guard let shown else { return }
        let ranges = shown.ndef?.memoryRanges ?? []
        map = MessageMap(ranges: shown.messageFile.flatMap { sheet?.ranges(ranges, in: $0.id) } ?? ranges)
        guard shown.ndef?.raw != treeMessage else { return }
        treeMessage = shown.ndef?.raw
        let place = tree
        tree = shown.ndef?.decoding.map(RecordTree.init) ?? RecordTree()
        // While its bytes are typed the tree keeps its folds and its cursor.
        if !edit.isEmpty { tree.takePlace(of: place) }
    }

    /// A reading that ended early does not wipe out what an earlier one of the same tag learned.
    func isWorthTaking(_ partial: TagReport) -> Bool {
        guard let known = report?.knownParts, report?.identity.uid == partial.identity.uid else { return true }
        return partial.knownParts >= known
    }

    /// The message could not be read for want of the password, and not because the reading ended early.
    var messageNeedsPassword: Bool {
        report?.ndef?.state == .protected && report?.image?.states.contains(.unread(.protected)) == true
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
        lastWrite = nil
        sheet = nil
        edit = MemoryEdit()
        typing = false
        edited = nil
        editedImage = nil
        editedFiles = [:]
        bookmarks = []
        treeMessage = nil
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
