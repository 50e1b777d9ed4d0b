/// What is known of a tag's memory: bytes, and for each page whether they were read.
///
/// A page that was not read has no bytes: asking for them answers `nil`, so that nothing can take a zero for a fact.
///
///     var image = TagImage(pageSize: 4, pageCount: 45)
///     image.set(page: 3, to: [0xE1, 0x10, 0x12, 0x00])
///     image.page(43)          // nil
///     image.state(of: 43)     // .unread(.notTried)
public struct TagImage: Equatable, Sendable {
    /// Bytes a page (4) or block.
    public let pageSize: Int
    /// One state a page.
    public private(set) var states: [PageState]
    private var storage: [UInt8]
    /// Bytes of known pages that are not known themselves, where the rows of a file end within a page.
    private var holes: Set<Int> = []

    /// An image of which nothing is known.
    public init(pageSize: Int, pageCount: Int) {
        self.pageSize = max(1, pageSize)
        states = Array(repeating: .unread(.notTried), count: max(0, pageCount))
        storage = Array(repeating: 0, count: self.pageSize * max(0, pageCount))
    }

    /// An image all of whose pages are known; a last part that is no whole page is dropped.
    public init(pageSize: Int, bytes: [UInt8]) {
        self.init(pageSize: pageSize, pageCount: bytes.count / max(1, pageSize))
        for page in 0..<pageCount {
            set(page: page, to: Array(bytes[page * self.pageSize..<(page + 1) * self.pageSize]))
        }
    }

    /// The number of pages, known or not.
    public var pageCount: Int { states.count }
    /// The number of bytes, known or not.
    public var byteCount: Int { storage.count }

    /// The bytes of a page, or `nil` where it was not read or does not exist.
    public func page(_ page: Int) -> [UInt8]? {
        guard states.indices.contains(page), case .known = states[page] else { return nil }
        let range = page * pageSize..<(page + 1) * pageSize
        guard holes.isEmpty || !range.contains(where: holes.contains) else { return nil }
        return Array(storage[page * pageSize..<(page + 1) * pageSize])
    }

    /// As `page(_:)`, without an array of its own where the page is short.
    func shortBytes(ofPage page: Int) -> ShortBytes? {
        guard isKnown(page) else { return nil }
        return storage.withUnsafeBufferPointer { ShortBytes($0, page * pageSize..<(page + 1) * pageSize) }
    }

    /// One byte counted from the start of page 0, or `nil` where it was not read or does not exist.
    public func byte(at offset: Int) -> UInt8? {
        guard storage.indices.contains(offset), case .known = states[offset / pageSize] else { return nil }
        return holes.contains(offset) ? nil : storage[offset]
    }

    /// The bytes in `range`, or `nil` where one of them is not known.
    public func bytes(in range: Range<Int>) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= storage.count else { return nil }
        for page in range.lowerBound / pageSize..<(range.upperBound + pageSize - 1) / pageSize {
            guard case .known = states[page] else { return nil }
        }
        guard holes.isEmpty || !range.contains(where: holes.contains) else { return nil }
        return Array(storage[range])
    }

    /// What is known of a page; `.unread(.doesNotExist)` outside the memory.
    public func state(of page: Int) -> PageState {
        states.indices.contains(page) ? states[page] : .unread(.doesNotExist)
    }

    /// Takes a page as read. Bytes of another length, or a page that does not exist, change nothing.
    public mutating func set(page: Int, to bytes: [UInt8]) {
        guard states.indices.contains(page), bytes.count == pageSize else { return }
        let range = page * pageSize..<(page + 1) * pageSize
        storage.replaceSubrange(range, with: bytes)
        states[page] = .known
        if !holes.isEmpty { for offset in range { holes.remove(offset) } }
    }

    /// Takes one byte of a known page as not known: a file ends there, or was read no further.
    public mutating func markHole(at offset: Int) {
        guard storage.indices.contains(offset) else { return }
        storage[offset] = 0
        holes.insert(offset)
    }

    /// The pages that are known in both images and hold other bytes there, in order; those that only one has are left out.
    ///
    /// Costs one pass over the bytes. Images of different page sizes have no page in common.
    public func pagesDiffering(from other: TagImage) -> [Int] {
        guard pageSize == other.pageSize else { return [] }
        let hasHoles = !holes.isEmpty || !other.holes.isEmpty
        let end = min(storage.count, other.storage.count)
        var pages: [Int] = []
        storage.withUnsafeBufferPointer { mine in
            other.storage.withUnsafeBufferPointer { theirs in
                var offset = 0
                while offset < end {
                    guard mine[offset] != theirs[offset] else {
                        offset += 1
                        continue
                    }
                    let page = offset / pageSize
                    // A hole is no byte, so it cannot be another one.
                    let isHole = hasHoles && (holes.contains(offset) || other.holes.contains(offset))
                    if isHole {
                        offset += 1
                    } else {
                        if isRead(page), other.isRead(page) { pages.append(page) }
                        offset = (page + 1) * pageSize
                    }
                }
            }
        }
        return pages
    }

    /// All bytes of a page are known; costs less than asking for them.
    public func isKnown(_ page: Int) -> Bool {
        guard isRead(page) else { return false }
        return holes.isEmpty || !(page * pageSize..<(page + 1) * pageSize).contains(where: holes.contains)
    }

    /// Some bytes of a page are known, and some are not.
    public func isPartlyKnown(_ page: Int) -> Bool {
        guard !holes.isEmpty, isRead(page), !isKnown(page) else { return false }
        return !(page * pageSize..<(page + 1) * pageSize).allSatisfy(holes.contains)
    }

    private func isRead(_ page: Int) -> Bool {
        guard states.indices.contains(page), case .known = states[page] else { return false }
        return true
    }

    /// Takes a page as not read, for this reason.
    public mutating func markUnread(page: Int, _ reason: UnreadReason) {
        guard states.indices.contains(page) else { return }
        states[page] = .unread(reason)
        for offset in page * pageSize..<(page + 1) * pageSize {
            storage[offset] = 0
            if !holes.isEmpty { holes.remove(offset) }
        }
    }
}

/// Whether a page's bytes are known.
public enum PageState: Equatable, Sendable {
    case known
    case unread(UnreadReason)
}

/// Why a page's bytes are not known.
public enum UnreadReason: Hashable, Sendable {
    /// Nobody asked yet.
    case notTried
    /// It comes from a file, and that does not hold the page.
    case notInFile
    /// It comes from a file, and that says that the page was not read, but not why.
    case unreadInFile
    /// It can be written but never read (PWD, PACK, keys).
    case writeOnly
    /// It needs the password or key.
    case protected
    /// The tag refused, with the NAK code where it is known.
    case refused(nak: UInt8?)
    /// The reader cannot send what it takes.
    case readerCannot
    /// The tag went away before it was read.
    case tagLost
    /// The chip has no such page.
    case doesNotExist
}
