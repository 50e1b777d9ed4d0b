import Engine
import NDEF
import Tags

/// The journal in words for a person.
enum JournalText {
    /// A list, a line an operation, the newest first.
    static func lines(_ operations: [JournalSummary]) -> [String] {
        let rows = operations.map { operation in
            [
                String(operation.id), Timestamp.text(operation.started) ?? "?",
                Hex.string(operation.uid, separator: ":"), operation.chipName.visible, operation.kind.rawValue,
                "\(operation.acknowledged)/\(operation.steps)",
                operation.result.word + (operation.result.needsRecovery ? "  (to be recovered)" : ""),
            ]
        }
        let widths = (0..<7).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { $0 == 6 ? $1 : Columns.pad($1, widths[$0]) }.joined(separator: "  ")
        }
    }

    /// The files before, after and as read back.
    private static func files(of entry: JournalEntry, paint: Paint) -> [String] {
        entry.fileIDs.flatMap { id -> [String] in
            var planned = entry.beforeFiles[id] ?? FileContent()
            if let after = entry.afterFiles[id] { planned.merge(after) }
            let moments = [
                ("Before", entry.beforeFiles[id]), ("After", planned), ("Read back", entry.readBackFiles?[id]),
            ]
            return moments.flatMap { name, content -> [String] in
                guard let content, !content.isEmpty else { return [] }
                return ["", paint(.title, "\(name): file \(Hex.file(id))")] + FileText.rows(of: content, paint: paint)
            }
        }
    }

    /// One operation whole.
    static func lines(of entry: JournalEntry, paint: Paint) -> [String] {
        var lines = [
            Columns.row("Operation", "\(entry.id)  " + paint(.title, entry.kind.rawValue)),
            Columns.row("Tag", entry.chipName.visible + "  " + Hex.string(entry.uid, separator: ":")),
            Columns.row("By", entry.person.visible + " on " + entry.reader.visible),
            Columns.row("Started", Timestamp.text(entry.started) ?? "?"),
            Columns.row("Ended", entry.ended.flatMap(Timestamp.text) ?? "not known"),
            Columns.row("Result", entry.result.word + (entry.verified ? ", read back" : "")),
        ]
        if entry.result.needsRecovery {
            let ways = entry.canPutBack ? "finish it or put it back" : "finish it"
            lines.append(Columns.row("", "to be recovered: `tagdesk journal recover` can " + ways))
        }
        let plan = Plan(
            kind: entry.kind, uid: entry.uid, chipName: entry.chipName, steps: entry.steps.map(\.step))
        lines += PlanText(plan: plan, sent: entry.steps.map { $0.acknowledged != nil }, paint: paint).lines
        if entry.isOfFiles { return lines + files(of: entry, paint: paint) }
        let images =
            [("Before", entry.before), ("After", entry.planned)] + (entry.readBack.map { [("Read back", $0)] } ?? [])
        for (name, image) in images {
            lines += ["", paint(.title, name)]
            lines += (0..<image.pageCount).map { page in
                let bytes = image.page(page).map { Hex.string($0, separator: " ") } ?? "?? ?? ?? ??"
                return "  " + paint(.address, Hex.address(page)) + "  " + bytes
            }
        }
        return lines
    }
}
