import Tags
import Terminal

/// Chooses the pages to close for good, lock bit by lock bit, on a map of the memory.
struct LockDialog: Equatable, Sendable {
    /// One lock bit and the pages it closes.
    struct Row: Equatable, Sendable {
        var place: String
        var pages: ClosedRange<Int>
        /// Why it cannot be set.
        var closed: String?
    }

    var rows: [Row]
    /// The rows chosen.
    var chosen: Set<Int> = []
    /// The lock bits are frozen too.
    var freezes = false
    var list = ListState()
    var problem: String?

    /// The lock bits of a chip as they are on a tag.
    init(chip: Type2Chip, state: ProtectionState) {
        let locked = Set(state.lockedPages)
        let frozen = Set(state.frozenPages)
        rows = chip.lockBits.filter { $0.bit.kind == .locks }.map { held in
            let pages = held.bit.pages
            var closed: String?
            if pages.allSatisfy(locked.contains) {
                closed = "locked already"
            } else if state.unreadLockPages.contains(held.page) {
                closed = "not known: page \(Words.page(held.page)) was not read"
            } else if !frozen.isDisjoint(with: pages) {
                closed = "its lock bit is frozen open for good"
            }
            return Row(
                place: "\(Words.page(held.page)).\(held.bit.byte) bit \(held.bit.bit)", pages: pages, closed: closed)
        }
    }

    /// The pages chosen, in order.
    var pages: [Int] { chosen.sorted().flatMap { rows.indices.contains($0) ? Array(rows[$0].pages) : [] } }
    /// All that can be closed is chosen: the tag becomes read-only, its CC too.
    var isAll: Bool { !openRows.isEmpty && chosen.isSuperset(of: openRows) }
    private var openRows: [Int] { rows.indices.filter { rows[$0].closed == nil } }

    /// Chooses the row under the cursor, or no longer.
    mutating func toggle() {
        guard rows.indices.contains(list.cursor) else { return }
        if let closed = rows[list.cursor].closed {
            problem = closed
        } else if chosen.remove(list.cursor) == nil {
            chosen.insert(list.cursor)
        }
    }

    /// Chooses all that can be closed, or nothing.
    mutating func toggleAll() { chosen = isAll ? [] : Set(openRows) }
}

/// Where the parts of the lock dialog are.
struct LockGeometry: Equatable, Sendable {
    var frame: Rect
    var rows: Rect
    var map: Rect
    var notes: Rect
    var keys: Rect

    init(_ size: Size, rows count: Int, pages: Int) {
        let columns = DialogGeometry.columns(76, size, margin: 6)
        let perRow = LockMap.pagesPerRow(columns)
        let mapRows = pages <= 0 ? 0 : min((pages + perRow - 1) / perRow, max(0, size.rows / 3))
        let placed = DialogGeometry.centred(
            columns: columns, rows: min(count + mapRows + 5, max(1, size.rows - 3)), size)
        frame = placed.frame
        let (upper, keyLine) = placed.content.split(rows: max(0, placed.content.size.rows - 1))
        keys = keyLine
        let noteRows = upper.size.rows >= 6 ? 2 : min(1, max(0, upper.size.rows - 1))
        let shownMap = upper.size.rows - noteRows >= mapRows + 3 ? mapRows : 0
        let (list, below) = upper.split(rows: max(0, upper.size.rows - noteRows - shownMap))
        rows = list
        let (mapRect, noteRect) = below.split(rows: shownMap)
        map = mapRect
        notes = noteRect
    }
}

/// The memory as one letter a page: open, locked, to be locked, without a lock bit.
enum LockMap {
    /// Pages in a line of this many columns: a power of two, so that addresses line up.
    static func pagesPerRow(_ columns: Int) -> Int { columns >= 70 ? 32 : columns >= 38 ? 16 : 8 }

    /// The lines of the map, with the pages of each.
    static func lines(_ dialog: LockDialog, chip: Type2Chip, state: ProtectionState, columns: Int) -> [StyledLine] {
        let perRow = pagesPerRow(columns)
        let chosen = Set(dialog.pages)
        let locked = Set(state.lockedPages)
        let frozen = Set(state.frozenPages)
        let undecided = Set(state.undecidedPages)
        let covered = Set(dialog.rows.flatMap { Array($0.pages) })
        let focused = dialog.rows.indices.contains(dialog.list.cursor) ? dialog.rows[dialog.list.cursor].pages : 0...0
        return stride(from: 0, to: chip.pageCount, by: perRow).map { start in
            var spans = [Span(HelpText.pad(Words.page(start), 4) + " ", .address)]
            for page in start..<min(start + perRow, chip.pageCount) {
                let cell: (String, Role) =
                    if locked.contains(page) {
                        ("L", .locked)
                    } else if undecided.contains(page) {
                        ("?", .unread)
                    } else if chosen.contains(page) {
                        ("x", .changed)
                    } else if !covered.contains(page) {
                        ("-", .dim)
                    } else if frozen.contains(page) {
                        ("f", .warning)
                    } else {
                        (".", .text)
                    }
                spans.append(Span(cell.0, focused.contains(page) && dialog.rows.count > 0 ? .cursorUnfocused : cell.1))
                if page % 4 == 3 { spans.append(Span(" ")) }
            }
            return StyledLine(spans)
        }
    }
}

extension AppModel {
    /// Opens the choice of pages to lock.
    mutating func openLocks() {
        guard let chip = tagDeck.identity?.chip, let state = tagDeck.report?.protection else { return }
        dialogs.append(.locks(LockDialog(chip: chip, state: state)))
    }

    /// Gives a key to the lock dialog, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: LockDialog) -> [Intent] {
        var dialog = dialog
        dialog.problem = nil
        let height = lockGeometry(dialog).rows.size.rows
        switch key.code {
        case .escape, .character("q"): return []
        case .character(" "): dialog.toggle()
        case .character("a"): dialog.toggleAll()
        case .character("b"): dialog.freezes.toggle()
        case .enter:
            guard !dialog.chosen.isEmpty else {
                dialog.problem = "nothing is chosen: Space chooses the pages under the cursor, a all of them"
                break
            }
            let locks = Wish.Locks(pages: dialog.isAll ? nil : dialog.pages, freezes: dialog.freezes)
            return propose(Proposal(.lock(locks), title: "Lock for good"))
        default:
            if let id = Action.action(for: key)?.id, let move = Self.listMove(id) {
                dialog.list.move(move, count: dialog.rows.count, height: height)
            }
        }
        dialogs.append(.locks(dialog))
        return []
    }

    /// Where the parts of the lock dialog are now.
    func lockGeometry(_ dialog: LockDialog) -> LockGeometry {
        LockGeometry(size, rows: dialog.rows.count, pages: tagDeck.identity?.chip?.pageCount ?? 0)
    }

    /// Draws the lock dialog.
    func draw(_ dialog: LockDialog, on canvas: inout Canvas) {
        let place = lockGeometry(dialog)
        Self.frame(place.frame, title: "Lock pages for good", on: &canvas)
        canvas.cursor = place.frame.origin
        var list = dialog.list
        list.settle(count: dialog.rows.count, height: place.rows.size.rows)
        canvas.withClip(place.frame.inset(by: 1)) { canvas in
            for row in 0..<place.rows.size.rows where dialog.rows.indices.contains(list.top + row) {
                let index = list.top + row
                let item = dialog.rows[index]
                let mark = item.closed == "locked already" ? "L" : dialog.chosen.contains(index) ? "x" : " "
                let line = place.rows.split(rows: row).rest.split(rows: 1).top
                canvas.put(
                    StyledLine([
                        Span("[\(mark)] ", item.closed == nil ? .key : .keyDisabled),
                        Span(
                            HelpText.pad(Hex.pageList(Array(item.pages)), 8) + " ",
                            item.closed == nil ? .address : .keyDisabled),
                        Span(HelpText.pad(Words.count(item.pages.count, "page"), 9), .dim),
                        Span(HelpText.pad(item.place, 13), .dim), Span(item.closed ?? "", .warning),
                    ]), at: line.origin, columns: line.size.columns)
                guard index == list.cursor else { continue }
                canvas.setRole(line, role: .cursor)
                canvas.cursor = line.origin
            }
            if let chip = tagDeck.identity?.chip, let state = tagDeck.report?.protection {
                canvas.put(
                    LockMap.lines(dialog, chip: chip, state: state, columns: place.map.size.columns), in: place.map)
            }
            drawLockNotes(dialog, in: place.notes, on: &canvas)
            Self.keys(
                [
                    ("Space", "chooses"), ("a", "all"), ("b", dialog.freezes ? "no block-lock" : "block-lock"),
                    ("Enter", "plans"), ("Esc", "cancels"),
                ], in: place.keys, on: &canvas)
        }
    }

    private func drawLockNotes(_ dialog: LockDialog, in rect: Rect, on canvas: inout Canvas) {
        let text: (String, Role) =
            if let problem = dialog.problem {
                (problem, .error)
            } else if dialog.chosen.isEmpty {
                (
                    "L locked, x to be locked, f frozen open, - no lock bit, . open. One bit closes all pages of its row.",
                    .dim
                )
            } else {
                (
                    (dialog.isAll
                        ? "Read-only: all of it, and the CC says so. " : "Pages \(Hex.pageList(dialog.pages)). ")
                        + (dialog.freezes ? "Block-lock: their lock bits are frozen too. " : "")
                        + "Never to be undone.",
                    .warning
                )
            }
        canvas.put(StyledLine.wrapped(text.0, text.1, columns: rect.size.columns), in: rect)
    }
}
