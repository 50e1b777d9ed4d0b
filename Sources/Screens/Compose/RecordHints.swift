import NDEF
import Tags
import Terminal

/// What is worth knowing about a record before it is written: what its bytes are spent on, and what would be smaller.
enum RecordHints {
    /// The lines for a record.
    static func lines(for record: NDEFRecord, columns: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        for (text, role) in hints(record) { lines += StyledLine.wrapped(text, role, columns: columns) }
        for problem in record.contentProblems.prefix(5) {
            lines += StyledLine.wrapped("! " + Words.safe(problem, limit: 300), .warning, columns: columns)
        }
        return lines
    }

    private static func hints(_ record: NDEFRecord) -> [(String, Role)] {
        let head = record.encodedCount - record.payload.count
        let size = "\(Words.count(record.encodedCount, "byte")): \(head) head and type, \(record.payload.count) payload"
        var hints: [(String, Role)] = [(size, .dim)]
        switch record.content {
        case .uri(let uri): hints.append((prefix(of: uri, in: record), .label))
        case .text(let text):
            if text.encoding == .utf16, let smaller = try? NDEFRecord.text(text.text, language: text.language) {
                hints.append(("as UTF-8: \(Words.count(smaller.encodedCount, "byte"))", .label))
            }
        case .vcard(let card): hints += contact(card, record)
        case .smartPoster(let poster):
            if let uri = poster.uri, let link = try? NDEFRecord.uri(uri) {
                hints.append(("the link alone: \(Words.count(link.encodedCount, "byte"))", .label))
            }
        case .wifi(let wifi):
            if wifi.key?.isEmpty == false { hints.append(("anybody who reads the tag sees the key", .warning)) }
        case .absoluteURI: hints.append(("phones open links of the kind Link (U), not these", .warning))
        default: break
        }
        return hints
    }

    /// The part of a link that one byte stands for.
    static func prefix(of uri: String, in record: NDEFRecord) -> String {
        let saved = uri.utf8.count - (record.payload.count - 1)
        guard saved > 0 else { return "no beginning of this link can be shortened" }
        let prefix = String(decoding: Array(uri.utf8).prefix(saved), as: UTF8.self)
        return "\(prefix.visible) is one byte: \(Words.count(saved - 1, "byte")) saved"
    }

    /// `same contact as link: 17 bytes, as vCard: 202`.
    private static func contact(_ card: VCardContent, _ record: NDEFRecord) -> [(String, Role)] {
        var hints: [(String, Role)] = []
        if let name = card.first("N") {
            hints.append(
                ("N (family;given) is \(Words.safe(name, limit: 80)): a guess where it came from one name", .dim))
        }
        let links = [("TEL", "tel:"), ("URL", ""), ("EMAIL", "mailto:")].compactMap { name, scheme -> NDEFRecord? in
            guard let value = card.first(name)?.filter({ $0 != " " }), !value.isEmpty else { return nil }
            return try? NDEFRecord.uri(scheme + value)
        }
        if let smallest = links.map(\.encodedCount).min() {
            hints.append(
                ("same contact as link: \(Words.count(smallest, "byte")), as vCard: \(record.encodedCount)", .label))
        }
        return hints
    }
}
