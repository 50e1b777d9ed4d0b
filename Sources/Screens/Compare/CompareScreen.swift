import Dumps
import Tags
import Terminal

/// Which of the two sides of a comparison.
public enum CompareSlot: Equatable, Sendable { case first, second }

/// One side of a comparison: what it is, and what is known of it once it is there.
struct CompareSide: Equatable, Sendable {
    /// Where it comes from.
    enum Origin: Equatable, Sendable {
        case dump(DumpPlace)
        /// The tag on a reader.
        case tag(reader: String)
        /// The tag as the journal last knew it.
        case journal
    }

    var origin: Origin
    /// What it is called, in titles and sentences.
    var name: String
    /// What is known of it; `nil` until it was opened.
    var dump: Dump?

    /// Its tag.
    var report: TagReport? { dump?.report }

    init(origin: Origin, name: String, dump: Dump? = nil) {
        self.origin = origin
        self.name = name
        self.dump = dump
    }

    /// The same side, the tag read anew.
    func with(_ report: TagReport) -> CompareSide {
        CompareSide(origin: origin, name: name, dump: Dump(report: report))
    }
}

/// The screen Compare: two sides, what differs, and what that means.
struct CompareScreen: Equatable, Sendable {
    /// One row of the list.
    enum Row: Equatable, Sendable {
        /// The name of a group.
        case heading(String)
        /// The difference of this number.
        case difference(Int)
        /// A page, block or row of a file in which nothing differs, or one side was not read.
        case bytes(Place)
        /// The record difference of this number.
        case record(Int)
        /// What was not compared, and why.
        case notice(String)

        /// It is something that differs.
        var isChange: Bool {
            switch self {
            case .difference, .record: true
            case .heading, .bytes, .notice: false
            }
        }
    }

    /// A part of a memory or file that has a row of its own.
    enum Place: Equatable, Sendable {
        case page(Int)
        case file(UInt16, offset: Int)
    }

    var first: CompareSide
    var second: CompareSide
    /// Where to go back to.
    var cameFrom: Screen
    /// What was found; `nil` until both sides are there.
    private(set) var comparison: Comparison?
    /// What is the same is listed too.
    var showsAll = false
    private(set) var rows: [Row] = []
    var list = ListState()

    init(_ first: CompareSide, _ second: CompareSide, from screen: Screen) {
        self.first = first
        self.second = second
        cameFrom = screen
        compare()
    }

    /// Compares what is there now; the cursor stays where it is as far as it can.
    mutating func compare() {
        guard let a = first.dump, let b = second.dump else { return }
        let before = comparison
        let found = Comparison(a: a, b: b, names: (first.name, second.name))
        comparison = found
        listRows()
        if before == nil { list.cursor = rows.firstIndex(where: \.isChange) ?? 0 }
    }

    /// The sides change places.
    mutating func swap() {
        (first, second) = (second, first)
        comparison = nil
        compare()
    }

    /// Lists only what differs, or all.
    mutating func toggleAll() {
        let here = rows.indices.contains(list.cursor) ? rows[list.cursor] : nil
        showsAll.toggle()
        listRows()
        list.cursor = here.flatMap { rows.firstIndex(of: $0) } ?? rows.firstIndex(where: \.isChange) ?? 0
    }

    /// The cursor goes to the next change, or the one before; round the end.
    /// - Returns: False where there is none.
    mutating func step(forward: Bool) -> Bool {
        let changes = rows.indices.filter { rows[$0].isChange }
        guard !changes.isEmpty else { return false }
        let here = list.cursor
        list.cursor =
            forward
            ? changes.first { $0 > here } ?? changes[0] : changes.last { $0 < here } ?? changes[changes.count - 1]
        return true
    }

    /// What was found in a few words.
    var sum: (words: String, role: Role) {
        guard let comparison else { return ("opening", .dim) }
        if comparison.obstacle != nil { return ("cannot be compared", .error) }
        if comparison.same {
            return comparison.notices.isEmpty
                ? ("no difference", .success) : ("no difference in what both know", .success)
        }
        let places = comparison.differences.count
        let records = comparison.records.count
        let parts = [
            places > 0 ? Words.count(places, "difference") : nil,
            records > 0 ? Words.count(records, "record") + " changed" : nil,
        ].compactMap { $0 }
        return (parts.joined(separator: ", "), .changed)
    }

    /// Bytes in a row: a page or block, or a row of a file.
    var unit: Int {
        let image = first.report?.image ?? second.report?.image
        return min(16, image?.pageSize ?? FileSheet.width)
    }

    // MARK: Rows

    private mutating func listRows() {
        rows = []
        guard let comparison, comparison.obstacle == nil else { return }
        if !comparison.records.isEmpty {
            rows.append(.heading("records of the message"))
            rows += comparison.records.indices.map { .record($0) }
        }
        if showsAll { listAll(comparison) } else { listChanges(comparison) }
        if !comparison.notices.isEmpty {
            rows.append(.heading("not compared"))
            rows += comparison.notices.map { .notice($0) }
        }
    }

    private mutating func listChanges(_ comparison: Comparison) {
        var region: String?
        for (index, difference) in comparison.differences.enumerated() {
            if difference.region != region { rows.append(.heading(difference.region)) }
            region = difference.region
            rows.append(.difference(index))
        }
    }

    private mutating func listAll(_ comparison: Comparison) {
        var heading: String?
        func named(_ region: String, _ rows: inout [Row]) {
            if region != heading { rows.append(.heading(region)) }
            heading = region
        }
        // What lies at no address, then the memory in its order.
        var byPage: [Int: [Int]] = [:]
        var byFile: [UInt16: [(offset: Int, index: Int)]] = [:]
        for (index, difference) in comparison.differences.enumerated() {
            switch difference.place {
            case .page(let page), .block(let page): byPage[page, default: []].append(index)
            case .file(let id, let offset): byFile[id, default: []].append((offset, index))
            case .value, .applicationFile:
                named(difference.region, &rows)
                rows.append(.difference(index))
            }
        }
        let pages = max(first.report?.image?.pageCount ?? 0, second.report?.image?.pageCount ?? 0)
        for page in 0..<pages {
            named(regionName(ofPage: page), &rows)
            if let changes = byPage[page] {
                rows += changes.map { .difference($0) }
            } else {
                rows.append(.bytes(.page(page)))
            }
        }
        for file in fileIDs {
            named("file \(Hex.file(file))", &rows)
            listAll(file, changes: byFile[file] ?? [])
        }
    }

    /// The rows of a file, eight bytes each; a row in which something changes is told by its changes.
    private mutating func listAll(_ file: UInt16, changes: [(offset: Int, index: Int)]) {
        let end = max(first.report?.file(file)?.content.end ?? 0, second.report?.file(file)?.content.end ?? 0)
        var next = changes.sorted { $0.offset < $1.offset }[...]
        for offset in stride(from: 0, to: end, by: FileSheet.width) {
            var changed = false
            while let change = next.first, change.offset < offset + FileSheet.width {
                rows.append(.difference(change.index))
                next.removeFirst()
                changed = true
            }
            if !changed { rows.append(.bytes(.file(file, offset: offset))) }
        }
        rows += next.map { .difference($0.index) }
    }

    private var fileIDs: [UInt16] {
        let ids = (first.report?.files ?? []).map(\.id)
        return ids + (second.report?.files ?? []).map(\.id).filter { !ids.contains($0) }
    }

    /// What a page is for, in the words of the side that knows it.
    private func regionName(ofPage page: Int) -> String {
        for report in [first.report, second.report] {
            guard let report, let image = report.image else { continue }
            let bytes = page * image.pageSize..<(page + 1) * image.pageSize
            if let region = report.regions.first(where: { $0.bytes.overlaps(bytes) }) { return region.label }
        }
        return "memory"
    }
}
