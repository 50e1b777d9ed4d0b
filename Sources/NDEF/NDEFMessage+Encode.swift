extension NDEFMessage {
    /// The bytes of the message: MB on the first record, ME on the last, short records where the payload allows.
    ///
    /// A message without records is one empty record (`D0 00 00`). Records that were decoded come out as the bytes they
    /// had, chunked ones in one piece. A type or id longer than 255 bytes has no encoding: it is cut there, and
    /// `validate()` is what refuses such a message before it is written.
    public func encoded() -> [UInt8] {
        guard let last = records.indices.last else { return [0xD0, 0x00, 0x00] }
        let size = records.reduce(0) { $0 + $1.encodedCount }
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var writer = RecordWriter(buffer)
            for index in records.indices {
                writer.write(records[index], begins: index == 0, ends: index == last)
            }
            count = writer.count
        }
    }

    /// Refuses a message that other readers would refuse or that cannot be written as it is.
    ///
    /// - Throws: `RecordError` with the first fault.
    public func validate() throws(RecordError) {
        for record in records { try record.validate() }
    }
}

extension NDEFRecord {
    /// The number of bytes the record takes in a message.
    public var encodedCount: Int {
        1 + 1 + (isWrittenShort ? 1 : 4) + (id == nil ? 0 : 1) + min(type.count, 255) + min(id?.count ?? 0, 255)
            + min(payload.count, Int(UInt32.max))
    }

    var isWrittenShort: Bool { payload.count < 256 && !storedLong }

    /// Refuses a record that cannot be written as it is, or that no reader accepts.
    ///
    /// - Throws: `RecordError` with the fault.
    public func validate() throws(RecordError) {
        if type.count > 255 { throw .typeTooLong(type.count) }
        if let id, id.count > 255 { throw .idTooLong(id.count) }
        if payload.count > Int(UInt32.max) { throw .payloadTooLong(payload.count) }
        switch tnf {
        case .empty where !type.isEmpty || id?.isEmpty == false || !payload.isEmpty: throw .emptyWithContent
        case .wellKnown where type.isEmpty, .media where type.isEmpty, .absoluteURI where type.isEmpty,
            .external where type.isEmpty:
            throw .typeMissing(tnf)
        case .unknown where !type.isEmpty: throw .typeUnexpected
        case .unchanged, .reserved: throw .notWritable(tnf)
        default: return
        }
    }
}

/// Writes records into memory that was made large enough for them.
private struct RecordWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func write(_ record: NDEFRecord, begins: Bool, ends: Bool) {
        let short = record.isWrittenShort
        let payloadLength = min(record.payload.count, Int(UInt32.max))
        put(
            (begins ? 0x80 : 0) | (ends ? 0x40 : 0) | (short ? 0x10 : 0) | (record.id == nil ? 0 : 0x08)
                | record.tnf.rawValue)
        put(UInt8(truncatingIfNeeded: min(record.type.count, 255)))
        if !short {
            put(UInt8(truncatingIfNeeded: payloadLength >> 24))
            put(UInt8(truncatingIfNeeded: payloadLength >> 16))
            put(UInt8(truncatingIfNeeded: payloadLength >> 8))
        }
        put(UInt8(truncatingIfNeeded: payloadLength))
        if let id = record.id { put(UInt8(truncatingIfNeeded: min(id.count, 255))) }
        put(record.type, atMost: 255)
        if let id = record.id { put(id, atMost: 255) }
        put(record.payload, atMost: payloadLength)
    }

    private mutating func put(_ byte: UInt8) {
        buffer.initializeElement(at: count, to: byte)
        count += 1
    }

    private mutating func put(_ bytes: Bytes, atMost limit: Int) {
        let length = min(bytes.count, limit)
        guard length > 0 else { return }
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(buffer).baseAddress?
                .advanced(by: count).copyMemory(from: source, byteCount: length)
        }
        count += length
    }
}
