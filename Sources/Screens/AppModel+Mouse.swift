import Tags
import Terminal

extension AppModel {
    /// Lines the wheel moves by.
    private static let wheelLines = 3

    /// Takes one action of the mouse.
    mutating func handle(_ mouse: Mouse) -> [Intent] {
        if mouse.action == .drag { return drag(to: mouse.position) }
        pressed = nil
        if notice?.kind == .error {
            if mouse.action == .click { notices.dismiss(at: lastMoment) }
            return []
        }
        if dialogs.isEmpty { return handleOnWorkbench(mouse) }
        return handleInDialog(mouse)
    }

    private mutating func handleOnWorkbench(_ mouse: Mouse) -> [Intent] {
        let layout = WorkbenchLayout(size: size, focus: focus, maximised: maximised)
        guard !layout.isTooSmall else { return [] }
        if layout.bar.contains(mouse.position) {
            guard mouse.action == .click else { return [] }
            let item = barItems(columns: size.columns).first { $0.columns.contains(mouse.position.column) }
            return item.map { perform($0.action.id) } ?? []
        }
        if screen != .workbench { return handleOnScreen(mouse) }
        guard showsWorkbench, let placed = layout.panes.first(where: { $0.frame.contains(mouse.position) }) else {
            return []
        }
        switch mouse.action {
        case .click, .doubleClick:
            focus = placed.pane
            guard placed.content.contains(mouse.position) else { return [] }
            click(placed, at: mouse.position)
            if mouse.action == .doubleClick { performInPane(.open) }
        case .wheelUp: wheel(-Self.wheelLines, on: placed)
        case .wheelDown: wheel(Self.wheelLines, on: placed)
        case .rightClick, .drag: break
        }
        return []
    }

    /// The first button is held and the pointer moves: in Memory it selects from the byte that was pressed on, and the view
    /// follows over the edge.
    private mutating func drag(to point: Point) -> [Intent] {
        guard let pressed, dialogs.isEmpty, showsWorkbench, focus == .memory, let image = deck.image,
            let placed = WorkbenchLayout(size: size, focus: focus, maximised: maximised).panes
                .first(where: { $0.pane == .memory })
        else { return [] }
        let rows = deck.memoryGeometry(room: placed.content.size).rows
        let row = min(max(-1, point.row - placed.content.origin.row), rows)
        let page = min(max(0, deck.memory.list.top + row), image.pageCount - 1)
        let columns = MemoryPainter.Columns(start: placed.content.origin.column, image: image, sheet: deck.sheet)
        let byte = columns.byte(at: point.column, pageSize: image.pageSize)?.byte ?? deck.memory.column
        let offset = page * image.pageSize + byte
        guard offset != pressed || deck.memory.mark != nil else { return [] }
        deck.memory.mark = pressed
        isDragged = true
        deck.memory.goTo(offset, in: image)
        followCursor()
        return []
    }

    private mutating func click(_ placed: WorkbenchLayout.Placed, at point: Point) {
        let row = point.row - placed.content.origin.row
        switch placed.pane {
        case .tag: deck.fields.cursor = deck.fields.top + row
        case .memory:
            guard let image = deck.image, row < deck.memoryGeometry(room: placed.content.size).rows else { return }
            let page = deck.memory.list.top + row
            guard page < image.pageCount else { return }
            deck.memory.list.cursor = page
            deck.memory.lowDigit = false
            let columns = MemoryPainter.Columns(start: placed.content.origin.column, image: image, sheet: deck.sheet)
            // What was selected by dragging goes with the next click; a mark set by key stays, and the click extends it.
            if isDragged { deck.memory.mark = nil }
            isDragged = false
            if let hit = columns.byte(at: point.column, pageSize: image.pageSize) {
                deck.memory.column = hit.byte
                deck.memory.side = hit.side
            }
            pressed = deck.memory.offset(in: image)
            followCursor()
        case .ndef:
            let geometry = TreeGeometry(room: placed.content.size, nodes: deck.tree.visible.count)
            let column = point.column - placed.content.origin.column
            guard row < geometry.treeRows, column < geometry.treeColumns else { return }
            deck.tree.list.cursor = deck.tree.list.top + row
            deck.tree.detailTop = 0
            showLinked()
        case .activity:
            deck.activity.list.cursor = deck.activity.list.top + row
            deck.activity.follows = false
        case .capacity: break
        }
    }

    /// The wheel moves what is under the pointer, not what has the focus.
    private mutating func wheel(_ lines: Int, on placed: WorkbenchLayout.Placed) {
        let room = placed.content.size
        switch placed.pane {
        case .tag:
            deck.fields.move(.rows(lines), count: fieldRows(columns: room.columns).count, height: room.rows)
        case .memory:
            guard let image = deck.image else { return }
            deck.memory.list.move(.rows(lines), count: image.pageCount, height: deck.memoryGeometry(room: room).rows)
        case .ndef:
            let geometry = TreeGeometry(room: room, nodes: deck.tree.visible.count)
            let overTree = deck.tree.visible.count > geometry.treeRows
            if overTree {
                deck.tree.list.move(.rows(lines), count: deck.tree.visible.count, height: geometry.treeRows)
            } else {
                let most = detailLines(columns: geometry.detailColumns).count - geometry.detailRows
                deck.tree.detailTop = min(max(0, deck.tree.detailTop + lines), max(0, most))
            }
        case .capacity: deck.capacityTop = max(0, deck.capacityTop + (lines > 0 ? 1 : -1))
        case .activity:
            let count = deck.activity.rows(of: deck.log).count
            deck.activity.list.move(.rows(lines), count: count, height: room.rows)
            deck.activity.follows = deck.activity.list.cursor == count - 1
        }
    }

    private mutating func handleInDialog(_ mouse: Mouse) -> [Intent] {
        switch mouse.action {
        case .wheelUp: return handleInDialog(Key(.up))
        case .wheelDown: return handleInDialog(Key(.down))
        case .rightClick, .drag: return []
        case .click, .doubleClick: break
        }
        guard let dialog = dialogs.last else { return [] }
        let index = dialogs.count - 1
        switch dialog {
        case .choice(var choice):
            let place = choiceGeometry(choice.subject)
            guard place.items.contains(mouse.position) else { break }
            choice.list.cursor = choice.list.top + mouse.position.row - place.items.origin.row
            dialogs[index] = .choice(choice)
            return handleInDialog(Key(.enter))
        case .palette(var palette):
            let place = DialogGeometry.palette(size)
            guard place.items.contains(mouse.position) else { break }
            palette.list.cursor = palette.list.top + mouse.position.row - place.items.origin.row
            dialogs[index] = .palette(palette)
            return handleInDialog(Key(.enter))
        case .help, .prompt, .password, .link, .form, .question, .plan, .locks, .recovery, .text, .bits, .sending:
            break
        }
        // A click beside a dialog closes it, as Esc does.
        if !frame(of: dialog).contains(mouse.position) { return handleInDialog(Key(.escape)) }
        return []
    }

    private func frame(of dialog: Dialog) -> Rect {
        switch dialog {
        case .help: DialogGeometry.help(size).frame
        case .palette: DialogGeometry.palette(size).frame
        case .choice(let choice): choiceGeometry(choice.subject).frame
        case .link(let link): DialogGeometry.link(link, size).placed.frame
        case .text(let text): text.placed(size).placed.frame
        // What was typed is not thrown away by a stray click.
        case .prompt, .password, .form, .question, .plan, .locks, .recovery, .bits, .sending:
            Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
        }
    }
}
