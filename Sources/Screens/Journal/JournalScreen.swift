import Engine
import Tags
import Terminal

/// The journal: operations that fit a filter, and one of them opened.
struct JournalScreen: Equatable, Sendable {
    /// Operations as listed last, the newest first; `nil` before the first answer.
    var operations: [JournalSummary]?
    /// What is listed.
    var query = JournalQuery()
    /// The filter as it was typed, by field.
    var typedFilter: [String: String] = [:]
    var list = ListState()
    /// The operation that is open.
    var entry: JournalEntry?
    /// Its first line shown.
    var top = 0

    /// The operation under the cursor.
    var selected: JournalSummary? {
        guard let operations, operations.indices.contains(list.cursor) else { return nil }
        return operations[list.cursor]
    }

    /// Takes a list; the cursor stays on its operation.
    mutating func take(_ operations: [JournalSummary]) {
        let id = selected?.id
        self.operations = operations
        let same = id.flatMap { id in operations.firstIndex { $0.id == id } }
        list.cursor = same ?? min(list.cursor, max(0, operations.count - 1))
    }

    /// Opens an operation.
    mutating func take(_ entry: JournalEntry?) {
        self.entry = entry
        top = 0
    }

    /// A filter is set.
    var isFiltered: Bool {
        !query.uidPrefix.isEmpty || !query.results.isEmpty || query.from != nil || query.until != nil
    }
}

/// An operation of the journal in words and bytes.
enum JournalText {
    /// How a result is said.
    static func words(_ result: JournalEntry.Result) -> String {
        switch result {
        case .open: "not finished"
        case .done: "done"
        case .interrupted: "interrupted"
        case .refusedByTag: "refused by the tag"
        case .tagLost: "tag lost"
        case .readerFailed: "reader failed"
        case .cancelled: "cancelled"
        case .differs: "reads back differently"
        case .finished: "finished later"
        case .putBack: "put back"
        case .left: "left as it was"
        }
    }

    /// How a result looks.
    static func role(_ result: JournalEntry.Result) -> Role {
        result.needsRecovery ? .warning : result == .done || result == .finished ? .success : .text
    }

    /// The lines of an operation: what it was, its steps with their acknowledgement, and the memory before and after.
    static func lines(_ entry: JournalEntry, columns: Int, zone: Int, glyphs: Glyphs) -> [StyledLine] {
        var lines: [StyledLine] = []
        func fact(_ name: String, _ text: String, _ role: Role = .value) {
            for (row, line) in StyledLine.wrapped(text, role, columns: max(8, columns - 12)).enumerated() {
                lines.append(StyledLine([Span(HelpText.pad(row == 0 ? name : "", 12), .label)] + line.spans))
            }
        }
        fact("Tag", "\(Words.uid(entry.uid))  \(entry.chipName)")
        fact("What", entry.kind.rawValue)
        let ended = entry.ended.map { " to " + Words.date($0, secondsEastOfUTC: zone) } ?? ""
        fact("When", Words.date(entry.started, secondsEastOfUTC: zone) + ended)
        fact("Result", words(entry.result) + (entry.verified ? ", read back and compared" : ""), role(entry.result))
        if !entry.person.isEmpty { fact("By", Words.safe(entry.person, limit: 100)) }
        if !entry.reader.isEmpty { fact("Reader", Words.safe(entry.reader, limit: 120)) }
        lines.append(StyledLine())
        lines.append(StyledLine("Steps: \(entry.acknowledgedCount) of \(entry.steps.count) acknowledged (+)", .title))
        for (index, step) in entry.steps.enumerated() {
            let done = step.acknowledged != nil
            let body = PlanText.lines(
                step.step, number: index + 1, of: entry.steps.count, columns: max(8, columns - 2), glyphs: glyphs)
            for (row, line) in body.enumerated() {
                let mark = Span(row == 0 ? (done ? "+ " : "- ") : "  ", done ? .success : .warning)
                lines.append(StyledLine([mark] + line.spans))
            }
        }
        // Of keys and settings the steps tell all there is.
        if entry.isOfCard, !entry.isOfFiles { return lines }
        lines.append(StyledLine())
        return lines + (entry.isOfFiles ? files(entry, glyphs: glyphs) : images(entry, glyphs: glyphs))
    }

    /// The files before and after, eight bytes a row; rows that changed are marked, and only those with known bytes shown.
    private static func files(_ entry: JournalEntry, glyphs: Glyphs) -> [StyledLine] {
        let words = entry.readBackFiles == nil ? "as planned" : "as read back"
        var lines = [StyledLine("Files before, and \(words)", .title)]
        for id in entry.fileIDs {
            let before = entry.beforeFiles[id] ?? FileContent()
            var after = before
            if let planned = entry.readBackFiles?[id] ?? entry.afterFiles[id] { after.merge(planned) }
            lines.append(StyledLine("File \(Hex.file(id))", .label))
            for start in stride(from: 0, to: max(before.end, after.end), by: FileSheet.width) {
                let places = start..<start + FileSheet.width
                let (old, new) = (places.map(before.byte(at:)), places.map(after.byte(at:)))
                guard (old + new).contains(where: { $0 != nil }) else { continue }
                lines.append(
                    StyledLine([
                        Span(old == new ? "  " : "* ", .changed), Span(FileSheet.digits(start) + "  ", .address),
                        Span(shown(old, glyphs), .text), Span("  "),
                        Span(shown(new, glyphs), old == new ? .dim : .changed),
                    ]))
            }
        }
        return lines
    }

    private static func shown(_ bytes: [UInt8?], _ glyphs: Glyphs) -> String {
        bytes.map { $0.map(Words.byte) ?? glyphs.unreadByte }.joined(separator: " ")
    }

    /// The memory before and after, page by page; pages that changed are marked.
    private static func images(_ entry: JournalEntry, glyphs: Glyphs) -> [StyledLine] {
        let after = entry.readBack
        var lines = [
            StyledLine(after == nil ? "Memory before, and as planned" : "Memory before, and as read back", .title)
        ]
        for page in 0..<entry.before.pageCount {
            let old = entry.before.page(page)
            let new = after.map { $0.page(page) } ?? entry.after[page] ?? old
            guard old != nil || new != nil else { continue }
            let same = old == new
            let size = entry.before.pageSize
            lines.append(
                StyledLine([
                    Span(same ? "  " : "* ", .changed), Span(Words.page(page) + "  ", .address),
                    Span(shown(old, size, glyphs), old == nil ? .unread : .text), Span("  "),
                    Span(shown(new, size, glyphs), new == nil ? .unread : same ? .dim : .changed),
                ]))
        }
        return lines
    }

    private static func shown(_ bytes: [UInt8]?, _ count: Int, _ glyphs: Glyphs) -> String {
        bytes.map { Words.bytes($0) } ?? Array(repeating: glyphs.unreadByte, count: count).joined(separator: " ")
    }
}
