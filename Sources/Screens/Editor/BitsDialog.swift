import Tags
import Terminal

/// The byte under the cursor bit by bit; a bit can be turned over.
struct BitsDialog: Equatable, Sendable {
    /// The bit with the focus, 7 first.
    var bit = 7
    /// Why the last key did nothing.
    var problem: String?
}

extension AppModel {
    mutating func openBits() {
        focus = .memory
        guard let place = deck.cursorPlace else { return hint("this line is a heading: there is no byte") }
        if deck.rules?.isSecret(place) == true { return hint("passwords and keys are masked, and so are their bits") }
        guard deck.value(at: place) != nil else { return hint("this byte was not read") }
        dialogs.append(.bits(BitsDialog()))
    }

    /// Gives a key to the dialog, which was taken off the stack.
    mutating func handle(_ key: Key, in dialog: BitsDialog) -> [Intent] {
        var dialog = dialog
        dialog.problem = nil
        switch (key.code, key.control) {
        case (.escape, _), (.enter, _), (.character("q"), false), (.character("B"), false): return []
        case (.up, _), (.character("k"), false): dialog.bit = min(7, dialog.bit + 1)
        case (.down, _), (.character("j"), false): dialog.bit = max(0, dialog.bit - 1)
        case (.left, _), (.character("h"), false): moveByte(-1, &dialog)
        case (.right, _), (.character("l"), false): moveByte(1, &dialog)
        case (.character(" "), false): dialog.problem = toggle(dialog.bit)
        case (.character("u"), false), (.character("_"), true):
            if deck.stepEdit(back: true) == nil { dialog.problem = "nothing was changed" }
        case (.character("U"), false), (.character("y"), true):
            if deck.stepEdit(back: false) == nil { dialog.problem = "nothing was taken back" }
        default: break
        }
        dialogs.append(.bits(dialog))
        return []
    }

    private mutating func moveByte(_ steps: Int, _ dialog: inout BitsDialog) {
        guard let image = deck.image else { return }
        let offset = deck.memory.offset(in: image) + steps
        guard let place = deck.place(at: offset), deck.value(at: place) != nil, deck.rules?.isSecret(place) != true
        else {
            dialog.problem = "the byte beside it has no bits to show"
            return
        }
        deck.memory.goTo(offset, in: image)
        keepMemoryContext()
        followCursor()
    }

    private mutating func toggle(_ bit: Int) -> String? {
        if let reason = reasonAgainstEditing { return reason }
        guard let place = deck.cursorPlace, let byte = deck.value(at: place) else { return "this byte was not read" }
        defer { followCursor() }
        return deck.put([byte ^ 1 << UInt8(bit)], at: place)
    }

    /// The lines of the dialog: the sentence, the bits, what becomes of the page.
    func bitLines(_ dialog: BitsDialog, columns: Int) -> (head: [StyledLine], bits: [StyledLine], foot: [StyledLine]) {
        guard let image = deck.image, let place = deck.cursorPlace, let byte = deck.value(at: place) else {
            return ([], [], [])
        }
        let offset = deck.memory.offset(in: image)
        let explained = deck.explanation(at: offset)
        let held = deck.base(place)
        let head = StyledLine.wrapped(explained?.sentence ?? "", .dialog, columns: columns)
        let bits = (0..<8).reversed().map { bit -> StyledLine in
            let value = byte >> UInt8(bit) & 1 == 1
            let before = held.map { $0 >> UInt8(bit) & 1 == 1 }
            let meaning = explained?.bits.first { $0.bit == bit }
            var spans = [
                Span("bit \(bit)  \(Words.byte(1 << UInt8(bit)))h  ", .address),
                Span(value ? "1" : "0", .value), Span(before == value ? "  " : "* ", .changed),
            ]
            if let meaning {
                spans += [
                    Span(meaning.irreversible ? "! " : "  ", .warning),
                    Span(HelpText.pad(meaning.name, 12) + "  ", .label),
                    Span(meaning.meaning, .dialog),
                ]
            }
            return StyledLine(spans)
        }
        let focused = explained?.bits.first { $0.bit == dialog.bit }
        let words = focused.flatMap { Self.forGood($0, before: held.map { $0 >> UInt8(dialog.bit) & 1 == 1 }) }
        let foot = words.map { StyledLine.wrapped("! bit \(dialog.bit): \($0)", .warning, columns: columns) } ?? []
        return (head, bits, foot + effectLines(at: place, columns: columns))
    }

    private static func forGood(_ bit: ByteExplanation.BitMeaning, before: Bool?) -> String? {
        guard bit.irreversible else { return nil }
        switch (before, bit.value) {
        case (true, false): return "it stays 1: such a bit is never cleared"
        case (true, true): return nil
        case (_, true): return "once written it can never be undone"
        case (_, false): return "setting it can never be undone"
        }
    }

    /// What becomes of the page under a byte, as lines: for good first.
    func effectLines(at place: MemoryEdit.Place, columns: Int) -> [StyledLine] {
        guard let effect = deck.rules?.effect(at: place, in: deck.edit) else { return [] }
        return effect.forGood.flatMap {
            StyledLine.wrapped("! can never be undone: \($0)", .warning, columns: columns)
        } + effect.notes.flatMap { StyledLine.wrapped($0, .warning, columns: columns) }
    }

    /// Draws the dialog.
    func draw(_ dialog: BitsDialog, on canvas: inout Canvas) {
        let columns = DialogGeometry.columns(96, size)
        let (head, bits, foot) = bitLines(dialog, columns: columns)
        let wanted = head.count + 1 + bits.count + (foot.isEmpty ? 0 : foot.count + 1) + 2
        let placed = DialogGeometry.centred(columns: columns, rows: min(wanted, max(1, size.rows - 3)), size)
        Self.frame(placed.frame, title: "Bits", on: &canvas)
        canvas.cursor = placed.frame.origin
        let content = placed.content
        canvas.withClip(content) { canvas in
            let (body, keys) = content.split(rows: max(0, content.size.rows - 1))
            // On a low screen the bits come first: what the byte is stands in the pane as well.
            let headRows = min(head.count, max(0, body.size.rows - bits.count - foot.count - 1))
            let (top, rest) = body.split(rows: headRows)
            canvas.put(head, in: top)
            let (list, below) = rest.split(rows: headRows > 0 ? 1 : 0).rest.split(rows: bits.count)
            canvas.put(bits, in: list, first: bitsTop(dialog, rows: list.size.rows))
            let row = 7 - dialog.bit - bitsTop(dialog, rows: list.size.rows)
            if (0..<list.size.rows).contains(row) {
                let line = Rect(
                    column: list.origin.column, row: list.origin.row + row, columns: list.size.columns, rows: 1)
                canvas.setRole(line, role: .cursor)
                canvas.cursor = line.origin
            }
            let gap = below.size.rows > foot.count + 1 ? 1 : 0
            let words = dialog.problem.map { StyledLine.wrapped($0, .error, columns: columns) } ?? foot
            canvas.put(words, in: below.split(rows: gap).rest)
            Self.keys(
                [
                    ("Space", "turns over"), ("Up Down", "bit"), ("Left Right", "byte"), ("u", "takes back"),
                    ("Esc", "closes"),
                ],
                in: keys, on: &canvas)
        }
        if canvas.cursor.map({ !placed.frame.contains($0) }) ?? true { canvas.cursor = placed.frame.origin }
    }

    /// The first bit shown where not all fit.
    private func bitsTop(_ dialog: BitsDialog, rows: Int) -> Int {
        min(max(0, 7 - dialog.bit - rows + 1), max(0, 8 - rows))
    }
}
