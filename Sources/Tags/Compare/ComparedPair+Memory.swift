/// Memories, page by page.
extension ComparedPair {
    /// The pages that differ, and those that could not be compared.
    func memory() -> Part {
        guard let first = a.image, let second = b.image else { return oneMemory() }
        var part = Part()
        var regions = RegionSearch(pair: self, pageSize: first.pageSize)
        let isBlocks = noun == "block"
        // The tables of pages are of four bytes each; a file may claim others.
        let hasTables = !isBlocks && first.pageSize == 4
        let pages = first.pagesDiffering(from: second)
        part.differences.reserveCapacity(pages.count)
        for page in pages {
            let region = regions.region(of: page)
            let old = bytes(of: page, in: first, orAsIn: second)
            let new = bytes(of: page, in: second, orAsIn: first)
            // Most pages are data: their sentence is the region's, and the records say the rest.
            let meaning =
                !hasTables || region.kind == .user
                ? region.detail
                : PageChange(pair: self, page: page, old: old.array, new: new.array, label: region.detail).words
            part.differences.append(
                Difference(
                    place: isBlocks ? .block(page) : .page(page), region: region.label, kind: region.kind, first: old,
                    second: new, meaning: meaning))
        }
        part.notices = sizeNotices(first, second) + unreadNotices(first, second)
        return part
    }

    private func oneMemory() -> Part {
        guard (a.image == nil) != (b.image == nil) else { return Part() }
        return Part(notices: ["only \(a.image == nil ? names.b : names.a) has a memory; the messages were compared"])
    }

    /// What a part of the memory is called.
    private var noun: String {
        a.identity.type == .type2 || b.identity.type == .type2 ? "page" : "block"
    }

    /// A byte that one side does not know is told as the other has it: nothing is said of it.
    private func bytes(of page: Int, in image: TagImage, orAsIn other: TagImage) -> ShortBytes {
        if let known = image.shortBytes(ofPage: page) { return known }
        let offsets = page * image.pageSize..<(page + 1) * image.pageSize
        return ShortBytes(offsets.map { image.byte(at: $0) ?? other.byte(at: $0) ?? 0 })
    }

    private func sizeNotices(_ first: TagImage, _ second: TagImage) -> [String] {
        guard first.pageCount != second.pageCount else { return [] }
        let (longer, name) = first.pageCount > second.pageCount ? (first, names.a) : (second, names.b)
        let surplus = Array(min(first.pageCount, second.pageCount)..<longer.pageCount)
        return ["only \(name) has \(PageList.words(surplus, noun: noun))"]
    }

    private func unreadNotices(_ first: TagImage, _ second: TagImage) -> [String] {
        var (onlyA, onlyB, neither): ([Int], [Int], [Int]) = ([], [], [])
        var parts = PartlyKnown()
        for page in 0..<min(first.pageCount, second.pageCount) {
            let known = (first.isKnown(page), second.isKnown(page))
            if known == (true, true) { continue }
            // A page of which some bytes are known is told by its bytes.
            if first.isPartlyKnown(page) || second.isPartlyKnown(page) {
                parts.take(page, first, second)
                continue
            }
            switch (!known.0, !known.1) {
            case (true, true): neither.append(page)
            case (true, false): onlyA.append(page)
            case (false, true): onlyB.append(page)
            case (false, false): break
            }
        }
        func sentence(_ pages: [Int], _ where: String, _ images: [TagImage]) -> String? {
            guard let page = pages.first else { return nil }
            let verb = pages.count == 1 ? "was" : "were"
            var why = ""
            if case .unread(let reason)? = images.first?.state(of: page), reason != .notTried {
                why =
                    pages.count == 1 || pages.allSatisfy({ images.first?.state(of: $0) == .unread(reason) })
                    ? " (\(reason.words))" : ""
            }
            return "\(PageList.words(pages, noun: noun)) \(verb) \(`where`)\(why)"
        }
        return [
            sentence(onlyA, "not read in \(names.a)", [first]),
            sentence(onlyB, "not read in \(names.b)", [second]),
            sentence(neither, "read in neither", [first]),
        ].compactMap { $0 } + parts.sentences(names, noun: noun)
    }
}

/// Finds the region of pages asked for in order, without looking at all regions for each.
struct RegionSearch {
    /// A region, or a part of the message in it.
    struct Found {
        var kind: MemoryRegion.Kind?
        /// What the differences are grouped by.
        var label: String
        /// What exactly lies there.
        var detail: String
    }

    private let pageSize: Int
    private let regions: [MemoryRegion]
    private let blocks: [(range: Range<Int>, words: String)]
    private let mirrors: [(range: Range<Int>, words: String)]
    private var nextBlock = 0
    /// The last answer, and the page from which on it does not hold.
    private var found = Found(kind: nil, label: "memory", detail: "memory")
    private var end = 0

    init(pair: ComparedPair, pageSize: Int) {
        self.pageSize = pageSize
        // Where the second has none of its own, the first one's serve.
        let best = pair.b.regions.isEmpty ? pair.a.regions : pair.b.regions
        regions = best.filter { $0.kind != .mirror }
        let tlvs = (pair.b.ndef?.tlvs ?? []).isEmpty ? pair.a.ndef?.tlvs ?? [] : pair.b.ndef?.tlvs ?? []
        blocks = tlvs.map { ($0.range, $0.name) }
        mirrors = [pair.a, pair.b].flatMap { report in
            report.regions.filter { $0.kind == .mirror }.map { ($0.bytes, $0.label) }
        }
    }

    /// The region of a page that is not before the last one asked for.
    mutating func region(of page: Int) -> Found {
        if page >= end { look(at: page) }
        return found
    }

    private mutating func look(at page: Int) {
        let bytes = page * pageSize..<(page + 1) * pageSize
        // How far nothing changes: the next place where something begins or ends.
        var limit = Int.max
        func bound(_ range: Range<Int>) {
            if range.lowerBound >= bytes.upperBound { limit = min(limit, range.lowerBound) }
            if range.upperBound > bytes.lowerBound { limit = min(limit, range.upperBound) }
        }
        let region = regions.last { $0.bytes.overlaps(bytes) }
        for region in regions { bound(region.bytes) }
        found = Found(kind: region?.kind, label: region?.label ?? "memory", detail: region?.label ?? "memory")
        if region == nil || region?.kind == .user {
            while nextBlock < blocks.count, blocks[nextBlock].range.upperBound <= bytes.lowerBound { nextBlock += 1 }
            if nextBlock < blocks.count {
                let block = blocks[nextBlock]
                if block.range.overlaps(bytes) { found.detail = block.words }
                bound(block.range)
            }
        }
        for mirror in mirrors { bound(mirror.range) }
        if let mirror = mirrors.first(where: { $0.range.overlaps(bytes) }) { found.detail += "; " + mirror.words }
        // Only pages that lie before it as a whole are sure to be the same.
        end = max(page + 1, limit / pageSize)
    }
}
