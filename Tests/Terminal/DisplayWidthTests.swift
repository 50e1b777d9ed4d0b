import Testing

@testable import Terminal

@Suite("The width of characters")
struct DisplayWidthTests {
    @Test(
        "is that of UAX #11, marks take no column",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("Ω", 1), ("漢", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
            ("Ａ", 2),
            ("😀", 2), ("│", 1), ("█", 1), ("⏩", 2), ("◾", 2), ("\u{3000}", 2), ("ｱ", 1), ("🇩🇪", 2), ("☎\u{FE0F}", 1),
            ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 6), ("\u{645}\u{6CC}\u{200C}\u{62E}", 3),
        ])
    func widths(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test("the table of wide characters is in order and without overlap")
    func tableInOrder() {
        for (one, next) in zip(DisplayWidth.wide, DisplayWidth.wide.dropFirst()) {
            #expect(one.upperBound < next.lowerBound)
        }
    }

    @Test("every control and format character, line separator and unassigned code point is replaced")
    func unsafeIsReplaced() {
        var replaced = 0
        for value in ([0...0x1FFFF, 0xE0000...0xE0FFF] as [ClosedRange<UInt32>]).joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned:
                replaced += 1
                guard Array(DisplayText(String(scalar), glyphs: .unicode)) == [DisplayGlyph("\u{FFFD}")] else {
                    Issue.record("U+\(String(value, radix: 16)) is let through")
                    return
                }
            default: continue
            }
        }
        // 65 controls, the format characters and the two separators at least.
        #expect(replaced > 65 + 2)
    }

    @Test("bidirectional overrides and escape sequences show as replacements, each in its column")
    func bidi() {
        var canvas = Canvas(size: Size(columns: 12, rows: 1))
        canvas.put("a\u{202E}b\u{2066}c\u{1B}[2J\u{9B}", at: Point(column: 0, row: 0), role: .text)
        #expect(canvas.text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}[2J\u{FFFD}")
    }

    @Test(
        "an emoji sequence is drawn as its members, without a sign between them",
        arguments: [
            ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F468}\u{1F469}\u{1F467}"),
            ("\u{2764}\u{FE0F}\u{200D}\u{1F525}", "\u{2764}\u{1F525}"), ("a\u{200D}b", "a\u{FFFD}b"),
            ("\u{200D}", "\u{FFFD}"),
        ])
    func sequences(text: String, drawn: String) {
        var canvas = Canvas(size: Size(columns: 12, rows: 1))
        canvas.put(text, at: Point(column: 0, row: 0), role: .text)
        #expect(canvas.text == drawn)
        var ascii = Canvas(size: Size(columns: 12, rows: 1), glyphs: .ascii)
        ascii.put(text, at: Point(column: 0, row: 0), role: .text)
        #expect(!ascii.text.unicodeScalars.contains { !$0.isASCII })
    }

    @Test("a mark with nothing before it is replaced")
    func loneMark() {
        #expect(Array(DisplayText("\u{301}", glyphs: .unicode)) == [DisplayGlyph("\u{FFFD}")])
    }
}
