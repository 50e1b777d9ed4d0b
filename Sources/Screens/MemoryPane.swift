import Tags

/// The memory pane: a cursor on a byte, a side, a selection and a search. Rows are pages.
struct MemoryPane: Equatable, Sendable {
    /// The column the cursor is in.
    enum Side: Equatable, Sendable { case hex, ascii }

    /// The page under the cursor and the first one shown.
    var list = ListState()
    /// The byte in the page.
    var column = 0
    /// Hex or ASCII.
    var side = Side.hex
    /// The next digit typed is the second of its byte.
    var lowDigit = false { didSet { typedEnd = nil } }
    /// The last byte of the memory, once it was typed and the cursor could not go on.
    var typedEnd: Int?
    /// The byte the selection began at.
    var mark: Int?
    /// What was searched for last.
    var query: SearchQuery?
    /// What was searched for on the tag before: `n` searches for it here too.
    var earlierQuery: SearchQuery?
    /// Where it is.
    var matches: [Range<Int>] = []

    /// The byte under the cursor, counted from the start of page 0.
    func offset(in image: TagImage) -> Int { list.cursor * image.pageSize + column }

    /// The selected bytes: from the mark to the cursor, or the one under the cursor.
    func selection(in image: TagImage) -> Range<Int> {
        let here = offset(in: image)
        let from = mark ?? here
        return min(from, here)..<max(from, here) + 1
    }

    /// Puts the cursor on a byte.
    mutating func goTo(_ offset: Int, in image: TagImage) {
        guard image.byteCount > 0 else { return }
        let bounded = min(max(0, offset), image.byteCount - 1)
        list.cursor = bounded / image.pageSize
        column = bounded % image.pageSize
        lowDigit = false
    }

    /// Keeps some pages above and below the cursor in view, where there are any.
    mutating func keepContext(height: Int, in image: TagImage) {
        list.settle(count: image.pageCount, height: height, margin: 3)
    }

    /// Puts the cursor on a byte and as much as there is room for of what follows below it.
    mutating func show(_ offset: Int, in image: TagImage) {
        goTo(offset, in: image)
        list.top = max(0, list.cursor - 1)
    }

    /// Takes the search over to a new image.
    mutating func refresh(for image: TagImage?) {
        matches = image.flatMap { image in query.map { $0.matches(in: image) } } ?? []
        if let mark, let image, mark >= image.byteCount { self.mark = nil }
        if image == nil { mark = nil }
    }

    /// What came of going to a match.
    enum SearchStep: Equatable {
        case found(number: Int, of: Int, wrapped: Bool)
        case nothing
    }

    /// Goes to the next match after the cursor, or before it, round the ends.
    mutating func step(forward: Bool, including here: Bool = false, in image: TagImage) -> SearchStep {
        guard let first = matches.first, let last = matches.last else { return .nothing }
        let position = offset(in: image)
        let ahead =
            forward
            ? matches.firstIndex { here ? $0.lowerBound >= position : $0.lowerBound > position }
            : matches.lastIndex { $0.lowerBound < position }
        let index = ahead ?? (forward ? 0 : matches.count - 1)
        goTo(ahead.map { matches[$0].lowerBound } ?? (forward ? first : last).lowerBound, in: image)
        return .found(number: index + 1, of: matches.count, wrapped: ahead == nil)
    }

    /// True where a match covers the byte. The matches are in order of their starts and equally long.
    func isMatch(_ offset: Int) -> Bool {
        guard let length = matches.first?.count else { return false }
        var low = 0
        var high = matches.count
        while low < high {
            let middle = (low + high) / 2
            if matches[middle].lowerBound + length <= offset { low = middle + 1 } else { high = middle }
        }
        return low < matches.count && matches[low].contains(offset)
    }
}
