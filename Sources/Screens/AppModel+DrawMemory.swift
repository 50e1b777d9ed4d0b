import Tags
import Terminal

extension AppModel {
    /// The memory by page: mark, address, bytes, what they read as, locks, and what they are for.
    func drawMemory(in rect: Rect, focused: Bool, on canvas: inout Canvas) {
        guard let image = deck.image else {
            let words =
                deck.running != nil ? "reading" : deck.failure?.headline ?? "the memory of this tag was not read"
            canvas.put(
                StyledLine.wrapped(words, .unread, columns: rect.size.columns), in: rect)
            if focused { canvas.cursor = rect.origin }
            return
        }
        var deck = deck
        deck.memory = shownMemory(image)
        let geometry = deck.memoryGeometry(room: rect.size)
        let (rows, below) = rect.split(rows: geometry.rows)
        var list = deck.memory.list
        list.settle(count: image.pageCount, height: geometry.rows)
        let painter = MemoryPainter(deck: deck, image: image, focused: focused)
        for row in 0..<rows.size.rows where list.top + row < image.pageCount {
            let line = rows.split(rows: row).rest.split(rows: 1).top
            painter.draw(page: list.top + row, isFirst: row == 0, in: line, on: &canvas)
        }
        let (explanation, bits) = below.split(columns: 1).rest.split(rows: geometry.explanation)
        drawExplanation(image, in: explanation, on: &canvas)
        if geometry.bits > 0 { drawBits(image, in: bits, on: &canvas) }
    }

    /// The memory pane as it is shown: while the keys are in the tree, the bytes of the selected record are in view,
    /// and the cursor keeps its place for the way back.
    private func shownMemory(_ image: TagImage) -> MemoryPane {
        var memory = deck.memory
        guard focus == .ndef, let start = deck.linkedRanges.first?.lowerBound,
            !deck.linkedRanges.contains(where: { $0.contains(memory.offset(in: image)) })
        else { return memory }
        memory.show(start, in: image)
        return memory
    }

    private func drawExplanation(_ image: TagImage, in rect: Rect, on canvas: inout Canvas) {
        let offset = shownMemory(image).offset(in: image)
        guard !rect.isEmpty, var text = deck.explanation(at: offset)?.sentence else { return }
        let columns = rect.size.columns
        var effect: [StyledLine] = []
        if let place = deck.place(at: offset) {
            if deck.edit.value(at: place) != nil, deck.rules?.isSecret(place) != true {
                text += deck.isDump ? "; the dump holds " : "; the tag holds "
                text += deck.base(place).map(Words.byte) ?? "what was not read"
            }
            effect = effectLines(at: place, columns: columns)
        }
        // What can never be undone is said whole before the rest of what the byte is.
        let sentence = StyledLine.wrapped(text, .label, columns: columns)
        let room = max(1, rect.size.rows - effect.count)
        var lines = Array(sentence.prefix(room))
        if sentence.count > room, let last = lines.last {
            lines[room - 1] = StyledLine(HelpText.cut(last.text + "…", columns), .label)
        }
        canvas.put(lines + effect, in: rect)
    }

    /// The byte under the cursor bit by bit, and the numbers that begin with it.
    private func drawBits(_ image: TagImage, in rect: Rect, on canvas: inout Canvas) {
        let offset = shownMemory(image).offset(in: image)
        let bits = (deck.explanation(at: offset)?.bits ?? []).sorted { $0.bit > $1.bit }
        var numbers = Self.numbers(at: offset, in: image)
        if bits.contains(where: \.irreversible) { numbers.spans.append(Span("  ! for good", .warning)) }
        canvas.put(numbers, at: rect.origin, columns: rect.size.columns)
        let lines = bits.map { bit in
            StyledLine([
                Span("bit \(bit.bit)  ", .address), Span(bit.value ? "1 " : "0 ", .value),
                Span(bit.irreversible ? "! " : "  ", .warning),
                Span(HelpText.pad(bit.name, 12) + "  ", .label), Span(bit.meaning, .text),
            ])
        }
        canvas.put(lines, in: rect.split(rows: 1).rest)
    }

    /// `0001 0000  u16 4098 LE 528 BE  u32 ...`: what technicians compute by hand otherwise.
    private static func numbers(at offset: Int, in image: TagImage) -> StyledLine {
        guard let byte = image.byte(at: offset) else { return StyledLine() }
        let digits = String(byte, radix: 2)
        let padded = String(repeating: "0", count: 8 - digits.count) + digits
        var spans = [Span("\(padded.prefix(4)) \(padded.suffix(4))", .value)]
        for length in [2, 4] {
            guard let bytes = image.bytes(in: offset..<offset + length) else { continue }
            let big = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let little = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            spans.append(Span("  u\(length * 8) ", .label))
            spans.append(Span("\(little) LE \(big) BE", .text))
        }
        return StyledLine(spans)
    }
}
