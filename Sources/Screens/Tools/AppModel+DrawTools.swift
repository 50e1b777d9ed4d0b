import Tags
import Terminal

/// How the tools divide their room: the list of them, the line that is typed, and what it comes to.
struct ToolsGeometry: Equatable, Sendable {
    /// The names of the tools; empty on a narrow screen, where the one chosen stands in the title.
    var tools: Rect
    var input: Rect
    /// What the tool takes, or what is wrong with the line.
    var note: Rect
    var results: Rect
    /// The whole of the result under the cursor.
    var detail: Rect
    /// The part with the results, its frame or title line included.
    var frame: Rect
    /// The part with the names.
    var aside: Rect
    var boxed: Bool

    private static let nameColumns = 12

    init(body: Rect) {
        let boxed = body.size.columns >= 100 && body.size.rows >= 16
        self.boxed = boxed
        (aside, frame) = body.split(columns: body.size.columns >= 50 ? Self.nameColumns + (boxed ? 4 : 2) : 0)
        func inside(_ rect: Rect) -> Rect {
            boxed ? rect.inset(by: 1).insetColumns(1) : rect.split(rows: 1).rest.split(columns: 1).rest
        }
        tools = inside(aside)
        let content = inside(frame)
        let (line, rest) = content.split(rows: 1)
        input = line
        let (noteLine, below) = rest.split(rows: content.size.rows >= 4 ? 1 : 0)
        note = noteLine
        let (upper, lower) = below.split(rows: below.size.rows - (below.size.rows >= 9 ? 3 : 0))
        results = upper.size.rows >= 4 ? upper.split(rows: 1).rest : upper
        detail = lower
    }

    /// The results shown.
    var rows: Int { results.size.rows }
}

extension AppModel {
    /// Draws the tools.
    func drawTools(_ canvas: inout Canvas, in body: Rect) {
        let geometry = ToolsGeometry(body: body)
        if !geometry.aside.isEmpty {
            part(geometry.aside, "Tools", note: StyledLine(), focused: false, boxed: geometry.boxed, on: &canvas)
            for (row, tool) in Tool.allCases.enumerated() where row < geometry.tools.size.rows {
                let line = geometry.tools.split(rows: row).rest.split(rows: 1).top
                canvas.put(tool.name, at: line.origin, role: .text, columns: line.size.columns)
                if tool == tools.tool { canvas.setRole(line, role: .cursorUnfocused) }
            }
        }
        part(
            geometry.frame, tools.tool.name, note: StyledLine(tools.tool.title, .dim), focused: true,
            boxed: geometry.boxed, on: &canvas)
        let used = canvas.put("> ", at: geometry.input.origin, role: tools.focus == .input ? .key : .dim)
        Self.field(
            tools.input.text, cursor: tools.input.cursor,
            at: Point(column: geometry.input.origin.column + used, row: geometry.input.origin.row),
            columns: max(1, geometry.input.size.columns - used), on: &canvas)
        if geometry.input.isEmpty { canvas.cursor = nil }
        let answer = tools.answer
        let isEmpty = tools.input.text.trimmed.isEmpty
        let note =
            tools.input.refused
            ? tools.input.rule.words
            : answer.problem ?? (isEmpty ? "\(tools.tool.operands), such as \(tools.tool.example)" : "")
        canvas.put(
            note, at: geometry.note.origin, role: answer.problem == nil ? .dim : .error,
            columns: geometry.note.size.columns)
        drawResults(answer.lines, geometry, on: &canvas)
    }

    private func drawResults(_ lines: [ToolResult.Line], _ geometry: ToolsGeometry, on canvas: inout Canvas) {
        let rect = geometry.results
        func label(_ line: ToolResult.Line) -> String {
            String(repeating: "  ", count: min(8, line.depth)) + Words.safe(line.label, limit: 80)
        }
        func value(_ line: ToolResult.Line) -> String { Words.safe(line.value, limit: 2000) }
        let labels = min(rect.size.columns / 3, lines.map { DisplayWidth.of(label($0)) }.max() ?? 0)
        // A long value without words behind it does not push the words of others aside.
        let explained = lines.filter { !$0.explanation.isEmpty }.map { DisplayWidth.of(value($0)) }.max() ?? 0
        let values = min(rect.size.columns * 2 / 5, explained)
        let focused = tools.focus == .results
        for row in 0..<rect.size.rows where lines.indices.contains(tools.list.top + row) {
            let line = lines[tools.list.top + row]
            let place = rect.split(rows: row).rest.split(rows: 1).top
            let room = line.explanation.isEmpty ? max(0, rect.size.columns - labels - 2) : values
            let head = Span(HelpText.pad(HelpText.cut(label(line), labels), labels) + "  ", .label)
            let shown = HelpText.cut(value(line), room)
            canvas.put(
                StyledLine([
                    head,
                    Span(
                        shown + (line.explanation.isEmpty ? "" : HelpText.pad("", values - DisplayWidth.of(shown))),
                        .value),
                    Span((values == 0 ? "" : "  ") + Words.safe(line.explanation, limit: 400), .dim),
                ]), at: place.origin, columns: place.size.columns)
            guard focused, tools.list.top + row == tools.list.cursor else { continue }
            canvas.setRole(place, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            canvas.cursor = place.origin
        }
        guard !geometry.detail.isEmpty, lines.indices.contains(tools.list.cursor) else { return }
        let whole = lines[tools.list.cursor].text
        canvas.put(
            StyledLine.wrapped(Words.safe(whole, limit: 1000), .text, columns: geometry.detail.size.columns),
            in: geometry.detail)
    }

    /// What the status line says of the tools.
    var toolsStatus: (words: String, hints: [Action.ID]) {
        switch tools.focus {
        case .input: ("Up Down choose the tool   Tab to the results", [.takeValue])
        case .results: ("Tab goes to the line", [.copy, .nextTool, .leave])
        }
    }
}
