import Testing

@testable import Terminal

@Suite("A canvas of any size")
struct CanvasInvariantTests {
    /// Small sizes one by one, where borders and titles meet the edges, then a grid up to 200 x 60.
    static let sizes: [Size] = {
        let small = (0...26).flatMap { columns in (0...8).map { Size(columns: columns, rows: $0) } }
        let large = [40, 80, 120, 199, 200].flatMap { columns in
            [9, 24, 40, 59, 60].map { Size(columns: columns, rows: $0) }
        }
        return small + large
    }()

    static let texts = ["", "a", "漢字かな", "a漢b字c", "e\u{301}e\u{301}", "\u{301}x", "👨‍👩‍👧‍👦🇩🇪", "\u{1B}[31m\u{202E}x\r\n\t"]

    @Test(
        "whatever is drawn at whatever place, no write goes outside and no wide character is cut",
        arguments: [
            Glyphs.unicode, .ascii,
        ])
    func invariants(glyphs: Glyphs) {
        for size in Self.sizes {
            var canvas = Canvas(size: size, glyphs: glyphs)
            for (index, text) in Self.texts.enumerated() {
                for column in [-3, -2, -1, 0, 1, size.columns - 2, size.columns - 1, size.columns, Int.max, Int.min] {
                    canvas.put(text, at: Point(column: column, row: index % 4 - 1), role: .value)
                    canvas.put(text, at: Point(column: column, row: size.rows - 1), role: .value, columns: index)
                }
            }
            #expect(fault(of: canvas) == nil, "\(size) after text")
            canvas.withClip(Rect(column: 1, row: 0, columns: size.columns - 2, rows: size.rows)) { inner in
                inner.put("漢字漢字", at: Point(column: 0, row: 0), role: .error)
                inner.fill(Rect(column: 2, row: -1, columns: 3, rows: 99), role: .dim, character: "漢")
                inner.fill(Rect(column: 3, row: 0, columns: 1, rows: 1), role: .dim, character: "x")
            }
            #expect(fault(of: canvas) == nil, "\(size) after clip and fill")
            canvas.put("漢字漢字漢字", at: Point(column: 0, row: 0), role: .text)
            canvas.setRole(Rect(column: 1, row: 0, columns: 2, rows: 2), role: .cursor)
            canvas.box(canvas.bounds, title: "漢字 a long title", role: .border)
            canvas.box(canvas.bounds.inset(by: 3), title: "x")
            canvas.box(Rect(column: -2, row: -2, columns: 5, rows: 5))
            canvas.divider(canvas.bounds, row: size.rows / 2, title: "漢")
            canvas.gauge(at: Point(column: -1, row: 0), columns: size.columns, used: 5, needed: 3, total: 9)
            #expect(fault(of: canvas) == nil, "\(size) after lines")
        }
    }

    @Test("an ASCII canvas holds nothing but printable ASCII")
    func onlyASCII() {
        var canvas = Canvas(size: Size(columns: 60, rows: 12), glyphs: .ascii)
        canvas.box(canvas.bounds, title: "Größe ▾ →")
        canvas.divider(canvas.bounds, row: 5)
        canvas.gauge(at: Point(column: 2, row: 2), columns: 40, used: 33, needed: 20, total: 100)
        for (row, text) in Self.texts.enumerated() { canvas.put(text, at: Point(column: 2, row: row), role: .text) }
        #expect(canvas.text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    }

    /// What is wrong with a canvas, if anything.
    private func fault(of canvas: Canvas) -> String? {
        guard canvas.cells.count == canvas.size.columns * canvas.size.rows else { return "cells were added or lost" }
        guard canvas.clip == canvas.bounds else { return "the clip was not put back" }
        for (index, cell) in canvas.cells.enumerated() {
            let column = index % canvas.size.columns
            switch cell.width {
            case 0:
                guard column > 0, canvas.cells[index - 1].width == 2 else { return "half a character at \(index)" }
                guard cell.text == nil else { return "text in a second column at \(index)" }
                guard cell.role == canvas.cells[index - 1].role else { return "two roles in one character at \(index)" }
            case 1: guard cell.text != nil else { return "no text at \(index)" }
            case 2:
                guard column + 1 < canvas.size.columns, canvas.cells[index + 1].width == 0 else {
                    return "a wide character is cut at \(index)"
                }
            default: return "width \(cell.width) at \(index)"
            }
            for scalar in cell.scalars where cell.width > 0 {
                guard let known = Unicode.Scalar(scalar), DisplayWidth.of(known) != nil else {
                    return "U+\(String(scalar, radix: 16)) could reach the terminal"
                }
            }
        }
        return nil
    }
}
