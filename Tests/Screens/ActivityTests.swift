import Engine
import Tags
import Testing

@testable import Screens

@Suite("Activity")
struct ActivityTests {
    private static let noon = Moment(microseconds: 1_796_040_271_000_000)

    private static func exchange(_ number: UInt64) -> Exchange {
        Exchange(
            number: number, reader: "A", kind: .transmit, command: [0xFF, 0, 0, 0, 7, 0xD4, 0x42, 0x1B, 0, 0, 0, 0],
            maskedCommand: [8..<12], response: [0xD5, 0x43, 0, 0, 0, 0x90, 0], maskedResponse: [3..<5],
            nativeCommand: [0x1B, 0, 0, 0, 0], nativeResponse: [0, 0], meaning: "PWD_AUTH", time: 0, duration: 0)
    }

    @Test("secrets are masked in the APDU and in the frame inside")
    func masked() {
        let lines = ExchangeDetail.lines(of: Self.exchange(1))
        #expect(lines.contains(ExchangeDetail(label: "APDU out", text: "FF 00 00 00 07 D4 42 1B ** ** ** **")))
        #expect(lines.contains(ExchangeDetail(label: "frame out", text: "1B ** ** ** **")))
        #expect(lines.contains(ExchangeDetail(label: "APDU in", text: "D5 43 00 ** ** 90 00")))
        #expect(lines.contains { $0.label == "frame in" && $0.text == "** **" })
        #expect(lines.last?.label == "meaning" && lines.last?.text.contains("took the password") == true)
    }

    @Test("a frame that cannot be found in a masked APDU is masked whole")
    func maskedWhole() {
        var exchange = Self.exchange(1)
        exchange.nativeCommand = [0x1B, 1, 2, 3, 4]
        let lines = ExchangeDetail.lines(of: exchange)
        #expect(lines.contains(ExchangeDetail(label: "frame out", text: "** ** ** ** **")))
    }

    @Test("memory stays bounded whatever comes, and says how much was dropped")
    func bounded() {
        var log = ActivityLog()
        for number in 0..<10_000 { log.add(Self.exchange(UInt64(number))) }
        #expect(log.entries.reduce(0) { $0 + $1.exchanges.count } == ActivityLog.maximumExchanges)
        #expect(log.dropped == 10_000 - ActivityLog.maximumExchanges)
        for _ in 0..<2000 { log.add("event", at: Self.noon) }
        #expect(log.entries.count == ActivityLog.maximumEntries)
    }

    @Test("exchanges belong to what was going on when they were made")
    func grouped() {
        var log = ActivityLog()
        log.add(Self.exchange(1))
        log.close(nil, text: "tag arrived", tone: .plain, at: Self.noon)
        let id = OperationID(number: 1)
        log.add("reading", operation: id, open: true, at: Self.noon)
        log.add(Self.exchange(2))
        log.add("reader B is there", at: Self.noon)
        log.add(Self.exchange(3))
        log.close(id, text: "read", tone: .success, at: Self.noon)
        #expect(log.entries.map(\.text) == ["tag arrived", "read", "reader B is there"])
        #expect(log.entries.map { $0.exchanges.map(\.number) } == [[1], [2, 3], []])
    }

    @Test(
        "answers are decoded",
        arguments: [
            ([0x60], [0, 4, 4, 2, 1, 0, 0x0F, 3], "NTAG213, version 1.0, storage 128 to 256 bytes"),
            ([0x39, 2], [0x11, 1, 0], "the counter stands at 273"),
            ([0x3A, 4, 6], Array(repeating: 0, count: 12), "pages 04 to 06, 12 bytes"),
            ([0x30, 4], [0], nil),
        ] as [([UInt8], [UInt8], String?)])
    func decoded(frame: [UInt8], answer: [UInt8], words: String?) {
        var exchange = Self.exchange(1)
        exchange.nativeCommand = frame
        exchange.nativeResponse = answer
        #expect(ExchangeMeaning.words(of: exchange) == words)
    }

    @Test(
        "short times keep their digits",
        arguments: [
            (0, "0 ms"), (3, "0.01 ms"), (40, "0.04 ms"), (800, "0.8 ms"), (999, "0.99 ms"), (1800, "1.8 ms"),
            (53_000, "53 ms"), (1_200_000, "1.2 s"),
        ] as [(UInt64, String)])
    func durations(microseconds: UInt64, words: String) { #expect(Words.duration(microseconds: microseconds) == words) }

    @Test("an event opens to its exchanges, an exchange to its bytes, and closes again")
    func opens() {
        var log = ActivityLog()
        log.add(Self.exchange(1))
        log.close(nil, text: "tag arrived", tone: .plain, at: Self.noon)
        var pane = ActivityPane()
        #expect(pane.rows(of: log).count == 1)
        var opened = pane.toggle(in: log)
        #expect(opened && pane.rows(of: log).count == 2)
        pane.list.cursor = 1
        opened = pane.toggle(in: log)
        let details = ExchangeDetail.lines(of: Self.exchange(1)).count
        #expect(opened && pane.rows(of: log).count == 2 + details)
        pane.list.cursor = 1 + details
        opened = pane.toggle(in: log)
        #expect(opened && pane.rows(of: log).count == 2 && pane.list.cursor == 1)
    }

    @Test("times of day are those of the zone, also west of Greenwich")
    func times() {
        #expect(Self.noon.timeOfDay(secondsEastOfUTC: 0) == "12:04:31")
        #expect(Self.noon.timeOfDay(secondsEastOfUTC: 3600) == "13:04:31")
        #expect(Self.noon.timeOfDay(secondsEastOfUTC: -9 * 3600) == "03:04:31")
    }
}
