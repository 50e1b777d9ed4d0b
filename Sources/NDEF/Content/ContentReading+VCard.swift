extension ContentReading {
    /// A vCard 2.1, 3.0 or 4.0, read line by line. Source: RFC 2426, RFC 6350, vCard 2.1.
    static func vcard(_ record: NDEFRecord) -> ContentReading {
        var parser = VCardParser(record.payload, charset: MediaType(record.type).charset)
        parser.parse()
        var reading = ContentReading(.vcard(VCardContent(properties: parser.properties)))
        reading.problems = parser.problems
        if parser.cards == 0, parser.properties.isEmpty {
            reading.problems.malformed(at: 0, "the payload is no vCard: it has no BEGIN:VCARD")
            reading.content = .mime(mediaType: record.type.utf8Repaired)
        }
        return reading
    }
}

/// Splits the bytes of a vCard into properties.
struct VCardParser {
    private(set) var properties: [VCardContent.Property] = []
    private(set) var problems = ProblemList()
    /// The number of BEGIN:VCARD met.
    private(set) var cards = 0

    private let bytes: Bytes
    private let defaultCharset: String?
    private var isOpen = false
    private var isVersion21 = false

    init(_ payload: Bytes, charset: String?) {
        if payload.starts(with: [0xFE, 0xFF]) || payload.starts(with: [0xFF, 0xFE]) {
            bytes = Bytes(Array(UTF16Text(payload).text.utf8))
            problems.warn(at: 0, "the vCard is stored as UTF-16")
        } else if payload.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes = payload[3..<payload.count]
        } else {
            bytes = payload
        }
        defaultCharset = charset
    }

    mutating func parse() {
        var lines = VCardLines(bytes)
        while let line = lines.next() {
            guard let content = VCardLine(line.bytes) else {
                if !line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0 }) {
                    problems.warn(at: line.offset, "the vCard line '\(Bytes(line.bytes).visible)' has no colon")
                }
                continue
            }
            take(content, at: line.offset)
        }
        if cards > 1 { problems.warn(at: 0, "the record holds \(cards) vCards; the fields of all are listed") }
        if isOpen { problems.warn(at: bytes.count, "the vCard has no END:VCARD") }
        if cards > 0, !properties.contains(where: { $0.name == "FN" || $0.name == "N" || $0.name == "ORG" }) {
            problems.warn(at: 0, "the vCard names nobody: it has neither FN nor N nor ORG")
        }
    }

    private mutating func take(_ line: VCardLine, at offset: Int) {
        switch line.name {
        case "BEGIN" where Bytes(line.value).equalsIgnoringCase("VCARD"):
            cards += 1
            isOpen = true
            return
        case "END" where Bytes(line.value).equalsIgnoringCase("VCARD"):
            isOpen = false
            return
        default: break
        }
        if !isOpen { problems.warn(at: offset, "the vCard field \(line.name.visible) stands outside BEGIN and END") }
        if line.name == "VERSION" { isVersion21 = Bytes(line.value).equals("2.1") }
        properties.append(
            VCardContent.Property(
                group: line.group, name: line.name, parameters: line.parameters, value: value(of: line, at: offset)))
    }

    private mutating func value(of line: VCardLine, at offset: Int) -> String {
        var raw = line.value
        if line.isQuotedPrintable { raw = QuotedPrintable.decode(raw) }
        let charset = line.charset ?? defaultCharset
        let text: String
        if let charset, charset.lowercased() != "utf-8", let decoded = Charset.decode(raw, named: charset) {
            text = decoded
        } else if let valid = String(validating: raw, as: UTF8.self) {
            text = valid
        } else {
            problems.warn(at: offset, "the vCard field \(line.name.visible) is not valid UTF-8; it is read as Latin-1")
            text = Charset.latin1(raw)
        }
        return VCardEscapes.resolve(text, newlines: !isVersion21)
    }
}
