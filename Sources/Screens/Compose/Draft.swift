import NDEF
import Tags

/// A message while it is composed: its records, what was before each change, and where it began.
struct Draft: Equatable, Sendable {
    /// Where a draft began.
    enum Origin: Equatable, Sendable {
        case empty
        /// The message on this tag.
        case tag(uid: [UInt8])
        case file(String)
        case template(String)
    }

    /// The records in order.
    private(set) var records: [NDEFRecord]
    /// Where it began.
    private(set) var origin: Origin
    /// The records when they were last the same as what is kept somewhere.
    private var kept: [NDEFRecord]
    private var undoable: [[NDEFRecord]] = []
    private var redoable: [[NDEFRecord]] = []
    /// The record under the cursor.
    var list = ListState()

    /// Changes that can be taken back.
    static let history = 100

    /// A draft that begins with these records.
    init(_ records: [NDEFRecord] = [], origin: Origin = .empty) {
        // A message without records is stored as one empty record, which is no record to a person.
        self.records = records == [.empty] ? [] : records
        self.origin = origin
        kept = self.records
    }

    /// Something would be lost with it.
    var isChanged: Bool { records != kept }
    /// The record under the cursor.
    var selected: NDEFRecord? { records.indices.contains(list.cursor) ? records[list.cursor] : nil }
    /// The message's bytes.
    var encoded: [UInt8] { NDEFMessage(records).encoded() }
    /// The largest share of the message, by its place.
    var largest: Int? { records.indices.max { records[$0].encodedCount < records[$1].encodedCount } }
    var canUndo: Bool { !undoable.isEmpty }
    var canRedo: Bool { !redoable.isEmpty }

    /// What is in the draft is kept elsewhere now: on a tag or as a template.
    mutating func markKept() { kept = records }

    /// Puts a record behind the one under the cursor, and the cursor on it.
    mutating func add(_ record: NDEFRecord) {
        let place = records.isEmpty ? 0 : min(list.cursor + 1, records.count)
        change(cursor: place) { $0.insert(record, at: place) }
    }

    /// Puts a record in place of another.
    mutating func replace(_ index: Int, with record: NDEFRecord) {
        guard records.indices.contains(index), records[index] != record else { return }
        change(cursor: index) { $0[index] = record }
    }

    /// Takes the record under the cursor out.
    mutating func delete() {
        let place = list.cursor
        guard records.indices.contains(place) else { return }
        change(cursor: place) { $0.remove(at: place) }
    }

    /// Puts the record under the cursor there once more.
    mutating func duplicate() {
        guard let record = selected else { return }
        add(record)
    }

    /// Moves the record under the cursor, and the cursor with it.
    /// - Returns: False where it is the first or last already.
    mutating func move(by steps: Int) -> Bool {
        let (from, to) = (list.cursor, list.cursor + steps)
        guard records.indices.contains(from), records.indices.contains(to) else { return false }
        change(cursor: to) { $0.swapAt(from, to) }
        return true
    }

    /// Takes the last change back.
    mutating func undo() {
        guard let before = undoable.popLast() else { return }
        redoable.append(records)
        restore(before)
    }

    /// Makes the change again that was taken back last.
    mutating func redo() {
        guard let next = redoable.popLast() else { return }
        undoable.append(records)
        restore(next)
    }

    private mutating func restore(_ records: [NDEFRecord]) {
        self.records = records
        list.cursor = min(list.cursor, max(0, records.count - 1))
    }

    /// Changes the records and remembers how they were.
    private mutating func change(cursor: Int, _ body: (inout [NDEFRecord]) -> Void) {
        var changed = records
        body(&changed)
        undoable.append(records)
        if undoable.count > Self.history { undoable.removeFirst() }
        redoable = []
        records = changed
        list.cursor = min(max(0, cursor), max(0, records.count - 1))
    }
}
