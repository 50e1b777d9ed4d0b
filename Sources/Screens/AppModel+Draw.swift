import Engine
import NDEF
import Tags
import Terminal

extension AppModel {
    /// Draws the whole screen for the size of the canvas; the canvas is taken to be blank.
    ///
    /// The hardware cursor is put on the cell that has the focus. Costs time in proportion to the cells.
    public func draw(into canvas: inout Canvas) {
        var model = self
        if model.size != canvas.size {
            model.size = canvas.size
            model.settle()
        }
        model.paint(&canvas)
    }

    private func paint(_ canvas: inout Canvas) {
        canvas.cursor = nil
        let layout = WorkbenchLayout(size: size, focus: focus, maximised: maximised)
        guard !layout.isTooSmall else {
            let least = WorkbenchLayout.minimum
            let text = "Need \(least.columns)x\(least.rows), have \(size.columns)x\(size.rows)"
            for (row, line) in TextWrap.lines(text, columns: max(1, size.columns)).enumerated() {
                canvas.put(line, at: Point(column: 0, row: row), role: .warning)
            }
            return
        }
        drawHeader(&canvas, in: layout.header)
        if screen != .workbench {
            drawScreen(&canvas, in: layout.body)
        } else if showsWorkbench {
            for placed in layout.panes { drawPane(placed, stacked: layout.stacked, on: &canvas) }
        } else {
            StartScreen(model: self).draw(on: &canvas, in: layout.body)
        }
        drawBar(&canvas, in: layout.bar)
        drawStatus(&canvas, in: layout.status)
        for dialog in dialogs { draw(dialog, on: &canvas) }
        drawError(&canvas, above: layout.status)
    }

    // MARK: Header

    private func drawHeader(_ canvas: inout Canvas, in rect: Rect) {
        canvas.fill(rect, role: .header)
        var right = rect.right - 1
        for badge in badges.reversed() {
            right = canvas.putRight("[\(badge.0)]", right: right, row: rect.origin.row, role: badge.1) - 1
        }
        let name = " tagdesk"
        canvas.put(name, at: rect.origin, role: .header, columns: max(0, right))
        if openDump != nil {
            drawDumpHeader(&canvas, from: DisplayWidth.of(name) + 2, to: right, row: rect.origin.row)
            return
        }
        let tag = tagWords
        let tagWidth = DisplayWidth.of(tag)
        let readerStart = DisplayWidth.of(name) + 2
        // The tag matters more than the reader's name, which is cut first.
        let readerRoom = right - readerStart - (tagWidth == 0 ? 0 : tagWidth + 2)
        var used = 0
        if let reader, readerRoom >= 8 {
            used = canvas.put(
                Words.safe(reader, limit: 120), at: Point(column: readerStart, row: rect.origin.row), role: .header,
                columns: readerRoom)
        }
        guard tagWidth > 0 else { return }
        let start = used == 0 ? readerStart : max(readerStart + used + 2, min((right - tagWidth) / 2, right - tagWidth))
        canvas.put(
            tag, at: Point(column: start, row: rect.origin.row), role: .header, columns: max(0, right - start))
    }

    private var tagWords: String {
        guard let identity = deck.identity else { return "" }
        return identity.uid.isEmpty ? identity.chipName : "\(identity.chipName)  \(Words.uid(identity.uid))"
    }

    /// What stands in place of the reader while the panes show a dump: its name, then its tag.
    private func drawDumpHeader(_ canvas: inout Canvas, from start: Int, to right: Int, row: Int) {
        let used = canvas.put(
            "dump: \(openDump?.name ?? "")", at: Point(column: start, row: row), role: .header,
            columns: max(0, right - start))
        let tag = tagWords
        let room = right - start - used - 3
        guard room >= DisplayWidth.of(tag) else { return }
        canvas.put(tag, at: Point(column: start + used + 3, row: row), role: .header, columns: room)
    }

    private var badges: [(String, Role)] {
        var badges: [(String, Role)] = []
        if !deck.edit.isEmpty { badges.append(("\(Words.count(deck.edit.count, "byte")) changed", .warning)) }
        if deck.isDump { badges.append(("dump", .badge)) }
        if deck.hasTag, !deck.present, !deck.isDump { badges.append(("tag gone", .warning)) }
        if readerState?.busyElsewhere == true, !deck.isDump { badges.append(("busy", .warning)) }
        if readerState?.simulated == true, !deck.isDump, !options.replaying { badges.append(("simulated", .badge)) }
        if options.replaying { badges.append(("replay", .badge)) }
        if options.readOnly { badges.append(("read-only", .badge)) }
        return badges
    }

    // MARK: F-bar

    /// The actions on the F-bar with their places, the most needed ones where not all fit.
    func barItems(columns: Int) -> [(action: Action, columns: Range<Int>)] {
        let actions = Action.all.filter { action in
            action.barLabel != nil && (action.id != .bench || availability(of: .bench).isAvailable)
        }
        let order: [Action.ID] = [.help, .quit, .palette, .edit, .compose, .protect, .dumps, .goTo, .search, .bench]
        var room = columns
        var kept: Set<Action.ID> = []
        for id in order {
            guard let action = actions.first(where: { $0.id == id }) else { continue }
            let width = Self.barWidth(action)
            if width <= room {
                kept.insert(id)
                room -= width
            }
        }
        var column = 0
        return actions.filter { kept.contains($0.id) }.sorted { ($0.functionKey ?? 0) < ($1.functionKey ?? 0) }.map {
            let start = column
            column += Self.barWidth($0)
            return ($0, start..<column)
        }
    }

    private static func barWidth(_ action: Action) -> Int {
        DisplayWidth.of(" F\(action.functionKey ?? 0) \(action.barLabel ?? "") ")
    }

    private func drawBar(_ canvas: inout Canvas, in rect: Rect) {
        canvas.fill(rect, role: .keyLabel)
        for (action, columns) in barItems(columns: rect.size.columns) {
            let enabled = availability(of: action.id).isAvailable
            let used = canvas.put(
                " F\(action.functionKey ?? 0)", at: Point(column: columns.lowerBound, row: rect.origin.row),
                role: enabled ? .key : .keyDisabled)
            canvas.put(
                " \(action.barLabel ?? "") ", at: Point(column: columns.lowerBound + used, row: rect.origin.row),
                role: enabled ? .keyLabel : .keyDisabled)
        }
    }
}
