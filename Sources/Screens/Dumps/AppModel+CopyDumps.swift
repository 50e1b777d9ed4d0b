import Dumps
import Engine
import NDEF
import Tags
import Terminal

/// What can be copied on the screens Dumps, Compare and Clone.
extension AppModel {
    /// The dump under the cursor: its name, path, UID and facts; and the list.
    var dumpsCopyItems: [CopyItem] {
        guard let dump = dumps.selected, let rows = dumps.rows else { return [] }
        var items = [CopyItem(label: "Name", text: dump.name)]
        if !options.library.isEmpty { items.append(CopyItem(label: "Path", text: options.library + "/" + dump.name)) }
        if !dump.uid.isEmpty { items.append(CopyItem(label: "UID", text: Words.uid(dump.uid))) }
        if dump.failure == nil { items.append(CopyItem(label: "Facts", text: facts(of: dump))) }
        if let message = dump.message { items.append(CopyItem(label: "Message", text: message)) }
        items.append(
            CopyItem(
                label: "List",
                text: rows.map { DumpText.line(of: $0, zone: options.secondsEastOfUTC) }.joined(separator: "\n"),
                words: "the list of \(Words.count(rows.count, "dump"))"))
        return items
    }

    /// What the preview says of a dump; what the list knows of it where it was not opened.
    private func facts(of dump: DumpRow) -> String {
        guard case .dump(dump.name, let opened)? = dumps.preview else {
            return DumpText.line(of: dump, zone: options.secondsEastOfUTC)
        }
        return DumpText.lines(of: opened, columns: 200, zone: options.secondsEastOfUTC).map(\.text)
            .joined(separator: "\n")
    }

    /// The row under the cursor as text, its bytes of both sides, and all that differs.
    var compareCopyItems: [CopyItem] {
        guard let shown = comparing, let comparison = shown.comparison else { return [] }
        var items: [CopyItem] = []
        if shown.rows.indices.contains(shown.list.cursor) {
            switch shown.rows[shown.list.cursor] {
            case .heading, .bytes: break
            case .notice(let text): items.append(CopyItem(label: "Notice", text: text))
            case .record(let index):
                items.append(CopyItem(label: "Difference", text: comparison.records[index].meaning))
            case .difference(let index):
                let difference = comparison.differences[index]
                items.append(
                    CopyItem(label: "Difference", text: CompareText.lines(of: difference).joined(separator: "\n")))
                if !difference.isSecret {
                    items += [("A", difference.a), ("B", difference.b)].compactMap { side, bytes in
                        bytes.map {
                            CopyItem(
                                label: "\(side), hex", text: Hex.string($0, separator: " "),
                                words: "\(Words.count($0.count, "byte")) of \(side) as hex")
                        }
                    }
                }
            }
        }
        let count = Words.count(comparison.differences.count + comparison.records.count, "difference")
        items.append(CopyItem(label: "All of it", text: CompareText.whole(shown), words: "the comparison, \(count)"))
        return items
    }

    /// The result under the cursor, its UID, and the list.
    var cloneCopyItems: [CopyItem] {
        guard let run = clone, run.results.indices.contains(run.list.cursor) else { return [] }
        let zone = options.secondsEastOfUTC
        let result = run.results[run.list.cursor]
        let list = ["# \(run.sum)"] + run.results.map { $0.line(zone: zone) }
        return [
            CopyItem(label: "Result", text: result.line(zone: zone)),
            CopyItem(label: "UID", text: Words.uid(result.uid)),
            CopyItem(
                label: "List", text: list.joined(separator: "\n"),
                words: "the list of \(Words.count(run.results.count, "tag"))"),
        ]
    }

    /// The operation that is open or under the cursor, its UID, and the list.
    var journalCopyItems: [CopyItem] {
        let zone = options.secondsEastOfUTC
        if let entry = journal.entry {
            let lines = JournalText.lines(entry, columns: 200, zone: zone, glyphs: .unicode).map(\.text)
            return [
                CopyItem(label: "Operation", text: lines.joined(separator: "\n")),
                CopyItem(label: "UID", text: Words.uid(entry.uid)),
            ]
        }
        guard let selected = journal.selected, let operations = journal.operations else { return [] }
        return [
            CopyItem(label: "Operation", text: JournalText.line(selected, zone: zone)),
            CopyItem(label: "UID", text: Words.uid(selected.uid)),
            CopyItem(
                label: "List", text: operations.map { JournalText.line($0, zone: zone) }.joined(separator: "\n"),
                words: "the list of \(Words.count(operations.count, "operation"))"),
        ]
    }

    /// The record under the cursor, and the message.
    var composeCopyItems: [CopyItem] {
        guard let record = compose.draft.selected else { return [] }
        return Self.copyItems(of: record, bytes: NDEFMessage([record]).encoded())
            + Self.byteForms(compose.draft.encoded, of: "Message")
    }
}

extension CloneRun.Result {
    /// As a line of text.
    fileprivate func line(zone: Int) -> String {
        "\(time.timeOfDay(secondsEastOfUTC: zone))  \(Words.uid(uid))  \(chipName)  \(outcome.word): \(outcome.words)"
    }
}

extension JournalText {
    /// An operation as a line of text.
    fileprivate static func line(_ operation: JournalSummary, zone: Int) -> String {
        "\(Words.date(operation.started, secondsEastOfUTC: zone))  \(Words.uid(operation.uid))  "
            + "\(operation.kind.rawValue)  \(operation.acknowledged)/\(operation.steps)  \(words(operation.result))  "
            + operation.chipName
    }
}

extension DumpText {
    /// A dump of the list as a line of text.
    fileprivate static func line(of dump: DumpRow, zone: Int) -> String {
        let parts = [
            Words.safe(dump.name, limit: 200), dump.title, Words.uid(dump.uid),
            taken(UInt64(clamping: dump.moment), zone: zone), dump.format?.title ?? "",
            dump.failure.map { "no dump: \($0)" } ?? dump.message ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
