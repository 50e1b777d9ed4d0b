import NDEF
import Tags

/// One record of the message as a line of the tree.
struct RecordNode: Equatable, Sendable {
    /// The places to take from the root: `[1, 0]` is the first record inside the second.
    var path: [Int]
    /// The record.
    var record: NDEFRecord
    /// Its bytes in the message; `nil` where they do not lie in one piece (inside a chunked record).
    var range: Range<Int>?
    /// Its payload in the message.
    var payloadRange: Range<Int>?
    /// The number of chunks it is stored in.
    var chunkCount: Int
    /// There are records inside.
    var hasChildren: Bool

    /// How deep it lies, 0 for the message's own records.
    var depth: Int { path.count - 1 }
}

/// The records of a message with those inside them, what is folded, and the cursor.
struct RecordTree: Equatable, Sendable {
    /// All nodes, parents before their children.
    private(set) var nodes: [RecordNode] = []
    /// The paths that are closed.
    private(set) var folded: Set<[Int]> = []
    /// The cursor among the visible nodes.
    var list = ListState()
    /// The first row of the details shown.
    var detailTop = 0

    /// Records inside records are followed this deep, and this many are shown: what a tag holds is not to be trusted.
    static let maximumDepth = 6
    static let maximumNodes = 2000

    /// No message.
    init() {}

    /// The tree of a message.
    init(_ decoding: NDEFDecoding) { add(decoding.records, parent: [], base: 0) }

    /// The nodes not inside a closed one.
    var visible: [RecordNode] {
        guard !folded.isEmpty else { return nodes }
        return nodes.filter { node in
            !(1..<max(1, node.path.count)).contains { folded.contains(Array(node.path.prefix($0))) }
        }
    }

    /// The node under the cursor.
    var selected: RecordNode? {
        let visible = visible
        return visible.indices.contains(list.cursor) ? visible[list.cursor] : nil
    }

    func isFolded(_ node: RecordNode) -> Bool { folded.contains(node.path) }

    /// Opens or closes the node under the cursor.
    /// - Returns: False where there is nothing inside it.
    mutating func toggle() -> Bool {
        guard let node = selected, node.hasChildren else { return false }
        if folded.remove(node.path) == nil { folded.insert(node.path) }
        return true
    }

    /// Closes the node, or goes to the one around it.
    mutating func close() -> Bool {
        guard let node = selected else { return false }
        if node.hasChildren, !isFolded(node) {
            folded.insert(node.path)
            return true
        }
        guard node.depth > 0, let parent = visible.firstIndex(where: { $0.path == Array(node.path.dropLast()) }) else {
            return false
        }
        list.cursor = parent
        return true
    }

    /// Opens the node, or goes to the first inside it.
    mutating func open() -> Bool {
        guard let node = selected, node.hasChildren else { return false }
        if folded.remove(node.path) == nil { list.cursor += 1 }
        return true
    }

    /// Takes folds and cursor over from a tree of nearly the same records.
    mutating func takePlace(of other: RecordTree) {
        folded = other.folded.filter { path in nodes.contains { $0.path == path } }
        list = other.list
        detailTop = other.detailTop
    }

    /// Puts the cursor on the deepest visible record that holds a byte of the message.
    mutating func select(messageByte: Int) {
        let candidates = visible.enumerated().filter { $0.element.range?.contains(messageByte) == true }
        guard let deepest = candidates.max(by: { $0.element.depth < $1.element.depth }) else { return }
        if list.cursor != deepest.offset { detailTop = 0 }
        list.cursor = deepest.offset
    }

    private mutating func add(_ records: [NDEFDecoding.Located], parent: [Int], base: Int?) {
        for (index, located) in records.enumerated() {
            guard nodes.count < Self.maximumNodes else { return }
            let path = parent + [index]
            let isOpened = path.count < Self.maximumDepth
            let nested = isOpened ? located.record.innerMessageOffset : nil
            let children = isOpened ? located.record.innerRecords : []
            nodes.append(
                RecordNode(
                    path: path, record: located.record, range: base.map { shift(located.range, by: $0) },
                    payloadRange: base.map { shift(located.payloadRange, by: $0) }, chunkCount: located.chunkCount,
                    hasChildren: !children.isEmpty))
            let childBase = base.flatMap { base in
                located.chunked ? nil : nested.map { base + located.payloadRange.lowerBound + $0 }
            }
            if !children.isEmpty { add(children, parent: path, base: childBase) }
        }
    }

    private func shift(_ range: Range<Int>, by offset: Int) -> Range<Int> {
        range.lowerBound + offset..<range.upperBound + offset
    }
}

/// Where the bytes of a message lie in a memory: reserved bytes may lie between them.
struct MessageMap: Equatable, Sendable {
    /// The memory's ranges, in order of the message.
    var ranges: [Range<Int>] = []

    /// The ranges in memory of a range of the message.
    func memory(of part: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        for range in ranges {
            let here = start..<start + range.count
            let common = part.clamped(to: here)
            if !common.isEmpty, part.overlaps(here) {
                let shift = range.lowerBound - start
                found.append(common.lowerBound + shift..<common.upperBound + shift)
            }
            start += range.count
        }
        return found
    }

    /// The byte of the message at a byte of the memory, `nil` outside it.
    func messageByte(at offset: Int) -> Int? {
        var start = 0
        for range in ranges {
            if range.contains(offset) { return start + offset - range.lowerBound }
            start += range.count
        }
        return nil
    }
}
