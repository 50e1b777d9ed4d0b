import NDEF

/// Bytes within TLV blocks and NDEF records.
extension BytePlace {
    /// The role of the byte in the TLV blocks, `nil` where it has none.
    func ndefWords(_ byte: UInt8?) -> String? {
        guard let ndef = report.ndef, let block = ndef.tlvs.first(where: { $0.range.contains(offset) }) else {
            return nil
        }
        let name = block.name
        let position = offset - block.range.lowerBound
        if block.tag == TLVWalk.Tag.terminator { return name }
        if position == 0 { return "\(name): its type byte" }
        let longLength = image.byte(at: block.range.lowerBound + 1) == 0xFF
        let subject = block.tag == TLVWalk.Tag.message ? "length of the message" : "length of the value"
        if position == 1 { return longLength ? "\(name): two bytes of length follow" : "\(name): \(subject)" }
        if longLength, position < 4 { return "\(name): \(subject), \(position == 2 ? "high" : "low") byte" }
        if block.tag == TLVWalk.Tag.message, let index = rawIndex(in: ndef) {
            return Self.recordWords(index, ndef, byte) ?? "\(name): no record could be made out here"
        }
        if ControlTLV(block.tag, block.value) != nil { return controlWords(block, position - (longLength ? 4 : 2)) }
        if block.tag == TLVWalk.Tag.message { return "bytes reserved by a control TLV, not part of the message" }
        return "\(name): its value, byte \(position - (longLength ? 4 : 2))"
    }

    private func controlWords(_ block: TLVEntry, _ position: Int) -> String {
        let part: String
        switch position {
        case 0: part = "position (page and byte)"
        case 1: part = block.tag == TLVWalk.Tag.lockControl ? "number of lock bits" : "number of bytes"
        default: part = "bytes a page and bytes a lock bit, as powers of 2"
        }
        return "\(block.words): \(part)"
    }

    /// The byte's place in the message, counted without what control TLVs reserve.
    private func rawIndex(in ndef: NDEFState) -> Int? {
        var before = 0
        for range in ndef.memoryRanges {
            if range.contains(offset) { return before + offset - range.lowerBound }
            before += range.count
        }
        return nil
    }

    private static func recordWords(_ index: Int, _ ndef: NDEFState, _ byte: UInt8?) -> String? {
        guard let raw = ndef.raw, let records = ndef.decoding?.records,
            let number = records.firstIndex(where: { $0.range.contains(index) })
        else { return nil }
        let located = records[number]
        let layout = RecordLayout(Bytes(raw), at: located.range.lowerBound)
        let field = layout.field(at: index, located, byte)
        return "record \(number + 1) of \(records.count): \(field)"
    }
}

extension TLVEntry {
    /// The block's name without its details.
    var name: String {
        switch tag {
        case TLVWalk.Tag.lockControl: "lock control TLV"
        case TLVWalk.Tag.memoryControl: "memory control TLV"
        case TLVWalk.Tag.message: "NDEF message TLV"
        case TLVWalk.Tag.proprietary: "proprietary TLV"
        case TLVWalk.Tag.terminator: "terminator TLV"
        default: "unknown TLV \(Hex.byte(tag))"
        }
    }
}

/// Where the fields of one NDEF record (or its first chunk) lie. Source: NFC Data Exchange Format 1.0, 3.2.
struct RecordLayout {
    private let start: Int
    private let lengthEnd: Int
    private let idLengthEnd: Int
    private let typeEnd: Int
    private let idEnd: Int

    init(_ raw: Bytes, at start: Int) {
        let flags = raw.byte(at: start) ?? 0
        let hasID = flags & 0x08 != 0
        self.start = start
        lengthEnd = start + 2 + (flags & 0x10 != 0 ? 1 : 4)
        idLengthEnd = lengthEnd + (hasID ? 1 : 0)
        typeEnd = idLengthEnd + Int(raw.byte(at: start + 1) ?? 0)
        idEnd = typeEnd + (hasID ? Int(raw.byte(at: lengthEnd) ?? 0) : 0)
    }

    /// The field that holds a byte, in words.
    func field(at index: Int, _ located: NDEFDecoding.Located, _ byte: UInt8?) -> String {
        if index == start { return byte.map(Self.headerWords) ?? "flags and type name format" }
        if index == start + 1 { return "length of the type" }
        if index < lengthEnd { return "length of the payload" }
        if index < idLengthEnd { return "length of the id" }
        if index < typeEnd { return "type, byte \(index - idLengthEnd)" }
        if index < idEnd { return "id, byte \(index - typeEnd)" }
        if located.payloadRange.contains(index) {
            let position = index - located.payloadRange.lowerBound
            return "payload, byte \(position) (\(located.record.kindName))"
        }
        return located.chunked ? "a later chunk" : "beyond its fields"
    }

    private static func headerWords(_ byte: UInt8) -> String {
        let flags: [(UInt8, String)] = [
            (0x80, "MB first record"), (0x40, "ME last record"), (0x20, "CF chunk"), (0x10, "SR short"),
            (0x08, "IL has an id"),
        ]
        let set = flags.filter { byte & $0.0 != 0 }.map(\.1)
        let names = [
            "empty", "well known", "media type", "absolute URI", "external", "unknown", "unchanged", "reserved",
        ]
        let format = "TNF \(byte & 7) \(names[Int(byte & 7)])"
        return (["header", format] + set).joined(separator: ", ")
    }
}
