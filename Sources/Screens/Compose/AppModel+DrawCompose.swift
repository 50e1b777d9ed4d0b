import NDEF
import Tags
import Terminal

extension AppModel {
    /// Draws the compose screen.
    func drawCompose(_ canvas: inout Canvas, in body: Rect) {
        let place = ComposeGeometry(body: body)
        let draft = compose.draft
        part(place.list, "Message", note: composeOrigin, focused: true, boxed: place.boxed, on: &canvas)
        drawRecords(draft, in: place.content(place.list), on: &canvas)
        if !place.details.isEmpty {
            let number = draft.selected == nil ? "" : "record \(draft.list.cursor + 1) of \(draft.records.count)"
            part(
                place.details, "Record", note: StyledLine(number, .dim), focused: false, boxed: place.boxed, on: &canvas
            )
            drawRecord(draft, in: place.content(place.details), on: &canvas)
        }
        guard !place.gauge.isEmpty else { return }
        if place.gauge.size.rows == 1 {
            canvas.put(roomSummary(draft), at: place.gauge.origin, columns: place.gauge.size.columns)
            return
        }
        part(
            place.gauge, "Room", note: StyledLine(composeRoom?.name ?? "", .value), focused: false, boxed: place.boxed,
            on: &canvas)
        drawRoom(draft, in: place.content(place.gauge), on: &canvas)
    }

    /// Draws the frame or title line of a part of a screen.
    func part(
        _ rect: Rect, _ title: String, note: StyledLine, focused: Bool, boxed: Bool, on canvas: inout Canvas
    ) {
        guard !rect.isEmpty else { return }
        let border: Role = focused ? .borderFocused : .border
        if boxed {
            canvas.box(rect, role: border)
        } else {
            canvas.fill(rect.split(rows: 1).top, role: border, character: canvas.glyphs.horizontal)
        }
        let start = Point(column: rect.origin.column + 1, row: rect.origin.row)
        let used = canvas.put(
            focused ? "[\(title)]" : " \(title) ", at: start, role: focused ? .borderFocused : .title,
            columns: max(0, rect.size.columns - 2))
        let room = rect.size.columns - used - 5
        guard !note.text.isEmpty, room > 6 else { return }
        let written = canvas.put(
            StyledLine([Span(" ")] + note.spans), at: Point(column: start.column + used + 1, row: start.row),
            columns: room)
        canvas.put(" ", at: Point(column: start.column + used + 1 + written, row: start.row), role: .text)
    }

    private var composeOrigin: StyledLine {
        let words: String =
            switch compose.draft.origin {
            case .empty: compose.draft.records.isEmpty ? "" : "new"
            case .tag(let uid): "from tag \(Words.uid(uid))"
            case .file(let path): "from \(Words.safe(path, limit: 200))"
            case .template(let name): "from template \(Words.safe(name, limit: 100))"
            }
        var spans = [Span(words, .dim)]
        if compose.draft.isChanged { spans.append(Span(words.isEmpty ? "* changed" : "  * changed", .changed)) }
        return StyledLine(spans)
    }

    private func drawRecords(_ draft: Draft, in rect: Rect, on canvas: inout Canvas) {
        canvas.cursor = rect.isEmpty ? nil : rect.origin
        guard !draft.records.isEmpty else {
            let lines =
                StyledLine.wrapped("No record yet.", .text, columns: rect.size.columns)
                + StyledLine.wrapped(
                    "a adds one, e begins with the tag's message, a file or a template.", .dim,
                    columns: rect.size.columns)
            canvas.put(lines, in: rect)
            return
        }
        var list = draft.list
        list.settle(count: draft.records.count, height: rect.size.rows)
        let digits = String(draft.records.count).count
        for row in 0..<rect.size.rows where draft.records.indices.contains(list.top + row) {
            let index = list.top + row
            let record = draft.records[index]
            let line = rect.split(rows: row).rest.split(rows: 1).top
            let size = Words.count(record.encodedCount, "byte")
            let title = RecordText.title(record)
            let number = String(index + 1)
            let spans = [
                Span(String(repeating: " ", count: max(0, digits - number.count)) + number + "  ", .dim),
                Span(HelpText.pad(title.kind, 12) + "  ", .label), Span(title.gist, .value),
            ]
            let sizeStart = rect.right - max(9, DisplayWidth.of(size))
            canvas.put(
                StyledLine(spans), at: line.origin, columns: max(0, sizeStart - line.origin.column - 1))
            if sizeStart > line.origin.column + 8 {
                canvas.putRight(size, right: rect.right, row: line.origin.row, role: .text)
            }
            guard index == list.cursor else { continue }
            canvas.setRole(line, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            canvas.cursor = line.origin
        }
    }

    private func drawRecord(_ draft: Draft, in rect: Rect, on canvas: inout Canvas) {
        guard let record = draft.selected else { return }
        let bytes = NDEFMessage([record]).encoded()
        let lines =
            RecordHints.lines(for: record, columns: rect.size.columns)
            + RecordText.hexLines(bytes, columns: rect.size.columns)
        canvas.put(lines, in: rect)
    }

    private func drawRoom(_ draft: Draft, in rect: Rect, on canvas: inout Canvas) {
        guard let room = composeRoom else {
            canvas.put(
                "\(Words.count(draft.encoded.count, "byte")); no tag: c counts by a chip", at: rect.origin, role: .text,
                columns: rect.size.columns)
            return
        }
        let summary = roomSummary(draft)
        let gaugeColumns = min(40, max(0, rect.size.columns - DisplayWidth.of(summary.text) - 2))
        var start = rect.origin.column
        if let maximum = room.maximum, gaugeColumns >= 8 {
            canvas.gauge(
                at: rect.origin, columns: gaugeColumns, used: min(draft.encoded.count, maximum), total: maximum)
            start += gaugeColumns + 2
        }
        canvas.put(summary, at: Point(column: start, row: rect.origin.row), columns: max(0, rect.right - start))
        let words = room.complaint(about: draft)
        let lines = StyledLine.wrapped(
            words ?? room.how, words == nil ? .dim : .error, columns: max(1, rect.size.columns))
        canvas.put(lines, in: rect.split(rows: 1).rest)
    }

    /// `212 of 137 bytes  75 too many  derived`.
    private func roomSummary(_ draft: Draft) -> StyledLine {
        let count = draft.encoded.count
        guard let room = composeRoom, let maximum = room.maximum else {
            return StyledLine(Words.count(count, "byte"), .value)
        }
        return CapacityText.summary(
            Capacity(maximum: maximum, used: count, provenance: room.provenance, how: room.how),
            tagDeck.report?.protection)
    }

    /// What the status line says on the compose screen.
    var composeStatus: String {
        let draft = compose.draft
        return draft.records.isEmpty
            ? "no record" : "\(Words.count(draft.records.count, "record")), \(Words.count(draft.encoded.count, "byte"))"
    }
}
