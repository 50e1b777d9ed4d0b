/// What the type field of a record means: the Type Name Format, 3 bits of a record's first byte.
///
/// Source: NFC Data Exchange Format 1.0, table 1.
public enum TNF: UInt8, Sendable, CaseIterable {
    case empty = 0
    case wellKnown = 1
    case media = 2
    case absoluteURI = 3
    case external = 4
    case unknown = 5
    case unchanged = 6
    case reserved = 7
}

/// One NDEF record: type name format, type, optional id and payload, as bytes.
///
/// A record that arrived in chunks is one record here, with the payloads joined.
/// What the payload means is `content`; nothing of the bytes is lost by asking for it.
public struct NDEFRecord: Sendable {
    /// How `type` is to be read.
    public var tnf: TNF
    /// The type field; ASCII for the types the NFC Forum defines, but any bytes may arrive.
    public var type: Bytes
    /// The id field, `nil` where the record has none (an empty id is not the same).
    public var id: Bytes?
    /// The payload.
    public var payload: Bytes
    /// True where the record was stored with a 4-byte length although one byte would have done; it is written so again.
    ///
    /// How a record was stored is no part of what it says: two records that differ in this alone are equal.
    public var storedLong = false
    /// How many records this one lies in; 0 for a record of the message itself.
    var nesting: UInt8 = 0

    /// A record of these fields.
    public init(tnf: TNF, type: Bytes = [], id: Bytes? = nil, payload: Bytes = []) {
        self.tnf = tnf
        self.type = type
        self.id = id
        self.payload = payload
    }

    /// A record as it was decoded.
    @inline(__always)
    init(
        tnf: TNF, type: Bytes, id: Bytes?, payload: Bytes, storedLong: Bool,
        nesting: UInt8
    ) {
        self.tnf = tnf
        self.type = type
        self.id = id
        self.payload = payload
        self.storedLong = storedLong
        self.nesting = nesting
    }
}

extension NDEFRecord: Equatable {
    /// Equal when type name format, type, id and payload are.
    public static func == (left: NDEFRecord, right: NDEFRecord) -> Bool {
        left.tnf == right.tnf && left.type == right.type && left.id == right.id && left.payload == right.payload
    }
}

/// An NDEF message: records in order.
public struct NDEFMessage: Equatable, Sendable {
    /// The records; a message without any is written as one empty record (`D0 00 00`).
    public var records: [NDEFRecord]

    /// A message of these records.
    public init(_ records: [NDEFRecord]) { self.records = records }
}
