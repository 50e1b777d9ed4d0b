import Engine
import Glibc
import Tags

/// How fast a trace of 100 000 exchanges takes one more, scrolls and filters, and what memory it has.
enum TraceFigures {
    /// What was measured, in milliseconds but for those that say otherwise.
    struct Figure {
        /// Adding one exchange, in microseconds, the file written too.
        var append = 0.0
        /// A screenful from the middle, the end, and the beginning.
        var scroll = 0.0
        /// The slowest of several filters that were not looked at before, and its text.
        var filter = (text: "", milliseconds: 0.0)
        /// A filter that is there already, after one more exchange.
        var again = 0.0
        /// Bytes that the process grew by.
        var grown = 0
        /// The exchanges listed at the end.
        var listed = 0
    }

    private static let count = 100_000
    /// The figures that are promised: nothing that a person sees as a pause.
    private enum Most {
        static let window = 50.0
        static let bytes = 64 << 20
    }

    static func measure(memory: String) -> Figure {
        var figure = Figure()
        let before = residentBytes
        let store = TraceStore(folder: memory + "/traces", program: "bench")
        let start = seconds()
        for number in 0..<count { store.append(exchange(number)) }
        store.flush()
        figure.append = (seconds() - start) * 1_000_000 / Double(count)
        figure.grown = max(0, residentBytes - before)
        for first in [count / 2, .max, 0] {
            figure.scroll = max(figure.scroll, time { store.window(first: first, count: 60).rows.count })
        }
        let filters = [
            TraceFilter(text: "r"), TraceFilter(text: "READ 04"), TraceFilter(text: "no answer"),
            TraceFilter(text: "FF"),
            TraceFilter(text: "30 C7 00"), TraceFilter(text: "00 00"), TraceFilter(failuresOnly: true),
            TraceFilter(text: "nothing at all", reader: "Reader 1", layer: .native),
        ]
        for filter in filters {
            let milliseconds = time { store.window(filter, first: .max, count: 60).rows.count }
            let name = filter.text.isEmpty ? "failures" : filter.text
            if milliseconds > figure.filter.milliseconds { figure.filter = (name, milliseconds) }
        }
        store.append(exchange(count))
        figure.again = time { store.window(filters[filters.count - 1], first: .max, count: 60).rows.count }
        figure.listed = store.window(first: 0, count: 0).total
        store.end()
        for session in TraceFolder.sessions(in: memory + "/traces") { for path in session.paths { unlink(path) } }
        rmdir(memory + "/traces")
        return figure
    }

    private static func time(_ work: () -> Int) -> Double {
        let start = seconds()
        _ = work()
        return (seconds() - start) * 1000
    }

    private static func exchange(_ number: Int) -> Exchange {
        let page = UInt8(number % 231)
        let refused = number % 50 == 49
        let data = (0..<16).map { UInt8(truncatingIfNeeded: number &* 7 &+ $0) }
        return Exchange(
            number: UInt64(number), reader: "Reader \(number % 2)", kind: .transmit,
            command: [0xFF, 0x00, 0x00, 0x00, 0x02, 0x30, page],
            response: refused ? [0x63, 0x00] : data + [0x90, 0x00],
            nativeCommand: [0x30, page], nativeResponse: refused ? nil : data,
            meaning: "READ \(Hex.byte(page)): " + (refused ? "no answer" : "16 bytes"), time: UInt64(number),
            duration: 900)
    }

    /// The process's memory as the system counts it.
    private static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// The figures as text.
    static func table(_ figure: Figure) -> String {
        var table = Table(["trace of \(count) exchanges", ""])
        table.add(["add one, microseconds", rounded(figure.append)])
        table.add(["scroll, ms", rounded(figure.scroll)])
        table.add(["filter at its slowest (\(figure.filter.text)), ms", rounded(figure.filter.milliseconds)])
        table.add(["the same filter again, ms", rounded(figure.again)])
        table.add(["memory, MB", rounded(Double(figure.grown) / 1_048_576)])
        return table.text
    }

    /// Each promise that is not kept.
    static func missed(_ figure: Figure) -> [String] {
        var missed: [String] = []
        for (name, value) in [
            ("scrolling a trace", figure.scroll), ("filtering a trace", figure.filter.milliseconds),
            ("filtering a trace again", figure.again),
        ] where value > Most.window {
            missed.append("\(name): \(rounded(value)) ms, at most \(rounded(Most.window))")
        }
        if figure.grown > Most.bytes {
            missed.append("a trace takes \(figure.grown >> 20) MB, at most \(Most.bytes >> 20)")
        }
        if figure.listed != count + 1 { missed.append("a trace lists \(figure.listed) exchanges of \(count + 1)") }
        return missed
    }

    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
