import Engine
import Tags
import Terminal

extension AppModel {
    /// Events, the exchanges under them and what those carried; on wide panes the exchange under the cursor beside.
    func drawActivity(in rect: Rect, focused: Bool, on canvas: inout Canvas) {
        let rows = deck.activity.rows(of: deck.log)
        var list = deck.activity.list
        list.settle(count: rows.count, height: rect.size.rows)
        // What is open in the list is not shown a second time beside it.
        let lines = rect.size.columns >= 140 ? besideLines(rows) : []
        let beside = !lines.isEmpty
        let (left, right) =
            beside ? rect.split(columns: rect.size.columns * 3 / 5) : (rect, rect.split(columns: 0).left)
        for row in 0..<left.size.rows where rows.indices.contains(list.top + row) {
            let point = Point(column: left.origin.column, row: left.origin.row + row)
            let time = draw(rows[list.top + row], at: point, columns: left.size.columns - 1, on: &canvas)
            if focused, list.top + row == list.cursor {
                canvas.setRole(
                    Rect(column: point.column, row: point.row, columns: left.size.columns - (beside ? 1 : 0), rows: 1),
                    role: .cursor)
                canvas.cursor = time
            }
        }
        if focused, canvas.cursor == nil { canvas.cursor = rect.origin }
        guard beside else { return }
        canvas.fill(right.split(columns: 1).left, role: .border, character: canvas.glyphs.vertical)
        canvas.put(lines, in: right.split(columns: 2).rest)
    }

    /// What stands beside the list: the bytes of the exchange under the cursor, or the exchanges of the event.
    private func besideLines(_ rows: [ActivityPane.Row]) -> [StyledLine] {
        let log = deck.log
        if let exchange = deck.activity.selectedExchange(in: log, rows: rows) {
            if deck.activity.openExchanges.contains(exchange.number) { return [] }
            return ExchangeDetail.lines(of: exchange).map(Self.detailLine)
        }
        guard rows.indices.contains(deck.activity.list.cursor) else { return [] }
        switch rows[deck.activity.list.cursor] {
        case .entry(let index), .advice(let index):
            let entry = log.entries[index]
            if deck.activity.openEntries.contains(entry.number) { return [] }
            let advice = entry.advice.map { [StyledLine($0, .text)] } ?? []
            return advice + entry.exchanges.prefix(200).map { exchangeLine($0, columns: 76) }
        case .exchange, .detail: return []
        }
    }

    private func draw(_ row: ActivityPane.Row, at point: Point, columns: Int, on canvas: inout Canvas) -> Point {
        let log = deck.log
        switch row {
        case .entry(let index):
            let entry = log.entries[index]
            let isOpen = deck.activity.openEntries.contains(entry.number)
            let hasMore = !entry.exchanges.isEmpty || entry.advice != nil
            let fold = hasMore ? (isOpen ? canvas.glyphs.treeOpen : canvas.glyphs.treeClosed) : " "
            var spans = [
                Span(entry.time.timeOfDay(secondsEastOfUTC: options.secondsEastOfUTC) + " ", .dim),
                Span("\(fold) ", .border), Span(entry.text, entry.tone.role),
            ]
            if !entry.exchanges.isEmpty, entry.operation == nil {
                spans.append(Span("  " + Words.count(entry.exchanges.count, "exchange"), .dim))
            }
            canvas.put(StyledLine(spans), at: point, columns: columns)
        case .advice(let index):
            canvas.put(StyledLine("           \(log.entries[index].advice ?? "")", .text), at: point, columns: columns)
        case .exchange(let entry, let index):
            let exchange = log.entries[entry].exchanges[index]
            let isOpen = deck.activity.openExchanges.contains(exchange.number)
            let fold = isOpen ? canvas.glyphs.treeOpen : canvas.glyphs.treeClosed
            var line = exchangeLine(exchange, columns: columns - 13)
            line.spans.insert(Span("           \(fold) ", .border), at: 0)
            canvas.put(line, at: point, columns: columns)
        case .detail(_, _, let detail):
            var line = Self.detailLine(detail)
            line.spans.insert(Span("             ", .text), at: 0)
            canvas.put(line, at: point, columns: columns)
        }
        return point
    }

    /// What was asked and answered, and the time it took, in a column of its own.
    private func exchangeLine(_ exchange: Exchange, columns: Int) -> StyledLine {
        let time = Words.duration(microseconds: exchange.duration)
        let room = min(56, max(12, columns - 11))
        let words = exchange.meaning.isEmpty ? "exchange \(exchange.number)" : exchange.meaning
        let failed = exchange.failure != nil || exchange.response == nil && exchange.kind != .reconnect
        return StyledLine([
            Span(HelpText.pad(HelpText.cut(words, room), room), failed ? .error : .value), Span("  " + time, .dim),
        ])
    }

    private static func detailLine(_ detail: ExchangeDetail) -> StyledLine {
        StyledLine([Span(HelpText.pad(detail.label, 11), .label), Span(detail.text, .text)])
    }
}
