/// Decodes a message in which nothing is wrong and nothing is chunked: what nearly all messages are.
///
/// One walk over the headers counts the records and finds out whether the message is of that kind; a second fills an
/// array of just that size. Messages of any other kind are `MessageDecoder`'s.
enum PlainMessage {
    /// The records, or `nil` where the message is not plain.
    static func decode(_ bytes: Bytes, nesting: UInt8) -> NDEFDecoding? {
        let decoding: NDEFDecoding?? = bytes.withContiguousStorageIfAvailable { memory in
            guard let count = countRecords(memory) else { return nil }
            let records = [NDEFDecoding.Located](unsafeUninitializedCapacity: count) { buffer, filled in
                var position = 0
                while filled < count, let header = RecordHeader(memory, at: position) {
                    buffer.initializeElement(at: filled, to: NDEFDecoding.Located(header, in: bytes, nesting: nesting))
                    position = header.payloadRange.upperBound
                    filled += 1
                }
            }
            return NDEFDecoding(records: records, problems: [], byteCount: memory.count)
        }
        return decoding ?? nil
    }

    /// The number of records; `nil` unless all of them are plain and the flags of the first and last are right.
    private static func countRecords(_ memory: UnsafeBufferPointer<UInt8>) -> Int? {
        var position = 0
        var count = 0
        while position < memory.count {
            guard let header = RecordHeader(memory, at: position), header.payloadRange.upperBound <= memory.count,
                header.isPlain, header.begins == (count == 0),
                header.ends == (header.payloadRange.upperBound == memory.count)
            else { return nil }
            position = header.payloadRange.upperBound
            count += 1
        }
        return count
    }
}

extension NDEFDecoding.Located {
    /// The record in one piece that `header` stands before; made in place, so that nothing is copied and counted twice.
    @inline(__always) fileprivate init(_ header: RecordHeader, in bytes: Bytes, nesting: UInt8) {
        record = NDEFRecord(
            tnf: header.tnf, type: bytes.cut(header.typeRange), id: header.hasID ? bytes.cut(header.idRange) : nil,
            payload: bytes.cut(header.payloadRange), storedLong: !header.isShort && header.payloadRange.count < 256,
            nesting: nesting)
        range = header.range
        payloadRange = header.payloadRange
        chunkCount = 1
    }
}
