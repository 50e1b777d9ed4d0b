import Tags

/// The bytes that a tag answers in place of those it holds: an ASCII mirror, or the dynamic parts of a file (SDM). What was
/// written there never reads back.
struct MirroredBytes {
    private let range: Range<Int>
    private let files: [UInt16: [Range<Int>]]

    /// The mirror of a tag with pages as it was when it was powered, `nil` for none.
    init(_ mirror: MirrorState?) {
        range = mirror.map { $0.offset..<($0.offset + max(0, $0.length)) } ?? 0..<0
        files = [:]
    }

    /// The mirrors of a tag as it was read.
    init(of report: TagReport) {
        range = MirroredBytes(report.protection?.mirror).range
        files = Dictionary(report.files.map { ($0.id, $0.mirrored) }, uniquingKeysWith: { first, _ in first })
    }

    /// The bytes of what a plan leaves that the tag does not show.
    func unseen(in plan: Plan) -> [UnseenBytes] {
        let pages = plan.after.flatMap { page, bytes in
            bytes.indices.map { page * bytes.count + $0 }.filter(range.contains)
        }
        let parts = plan.afterFiles.sorted { $0.key < $1.key }.flatMap { id, content in
            UnseenBytes.runs(
                of: content.ranges.flatMap { run in
                    run.filter { offset in files[id]?.contains { $0.contains(offset) } == true }
                }, in: id)
        }
        return UnseenBytes.runs(of: pages) + parts
    }

    /// What a page reads now tells whether a write to it was obeyed: it reads as wanted, and not as it did before.
    ///
    /// Where the mirror covers every byte that would have changed, the page reads the same whatever it holds.
    func tells(_ found: [UInt8]?, wanted: [UInt8], old: [UInt8]?, page: Int) -> Bool {
        guard equal(found, wanted, page: page) else { return false }
        let first = page * wanted.count
        guard range.overlaps(first..<first + wanted.count) else { return true }
        return !equal(wanted, old, page: page)
    }

    /// The same for a part of a file.
    func tells(_ found: [UInt8]?, wanted: [UInt8], old: [UInt8]?, file: UInt16, offset: Int) -> Bool {
        guard equal(found, wanted, file: file, offset: offset) else { return false }
        let place = offset..<offset + wanted.count
        guard files[file]?.contains(where: { $0.overlaps(place) }) == true else { return true }
        return !equal(wanted, old, file: file, offset: offset)
    }

    /// Two contents of a page are the same but for mirrored bytes.
    func equal(_ one: [UInt8]?, _ other: [UInt8]?, page: Int) -> Bool {
        guard let one, let other, one.count == other.count else { return one == nil && other == nil }
        return one.indices.allSatisfy { one[$0] == other[$0] || range.contains(page * one.count + $0) }
    }

    /// Two contents of a part of a file are the same but for mirrored bytes.
    func equal(_ one: [UInt8]?, _ other: [UInt8]?, file: UInt16, offset: Int) -> Bool {
        guard let one, let other, one.count == other.count else { return one == nil && other == nil }
        return one.indices.allSatisfy { index in
            one[index] == other[index] || files[file]?.contains { $0.contains(offset + index) } == true
        }
    }
}

extension Plan {
    /// Sends the same bytes to the same places over the same old content: what a user said yes to.
    func isSame(as other: Plan, but mirror: MirroredBytes) -> Bool {
        guard uid == other.uid, kind == other.kind, chipName == other.chipName, steps.count == other.steps.count
        else { return false }
        return zip(steps, other.steps).allSatisfy { one, other in
            guard one.target == other.target, one.phase == other.phase else { return false }
            switch one.target {
            case .page(let page):
                return mirror.equal(one.new, other.new, page: page) && mirror.equal(one.old, other.old, page: page)
            case .file(let id, let offset):
                return one.new == other.new && mirror.equal(one.old, other.old, file: id, offset: offset)
            case .block, .command: return one.new == other.new
            }
        }
    }
}
