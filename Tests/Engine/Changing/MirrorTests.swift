import Simulator
import Tags
import Testing

@testable import Engine

@Suite("changes under an ASCII mirror") struct MirrorTests {
    /// An NTAG213 whose UID shows from byte 1 of page 0A on, 14 characters.
    private static func bench(_ profile: SimulatedProfile = .acr122) throws -> ChangeBench {
        let bench = ChangeBench(try .holding(message("old"), chip: "NTAG213"), profile: profile)
        try #require(bench.change(.configure([.mirror(.uid), .mirrorPage(10), .mirrorByte(1)])).isDone)
        bench.put(bench.tag.twin())
        return bench
    }

    @Test("what the mirror hides is named after a write, in bytes and in words, and all that shows was compared")
    func named() throws {
        let bench = try Self.bench()
        let change = bench.change(.write(message: message(String(repeating: "m", count: 40))))
        #expect(change.isDone)
        #expect(change.outcome?.unseen == [UnseenBytes(offset: 41, count: 14)])
        #expect(
            change.outcome?.remarks.contains { $0.contains("byte 1 of page 0A to byte 2 of page 0D") } == true)
        #expect(change.outcome?.plan.notices.contains { $0.contains("pages 0A-0D") } == true)
    }

    @Test("a change beside the mirror names nothing")
    func beside() throws {
        let bench = try Self.bench()
        let change = bench.change(.edit(pages: [0x20: [1, 2, 3, 4]]))
        #expect(change.isDone)
        #expect(change.outcome?.unseen == [])
    }

    @Test("a page of which every byte that changes is hidden counts as written by its acknowledgement alone")
    func acknowledgement() throws {
        let bench = try Self.bench()
        let before = bench.tag.page(0x0B)
        // The first step hides the message; the second, sent twice, is the one that every byte of is hidden.
        bench.source.watchFrames { [reader = bench.reader] number in
            if number > 0 { reader.faults.refusedFrame = 1 }
        }
        let change = bench.change(.edit(pages: [0x0B: [0xAA, 0xBB, 0xCC, 0xDD]]))
        bench.source.watchFrames(nil)
        #expect(change.outcome?.result == .failed)
        #expect(change.error?.headline.contains("nobody can tell") == true, "\(String(describing: change.error))")
        #expect(bench.tag.page(0x0B) == before)
        #expect(bench.change(.edit(pages: [0x0B: [0xAA, 0xBB, 0xCC, 0xDD]])).isDone)
        #expect(bench.tag.page(0x0B) == [0xAA, 0xBB, 0xCC, 0xDD])
    }

    @Test("a page under the mirror is written even where the tag already shows the same bytes there")
    func same() throws {
        let bench = try Self.bench()
        let shown = try #require(bench.read(TagReader.Options()).report?.image)
        let text = try #require(shown.page(0x0B))
        #expect(text != bench.tag.page(0x0B))
        // Behind lock control TLV, T and L the message begins at byte 23, its text seven bytes later: page 0B is byte 44.
        let begin = String(repeating: "m", count: 14)
        let wanted = message(begin + String(decoding: text, as: UTF8.self) + begin)
        #expect(bench.change(.write(message: wanted)).isDone)
        #expect(bench.tag.page(0x0B) == text)
    }

    @Test("a restoration of a dump that shows the same mirror leaves alone what lies beneath")
    func restored() throws {
        let bench = try Self.bench()
        let dump = try #require(bench.read(TagReader.Options()).report)
        let before = bench.memory
        let change = bench.change(.restore(Restoration(source: dump)))
        #expect(change.outcome?.result == .nothingToDo)
        #expect(bench.memory == before)
    }
}
