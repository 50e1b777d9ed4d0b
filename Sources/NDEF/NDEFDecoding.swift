/// What came of decoding bytes as an NDEF message: the records that could be understood and what was wrong.
///
/// Decoding never throws and never loses what stood before a fault.
public struct NDEFDecoding: Equatable, Sendable {
    /// A record and where its bytes are.
    public struct Located: Equatable, Sendable {
        /// The record.
        public var record: NDEFRecord
        /// The bytes of the whole record (all its chunks) in the message.
        public var range: Range<Int>
        /// The bytes of the payload in the message; for a chunked record, of its first chunk.
        public var payloadRange: Range<Int>
        /// The number of chunks the record arrived in, 1 where it is in one piece.
        public var chunkCount: Int
        /// True where the record arrived in chunks.
        public var chunked: Bool { chunkCount > 1 }
        /// A record at a place.
        @inline(__always)
        public init(record: NDEFRecord, range: Range<Int>, payloadRange: Range<Int>, chunkCount: Int = 1) {
            self.record = record
            self.range = range
            self.payloadRange = payloadRange
            self.chunkCount = chunkCount
        }
    }

    /// The records in order.
    public var records: [Located]
    /// What was wrong, in order of position; empty for a message without fault.
    public var problems: [NDEFProblem]
    /// The number of bytes that belong to the message.
    public var byteCount: Int

    /// True where a part of the bytes could not be understood as records; what is in them is looked at by `verdict`.
    public var isMalformed: Bool { problems.contains { $0.severity == .malformed } }
    /// The records without their places.
    public var message: NDEFMessage { NDEFMessage(records.map(\.record)) }

    /// A result of these parts.
    public init(records: [Located], problems: [NDEFProblem], byteCount: Int) {
        self.records = records
        self.problems = problems
        self.byteCount = byteCount
    }
}

/// One thing wrong with a message, with where and what.
public struct NDEFProblem: Equatable, Sendable {
    /// How bad it is.
    public enum Severity: Sendable {
        /// Against the rules, and understood all the same.
        case warning
        /// Something could not be understood and is missing from the result.
        case malformed
    }
    /// How bad it is.
    public var severity: Severity
    /// The byte in the message where it was found.
    public var offset: Int
    /// One sentence without a final full stop, such as `record 2 claims 240 bytes of payload, 17 are left`.
    public var sentence: String
    /// A problem of these parts.
    public init(_ severity: Severity, at offset: Int, _ sentence: String) {
        self.severity = severity
        self.offset = offset
        self.sentence = sentence
    }
}
