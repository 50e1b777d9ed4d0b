import NDEF
import Tags
import Terminal

extension AppModel {
    // MARK: Tag

    func drawTag(in rect: Rect, focused: Bool, on canvas: inout Canvas) {
        let (rows, labels) = TagFields.rows(of: deck, columns: rect.size.columns)
        var list = deck.fields
        list.settle(count: rows.count, height: rect.size.rows)
        for row in 0..<rect.size.rows where rows.indices.contains(list.top + row) {
            let field = rows[list.top + row]
            let point = Point(column: rect.origin.column, row: rect.origin.row + row)
            let warns = field.name.hasPrefix("!")
            canvas.put(field.label, at: point, role: warns ? .warning : .label, columns: labels - 1)
            let value = Point(column: point.column + labels, row: point.row)
            canvas.put(field.line, at: value, columns: max(0, rect.right - value.column))
            if focused, list.top + row == list.cursor {
                canvas.setRole(
                    Rect(column: point.column, row: point.row, columns: rect.size.columns, rows: 1), role: .cursor)
                canvas.cursor = point
            }
        }
        if focused, canvas.cursor == nil { canvas.cursor = rect.origin }
    }

    // MARK: NDEF

    func drawNDEF(in rect: Rect, focused: Bool, on canvas: inout Canvas) {
        let nodes = deck.tree.visible
        guard !nodes.isEmpty else {
            canvas.put(messageWords(columns: rect.size.columns), in: rect)
            if focused { canvas.cursor = rect.origin }
            return
        }
        let geometry = TreeGeometry(room: rect.size, nodes: nodes.count)
        let tree: Rect
        let details: Rect
        if geometry.beside {
            let (left, right) = rect.split(columns: geometry.treeColumns)
            tree = left
            details = right.split(columns: 2).rest
            let line = Rect(column: right.origin.column, row: rect.origin.row, columns: 1, rows: rect.size.rows)
            canvas.fill(line, role: .border, character: canvas.glyphs.vertical)
        } else {
            (tree, details) = rect.split(rows: geometry.treeRows)
        }
        drawTree(nodes, in: tree, focused: focused, on: &canvas)
        guard !details.isEmpty else { return }
        let lines = detailLines(columns: details.size.columns)
        canvas.put(lines, in: details, first: min(deck.tree.detailTop, max(0, lines.count - details.size.rows)))
        if lines.count > details.size.rows {
            let last = min(lines.count, max(0, deck.tree.detailTop) + details.size.rows)
            canvas.putRight(" \(last) of \(lines.count)", right: rect.right, row: rect.bottom - 1, role: .dim)
        }
    }

    /// The problems of the message and the details of the selected record.
    func detailLines(columns: Int) -> [StyledLine] {
        guard let node = deck.tree.selected else { return [] }
        return problemLines(columns: columns)
            + RecordText.details(node, bytes: recordBytes(node), columns: columns)
    }

    private func drawTree(_ nodes: [RecordNode], in rect: Rect, focused: Bool, on canvas: inout Canvas) {
        var list = deck.tree.list
        list.settle(count: nodes.count, height: rect.size.rows)
        let shown = nodes.dropFirst(list.top).prefix(rect.size.rows)
        let kindWidth = shown.map { DisplayWidth.of(RecordText.title($0.record).kind) }.max() ?? 0
        for row in 0..<rect.size.rows where nodes.indices.contains(list.top + row) {
            let node = nodes[list.top + row]
            let point = Point(column: rect.origin.column, row: rect.origin.row + row)
            let fold =
                node.hasChildren
                ? String(deck.tree.isFolded(node) ? canvas.glyphs.treeClosed : canvas.glyphs.treeOpen) : " "
            let title = RecordText.title(node.record)
            let line = StyledLine([
                Span(String(repeating: "  ", count: node.depth) + fold + " ", .border),
                Span(HelpText.pad(title.kind, kindWidth), .label),
                Span("  " + title.gist, .value),
            ])
            canvas.put(line, at: point, columns: rect.size.columns)
            guard list.top + row == list.cursor else { continue }
            canvas.setRole(
                Rect(column: point.column, row: point.row, columns: rect.size.columns, rows: 1),
                role: focused ? .cursor : .cursorUnfocused)
            if focused { canvas.cursor = point }
        }
    }

    /// What is said where there is no record to list.
    private func messageWords(columns: Int) -> [StyledLine] {
        guard let ndef = deck.shown?.ndef else {
            let text = deck.running != nil ? "reading" : "the memory was not read"
            return StyledLine.wrapped(text, .unread, columns: columns)
        }
        let (text, role): (String, Role) =
            switch ndef.state {
            case .empty: ("no message: the tag is formatted and empty", .text)
            case .message: ("a message without a record", .text)
            case .unformatted: ("not formatted for NDEF", .warning)
            case .invalid: ("no valid message", .error)
            case .protected:
                deck.messageNeedsPassword
                    ? ("the message needs the password to be read", .warning) : ("the message was not read", .unread)
            case .unread: ("whether there is a message is not known", .unread)
            }
        return StyledLine.wrapped(text, role, columns: columns) + problemLines(columns: columns)
    }

    /// What is wrong with the message as a whole.
    private func problemLines(columns: Int) -> [StyledLine] {
        (deck.shown?.ndef?.problems ?? []).prefix(10).flatMap {
            StyledLine.wrapped("! " + Words.safe($0, limit: 300), .warning, columns: columns)
        }
    }

    // MARK: Capacity

    func drawCapacity(in rect: Rect, focused: Bool, on canvas: inout Canvas) {
        if focused { canvas.cursor = rect.origin }
        let lines = CapacityText.lines(of: deck.shown, columns: rect.size.columns)
        guard let report = deck.shown, let capacity = report.ndef?.capacity,
            let summary = CapacityText.summary(of: report)
        else {
            canvas.put(lines, in: rect, first: deck.capacityTop)
            return
        }
        let width = DisplayWidth.of(summary.text)
        // Gauge and numbers share a line where there is room for both.
        let gauge = rect.size.columns - width - 3
        var rest = rect
        guard let used = capacity.used else {
            // A gauge without a level would show an empty tag.
            canvas.put(summary, at: rect.origin, columns: rect.size.columns)
            canvas.put(lines, in: rect.split(rows: 1).rest, first: deck.capacityTop)
            return
        }
        if gauge >= 10 {
            canvas.gauge(at: rect.origin, columns: gauge, used: used, total: capacity.maximum)
            canvas.put(
                summary, at: Point(column: rect.origin.column + gauge + 2, row: rect.origin.row), columns: width)
            rest = rect.split(rows: 1).rest
        } else {
            canvas.gauge(at: rect.origin, columns: rect.size.columns, used: used, total: capacity.maximum)
            canvas.put(
                summary, at: Point(column: rect.origin.column, row: rect.origin.row + 1), columns: rect.size.columns)
            rest = rect.split(rows: 2).rest
        }
        canvas.put(lines, in: rest, first: deck.capacityTop)
    }
}
