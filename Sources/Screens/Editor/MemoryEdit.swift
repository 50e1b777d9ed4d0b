/// Bytes that were typed over a tag's memory or over a dump and are nowhere but here: what is changed, and how to take
/// it back.
///
///     var edit = MemoryEdit()
///     edit.put([0x2A], at: .memory(16)) { deck.base($0) }
///     edit.value(at: .memory(16))      // 42
///     _ = edit.undo { deck.base($0) }
///
/// Sparse: it costs what was typed, not what the memory is large. It knows nothing of tags; what may be changed is for
/// `EditRules` to say. A byte that is typed back to what the tag holds is no change any more.
struct MemoryEdit: Equatable, Sendable {
    /// Bytes with addresses of their own.
    enum Area: Hashable, Sendable {
        /// The memory of a tag with pages.
        case memory
        /// A file of a card.
        case file(UInt16)
    }

    /// One byte of an area.
    struct Place: Hashable, Sendable {
        var area: Area
        /// Counted from the start of the area.
        var offset: Int

        static func memory(_ offset: Int) -> Place { Place(area: .memory, offset: offset) }
        static func file(_ id: UInt16, _ offset: Int) -> Place { Place(area: .file(id), offset: offset) }

        func advanced(by count: Int) -> Place { Place(area: area, offset: offset + count) }
    }

    /// A byte that is not what the tag holds.
    struct Change: Equatable, Sendable {
        var value: UInt8
        /// What the tag held when it was changed; `nil` where that was not known.
        var base: UInt8?
    }

    /// What the tag holds at a place, `nil` where that is not known.
    typealias Base = (Place) -> UInt8?

    /// Bytes that follow each other before and after one step; `nil` is what the tag holds and nobody knows.
    private struct Step: Equatable, Sendable {
        var place: Place
        var before: [UInt8?]
        var after: [UInt8?]

    }

    /// Steps that can be taken back, and the bytes in all of them.
    static let history = 1000, historyBytes = 1 << 20

    private var areas: [Area: [Int: Change]] = [:]
    private var undoable: [Step] = []
    private var redoable: [Step] = []
    private var remembered = 0

    /// Nothing is changed.
    var isEmpty: Bool { areas.isEmpty }
    /// The bytes changed.
    var count: Int { areas.values.reduce(0) { $0 + $1.count } }
    var canUndo: Bool { !undoable.isEmpty }
    var canRedo: Bool { !redoable.isEmpty }
    /// The area of each change with its bytes, in no order.
    var changes: [Area: [Int: Change]] { areas }

    /// The byte that was put at a place, `nil` where nothing was.
    func value(at place: Place) -> UInt8? { areas[place.area]?[place.offset]?.value }

    /// A byte of these is changed.
    func touches(_ range: Range<Int>, of area: Area) -> Bool {
        guard let changes = areas[area] else { return false }
        return changes.count < range.count
            ? changes.keys.contains(where: range.contains) : range.contains { changes[$0] != nil }
    }

    /// The changed bytes of an area as ranges, in order.
    func ranges(of area: Area) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for offset in (areas[area] ?? [:]).keys.sorted() {
            if let last = ranges.last, last.upperBound == offset {
                ranges[ranges.count - 1] = last.lowerBound..<offset + 1
            } else {
                ranges.append(offset..<offset + 1)
            }
        }
        return ranges
    }

    /// Puts bytes in place of those that are there, as one step.
    /// - Parameter joining: Part of the step before where that is about the same byte: the second digit of a byte.
    mutating func put(_ bytes: [UInt8], at place: Place, joining: Bool = false, over base: Base) {
        let before = bytes.indices.map { value(at: place.advanced(by: $0)) ?? base(place.advanced(by: $0)) }
        guard !bytes.isEmpty, before != bytes.map(Optional.some) else { return }
        write(bytes, at: place, base)
        redoable = []
        if joining, let last = undoable.last, last.place == place, last.after.count == bytes.count {
            undoable[undoable.count - 1].after = bytes
            // A byte that was typed as it had been is no step.
            if undoable[undoable.count - 1].before == undoable[undoable.count - 1].after { dropLastStep() }
            return
        }
        undoable.append(Step(place: place, before: before, after: bytes))
        remembered += bytes.count
        var dropped = 0
        while undoable.count - dropped > Self.history || remembered > Self.historyBytes, dropped < undoable.count - 1 {
            remembered -= undoable[dropped].before.count
            dropped += 1
        }
        undoable.removeFirst(dropped)
    }

    /// Takes the last step back.
    /// - Returns: Where it was, and how many bytes.
    mutating func undo(over base: Base) -> (place: Place, count: Int)? {
        guard let step = undoable.popLast() else { return nil }
        remembered -= step.before.count
        redoable.append(step)
        write(step.before, at: step.place, base)
        return (step.place, step.before.count)
    }

    /// Makes the step again that was taken back last.
    mutating func redo(over base: Base) -> (place: Place, count: Int)? {
        guard let step = redoable.popLast() else { return nil }
        remembered += step.before.count
        undoable.append(step)
        write(step.after, at: step.place, base)
        return (step.place, step.after.count)
    }

    /// Compares with what the tag holds by now: what is there already is no change any more.
    /// - Returns: The changed bytes under which the tag holds something else than when they were changed, in no order.
    mutating func rebase(over base: Base) -> [Place] {
        var moved: [Place] = []
        for (area, changes) in areas {
            var kept = changes
            for (offset, change) in changes {
                // What could not be read this time is no news.
                guard let now = base(Place(area: area, offset: offset)) else { continue }
                if now == change.value {
                    kept[offset] = nil
                } else if now != change.base {
                    if change.base != nil { moved.append(Place(area: area, offset: offset)) }
                    kept[offset]?.base = now
                }
            }
            areas[area] = kept.isEmpty ? nil : kept
        }
        return moved
    }

    /// Lets go of what was written: the changes themselves, and with `history` every step that was about these bytes, as
    /// becomes passwords.
    mutating func forget(_ range: Range<Int>, of area: Area, history: Bool) {
        for offset in range { areas[area]?[offset] = nil }
        if areas[area]?.isEmpty == true { areas[area] = nil }
        guard history else { return }
        let isGone = { (step: Step) in
            step.place.area == area && step.place.offset < range.upperBound
                && step.place.offset + step.before.count > range.lowerBound
        }
        undoable.removeAll(where: isGone)
        redoable.removeAll(where: isGone)
        remembered = undoable.reduce(0) { $0 + $1.before.count }
    }

    /// The step before was about this byte alone.
    func lastStepIs(at place: Place) -> Bool {
        undoable.last.map { $0.place == place && $0.before.count == 1 } ?? false
    }

    private mutating func dropLastStep() {
        remembered -= undoable.last?.before.count ?? 0
        undoable.removeLast()
    }

    private mutating func write(_ values: [UInt8?], at place: Place, _ base: Base) {
        var changes = areas[place.area] ?? [:]
        // Not two owners of the same bytes while they are changed.
        areas[place.area] = nil
        for (index, value) in values.enumerated() {
            let offset = place.offset + index
            let held = base(place.advanced(by: index))
            changes[offset] = value == nil || value == held ? nil : value.map { Change(value: $0, base: held) }
        }
        areas[place.area] = changes.isEmpty ? nil : changes
    }
}
