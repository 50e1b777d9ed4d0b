import Tags
import Terminal

extension AppModel {
    /// Does an action that means something else in each pane.
    mutating func performInPane(_ id: Action.ID) {
        let done: Bool
        switch focus {
        case .memory: done = performInMemory(id)
        case .ndef: done = performInTree(id)
        case .activity: done = performInActivity(id)
        case .tag: done = scroll(\.fields, by: id, rows: fieldRows(columns: contentSize(of: .tag).columns).count)
        case .capacity: done = scrollCapacity(id)
        }
        if !done, !Self.moves.contains(id) {
            let action = Action.named(id)
            hint("\(action?.keys.first?.name ?? "") does nothing on this line of \(focus.title)")
        }
    }

    /// Moves answer nothing at the ends of a list: they are pressed again and again.
    private static let moves: Set<Action.ID> = [
        .up, .down, .left, .right, .first, .last, .halfUp, .halfDown, .pageUp, .pageDown, .lineStart, .lineEnd,
    ]

    /// The cells inside the frame of a pane as it is laid out now.
    func contentSize(of pane: Pane) -> Size {
        WorkbenchLayout(size: size, focus: focus, maximised: maximised)
            .panes.first { $0.pane == pane }?.content.size ?? Size(columns: 0, rows: 0)
    }

    private mutating func scroll(_ list: WritableKeyPath<Deck, ListState>, by id: Action.ID, rows: Int) -> Bool {
        guard let move = Self.listMove(id) else { return false }
        return deck[keyPath: list].move(move, count: rows, height: contentSize(of: focus).rows)
    }

    private mutating func scrollCapacity(_ id: Action.ID) -> Bool {
        let room = contentSize(of: .capacity)
        let rows = CapacityText.lines(of: deck.shown, columns: room.columns).count + 1
        guard let move = Self.listMove(id) else { return false }
        // There is no cursor in this pane: the view moves.
        var view = ListState(cursor: deck.capacityTop, top: deck.capacityTop)
        let moved = view.move(move, count: max(1, rows - room.rows + 1), height: 1)
        deck.capacityTop = view.cursor
        return moved
    }

    private mutating func performInMemory(_ id: Action.ID) -> Bool {
        guard let image = deck.image, image.byteCount > 0 else { return false }
        let before = deck.memory
        deck.memory.lowDigit = false
        let rows = deck.memoryGeometry(room: contentSize(of: .memory)).rows
        let offset = deck.memory.offset(in: image)
        switch id {
        case .left: deck.memory.goTo(offset - 1, in: image)
        case .right: deck.memory.goTo(offset + 1, in: image)
        case .lineStart: deck.memory.column = 0
        case .lineEnd: deck.memory.column = image.pageSize - 1
        case .first: deck.memory.goTo(0, in: image)
        case .last: deck.memory.goTo(image.byteCount - 1, in: image)
        case .asciiSide: deck.memory.side = deck.memory.side == .hex ? .ascii : .hex
        case .mark: deck.memory.mark = deck.memory.mark == nil ? offset : nil
        case .open:
            // From a byte of the message to its record.
            guard deck.map.messageByte(at: offset) != nil else { return false }
            focus = .ndef
        default:
            guard let move = Self.listMove(id) else { return false }
            deck.memory.list.move(move, count: image.pageCount, height: rows)
        }
        followCursor()
        return deck.memory != before || id == .open
    }

    private mutating func performInTree(_ id: Action.ID) -> Bool {
        switch id {
        case .open where deck.tree.selected?.hasChildren == false && !deck.linkedRanges.isEmpty:
            crossOver()
            return true
        case .open, .mark: return deck.tree.toggle()
        case .pageUp, .pageDown, .halfUp, .halfDown: return scrollDetails(id)
        case .left: return deck.tree.close()
        case .right: return deck.tree.open()
        default:
            guard let move = Self.listMove(id) else { return false }
            let rows = TreeGeometry(room: contentSize(of: .ndef), nodes: deck.tree.visible.count).treeRows
            let count = deck.tree.visible.count
            let moved = deck.tree.list.move(move, count: count, height: rows)
            if moved {
                deck.tree.detailTop = 0
                showLinked()
            }
            return moved
        }
    }

    /// Pages through the details of the record; the tree itself is walked line by line.
    private mutating func scrollDetails(_ id: Action.ID) -> Bool {
        let geometry = TreeGeometry(room: contentSize(of: .ndef), nodes: deck.tree.visible.count)
        let count = detailLines(columns: geometry.detailColumns).count
        let rows = geometry.detailRows
        let step = id == .pageUp || id == .pageDown ? max(1, rows - 1) : max(1, rows / 2)
        let before = deck.tree.detailTop
        let forward = id == .pageDown || id == .halfDown
        deck.tree.detailTop = min(max(0, before + (forward ? step : -step)), max(0, count - rows))
        return deck.tree.detailTop != before
    }

    /// Brings the bytes of the selected record into the memory pane's view.
    mutating func showLinked() {
        guard let image = deck.image, let start = deck.linkedRanges.first?.lowerBound else { return }
        deck.memory.mark = nil
        deck.memory.show(start, in: image)
    }

    /// Opens or closes a row, what was opened brought into view.
    private mutating func toggleActivity() -> Bool {
        guard deck.activity.toggle(in: deck.log) else { return false }
        let rows = deck.activity.rows(of: deck.log)
        let last = deck.activity.lastInside(rows)
        deck.activity.list.reveal(last, count: rows.count, height: contentSize(of: .activity).rows)
        return true
    }

    private mutating func performInActivity(_ id: Action.ID) -> Bool {
        if id == .open || id == .mark { return toggleActivity() }
        let rows = deck.activity.rows(of: deck.log)
        if id == .left || id == .right {
            guard rows.indices.contains(deck.activity.list.cursor) else { return false }
            let isOpen = deck.activity.isOpen(rows[deck.activity.list.cursor], in: deck.log)
            return isOpen == (id == .left) && toggleActivity()
        }
        guard let move = Self.listMove(id) else { return false }
        let moved = deck.activity.list.move(move, count: rows.count, height: contentSize(of: .activity).rows)
        deck.activity.follows = deck.activity.list.cursor == rows.count - 1
        return moved
    }
}

extension ActivityPane {
    /// What the row stands for is open.
    func isOpen(_ row: Row, in log: ActivityLog) -> Bool {
        switch row {
        case .entry(let index): openEntries.contains(log.entries[index].number)
        case .advice: false
        case .exchange(let entry, let index), .detail(let entry, let index, _):
            openExchanges.contains(log.entries[entry].exchanges[index].number)
        }
    }
}

extension Deck {
    /// How the memory pane divides its room for the byte under the cursor.
    func memoryGeometry(room: Size) -> MemoryGeometry {
        guard let image else { return MemoryGeometry(room: room, bits: 0) }
        let bits = explanation(at: memory.offset(in: image))?.bits.count ?? 0
        return MemoryGeometry(room: room, bits: bits, isEdited: typing || !edit.isEmpty)
    }

    /// Brings the cursors of a pane into bounds for the room it has.
    mutating func settle(_ pane: Pane, room: Size) {
        switch pane {
        case .tag: fields.settle(count: TagFields.rows(of: self, columns: room.columns).rows.count, height: room.rows)
        case .memory:
            guard let image else { return }
            memory.list.settle(count: image.pageCount, height: memoryGeometry(room: room).rows)
            memory.column = min(max(0, memory.column), image.pageSize - 1)
        case .ndef:
            let count = tree.visible.count
            tree.list.settle(count: count, height: TreeGeometry(room: room, nodes: count).treeRows)
        case .capacity: break
        case .activity:
            let count = activity.rows(of: log).count
            if activity.follows { activity.list.cursor = max(0, count - 1) }
            activity.list.settle(count: count, height: room.rows)
        }
    }
}
