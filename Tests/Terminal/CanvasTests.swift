import Testing

@testable import Terminal

@Suite("Drawing on a canvas")
struct CanvasTests {
    private func canvas(_ columns: Int, _ rows: Int = 1, glyphs: Glyphs = .unicode) -> Canvas {
        Canvas(size: Size(columns: columns, rows: rows), glyphs: glyphs)
    }

    @Test(
        "text ends with an ellipsis where its columns do not suffice",
        arguments: [
            ("abc", 3, "abc", 3), ("abcd", 3, "ab…", 3), ("ab", 1, "…", 1), ("a漢", 3, "a漢", 3), ("a漢b", 3, "a…", 3),
            ("漢字", 3, "漢…", 3), ("漢字", 2, "…", 2), ("漢", 1, "…", 1), ("", 3, "", 0), ("abc", 0, "", 0),
            ("abc", -1, "", 0),
        ])
    func ellipsis(text: String, columns: Int, shown: String, used: Int) {
        var canvas = canvas(10)
        #expect(canvas.put(text, at: Point(column: 0, row: 0), role: .text, columns: columns) == used)
        #expect(canvas.text == shown)
    }

    @Test(
        "text at the edge is cut there and says how far it came",
        arguments: [
            (0, "abcdef", 5), (3, "   ab", 2), (5, "", 0), (-2, "cdef", 6), (-3, "def", 6), (-9, "", 6),
        ])
    func edge(column: Int, shown: String, used: Int) {
        var canvas = canvas(5)
        #expect(canvas.put("abcdef", at: Point(column: column, row: 0), role: .text) == (column == 0 ? 5 : used))
        #expect(canvas.text == String(shown.prefix(5)))
    }

    @Test("half of a wide character at an edge is a blank")
    func wideAtEdge() {
        var canvas = canvas(3)
        canvas.put("漢漢", at: Point(column: -1, row: 0), role: .value)
        #expect(canvas.text == " 漢")
        canvas.put("漢漢", at: Point(column: 0, row: 0), role: .value)
        #expect(canvas.text == "漢")
        #expect(canvas.roles(0) == [.value, .value, .value])
    }

    @Test("writing over one half of a wide character takes the other half away")
    func overwriteWide() {
        var first = canvas(4)
        first.put("漢字", at: Point(column: 0, row: 0), role: .text)
        var second = first
        first.put("x", at: Point(column: 1, row: 0), role: .text)
        #expect(first.text == " x字")
        second.put("x", at: Point(column: 2, row: 0), role: .text)
        #expect(second.text == "漢x")
    }

    @Test("a combining mark joins the character before it and takes no column")
    func combining() {
        var canvas = canvas(4)
        #expect(canvas.put("e\u{301}x", at: Point(column: 0, row: 0), role: .text) == 2)
        #expect(canvas[Point(column: 0, row: 0)]?.text == "é")
        #expect(canvas[Point(column: 1, row: 0)]?.text == "x")
    }

    @Test("of many marks on one character those that fit into a cell are kept")
    func manyMarks() {
        var canvas = canvas(2)
        #expect(
            canvas.put("e" + String(repeating: "\u{301}", count: 500), at: Point(column: 0, row: 0), role: .text) == 1)
        #expect(canvas[Point(column: 0, row: 0)]?.text == "e\u{301}\u{301}\u{301}")
    }

    @Test("a box has a title in its line, and shrinks to lines and dots")
    func box() {
        var canvas = canvas(12, 3)
        canvas.box(canvas.bounds, title: "1 Tag", role: .borderFocused)
        #expect(canvas.text == "┌ 1 Tag ───┐\n│          │\n└──────────┘")
        #expect(canvas.roleLine(0) == "borderFocused*2 title*5 borderFocused*5")
        var flat = self.canvas(4)
        flat.box(flat.bounds, title: "x")
        #expect(flat.text == "────")
        var thin = self.canvas(1, 3)
        thin.box(thin.bounds)
        #expect(thin.text == "│\n│\n│")
    }

    @Test("a title that is too long is cut inside the border")
    func longTitle() {
        var canvas = canvas(10, 2)
        canvas.box(canvas.bounds, title: "Configuration")
        #expect(canvas.text == "┌ Confi… ┐\n└────────┘")
    }

    @Test("a divider meets both sides")
    func divider() {
        var canvas = canvas(9, 4)
        canvas.box(canvas.bounds)
        canvas.divider(canvas.bounds, row: 2, title: "2")
        #expect(canvas.rowText(2) == "├ 2 ────┤")
    }

    @Test("without UTF-8 borders are ASCII")
    func asciiBox() {
        var canvas = canvas(9, 2, glyphs: .ascii)
        canvas.box(canvas.bounds, title: "漢…")
        #expect(canvas.text == "+ ?~ ---+\n+-------+")
    }

    @Test(
        "a gauge is empty only for nothing and full only for everything",
        arguments: [
            (0, 0, 100, "··········"), (1, 0, 10_000, "▏·········"), (50, 0, 100, "█████·····"),
            (55, 0, 100, "█████▌····"),
            (9_999, 0, 10_000, "█████████▉"), (100, 0, 100, "██████████"), (999, 5, 100, "██████████"),
            (50, 20, 100, "█████▒▒···"), (-5, -5, 0, "··········"), (.max, .max, .max, "██████████"),
        ])
    func gauge(used: Int, needed: Int, total: Int, shown: String) {
        var canvas = canvas(10)
        canvas.gauge(at: Point(column: 0, row: 0), columns: 10, used: used, needed: needed, total: total)
        #expect(canvas.text == shown)
    }

    @Test("a nested clip never lets through more than the one around it")
    func nestedClip() {
        var canvas = canvas(6, 3)
        canvas.withClip(Rect(column: 1, row: 1, columns: 3, rows: 1)) { outer in
            outer.withClip(outer.bounds) { inner in inner.fill(inner.bounds, role: .text, character: "x") }
        }
        #expect(canvas.text == "\n xxx\n")
    }

    @Test("changing a role keeps the text, and a wide character whole")
    func setRole() {
        var canvas = canvas(5)
        canvas.put("a漢bc", at: Point(column: 0, row: 0), role: .text)
        canvas.setRole(Rect(column: 1, row: 0, columns: 1, rows: 1), role: .cursor)
        #expect(canvas.roles(0) == [.text, .cursor, .cursor, .text, .text])
        canvas.setRole(Rect(column: 2, row: 0, columns: 2, rows: 1), role: .match)
        #expect(canvas.roles(0) == [.text, .cursor, .cursor, .match, .text])
        #expect(canvas.text == "a漢bc")
    }

    @Test("rows outside are empty")
    func outside() {
        let canvas = canvas(3)
        #expect(canvas.rowText(1).isEmpty && canvas.rowText(-1).isEmpty && canvas.roles(9).isEmpty)
        #expect(canvas[Point(column: 3, row: 0)] == nil)
    }

    @Test(
        "long text is wrapped at blanks, long words anywhere, and nothing is lost",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one two three", 3, ["one", "two", "thr", "ee"]),
            ("漢字漢字", 3, ["漢", "字", "漢", "字"]), ("a\n\nb", 9, ["a", "", "b"]), ("", 5, [""]), ("ab", 0, ["a", "b"]),
        ])
    func wrap(text: String, columns: Int, lines: [String]) {
        #expect(TextWrap.lines(text, columns: columns) == lines)
    }
}
