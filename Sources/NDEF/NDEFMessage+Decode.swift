extension NDEFMessage {
    /// Decodes the bytes of an NDEF message: what stands in an NDEF TLV or after NLEN, without these.
    ///
    /// Chunks are joined; flags that are wrong, missing types and the like are reported and tolerated. A record that is
    /// cut off or a chunked record that is never finished is reported and left out. No bytes at all are a message
    /// without records and without problems: a freshly formatted tag. The cost is linear in the bytes; payloads are
    /// views of `bytes`, only chunked ones are copied.
    public static func decode(_ bytes: [UInt8]) -> NDEFDecoding {
        decode(Bytes(bytes))
    }

    /// Decodes a view of bytes; otherwise as for an array.
    public static func decode(_ bytes: Bytes) -> NDEFDecoding {
        if let decoding = PlainMessage.decode(bytes, nesting: 0) { return decoding }
        var decoder = MessageDecoder(bytes)
        return decoder.decode()
    }

    /// Decodes the message inside a record that itself lies in `nesting` records.
    static func decode(_ bytes: Bytes, insideNesting nesting: UInt8) -> NDEFDecoding {
        if let decoding = PlainMessage.decode(bytes, nesting: nesting &+ 1) { return decoding }
        var decoder = MessageDecoder(bytes, nesting: nesting &+ 1)
        return decoder.decode()
    }
}

/// The first bytes of a record: flags and lengths, and where the fields they announce lie.
///
/// Source: NFC Data Exchange Format 1.0, 3.2.
struct RecordHeader {
    let start: Int
    let flags: UInt8
    let typeRange: Range<Int>
    let idRange: Range<Int>
    let payloadRange: Range<Int>

    var begins: Bool { flags & 0x80 != 0 }
    var ends: Bool { flags & 0x40 != 0 }
    var isChunk: Bool { flags & 0x20 != 0 }
    var isShort: Bool { flags & 0x10 != 0 }
    var hasID: Bool { flags & 0x08 != 0 }
    var tnf: TNF { TNF(rawValue: flags & 0x07) ?? .reserved }
    var range: Range<Int> { start..<payloadRange.upperBound }

    /// Reads the header at `start`; `nil` where the bytes end inside it. The fields may reach beyond the bytes.
    @inline(__always) init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        guard start >= 0, start + 3 <= bytes.count else { return nil }
        let flags = bytes[start]
        var position = start + 2
        let payloadLength: Int
        if flags & 0x10 != 0 {
            payloadLength = Int(bytes[position])
            position += 1
        } else {
            guard position + 4 <= bytes.count else { return nil }
            payloadLength =
                Int(bytes[position]) << 24 | Int(bytes[position + 1]) << 16 | Int(bytes[position + 2]) << 8
                | Int(bytes[position + 3])
            position += 4
        }
        var idLength = 0
        if flags & 0x08 != 0 {
            guard position < bytes.count else { return nil }
            idLength = Int(bytes[position])
            position += 1
        }
        self.start = start
        self.flags = flags
        let typeEnd = position + Int(bytes[start + 1])
        typeRange = Range(uncheckedBounds: (position, typeEnd))
        idRange = Range(uncheckedBounds: (typeEnd, typeEnd + idLength))
        payloadRange = Range(uncheckedBounds: (typeEnd + idLength, typeEnd + idLength + payloadLength))
    }

    /// Reads the header at `start`, as from memory.
    init?(_ bytes: Bytes, at start: Int) {
        guard let header = bytes.withContiguousStorageIfAvailable({ RecordHeader($0, at: start) }) ?? nil else {
            return nil
        }
        self = header
    }

    /// True for a record in one piece, with a type where its TNF asks for one: nothing about it alone can be wrong.
    @inline(__always) var isPlain: Bool {
        !isChunk && (1...4 ~= flags & 0x07 ? !typeRange.isEmpty : flags & 0x07 == 5 && typeRange.isEmpty)
    }
}

/// Walks the records of one message.
struct MessageDecoder {
    /// A chunked record of which more is to come.
    private struct OpenRecord {
        var first: RecordHeader
        var number: Int
        var payload: [UInt8]
        var chunkCount: Int
    }

    private let bytes: Bytes
    private let nesting: UInt8
    private var records: [NDEFDecoding.Located] = []
    private var problems = ProblemList()
    private var open: OpenRecord?
    private var position = 0
    /// The record read last, of whatever kind.
    private var last: RecordHeader?
    /// The number of records begun, for the sentences.
    private var number = 0

    init(_ bytes: Bytes, nesting: UInt8 = 0) {
        self.bytes = bytes
        self.nesting = nesting
    }

    mutating func decode() -> NDEFDecoding {
        let cut = bytes.withContiguousStorageIfAvailable { walk($0) } ?? false
        if cut {
            reportCut()
            return result(byteCount: bytes.count)
        }
        if let open { reportUnfinished(open, at: open.first.start) }
        if let last, !last.ends {
            problems.warn(at: last.start, "the last record does not end the message: ME is not set in it")
        }
        return result(byteCount: position)
    }

    /// Walks the records; true where the bytes end inside one.
    private mutating func walk(_ memory: UnsafeBufferPointer<UInt8>) -> Bool {
        while position < memory.count {
            guard let header = RecordHeader(memory, at: position), header.payloadRange.upperBound <= memory.count else {
                return true
            }
            position = header.payloadRange.upperBound
            accept(header, isFirst: last == nil)
            last = header
            if header.ends, !goesOn(after: header) { return false }
        }
        return false
    }

    private func result(byteCount: Int) -> NDEFDecoding {
        NDEFDecoding(records: records, problems: problems.finished, byteCount: byteCount)
    }

    // MARK: One record

    private mutating func accept(_ header: RecordHeader, isFirst: Bool) {
        if header.begins != isFirst {
            problems.warn(
                at: header.start,
                isFirst
                    ? "the first record does not begin the message: MB is not set in it"
                    : "MB is set in record \(number + 1), which is not the first")
        }
        if header.tnf == .unchanged, open != nil {
            acceptChunk(header)
            return
        }
        if let unfinished = open {
            reportUnfinished(unfinished, at: header.start)
            open = nil
        }
        number += 1
        checkFields(of: header)
        guard header.isChunk else {
            append(header, payload: bytes[header.payloadRange], chunkCount: 1, end: header.payloadRange.upperBound)
            return
        }
        open = OpenRecord(
            first: header, number: number, payload: Array(bytes[header.payloadRange]), chunkCount: 1)
        if header.ends { reportEndInChunk(header) }
    }

    private mutating func acceptChunk(_ header: RecordHeader) {
        if !header.typeRange.isEmpty || header.hasID {
            problems.malformed(
                at: header.start, "a chunk of record \(number) has a type or id of its own, which is left out")
        }
        open?.payload.append(contentsOf: bytes[header.payloadRange])
        open?.chunkCount += 1
        if header.isChunk {
            if header.ends { reportEndInChunk(header) }
        } else if let complete = open {
            append(
                complete.first, payload: Bytes(complete.payload), chunkCount: complete.chunkCount,
                end: header.payloadRange.upperBound)
            open = nil
        }
    }

    @inline(__always) private mutating func append(
        _ header: RecordHeader, payload: Bytes, chunkCount: Int, end: Int
    ) {
        records.append(
            NDEFDecoding.Located(
                record: NDEFRecord(
                    tnf: header.tnf, type: bytes.cut(header.typeRange),
                    id: header.hasID ? bytes.cut(header.idRange) : nil, payload: payload,
                    storedLong: !header.isShort && payload.count < 256 && chunkCount == 1, nesting: nesting),
                range: header.start..<end, payloadRange: header.payloadRange, chunkCount: chunkCount))
    }

    /// True where records go on after the one that says it is the last.
    ///
    /// Two encoders wrote each record inside a Smart Poster as a message of its own; there the walk goes on. Behind the
    /// message itself it does not: what stands there is not the message.
    private mutating func goesOn(after header: RecordHeader) -> Bool {
        guard position < bytes.count else { return false }
        if nesting > 0, let next = RecordHeader(bytes, at: position), next.payloadRange.upperBound <= bytes.count,
            (TNF.wellKnown.rawValue...TNF.unknown.rawValue).contains(next.tnf.rawValue)
        {
            problems.warn(at: header.start, "ME is set in record \(number), which is not the last")
            return true
        }
        let left = bytes.count - position
        problems.warn(at: position, "\(left) \(left == 1 ? "byte follows" : "bytes follow") the end of the message")
        return false
    }

    // MARK: What is wrong

    /// The rules for lengths by type name format: NDEF 1.0, 3.2.6.
    @inline(__always) private mutating func checkFields(of header: RecordHeader) {
        switch header.tnf {
        case .wellKnown, .media, .absoluteURI, .external:
            if !header.typeRange.isEmpty { return }
            problems.warn(
                at: header.start, "record \(number) has no type, which its TNF \(header.tnf.rawValue) asks for")
        case .empty:
            if header.typeRange.isEmpty, header.idRange.isEmpty, header.payloadRange.isEmpty { return }
            problems.warn(at: header.start, "record \(number) is of the empty kind but has a type, id or payload")
        case .unknown:
            if header.typeRange.isEmpty { return }
            problems.warn(at: header.start, "record \(number) is of the unknown kind (TNF 5) but has a type")
        case .unchanged:
            problems.malformed(
                at: header.start, "record \(number) continues a chunked record (TNF 6) where none was begun")
        case .reserved:
            problems.warn(at: header.start, "record \(number) has the reserved TNF 7; its bytes are kept")
        }
    }

    private mutating func reportCut() {
        let left = bytes.count - position
        guard let header = RecordHeader(bytes, at: position) else {
            problems.malformed(
                at: position, "record \(number + 1) is cut off inside its header: \(left) of its bytes are there")
            return
        }
        let missing = header.payloadRange.upperBound - bytes.count
        let field: String
        if header.typeRange.upperBound > bytes.count {
            field = lacking(header.typeRange, "type")
        } else if header.idRange.upperBound > bytes.count {
            field = lacking(header.idRange, "id")
        } else {
            let type = bytes[header.typeRange].visible
            field = lacking(header.payloadRange, "payload") + (type.isEmpty ? "" : " (its type is \(type))")
        }
        problems.malformed(at: position, "record \(number + 1) \(field): \(missing) missing")
    }

    private func lacking(_ range: Range<Int>, _ name: String) -> String {
        let left = max(0, bytes.count - range.lowerBound)
        return
            "claims \(range.count) \(range.count == 1 ? "byte" : "bytes") of \(name), \(left) \(left == 1 ? "is" : "are") left"
    }

    private mutating func reportUnfinished(_ record: OpenRecord, at offset: Int) {
        problems.malformed(
            at: offset,
            "record \(record.number) was begun in chunks and never finished: \(record.payload.count) bytes are left out"
        )
    }

    private mutating func reportEndInChunk(_ header: RecordHeader) {
        problems.malformed(at: header.start, "ME is set in a chunk of record \(number) that says more are to come")
    }
}
