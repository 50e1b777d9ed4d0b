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
            var lines = [head + " " + record.summary]
            let detail = (located.chunked ? ["stored in \(located.chunkCount) chunks"] : []) + details(of: record)
            lines += detail.map { margin + "   " + Columns.pad("", 13) + $0 }
            if depth + 1 < JSONValue.recordDepth {
                lines += self.lines(record.innerRecords, paint: paint, depth: depth + 1)
            }
            return lines
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
