/// What is known of a file: runs of bytes, wherever they lie.
///
/// Sparse, since a capability container may claim a file of 4 GiB. A byte that was not read has no value: nothing can take a
/// zero for a fact.
///
///     var content = FileContent([0x00, 0x03, 0xD0])
///     content.set([0x00], at: 100)
///     content.bytes(in: 0..<3)      // [0, 3, 208]
///     content.byte(at: 50)          // nil
public struct FileContent: Equatable, Sendable {
    /// Bytes that follow each other.
    public struct Run: Equatable, Sendable {
        /// Where the first one lies.
        public var offset: Int
        /// The bytes, at least one.
        public var bytes: [UInt8]
        /// Where they lie.
        public var range: Range<Int> { offset..<offset + bytes.count }
    }

    /// What is known, in order; two runs never touch.
    public private(set) var runs: [Run] = []

    /// A file of which nothing is known.
    public init() {}

    /// A file of which these bytes are known.
    public init(_ bytes: [UInt8], at offset: Int = 0) { set(bytes, at: offset) }

    /// Nothing is known.
    public var isEmpty: Bool { runs.isEmpty }
    /// One past the last known byte.
    public var end: Int { runs.last?.range.upperBound ?? 0 }
    /// The known bytes.
    public var count: Int { runs.reduce(0) { $0 + $1.bytes.count } }
    /// Where bytes are known.
    public var ranges: [Range<Int>] { runs.map(\.range) }

    /// One byte, `nil` where it is not known.
    public func byte(at offset: Int) -> UInt8? {
        guard let run = run(at: offset) else { return nil }
        return run.bytes[offset - run.offset]
    }

    /// The bytes of a range, `nil` where one of them is not known.
    public func bytes(in range: Range<Int>) -> [UInt8]? {
        guard !range.isEmpty else { return [] }
        guard let run = run(at: range.lowerBound), run.range.upperBound >= range.upperBound else { return nil }
        return Array(run.bytes[range.lowerBound - run.offset..<range.upperBound - run.offset])
    }

    /// Takes bytes as known.
    public mutating func set(_ bytes: [UInt8], at offset: Int) {
        guard !bytes.isEmpty, offset >= 0, offset <= Int.max - bytes.count else { return }
        let range = offset..<offset + bytes.count
        var new = Run(offset: offset, bytes: bytes)
        var kept: [Run] = []
        for run in runs {
            if run.range.upperBound < range.lowerBound || run.offset > range.upperBound {
                kept.append(run)
                continue
            }
            // Touching or overlapping: what lies outside the new bytes stays around them.
            if run.offset < new.offset {
                new.bytes.insert(contentsOf: run.bytes.prefix(new.offset - run.offset), at: 0)
                new.offset = run.offset
            }
            let end = new.range.upperBound
            if run.range.upperBound > end { new.bytes += run.bytes.suffix(run.range.upperBound - end) }
        }
        let place = kept.firstIndex { $0.offset > new.offset } ?? kept.count
        kept.insert(new, at: place)
        runs = kept
    }

    /// Takes what another content knows.
    public mutating func merge(_ other: FileContent) {
        for run in other.runs { set(run.bytes, at: run.offset) }
    }

    /// Only what lies in these ranges.
    public func restricted(to ranges: [Range<Int>]) -> FileContent {
        var result = FileContent()
        for range in ranges {
            for run in runs {
                let part = run.range.clamped(to: range)
                guard !part.isEmpty else { continue }
                result.set(
                    Array(run.bytes[part.lowerBound - run.offset..<part.upperBound - run.offset]), at: part.lowerBound)
            }
        }
        return result
    }

    /// Where bytes below `size` are not known.
    public func unread(below size: Int) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var next = 0
        for run in runs where next < size {
            if run.offset > next { gaps.append(next..<min(run.offset, size)) }
            next = max(next, run.range.upperBound)
        }
        if next < size { gaps.append(next..<size) }
        return gaps
    }

    private func run(at offset: Int) -> Run? {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low < runs.count, runs[low].range.contains(offset) else { return nil }
        return runs[low]
    }
}
