import Tags

/// A memory in words: its bytes with `??` for what was not read, and why that was not.
enum MemoryText {
    /// Pages that follow each other and were not read for one reason.
    struct Unread: Equatable {
        var pages: ClosedRange<Int>
        var why: String
    }

    /// All bytes as upper-case hex without spaces.
    static func bytes(of image: TagImage) -> String {
        var text = ""
        text.reserveCapacity(image.byteCount * 2)
        for page in 0..<image.pageCount {
            text += image.page(page).map { Hex.string($0) } ?? partly(page, of: image).map(byte).joined()
        }
        return text
    }

    /// The bytes of a page that may be known in part.
    static func partly(_ page: Int, of image: TagImage) -> [UInt8?] {
        (page * image.pageSize..<(page + 1) * image.pageSize).map { image.byte(at: $0) }
    }

    /// A byte as hex, `??` for one that is not known.
    static func byte(_ byte: UInt8?) -> String { byte.map(Hex.byte) ?? "??" }

    /// What was not read, in order; neighbours with the same reason are one range.
    static func unreadRanges(of image: TagImage, regions: [MemoryRegion]) -> [Unread] {
        var ranges: [(pages: ClosedRange<Int>, reason: UnreadReason)] = []
        for page in 0..<image.pageCount {
            guard case .unread(let reason) = image.state(of: page) else { continue }
            if let last = ranges.last, last.pages.upperBound == page - 1, last.reason == reason {
                ranges[ranges.count - 1].pages = last.pages.lowerBound...page
            } else {
                ranges.append((page...page, reason))
            }
        }
        return ranges.map { range in
            let inside = regions.filter { $0.pages(of: image.pageSize).overlaps(range.pages) }
            return Unread(pages: range.pages, why: why(range.reason, kinds: inside.map(\.kind)))
        }
    }

    private static func why(_ reason: UnreadReason, kinds: [MemoryRegion.Kind]) -> String {
        // Which secret it is says more than that it is one.
        reason == .writeOnly ? secrets(among: kinds) + " never read back" : reason.words
    }

    private static func secrets(among kinds: [MemoryRegion.Kind]) -> String {
        var words: [String] = []
        if kinds.contains(.password) { words.append("PWD") }
        if kinds.contains(.passwordAcknowledge) { words.append("PACK") }
        if kinds.contains(.key) { words.append("keys") }
        return words.isEmpty ? "these pages" : words.joined(separator: " and ")
    }
}
