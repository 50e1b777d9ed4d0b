import CNcurses
import Testing

@testable import Terminal

@Suite("Keys from what curses reads")
struct KeyDecoderTests {
    private func decode(_ raw: [RawInput]) -> [InputEvent] {
        var decoder = KeyDecoder()
        return decoder.decode(raw, at: .now)
    }

    private func scalars(_ text: String) -> [RawInput] { text.unicodeScalars.map { .scalar($0.value) } }

    private func code(of sequence: String) -> Int32? {
        KeyTable.definitions.first { $0.sequence == sequence }?.code
    }

    @Test(
        "characters and controls are keys",
        arguments: [
            ("a", Key(.character("a"))), ("G", Key(.character("G"))), ("é", Key(.character("é"))),
            ("漢", Key(.character("漢"))),
            ("\u{03}", Key(.character("c"), control: true)), ("\u{1A}", Key(.character("z"), control: true)),
            ("\u{00}", Key(.character(" "), control: true)), ("\u{1C}", Key(.character("\\"), control: true)),
            ("\u{1F}", Key(.character("_"), control: true)), ("\t", Key(.tab)), ("\r", Key(.enter)),
            ("\n", Key(.enter)),
            ("\u{7F}", Key(.backspace)), ("\u{08}", Key(.backspace)), ("\u{1B}", Key(.escape)),
            (" ", Key(.character(" "))),
        ])
    func characters(text: String, key: Key) {
        #expect(decode(scalars(text)) == [.key(key)])
    }

    @Test("every code point is a key or nothing, and none traps")
    func everyScalar() {
        let wrong = ([0...0x3FF, 0xD7F0...0xE010, 0x10FFF0...0x11000F, .max...(.max)] as [ClosedRange<UInt32>]).joined()
            .filter { value in
                let isKey = KeyDecoder.key(scalar: value) != nil
                return isKey == ((0x80...0x9F).contains(value) || Unicode.Scalar(value) == nil)
            }
        #expect(wrong.isEmpty)
    }

    @Test(
        "codes of curses are keys",
        arguments: [
            (KEY_UP, Key(.up)), (KEY_DOWN, Key(.down)), (KEY_LEFT, Key(.left)), (KEY_RIGHT, Key(.right)),
            (KEY_HOME, Key(.home)), (KEY_END, Key(.end)), (KEY_PPAGE, Key(.pageUp)), (KEY_NPAGE, Key(.pageDown)),
            (KEY_IC, Key(.insert)), (KEY_DC, Key(.delete)), (KEY_BACKSPACE, Key(.backspace)), (KEY_ENTER, Key(.enter)),
            (KEY_BTAB, Key(.tab, shift: true)), (KEY_F0 + 1, Key(.function(1))), (KEY_F0 + 10, Key(.function(10))),
            (KEY_F0 + 12, Key(.function(12))), (KEY_F0 + 13, Key(.function(1), shift: true)),
            (KEY_F0 + 25, Key(.function(1), control: true)), (KEY_F0 + 49, Key(.function(1), alt: true)),
        ])
    func codes(code: Int32, key: Key) {
        #expect(decode([.code(code)]) == [.key(key)])
    }

    @Test(
        "sequences that terminfo leaves out are keys",
        arguments: [
            ("\u{1B}[A", Key(.up)), ("\u{1B}OA", Key(.up)), ("\u{1B}[H", Key(.home)), ("\u{1B}[1~", Key(.home)),
            ("\u{1B}[7~", Key(.home)), ("\u{1B}[F", Key(.end)), ("\u{1B}[4~", Key(.end)), ("\u{1B}[8~", Key(.end)),
            ("\u{1B}[Z", Key(.tab, shift: true)), ("\u{1B}OP", Key(.function(1))), ("\u{1B}[11~", Key(.function(1))),
            ("\u{1B}[[A", Key(.function(1))), ("\u{1B}[[E", Key(.function(5))), ("\u{1B}[15~", Key(.function(5))),
            ("\u{1B}[21~", Key(.function(10))), ("\u{1B}[24~", Key(.function(12))),
            ("\u{1B}[1;5A", Key(.up, control: true)),
            ("\u{1B}[1;2B", Key(.down, shift: true)), ("\u{1B}[1;3C", Key(.right, alt: true)),
            ("\u{1B}[1;6D", Key(.left, control: true, shift: true)), ("\u{1B}[5;5~", Key(.pageUp, control: true)),
            ("\u{1B}[3;2~", Key(.delete, shift: true)), ("\u{1B}Oa", Key(.up, control: true)),
            ("\u{1B}[1;2P", Key(.function(1), shift: true)), ("\u{1B}[6~", Key(.pageDown)),
        ])
    func sequences(sequence: String, key: Key) throws {
        #expect(decode([.code(try #require(code(of: sequence)))]) == [.key(key)])
    }

    @Test("no sequence is defined twice, and each has a code of its own but those that mean nothing")
    func unambiguous() {
        #expect(Set(KeyTable.definitions.map(\.sequence)).count == KeyTable.definitions.count)
        let codes = KeyTable.definitions.map(\.code).filter { $0 != KeyTable.ignored }
        #expect(Set(codes).count == codes.count)
    }

    @Test(
        "mouse reports are actions; releases, and motion without the first button, are none",
        arguments: [
            ("0;5;3M", Mouse.Action.click), ("4;5;3M", .click), ("2;5;3M", .rightClick), ("64;5;3M", .wheelUp),
            ("65;5;3M", .wheelDown), ("0;5;3m", nil), ("32;5;3M", .drag), ("36;5;3M", .drag), ("32;5;3m", nil),
            ("33;5;3M", nil), ("34;5;3M", nil),
            ("35;5;3M", nil), ("1;5;3M", nil), ("66;5;3M", nil),
            ("3;5;3M", nil),
        ] as [(String, Mouse.Action?)])
    func mouse(report: String, action: Mouse.Action?) {
        let position = Point(column: 4, row: 2)
        let expected: [InputEvent] = action.map { [.mouse(Mouse($0, at: position))] } ?? []
        #expect(decode([.code(KeyTable.mouseStart)] + scalars(report + "q")) == expected + [.key(Key(.character("q")))])
    }

    @Test("two clicks in one batch are two clicks, each at its place")
    func twoClicks() {
        let start = RawInput.code(KeyTable.mouseStart)
        let raw = ["0;1;1M", "0;1;1m", "0;1;9M", "0;1;9m", "65;1;1M"].flatMap { [start] + scalars($0) }
        #expect(
            decode(raw) == [
                .mouse(Mouse(.click, at: Point(column: 0, row: 0))),
                .mouse(Mouse(.click, at: Point(column: 0, row: 8))),
                .mouse(Mouse(.wheelDown, at: Point(column: 0, row: 0))),
            ])
    }

    @Test("a press after a drag is no double click")
    func afterDrag() {
        let start = RawInput.code(KeyTable.mouseStart)
        let events = decode([start] + scalars("0;1;1M") + [start] + scalars("32;2;1M") + [start] + scalars("0;1;1M"))
        let place = Point(column: 0, row: 0)
        #expect(
            events == [
                .mouse(Mouse(.click, at: place)), .mouse(Mouse(.drag, at: Point(column: 1, row: 0))),
                .mouse(Mouse(.click, at: place)),
            ])
    }

    @Test("a mouse report may come in parts")
    func splitReport() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([.code(KeyTable.mouseStart)] + scalars("64;1"), at: .now).isEmpty)
        #expect(
            decoder.decode(scalars("2;3M"), at: .now) == [.mouse(Mouse(.wheelUp, at: Point(column: 11, row: 2)))])
    }

    @Test(
        "what is no mouse report is dropped without a trap",
        arguments: [
            "M", "1;2M", "0;0;0M", "0;1;1;1M", ";;M", "99999;1;1M", "0;70000;1M", "00000000000000000000000000M",
        ])
    func badReports(report: String) {
        let events = decode([.code(KeyTable.mouseStart)] + scalars(report))
        #expect(events.isEmpty)
    }

    @Test("a mouse report that breaks off gives way to the next key")
    func brokenReport() {
        #expect(decode([.code(KeyTable.mouseStart)] + scalars("0;1") + [.code(KEY_UP)]) == [.key(Key(.up))])
    }

    @Test("codes nobody knows mean nothing", arguments: [Int32.min, -1, 0, KEY_RESIZE, KEY_MAX, 2002, 9999, .max])
    func unknownCodes(code: Int32) {
        #expect(decode([.code(code)]).isEmpty)
    }

    @Test("an escape with a key behind it is Alt, one without is itself")
    func alt() {
        #expect(decode(scalars("\u{1B}x")) == [.key(Key(.character("x"), alt: true))])
        #expect(decode([.scalar(0x1B), .code(KEY_UP)]) == [.key(Key(.up, alt: true))])
        #expect(decode(scalars("\u{1B}\u{1B}")) == [.key(Key(.escape)), .key(Key(.escape))])
        #expect(decode(scalars("\u{1B}[")) == [.key(Key(.character("["), alt: true))])
        #expect(decode(scalars("\u{1B}O")) == [.key(Key(.character("O"), alt: true))])
        #expect(
            decode(scalars("\u{1B}\u{03}")) == [.key(Key(.character("c"), control: true, alt: true))])
    }

    @Test(
        "a sequence nobody defined is dropped whole and never run as keys",
        arguments: [
            "\u{1B}[99;1z", "\u{1B}[?62;22c", "\u{1B}[<0;1;1M", "\u{1B}Oz", "\u{1B}]11;rgb:0000/0000/0000\u{07}",
            "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[200~",
        ])
    func unknownSequences(sequence: String) {
        #expect(decode(scalars(sequence + "q")) == [.key(Key(.character("q")))])
    }

    @Test("a paste is text, whatever is in it, even over several reads")
    func paste() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([.code(KeyTable.pasteStart)] + scalars("04 C4\rq\r\nF"), at: .now).isEmpty)
        #expect(decoder.decode([.code(KEY_DOWN), .code(KeyTable.mouseStart)], at: .now).isEmpty)
        let rest = scalars("ü") + [.code(KeyTable.pasteEnd)] + scalars("q")
        #expect(decoder.decode(rest, at: .now) == [.paste("04 C4\nq\nFü"), .key(Key(.character("q")))])
    }

    @Test("a paste without end stops growing, and Ctrl-C leaves it")
    func endlessPaste() {
        var decoder = KeyDecoder()
        let flood = [RawInput](repeating: .scalar(0x61), count: KeyDecoder.longestPaste + 10)
        #expect(decoder.decode([.code(KeyTable.pasteStart)] + flood, at: .now).isEmpty)
        guard case .paste(let text) = decoder.decode([.scalar(0x03)], at: .now).first else {
            Issue.record("no paste came")
            return
        }
        #expect(text.utf8.count == KeyDecoder.longestPaste)
        #expect(decoder.decode(scalars("q"), at: .now) == [.key(Key(.character("q")))])
    }

    @Test("a Ctrl-C among pasted text neither ends the paste nor lets what follows be run as keys")
    func pastedInterrupt() {
        var decoder = KeyDecoder()
        let pasted = [.code(KeyTable.pasteStart)] + scalars("abc\u{3}q") + [.code(KeyTable.pasteEnd)]
        #expect(decoder.decode(pasted, at: .now) == [.paste("abcq")])
    }

    @Test("two presses on one cell in time are a double click, a third begins anew")
    func doubleClick() {
        var clicks = ClickCounter()
        let here = Point(column: 3, row: 4)
        let start = MonotonicTime(nanoseconds: 5_000_000_000)
        let limit = ClickCounter.doubleClickMilliseconds
        #expect(clicks.press(at: here, time: start) == .click)
        #expect(clicks.press(at: here, time: start.adding(milliseconds: limit)) == .doubleClick)
        #expect(clicks.press(at: here, time: start.adding(milliseconds: limit + 1)) == .click)
        #expect(clicks.press(at: Point(column: 4, row: 4), time: start.adding(milliseconds: limit + 2)) == .click)
        #expect(clicks.press(at: here, time: start.adding(milliseconds: limit + 3)) == .click)
        #expect(clicks.press(at: here, time: start.adding(milliseconds: 2 * limit + 4)) == .click)
    }
}
