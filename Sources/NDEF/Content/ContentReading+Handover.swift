/// The record types of Connection Handover. Source: NFC Forum Connection Handover 1.4, 6.
enum HandoverKind: String, CaseIterable {
    case request = "Hr", select = "Hs", mediation = "Hm", initiate = "Hi", carrier = "Hc"

    init?(_ type: Bytes) {
        guard type.count == 2, type[0] == 0x48, let text = type.utf8 else { return nil }
        self.init(rawValue: text)
    }
}

extension ContentReading {
    static func handover(_ payload: Bytes, kind: HandoverKind, nesting: UInt8) -> ContentReading {
        if kind == .carrier { return handoverCarrier(payload) }
        guard let version = payload.byte(at: 0) else {
            return .malformed("the handover record has no version byte: the payload is empty")
        }
        let (inner, problems) = NDEFMessage.decodeInner(
            payload[1..<payload.count], nesting: nesting, offset: 1, of: "handover record")
        var handover = HandoverContent(type: kind.rawValue, versionByte: version, records: inner, carriers: [])
        var reading = ContentReading(.unknown)
        reading.problems = problems
        for record in inner where record.tnf == .wellKnown { reading.add(record, to: &handover) }
        if version >> 4 != 1 {
            reading.problems.warn(
                at: 0, "the handover version \(version >> 4).\(version & 15) is not known; it is read as 1")
        }
        reading.content = .handover(handover)
        return reading
    }

    private mutating func add(_ record: NDEFRecord, to handover: inout HandoverContent) {
        if record.type.equals("ac") {
            alternativeCarrier(record.payload, to: &handover)
        } else if record.type.equals("cr") {
            guard record.payload.count == 2 else {
                problems.warn(at: 1, "the collision resolution record is \(record.payload.count) bytes long, not 2")
                return
            }
            handover.collision = UInt16(record.payload[0]) << 8 | UInt16(record.payload[1])
        } else if record.type.equals("err") {
            guard let reason = record.payload.byte(at: 0) else {
                problems.warn(at: 1, "the handover's error record is empty")
                return
            }
            handover.error = HandoverContent.Failure(reason: reason, data: record.payload[1..<record.payload.count])
        }
    }

    /// One `ac` record: power state, carrier data reference, auxiliary references. Source: Connection Handover 1.4, 7.1.
    private mutating func alternativeCarrier(_ payload: Bytes, to handover: inout HandoverContent) {
        var reader = ByteReader(payload)
        guard let state = reader.byte(), let length = reader.byte(), let reference = reader.take(Int(length)) else {
            problems.warn(at: 1, "an alternative carrier record is cut off")
            return
        }
        var carrier = HandoverContent.Carrier(powerState: state & 3, reference: reference)
        let count = reader.byte()
        for _ in 0..<(count ?? 0) {
            guard let length = reader.byte(), let auxiliary = reader.take(Int(length)) else {
                problems.warn(at: 1, "an alternative carrier record is cut off in its auxiliary references")
                break
            }
            carrier.auxiliary.append(auxiliary)
        }
        if count == nil { problems.warn(at: 1, "an alternative carrier record has no auxiliary reference count") }
        if !reader.isAtEnd {
            let left = reader.rest.count
            problems.warn(
                at: 1, "\(left) surplus \(left == 1 ? "byte follows" : "bytes follow") an alternative carrier")
        }
        handover.carriers.append(carrier)
    }

    /// A Handover Carrier record: type format, type, data. Source: Connection Handover 1.4, 6.5.
    private static func handoverCarrier(_ payload: Bytes) -> ContentReading {
        var handover = HandoverContent(type: HandoverKind.carrier.rawValue, versionByte: nil, records: [], carriers: [])
        var reader = ByteReader(payload)
        guard let format = reader.byte(), let length = reader.byte(), let type = reader.take(Int(length)) else {
            return .malformed("the handover carrier record is cut off", as: .handover(handover))
        }
        handover.carrierType = HandoverContent.CarrierType(format: format & 7, type: type, data: reader.takeAll())
        return ContentReading(.handover(handover))
    }
}
