import NDEF
import Tags

/// A message in words for a person; everything that came from outside is made visible.
enum RecordText {
    /// The lines of all records, numbered, records within records indented.
    static func lines(_ records: [NDEFDecoding.Located], paint: Paint, depth: Int = 0) -> [String] {
        let margin = String(repeating: "   ", count: depth)
        return records.enumerated().flatMap { index, located -> [String] in
            let record = located.record
            let head = margin + "\(index + 1)  " + paint(.title, Columns.pad(record.kindName, 12))
            var lines = [head + " " + summary(of: record)]
            let detail = (located.chunked ? ["stored in \(located.chunkCount) chunks"] : []) + details(of: record)
            lines += detail.map { margin + "   " + Columns.pad("", 13) + $0 }
            if depth + 1 < JSONValue.recordDepth {
                lines += self.lines(record.innerRecords, paint: paint, depth: depth + 1)
            }
            return lines
        }
    }

    /// One line that says what the record holds.
    static func summary(of record: NDEFRecord) -> String {
        switch record.content {
        case .empty: return "no content"
        case .uri(let uri), .absoluteURI(let uri): return uri.visible
        case .text(let text): return "\(quoted(text.text)) (\(text.language.visible), \(text.encoding.rawValue))"
        case .smartPoster(let poster):
            let title = poster.titles.first.map { " " + quoted($0.text) } ?? ""
            return (poster.uri ?? "no URI").visible + title
        case .vcard(let card):
            let name = card.properties.first { $0.name == "FN" } ?? card.properties.first { $0.name == "N" }
            return name.map { quoted($0.value) } ?? "\(card.properties.count) lines"
        case .wifi(let network):
            let name = network.ssid.map(quoted) ?? "network name missing"
            return name + ", " + (network.authentication ?? "authentication not said").visible
        case .bluetooth(let device):
            return (device.address ?? "address missing").visible + (device.name.map { " " + quoted($0) } ?? "")
        case .handover(let handover): return "\(handover.type), \(handover.carriers.count) carriers"
        case .mime(let mediaType): return "\(mediaType.visible), \(record.payload.count) bytes"
        case .aar(let package): return package.visible
        case .external(let type): return "\(type.visible), \(record.payload.count) bytes"
        case .signature(let signature):
            return signature.signature.map { "signature of \($0.count) bytes" } ?? "no signature in it"
        case .deviceInformation(let device):
            let names = [device.vendor, device.model, device.uniqueName].compactMap { $0?.visible }
            return names.joined(separator: ", ")
        case .unknown:
            let type = record.type.isEmpty ? "" : ", type " + VisibleText.bytes(record.type)
            return "TNF \(record.tnf.rawValue)\(type), \(record.payload.count) bytes"
        }
    }

    /// Further lines: what does not fit in the summary.
    private static func details(of record: NDEFRecord) -> [String] {
        var lines: [String] = []
        if let id = record.id { lines.append("id " + quoted(id)) }
        switch record.content {
        case .vcard(let card):
            lines += card.properties.map { $0.name.visible + ": " + $0.value.visible }
        case .wifi(let network):
            if let encryption = network.encryption { lines.append("encryption " + encryption.visible) }
            if let key = network.key { lines.append("key " + quoted(key)) }
        case .mime, .external, .unknown:
            if !record.payload.isEmpty { lines.append(excerpt(record.payload)) }
        default: break
        }
        return lines + record.contentProblems.map { "problem: " + $0.visible }
    }

    /// The first bytes as hex, and how many there are.
    private static func excerpt(_ payload: Bytes) -> String {
        let shown = Hex.string(Array(payload.prefix(16)), separator: " ")
        return payload.count > 16 ? shown + " ... (\(payload.count) bytes)" : shown
    }

    private static func quoted(_ text: String) -> String { "\"" + text.visible + "\"" }
    private static func quoted(_ bytes: Bytes) -> String { "\"" + VisibleText.bytes(bytes) + "\"" }
}
