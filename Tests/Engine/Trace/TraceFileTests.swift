import Foundation
import Tags
import Testing

@testable import Engine

@Suite("trace files") struct TraceFileTests {
    private static func lines(_ trace: Trace) -> [[UInt8]] {
        trace.exported(as: .jsonl).bytes.split(separator: 0x0A).map(Array.init)
    }

    @Test("what was written is read back, every kind of exchange and mark")
    func roundTrip() throws {
        #expect(try Trace(TraceSample.trace.exported(as: .jsonl).bytes) == TraceSample.trace)
    }

    @Test("each line is JSON by another parser, with the members that are documented")
    func independent() throws {
        let lines = Self.lines(TraceSample.trace)
        let objects = try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
        #expect(objects[0]["schema"] as? String == "tagdesk-trace")
        #expect(objects[0]["version"] as? Int == 1)
        let password = try #require(objects.first { $0["number"] as? Int == 3 })
        #expect(password["layer"] as? String == "native")
        #expect(password["profile"] as? String == "acr122")
        #expect(password["maskedCommand"] as? [[Int]] == [[8, 12]])
        #expect(password["nativeCommand"] as? String == "1B00000000")
        let lost = try #require(objects.first { $0["number"] as? Int == 6 })
        #expect(lost["failure"] as? String == "cardRemoved")
        #expect(lost["failureCode"] as? String == "80100069")
        #expect(lost["response"] == nil)
        let foreign = try #require(objects.first { $0["number"] as? Int == 7 })
        #expect(foreign["reader"] as? String == "Lecteur d\u{2019}\u{E9}t\u{E9} \"2\"")
    }

    @Test("a file that is cut anywhere still gives every whole line, and says that the last one was cut")
    func truncated() throws {
        let bytes = TraceSample.trace.exported(as: .jsonl).bytes
        let header = try #require(bytes.firstIndex(of: 0x0A))
        for end in stride(from: header + 1, through: bytes.count, by: 7) {
            let part = Array(bytes[..<end])
            let trace = try Trace(part)
            let whole = part.split(separator: 0x0A, omittingEmptySubsequences: true).count - 1
            let isCut = part.last != 0x0A && !trace.problems.isEmpty
            #expect(trace.entries.count == whole - (isCut ? 1 : 0))
            #expect(trace.problems == (isCut ? ["The last line was cut short and is left out."] : []))
        }
    }

    @Test(
        "what is no trace is refused with a reason",
        arguments: [
            "", "{}", "hello", "{\"schema\":\"tagdesk-dump\",\"version\":1}", "{\"schema\":\"tagdesk-trace\"}",
            "{\"schema\":\"tagdesk-trace\",\"version\":2}", "{\"schema\":\"tagdesk-trace\",\"version\":-1}",
        ])
    func foreign(text: String) {
        #expect(throws: Trace.ReadError.self) { try Trace(Array(text.utf8)) }
    }

    @Test(
        "lines that make no sense are counted and left out",
        arguments: [
            "{", "[]", "\"x\"", "{\"number\":1}", "{\"reader\":\"R\",\"kind\":\"transmit\"}", "\u{0}",
            "{\"reader\":\"R\",\"kind\":\"control\",\"command\":\"00\"}", "{\"event\":\"party\",\"reader\":\"R\"}",
            String(repeating: "[", count: 100_000), "{\"a\":\"\\ud800\"}", "{\"a\":\"\\u+123\"}",
        ])
    func strange(line: String) throws {
        let trace = try Trace(TraceLine.header(program: "1", time: 0) + Array(line.utf8) + [0x0A])
        #expect(trace.entries.isEmpty)
        #expect(trace.problems == ["1 line could not be understood and is left out."])
    }

    @Test("wrong UTF-8, numbers out of range and ranges beyond the bytes do no harm")
    func hostile() throws {
        let head = TraceLine.header(program: "1", time: 0)
        let wrong =
            Array("{\"reader\":\"".utf8) + [0xFF, 0xFE] + Array("\",\"kind\":\"transmit\",\"command\":\"\"}\n".utf8)
        #expect(try Trace(head + wrong).problems.count == 1)
        let ranges = """
            {"reader":"R","kind":"transmit","number":99999999999999999999999,"time":-5,"duration":1e400,"command":"0102",
            """.trimmingCharacters(in: .newlines) + "\"maskedCommand\":[[0,18446744073709551615],[7,9],[1],[2,1],3]}\n"
        let exchange = try #require(try Trace(head + Array(ranges.utf8)).exchanges.first)
        #expect(exchange.maskedCommand == [0..<2])
        #expect(exchange.number == 0)
        #expect(exchange.time == 0)
    }

    @Test("text shows both ways and the frame, and secrets as **")
    func text() {
        let text = String(decoding: TraceSample.trace.exported(as: .text).bytes, as: UTF8.self)
        #expect(text.contains("  > FF 00 00 00 07 D4 42 1B ** ** ** **\n"))
        #expect(text.contains("    frame 1B ** ** ** ** -> 00 00\n"))
        #expect(text.contains("2  12:00:00.002000  0.700 ms  ACS ACR122U\n"))
        #expect(text.contains("begun 2026-11-30 12:00:00 UTC"))
        #expect(text.contains("control 42000001"))
    }

    @Test(
        "days are those of the calendar",
        arguments: [
            (UInt64(0), "1970-01-01 00:00:00"), (951_782_400, "2000-02-29 00:00:00"),
            (1_709_251_199, "2024-02-29 23:59:59"),
            (4_107_542_400, "2100-03-01 00:00:00"),
        ])
    func dates(seconds: UInt64, expected: String) { #expect(TraceMoment.date(seconds * 1_000_000) == expected) }

    @Test("whatever failed or was refused is told from what worked")
    func failures() {
        #expect(TraceSample.all.filter(\.isFailure).map(\.number) == [6, 8])
        #expect(TraceSample.exchange(1, "FFB0000410", "6300").isFailure)
        #expect(!TraceSample.exchange(1, "9060000000", "0401013300110591AF").isFailure)
        #expect(TraceSample.exchange(1, "00B0000000", "6A82").isFailure)
        #expect(!TraceSample.exchange(1, "FF00480000", "41435231323255323031").isFailure)
    }
}
