import NDEF
import Tags
import Terminal

/// A record in words: its line in the tree, and its details.
enum RecordText {
    /// The columns of the names in the details.
    static let labelColumns = 10

    /// The kind as people say it, and the gist of the content.
    static func title(_ record: NDEFRecord) -> (kind: String, gist: String) {
        switch record.content {
        case .empty: ("empty", "")
        case .uri(let uri): ("URI", Words.safe(uri, limit: 400))
        case .text(let text): ("Text", Words.safe(text.text, limit: 400) + "  \(Words.safe(text.language, limit: 20))")
        case .smartPoster(let poster):
            (
                "Smart Poster",
                Words.safe(poster.titles.first?.text ?? poster.uri ?? "without a link", limit: 400)
            )
        case .vcard(let card):
            ("Contact", Words.safe(card.properties.first { $0.name == "FN" }?.value ?? "vCard", limit: 400))
        case .wifi(let wifi): ("Wi-Fi", Words.safe(wifi.ssid ?? "without a name", limit: 400))
        case .bluetooth(let device):
            (
                "Bluetooth",
                Words.safe([device.name, device.address].compactMap { $0 }.joined(separator: " "), limit: 400)
            )
        case .handover(let handover): ("Handover", handoverName(handover.type))
        case .mime(let type): ("MIME", Words.safe(type, limit: 200))
        case .aar(let package): ("App", Words.safe(package, limit: 400))
        case .external(let type): ("External", Words.safe(type, limit: 200))
        case .absoluteURI(let uri): ("URI", Words.safe(uri, limit: 400))
        case .signature: ("Signature", "")
        case .deviceInformation(let device):
            ("Device", Words.safe([device.vendor, device.model].compactMap { $0 }.joined(separator: " "), limit: 400))
        case .unknown: ("unknown", "")
        }
    }

    private static func handoverName(_ type: String) -> String {
        switch type {
        case "Hs": "select"
        case "Hr": "request"
        case "Hm": "mediation"
        case "Hi": "initiate"
        case "Hc": "carrier"
        default: Words.safe(type, limit: 20)
        }
    }

    /// The details of a record, then its bytes.
    /// - Parameter bytes: The whole record as it lies in the message.
    static func details(_ node: RecordNode, bytes: [UInt8], columns: Int) -> [StyledLine] {
        let record = node.record
        let payload = Words.count(record.payload.count, "byte")
        var pairs = contentPairs(record.content)
        let chunks = node.chunkCount > 1 ? ", stored in \(node.chunkCount) chunks" : ""
        pairs.append(("Payload", "\(payload), \(bytes.count) with the head" + chunks))
        pairs.append(("TNF", "\(record.tnf.rawValue) \(name(of: record.tnf))"))
        if !record.type.isEmpty { pairs.append(("Type", shown(record.type))) }
        if let id = record.id { pairs.append(("ID", id.isEmpty ? "present, empty" : shown(id))) }
        var lines = pairs.flatMap { fieldLines($0.0, $0.1, .value, columns) }
        for problem in record.contentProblems.prefix(20) {
            lines += fieldLines("! Problem", Words.safe(problem, limit: 300), .warning, columns)
        }
        return lines + hexLines(bytes, columns: columns)
    }

    /// The bytes in rows of eight or sixteen, with what they read as.
    static func hexLines(_ bytes: [UInt8], columns: Int) -> [StyledLine] {
        let width = columns >= 72 ? 16 : 8
        guard columns >= 12 else { return [] }
        let shown = bytes.prefix(1024)
        var lines: [StyledLine] = []
        for start in stride(from: 0, to: shown.count, by: width) {
            let row = Array(shown[start..<min(start + width, shown.count)])
            let address = Hex.address(start)
            let hex = HelpText.pad(Hex.string(row, separator: " "), width * 3 - 1)
            lines.append(
                StyledLine([
                    Span(HelpText.pad(address, bytes.count > 256 ? 4 : 2) + "  ", .address), Span(hex + "  ", .text),
                    Span(String(row.map(ascii)), .ascii),
                ]))
        }
        if bytes.count > shown.count { lines.append(StyledLine("and \(bytes.count - shown.count) more", .dim)) }
        return lines
    }

    /// A byte as the ASCII column shows it.
    static func ascii(_ byte: UInt8) -> Character {
        (0x20...0x7E).contains(byte) ? Character(Unicode.Scalar(byte)) : "."
    }

    private static func fieldLines(_ label: String, _ text: String, _ role: Role, _ columns: Int) -> [StyledLine] {
        StyledLine.wrapped(text, role, columns: max(8, columns - labelColumns)).enumerated().map { index, line in
            StyledLine([Span(HelpText.pad(index == 0 ? label : "", labelColumns), .label)] + line.spans)
        }
    }

    private static func shown(_ bytes: Bytes) -> String {
        let text = visible(Array(bytes.prefix(255)))
        return bytes.allSatisfy { (0x20...0x7E).contains($0) } ? text : Words.bytes(Array(bytes), limit: 255)
    }

    private static func name(of tnf: TNF) -> String {
        switch tnf {
        case .empty: "empty"
        case .wellKnown: "NFC Forum well-known"
        case .media: "media type"
        case .absoluteURI: "absolute URI"
        case .external: "external"
        case .unknown: "unknown"
        case .unchanged: "unchanged"
        case .reserved: "reserved"
        }
    }
}
