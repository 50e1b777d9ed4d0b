import Engine
import Tags
import Terminal
import Testing

@testable import Screens

/// The trace as a value, over a store of any size.
@Suite("The trace screen")
struct TraceScreenTests {
    static func exchange(
        _ number: UInt64, _ meaning: String = "GET_VERSION: 8 bytes", reader: String = "Reader A"
    ) -> Exchange {
        Exchange(
            number: number, reader: reader, kind: .transmit, command: [0xFF, 0, 0, 0, 3, 0xD4, 0x42, 0x60],
            response: [0xD5, 0x43, 0, 0, 4, 4, 2, 1, 0, 0x0F, 3, 0x90, 0], nativeCommand: [0x60],
            nativeResponse: [0, 4, 4, 2, 1, 0, 0x0F, 3], meaning: meaning,
            time: 1_796_040_271_000_000 + number * 8000, duration: 8000)
    }

    /// What a store of so many exchanges answers.
    static func answer(_ wanted: (first: Int?, count: Int), of total: Int) -> TraceWindow {
        let first = min(max(0, wanted.first ?? total - wanted.count), total)
        let last = min(total, first + wanted.count)
        return TraceWindow(
            total: total, matching: total, first: first, rows: (first..<last).map { exchange(UInt64($0 + 1)) })
    }

    /// Gives a screen what it asks for, and says whether it asked.
    @discardableResult
    static func serve(_ screen: inout TraceScreen, _ total: Int, height: Int = 20) -> Bool {
        guard let wanted = screen.wanted(height: height) else { return false }
        screen.take(answer(wanted, of: total), of: screen.filter, height: height)
        return true
    }

    @Test("it begins at the end and follows what comes, until the cursor leaves the end")
    func follows() {
        var screen = TraceScreen()
        Self.serve(&screen, 50)
        #expect(screen.list.cursor == 49 && screen.selected?.number == 50)
        screen.isStale = true
        Self.serve(&screen, 60)
        #expect(screen.selected?.number == 60)
        screen.move(.up, height: 20)
        screen.isStale = true
        Self.serve(&screen, 70)
        #expect(screen.selected?.number == 59)
        screen.move(.last, height: 20)
        screen.isStale = true
        Self.serve(&screen, 80)
        #expect(screen.selected?.number == 80)
    }

    @Test("of a hundred thousand exchanges it keeps a few screens, wherever it is scrolled to")
    func window() {
        var screen = TraceScreen()
        let total = 100_000
        Self.serve(&screen, total)
        let jumps: [ListState.Move] = [
            .first, .pageDown, .rows(50_000), .halfUp, .rows(-300), .last, .pageUp, .rows(-99_999), .rows(12_345),
        ]
        for jump in jumps {
            screen.move(jump, height: 20)
            Self.serve(&screen, total)
            #expect((screen.window?.rows.count ?? 0) < 500)
            for row in screen.list.top..<min(total, screen.list.top + 20) {
                #expect(screen.row(row)?.number == UInt64(row + 1))
            }
        }
    }

    @Test("it counts as empty only once it is known that there is nothing")
    func empty() {
        var screen = TraceScreen()
        #expect(!screen.isEmpty, "the list is still on its way")
        Self.serve(&screen, 0)
        #expect(screen.isEmpty)
        screen.grow()
        #expect(!screen.isEmpty, "an exchange was told of; the list that holds it is still on its way")
        Self.serve(&screen, 1)
        #expect(!screen.isEmpty && screen.total == 1)
    }

    @Test("a move inside what is at hand asks for nothing")
    func asksSeldom() {
        var screen = TraceScreen()
        Self.serve(&screen, 1000)
        let asked = (0..<150).filter { _ in
            screen.move(.up, height: 20)
            return Self.serve(&screen, 1000)
        }
        #expect(asked.isEmpty)
        screen.move(.first, height: 20)
        #expect(Self.serve(&screen, 1000))
    }

    @Test("where the oldest are dropped the cursor stays on its exchange")
    func dropped() {
        var screen = TraceScreen()
        Self.serve(&screen, 1000)
        screen.move(.rows(-10), height: 20)
        let number = screen.selected?.number
        var window = Self.answer((700, 300), of: 1000)
        window = TraceWindow(total: 900, matching: 900, first: window.first - 100, rows: window.rows, dropped: 100)
        screen.take(window, of: screen.filter, height: 20)
        #expect(screen.selected?.number == number && screen.list.cursor == 889)
    }

    @Test("an answer to a filter that was changed meanwhile is not taken")
    func lateAnswer() {
        var screen = TraceScreen()
        Self.serve(&screen, 10)
        let old = screen.filter
        screen.list(by: TraceFilter(failuresOnly: true))
        screen.take(Self.answer((nil, 100), of: 10), of: old, height: 20)
        #expect(screen.isStale && screen.wanted(height: 20) != nil)
    }

    @Test("a list that became shorter keeps the cursor inside", arguments: [0, 1, 5])
    func shorter(count: Int) {
        var screen = TraceScreen()
        Self.serve(&screen, 100)
        screen.move(.rows(-3), height: 20)
        screen.isStale = true
        Self.serve(&screen, count)
        #expect(screen.list.cursor == max(0, count - 1) && screen.list.top <= screen.list.cursor)
    }

    @Test("the columns fill no more than the width, and the meaning has always room", arguments: 22...220)
    func columns(width: Int) {
        let columns = TraceColumns(columns: width)
        let shown = TraceColumns.Column.allCases.filter { columns[$0] > 0 }
        #expect(shown.map { columns[$0] }.reduce(0, +) + shown.count - 1 <= width)
        #expect(columns[.meaning] >= min(12, width - 9))
        let line = TraceText.row(Self.exchange(1, String(repeating: "long ", count: 60)), columns, zone: 0)
        #expect(DisplayWidth.of(line.text) <= width)
    }

    @Test("a row shows the frame inside, not the reader's command around it")
    func row() {
        let line = TraceText.row(Self.exchange(1), TraceColumns(columns: 200), zone: 0).text
        #expect(line.contains("12:04:31.008") && line.contains("native") && line.contains("Reader A"))
        #expect(line.contains("00 04 04 02 01 00 0F 03") && !line.contains("D4 42"))
    }

    @Test("the details hold every byte of APDU and frame, the fields of the APDU and the status word")
    func details() {
        let text = TraceText.details(Self.exchange(7), columns: 100, zone: 0).map(\.text).joined(separator: "\n")
        for part in ["APDU out", "frame out", "frame in", "APDU in"] { #expect(text.contains(part)) }
        #expect(text.contains("FF 00 00 00 03 D4 42 60") && text.contains("CLA FF  INS 00  P1 00  P2 00  Lc 3, data"))
        #expect(text.contains("D5 43 00 00 04 04 02 01 00 0F 03 90 00") && text.contains("SW 9000"))
        #expect(text.contains("12:04:31.056000, took 8 ms") && text.contains("NTAG213"))
    }

    @Test("a secret is masked in digits and in characters, in the details and in what is copied")
    func secrets() {
        let exchange = Exchange(
            number: 1, reader: "Reader A", kind: .transmit,
            command: [0xFF, 0, 0, 0, 7, 0xD4, 0x42, 0x1B, 0x41, 0x42, 0x43, 0x44], maskedCommand: [8..<12],
            response: [0xD5, 0x43, 0, 0x45, 0x46, 0x90, 0], maskedResponse: [3..<5],
            nativeCommand: [0x1B, 0x41, 0x42, 0x43, 0x44], nativeResponse: [0x45, 0x46], meaning: "PWD_AUTH", time: 0,
            duration: 0)
        let row = TraceText.row(exchange, TraceColumns(columns: 200), zone: 0).text
        for text in [TraceText.copy(exchange, zone: 0), row, exchange.parts.map { $0.line() }.joined()] {
            #expect(text.contains("** **"))
            for shown in ["41 42", "ABCD", "45 46", "EF"] { #expect(!text.contains(shown)) }
        }
    }

    @Test("what a reader or tag calls itself reaches the screen as visible symbols")
    func hostile() {
        let exchange = Self.exchange(1, "a\u{1B}[2Jb\u{202E}c", reader: "x\u{07}\u{1B}]52;c;AAAA\u{07}")
        let lines =
            [TraceText.row(exchange, TraceColumns(columns: 200), zone: 0)]
            + TraceText.details(exchange, columns: 100, zone: 0)
        let scalars = lines.flatMap(\.text.unicodeScalars)
        #expect(!scalars.contains { $0.properties.generalCategory == .control || $0.value == 0x202E })
    }
}

@Suite("The fields of an APDU")
struct APDUFieldsTests {
    private static func words(_ bytes: [UInt8], _ kind: ExchangePart.Kind = .commandAPDU) -> String {
        APDUFields.words(of: ExchangePart(kind: kind, bytes: bytes, secrets: []))
    }

    @Test(
        "each case of ISO/IEC 7816-4 is told apart",
        arguments: [
            ([0x00, 0xA4, 0x00, 0x0C], "CLA 00  INS A4  P1 00  P2 0C"),
            ([0x00, 0xB0, 0x00, 0x00, 0x0F], "CLA 00  INS B0  P1 00  P2 00  Le 15"),
            ([0xFF, 0xCA, 0x00, 0x00, 0x00], "CLA FF  INS CA  P1 00  P2 00  Le 256"),
            ([0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x03], "CLA 00  INS A4  P1 00  P2 0C  Lc 2, data"),
            ([0x90, 0xF5, 0, 0, 0x01, 0x02, 0x00], "CLA 90  INS F5  P1 00  P2 00  Lc 1, data, Le 00"),
            ([0x00, 0xB0, 0, 0, 0x00, 0x01, 0x00], "CLA 00  INS B0  P1 00  P2 00  Le 256"),
            ([0x00, 0xB0, 0, 0, 0x00, 0x00, 0x00], "CLA 00  INS B0  P1 00  P2 00  Le 65536"),
            ([0x00, 0xD6, 0, 0, 0x00, 0x00, 0x02, 1, 2], "CLA 00  INS D6  P1 00  P2 00  Lc 2, data"),
            ([0x00, 0xA4, 0, 0, 0x05, 1], "CLA 00  INS A4  P1 00  P2 00  then 2 bytes whose lengths do not fit"),
        ] as [([UInt8], String)])
    func commands(bytes: [UInt8], words: String) {
        #expect(Self.words(bytes) == words)
    }

    @Test("what is no APDU has no fields", arguments: 0..<4)
    func short(count: Int) {
        #expect(Self.words([UInt8](repeating: 0, count: count)).isEmpty)
    }

    @Test("an answer ends with its status word in words")
    func answers() {
        #expect(Self.words([0x01, 0x90, 0x00], .answerAPDU).contains("1 byte, then SW 9000"))
        #expect(Self.words([0x6A, 0x82], .answerAPDU).hasPrefix("SW 6A82: "))
        #expect(Self.words([0x90], .answerAPDU).isEmpty)
        #expect(Self.words([0x60], .commandFrame).isEmpty)
    }
}
