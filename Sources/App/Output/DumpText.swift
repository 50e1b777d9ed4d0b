import Dumps
import NDEF
import Tags

/// A dump in words for a person: where it comes from, what is wrong with it, and all a reading would show.
struct DumpText {
    let opened: OpenedDump
    let name: String
    let paint: Paint

    /// All lines.
    var lines: [String] {
        var lines = [Columns.row("File", name.visible + " (" + opened.format.title + ")")]
        lines += originLines
        lines += opened.problems.map { Columns.row("Problem", paint(.warning, $0.visible)) }
        // What is among the problems already need not be said again as a finding.
        var report = opened.dump.report
        report.findings.removeAll { opened.problems.contains($0.sentence) }
        let text = ReportText(report: report, paint: paint)
        // A message alone lies on no tag that could be told.
        lines += opened.format == .ndef ? text.messageLines : text.lines
        lines += valueLines + opened.dump.applications.flatMap(lines(of:))
        return lines
    }

    private var originLines: [String] {
        let origin = opened.dump.origin
        var parts: [String] = []
        if let taken = origin.taken.flatMap({ Timestamp.text(Int64(clamping: $0 / 1000)) }) { parts.append(taken) }
        if let program = origin.program { parts.append("by " + program.visible) }
        if let reader = origin.reader { parts.append("with " + reader.visible) }
        return parts.isEmpty ? [] : [Columns.row("Taken", parts.joined(separator: " "))]
    }

    /// A person looks over a shoulder at a screen: secrets are masked here, and in full in the document.
    private var valueLines: [String] {
        guard !opened.dump.values.isEmpty else { return [] }
        let width = max(28, (opened.dump.values.map(\.name.visible.count).max() ?? 0) + 4)
        let rows = opened.dump.values.map { value in
            Columns.pad("  " + value.name.visible, width) + (value.isSecret ? JSONValue.secret : value.value.visible)
                + (value.meaning.map { paint(.dim, "  (\($0))") } ?? "")
        }
        return ["", paint(.title, "Values")] + rows
    }

    private func lines(of application: CardApplication) -> [String] {
        var lines = ["", paint(.title, "Application " + Hex.string(application.id))]
        lines += application.settingLines.map { "  " + paint(.dim, $0.visible) }
        for file in application.files {
            let size = file.size.map { ", \($0) bytes" } ?? ""
            lines.append("  File \(file.number), \(file.kind.visible)\(size)")
            lines += file.settingLines.map { "    " + paint(.dim, $0.visible) }
            if let content = file.content {
                lines += FileText.rows(of: FileContent(content), paint: paint).map { "    " + $0 }
            } else {
                lines.append("    " + paint(.dim, "not read" + (file.refusal.map { ": " + $0.visible } ?? "")))
            }
        }
        return lines
    }
}
