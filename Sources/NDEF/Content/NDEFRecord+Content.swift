extension NDEFRecord {
    /// How deep records may lie in one another (posters in posters) before their content is no longer looked at.
    public static let deepestNesting = 8

    /// What the record says. Decoded at each call, at a cost linear in the payload.
    public var content: RecordContent { reading.content }

    /// What is wrong with what the record says: sentences in order of position, those of records inside it included.
    public var contentProblems: [String] { contentFaults.map(\.sentence) }

    /// As `contentProblems`, with severity and the byte in the payload.
    public var contentFaults: [NDEFProblem] {
        let reading = reading
        var faults = reading.problems
        let inner: [NDEFRecord] =
            switch reading.content {
            case .smartPoster(let poster): poster.records
            case .handover(let handover): handover.records
            default: []
            }
        for (index, record) in inner.enumerated() {
            for fault in record.contentFaults {
                // The outer record is understood, whatever one inside it holds.
                faults.warn(at: 0, "record \(index + 1) inside: \(fault.sentence)")
            }
        }
        return faults.finished
    }

    /// The word for the record's kind in the JSON contract.
    public var kindName: String { content.kindName }

    /// The payload of a MIME record as text, where its type says that it is text; `nil` for other records.
    public var mediaText: String? {
        guard tnf == .media, MediaType(type).isText else { return nil }
        return payload.utf8Repaired
    }

    /// The content and what is wrong with it.
    var reading: ContentReading {
        switch tnf {
        case .empty: ContentReading(.empty)
        case .wellKnown: wellKnownReading
        case .media: mediaReading
        case .absoluteURI: .absoluteURI(self)
        case .external: .external(self)
        case .unknown, .unchanged, .reserved: ContentReading(.unknown)
        }
    }

    private var wellKnownReading: ContentReading {
        if type.equals("U") { return .uri(payload) }
        if type.equals("T") { return .text(payload) }
        if type.equals("Sig") { return .signature(payload) }
        if type.equals("Di") { return .deviceInformation(payload) }
        if type.equals("Sp") { return isTooDeep ? .tooDeep : .smartPoster(payload, nesting: nesting) }
        if let kind = HandoverKind(type) {
            return isTooDeep ? .tooDeep : .handover(payload, kind: kind, nesting: nesting)
        }
        var reading = ContentReading(.unknown)
        if type.contains(where: { !(0x20...0x7E ~= $0) }) {
            reading.problems.warn(at: 0, "the record type \(type.hex) is not printable ASCII")
        }
        return reading
    }

    private var isTooDeep: Bool { Int(nesting) >= Self.deepestNesting }

    private var mediaReading: ContentReading {
        switch MediaType(type).name {
        case "text/vcard", "text/x-vcard", "text/directory": .vcard(self)
        case "application/vnd.wfa.wsc": .wifi(self)
        case "application/vnd.bluetooth.ep.oob": .bluetooth(self, lowEnergy: false)
        case "application/vnd.bluetooth.le.oob", "application/vnd.bluetooth.secure.le.oob":
            .bluetooth(self, lowEnergy: true)
        default: .mime(self)
        }
    }
}

extension RecordContent {
    /// The word for the kind in the JSON contract.
    public var kindName: String {
        switch self {
        case .empty: "empty"
        case .uri: "uri"
        case .text: "text"
        case .smartPoster: "smartPoster"
        case .vcard: "vcard"
        case .wifi: "wifi"
        case .bluetooth: "bluetooth"
        case .handover: "handover"
        case .mime: "mime"
        case .aar: "aar"
        case .external: "external"
        case .absoluteURI: "absoluteUri"
        case .signature: "signature"
        case .deviceInformation: "deviceInfo"
        case .unknown: "unknown"
        }
    }
}

/// Content with what was wrong with it; offsets count in the payload.
struct ContentReading {
    var content: RecordContent
    var problems = ProblemList()

    init(_ content: RecordContent) { self.content = content }

    /// Nothing could be made of the payload.
    static func malformed(_ sentence: String, at offset: Int = 0, as content: RecordContent = .unknown)
        -> ContentReading
    {
        var reading = ContentReading(content)
        reading.problems.malformed(at: offset, sentence)
        return reading
    }

    /// A record inside more records than are looked at.
    static var tooDeep: ContentReading {
        .malformed(
            "records lie more than \(NDEFRecord.deepestNesting) deep in one another; the inner ones are not decoded")
    }
}

/// A MIME type as a record's type field holds it: compared without case, its parameters apart.
///
/// Source: RFC 2045, 5.1.
struct MediaType {
    /// `type/subtype` in lower case.
    let name: String
    /// The parameters in lower case, such as `charset=utf-8`.
    let parameters: [String]

    init(_ type: Bytes) {
        let parts = type.utf8Repaired.lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.trimmingSpaces }
        name = parts.first.map { String($0) } ?? ""
        parameters = parts.dropFirst().map { String($0) }
    }

    /// True for types whose payload is text.
    var isText: Bool {
        name.hasPrefix("text/") || name.hasSuffix("+json") || name.hasSuffix("+xml") || name == "application/json"
            || name == "application/xml"
    }

    /// The character set named by a parameter.
    var charset: String? {
        for parameter in parameters where parameter.hasPrefix("charset=") {
            return parameter.dropFirst("charset=".count).filter { $0 != "\"" }
        }
        return nil
    }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
    /// The text without blanks and tabs at its ends.
    var trimmingSpaces: SubSequence {
        let units = utf8
        guard let first = units.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
            let last = units.lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
