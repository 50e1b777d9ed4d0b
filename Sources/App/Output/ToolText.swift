import NDEF
import Tags

/// What a tool found, in columns.
enum ToolText {
    /// One line a fact: label, value, explanation.
    static func lines(of result: ToolResult, paint: Paint) -> [String] {
        let labels = result.lines.map { String(repeating: "  ", count: $0.depth) + $0.label.visible }
        let width = min(28, (labels.map(\.count).max() ?? 0) + 2)
        return zip(result.lines, labels).map { line, label in
            let value = line.value.visible
            let head = paint(.address, Columns.pad(label, width)) + (value.isEmpty ? "" : paint(.title, value))
            guard !line.explanation.isEmpty else { return head }
            return head + (value.isEmpty ? "" : "  ") + paint(.dim, line.explanation.visible)
        }
    }
}
