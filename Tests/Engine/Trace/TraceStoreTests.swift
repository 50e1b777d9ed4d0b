import Foundation
import Tags
import Testing

@testable import Engine

@Suite("the trace of a session") struct TraceStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private static func exchange(_ number: Int) -> Exchange {
        let page = UInt8(number % 200)
        let refused = number % 10 == 9
        return Exchange(
            number: UInt64(number), reader: number % 3 == 0 ? "A" : "B", kind: .transmit,
            command: [0xFF, 0x00, 0x00, 0x00, 0x02, 0x30, page],
            response: refused ? [0x63, 0x00] : [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF), 0x90, 0x00],
            nativeCommand: [0x30, page],
            nativeResponse: refused ? nil : [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)],
            meaning: "READ \(Hex.byte(page)): " + (refused ? "refused" : "2 bytes"), time: UInt64(number),
            duration: 10)
    }

    /// What a filter takes, looked for one by one.
    private static func matches(_ filter: TraceFilter, _ exchange: Exchange) -> Bool {
        if filter.failuresOnly, !exchange.isFailure { return false }
        if let reader = filter.reader, reader != exchange.reader { return false }
        if let layer = filter.layer, layer != exchange.layer { return false }
        if filter.text.isEmpty { return true }
        let words = filter.text.lowercased()
        if exchange.meaning.lowercased().contains(words) || exchange.reader.lowercased().contains(words) { return true }
        guard let bytes = filter.bytes else { return false }
        return [exchange.command, exchange.nativeCommand ?? [], exchange.response ?? []].contains { part in
            part.count >= bytes.count && (0...part.count - bytes.count).contains { part[$0...].starts(with: bytes) }
        }
    }

    @Test("a filter takes what passes it, whole and in parts, with and without a file", arguments: [true, false])
    func filters(onDisk: Bool) throws {
        let store = TraceStore(folder: onDisk ? folder : nil)
        let all = (0..<9500).map(Self.exchange)
        for exchange in all[..<5000] { store.append(exchange) }
        let filters = [
            TraceFilter(), TraceFilter(text: "read 0"), TraceFilter(text: "30 C7"), TraceFilter(failuresOnly: true),
            TraceFilter(text: "refused", reader: "A"), TraceFilter(layer: .native), TraceFilter(layer: .apdu),
            TraceFilter(text: "C7 30"), TraceFilter(text: "FF 00 00 00 02 30 09"), TraceFilter(text: "9"),
            TraceFilter(text: "63 0"), TraceFilter(text: "no such words"),
        ]
        for filter in filters { _ = store.window(filter, first: 0, count: 1) }
        for exchange in all[5000...] { store.append(exchange) }
        for filter in filters {
            let expected = all.filter { Self.matches(filter, $0) }
            let first = store.window(filter, first: 0, count: 30)
            #expect(first.matching == expected.count, "\(filter)")
            #expect(first.rows == Array(expected.prefix(30)), "\(filter)")
            let last = store.window(filter, first: .max, count: 30)
            #expect(last.rows == Array(expected.suffix(30)), "\(filter)")
            let middle = store.window(filter, first: expected.count / 2, count: 7)
            #expect(middle.rows == Array(expected[middle.first..<middle.first + middle.rows.count]), "\(filter)")
            #expect(first.total == all.count)
        }
    }

    @Test("the next and the last that also pass another filter are found, round the end")
    func finding() {
        let store = TraceStore()
        for number in 0..<100 { store.append(Self.exchange(number)) }
        let readerB = TraceFilter(reader: "B")
        let refused = TraceFilter(failuresOnly: true)
        let listed = (0..<100).map(Self.exchange).filter { $0.reader == "B" }
        let places = listed.indices.filter { listed[$0].isFailure }
        #expect(store.find(refused, within: readerB, from: 0) == places.first)
        #expect(store.find(refused, within: readerB, from: places[1]) == places[1])
        #expect(store.find(refused, within: readerB, from: places[1] - 1, backwards: true) == places[0])
        #expect(store.find(TraceFilter(text: "nothing"), within: readerB, from: 0) == nil)
    }

    @Test("memory is bounded: what is listed no more is counted, and the file has it")
    func bounded() throws {
        var limits = TraceStore.Limits()
        limits.listed = 10_000
        let store = TraceStore(folder: folder, program: "1", limits: limits)
        for number in 0..<30_000 { store.append(Self.exchange(number)) }
        store.flush()
        let window = store.window(first: .max, count: 1)
        #expect(window.total <= 10_000 + TraceIndex.chunkSize)
        #expect(window.total + window.dropped == 30_000)
        #expect(window.rows.first?.number == 29_999)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: try #require(store.path)))
        #expect(try Trace(Array(bytes)).exchanges.count == 30_000)
    }

    @Test("a session's files are bounded, only its last two are kept, and each can be opened alone")
    func filesAreBounded() throws {
        var limits = TraceStore.Limits()
        limits.fileBytes = 400_000
        let store = TraceStore(folder: folder, program: "1", limits: limits)
        store.take(.tagArrived(reader: "A", .failure(.cancelled)))
        for number in 0..<12_000 { store.append(Self.exchange(number)) }
        store.end()
        let session = try #require(TraceFolder.sessions(in: folder).first)
        #expect(session.paths.count == 2)
        var numbers: [UInt64] = []
        for path in session.paths {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            #expect(bytes.count < 500_000)
            let part = try Trace(bytes)
            #expect(part.problems.isEmpty)
            numbers += part.exchanges.map(\.number)
        }
        #expect(numbers == Array((12_000 - UInt64(numbers.count))..<12_000))
        let window = store.window(first: 0, count: 1)
        #expect(window.rows.first?.number == UInt64(window.dropped))
    }

    @Test("a session without an exchange leaves no file, and only its owner may read one that does")
    func files() throws {
        let idle = TraceStore(folder: folder)
        idle.take(.readers(ReadersState(service: .running, readers: [])))
        idle.end()
        #expect(TraceFolder.sessions(in: folder).isEmpty)
        let store = TraceStore(folder: folder)
        store.append(Self.exchange(1))
        store.end()
        let path = try #require(TraceFolder.sessions(in: folder).first?.paths.first)
        let mode = try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        #expect(mode == 0o600)
    }

    @Test("where no file can be written the trace goes on in memory, and says why")
    func unwritable() {
        let store = TraceStore(folder: "/proc/nothing/traces")
        store.append(Self.exchange(1))
        #expect(store.problem != nil)
        #expect(store.window(first: 0, count: 5).rows == [Self.exchange(1)])
    }

    @Test("several threads may add, look and export at once")
    func threads() async {
        let store = TraceStore(folder: folder)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<500 {
                        store.append(Self.exchange(thread * 500 + number))
                        if number % 100 == 0 { _ = store.window(TraceFilter(text: "refused"), first: .max, count: 5) }
                    }
                }
            }
        }
        #expect(store.window(first: 0, count: 0).total == 2000)
        #expect(store.exported(as: .jsonl).exchanges == 2000)
    }

    @Test("old sessions are taken away, those of a running process never")
    func pruning() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<12 {
            let path = "\(folder)/trace-\(10_000_000_000_000_000 + number)-999999\(number % 10).jsonl"
            try Data().write(to: URL(fileURLWithPath: path))
        }
        let own = "\(folder)/trace-10000000000000000-\(ProcessInfo.processInfo.processIdentifier).jsonl"
        try Data().write(to: URL(fileURLWithPath: own))
        let foreign = folder + "/letter.txt"
        try Data().write(to: URL(fileURLWithPath: foreign))
        TraceFolder.prune(folder, keeping: 3)
        #expect(TraceFolder.sessions(in: folder).count <= 4)
        #expect(FileManager.default.fileExists(atPath: own))
        #expect(FileManager.default.fileExists(atPath: foreign))
    }
}
