import CLinux
import Tags

/// What a trace needs to list and filter its exchanges fast: their bytes and words packed in chunks, dropped from the front.
///
/// About 60 bytes beside what went over the air for each exchange. A filter looks at each different sentence once a chunk and
/// at all bytes of a chunk in one go, so that 100 000 exchanges take milliseconds.
struct TraceIndex {
    /// The exchanges of a chunk.
    static let chunkSize = 4096

    /// Where a line of the session's files is.
    struct Place {
        var file: UInt32
        var length: UInt32
        var offset: UInt64
    }

    private struct Entry {
        var place: Place?
        var number: UInt64
        /// Ends of the command, the frame in it and the answer within the chunk's bytes.
        var commandEnd: UInt32
        var frameEnd: UInt32
        var end: UInt32
        var meaning: UInt16
        var reader: UInt16
        var layer: UInt8
        var failed: Bool
    }

    private struct Chunk {
        /// The place of its first exchange, counted from the session's first.
        var first: Int
        var entries: [Entry] = []
        var bytes: [UInt8] = []
        /// The different sentences in it, in small letters.
        var meanings: [[UInt8]] = []
        var numbers: [String: UInt16] = [:]
        /// The exchanges themselves, of young chunks.
        var whole: [Exchange]? = []
    }

    private var chunks: [Chunk] = []
    private var readers: [String] = []
    private(set) var packed = 0

    /// The exchanges that were ever added.
    private(set) var added = 0
    /// Those that are listed no more.
    var dropped: Int { chunks.first?.first ?? added }
    var count: Int { added - dropped }

    /// Adds an exchange.
    mutating func add(_ exchange: Exchange, at place: Place?) {
        if chunks.last.map({ $0.entries.count >= Self.chunkSize }) ?? true {
            chunks.append(Chunk(first: added))
            chunks[chunks.count - 1].entries.reserveCapacity(Self.chunkSize)
        }
        added += 1
        let reader = readerNumber(exchange.reader)
        packed += exchange.command.count + (exchange.nativeCommand?.count ?? 0) + (exchange.response?.count ?? 0)
        Self.add(exchange, reader, place, to: &chunks[chunks.count - 1])
    }

    private static func add(_ exchange: Exchange, _ reader: UInt16, _ place: Place?, to chunk: inout Chunk) {
        chunk.bytes += exchange.command
        let commandEnd = chunk.bytes.count
        chunk.bytes += exchange.nativeCommand ?? []
        let frameEnd = chunk.bytes.count
        chunk.bytes += exchange.response ?? []
        var meaning = chunk.numbers[exchange.meaning]
        if meaning == nil {
            // A chunk has fewer exchanges than a number has values.
            let number = UInt16(truncatingIfNeeded: chunk.meanings.count)
            chunk.meanings.append(Array(exchange.meaning.lowercased().utf8))
            chunk.numbers[exchange.meaning] = number
            meaning = number
        }
        chunk.entries.append(
            Entry(
                place: place, number: exchange.number, commandEnd: UInt32(truncatingIfNeeded: commandEnd),
                frameEnd: UInt32(truncatingIfNeeded: frameEnd), end: UInt32(truncatingIfNeeded: chunk.bytes.count),
                meaning: meaning ?? 0, reader: reader,
                layer: UInt8(truncatingIfNeeded: TraceLayer.allCases.firstIndex(of: exchange.layer) ?? 0),
                failed: exchange.isFailure))
        chunk.whole?.append(exchange)
    }

    private mutating func readerNumber(_ name: String) -> UInt16 {
        if let number = readers.firstIndex(of: name) { return UInt16(truncatingIfNeeded: number) }
        // Names come from drivers; whoever makes up more than this many gets the last one's.
        if readers.count < 1024 { readers.append(name) }
        return UInt16(truncatingIfNeeded: readers.count - 1)
    }

    /// Keeps the exchanges themselves of the youngest chunks only; those of others are read from their file.
    mutating func forgetWholes(keeping count: Int) {
        for index in chunks.indices.dropLast(count) where chunks[index].whole != nil { chunks[index].whole = nil }
    }

    /// Lists a chunk no more.
    mutating func dropFirstChunk() {
        guard let chunk = chunks.first else { return }
        packed -= chunk.bytes.count
        chunks.removeFirst()
    }

    var chunkCount: Int { chunks.count }

    /// The first chunk that still has lines in this file or a later one is the first to keep.
    mutating func drop(before file: UInt32) {
        while let place = chunks.first?.entries.first?.place, place.file < file, chunks.count > 1 { dropFirstChunk() }
    }

    /// The exchange at a place of the session: itself, or where its line is; `nil` for one that is not listed.
    func row(_ position: Int) -> (whole: Exchange?, place: Place?)? {
        guard let chunk = chunk(of: position) else { return nil }
        let index = position - chunk.first
        guard chunk.entries.indices.contains(index) else { return nil }
        return (chunk.whole?[index], chunk.entries[index].place)
    }

    private func chunk(of position: Int) -> Chunk? {
        guard position >= dropped, position < added else { return nil }
        // All chunks but the last are full.
        let index = (position - dropped) / Self.chunkSize
        return chunks.indices.contains(index) ? chunks[index] : nil
    }

    // MARK: - Filtering

    /// The places of all exchanges from `start` on that pass the filter.
    func matches(_ filter: TraceFilter, from start: Int) -> [Int] {
        let wanted = Wanted(filter, readers: readers)
        var found: [Int] = []
        for chunk in chunks where chunk.first + chunk.entries.count > start {
            Self.matches(wanted, in: chunk, from: start, into: &found)
        }
        return found
    }

    /// A filter, resolved once.
    private struct Wanted {
        var words: [UInt8]
        var bytes: [UInt8]?
        var readers: [Bool]
        var readerHasText: [Bool]
        var layer: UInt8?
        var failuresOnly: Bool

        init(_ filter: TraceFilter, readers names: [String]) {
            words = Array(filter.words.utf8)
            bytes = filter.bytes
            readers = names.map { filter.reader == nil || filter.reader == $0 }
            let text = filter.words
            readerHasText = names.map {
                !text.isEmpty && TraceIndex.contains(Array($0.lowercased().utf8), Array(text.utf8))
            }
            layer = filter.layer.flatMap { TraceLayer.allCases.firstIndex(of: $0) }.map {
                UInt8(truncatingIfNeeded: $0)
            }
            failuresOnly = filter.failuresOnly
        }
    }

    private static func matches(_ wanted: Wanted, in chunk: Chunk, from start: Int, into found: inout [Int]) {
        let meanings = chunk.meanings.map { contains($0, wanted.words) }
        var hits: [Bool]?
        if let needle = wanted.bytes { hits = Self.hits(of: needle, in: chunk) }
        for index in max(0, start - chunk.first)..<chunk.entries.count {
            let entry = chunk.entries[index]
            guard !wanted.failuresOnly || entry.failed, wanted.layer == nil || wanted.layer == entry.layer,
                wanted.readers[Int(entry.reader)]
            else { continue }
            if wanted.words.isEmpty || meanings[Int(entry.meaning)] || wanted.readerHasText[Int(entry.reader)]
                || hits?[index] == true
            {
                found.append(chunk.first + index)
            }
        }
    }

    /// For each exchange of a chunk, whether the bytes occur in its command, frame or answer.
    private static func hits(of needle: [UInt8], in chunk: Chunk) -> [Bool] {
        var hits = [Bool](repeating: false, count: chunk.entries.count)
        var entry = 0
        chunk.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var from = 0
            while from < bytes.count {
                guard let hit = linux_find(base + from, bytes.count - from, needle, needle.count) else { return }
                let place = hit - base
                while chunk.entries[entry].end <= place { entry += 1 }
                let end = place + needle.count
                let cuts = [chunk.entries[entry].commandEnd, chunk.entries[entry].frameEnd, chunk.entries[entry].end]
                // Bytes that begin in one part and end in the next stand together nowhere.
                if cuts.allSatisfy({ Int($0) <= place || Int($0) >= end }) {
                    hits[entry] = true
                    from = Int(chunk.entries[entry].end)
                } else {
                    from = place + 1
                }
            }
        }
        return hits
    }

    private static func contains(_ text: [UInt8], _ words: [UInt8]) -> Bool {
        if words.isEmpty { return true }
        return linux_find(text, text.count, words, words.count) != nil
    }
}
