import Foundation
import Simulator
import Tags
import Testing

@testable import Engine

@Suite("replaying a trace") struct ReplayTests {
    /// The trace of a tag that was put on, read whole, and taken off, and what was read.
    private static func recorded(
        _ tag: SimulatedTag, _ profile: SimulatedProfile
    ) throws -> (trace: Trace, report: TagReport) {
        let reader = SimulatedReader(profile: profile)
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        _ = engine.settle()
        let store = TraceStore(program: "1")
        reader.insert(tag)
        var events = engine.settle()
        reader.remove()
        events += engine.settle()
        engine.stop()
        for event in events { store.take(event) }
        let report = try #require(events.lastReading?.report)
        return (try Trace(store.exported(as: .jsonl).bytes), report)
    }

    @Test(
        "a recorded tag reads as it did, on every kind of reader",
        arguments: [
            SimulatedProfile.acr122, .acr1252, .part3, .storage,
        ])
    func reads(profile: SimulatedProfile) throws {
        for entry in SimulatorBench.defaultTags() {
            let (trace, report) = try Self.recorded(entry.tag, profile)
            let source = try #require(ReplaySource(trace))
            let engine = Engine.forTest([source])
            engine.start()
            let events = engine.settle()
            engine.stop()
            let again = try #require(events.lastReading, "\(entry.tag.name): \(events.story)")
            #expect(again.report == report, "\(entry.tag.name)")
            let readers = try #require(events.lastReaders?.readers)
            #expect(readers.map(\.name) == [profile.readerName + " (replay)"])
            #expect(events.lastReaders?.readers.first?.profile == trace.tags.first?.profile)
        }
    }

    @Test("what is not in the trace is said to be so")
    func unknown() throws {
        let tag = SimulatedTag(chip: try #require(Type2Chip.named("NTAG213")), name: "tag")
        let source = try #require(ReplaySource(try Self.recorded(tag, .acr122).trace))
        let channel = try source.connect(to: SimulatedProfile.acr122.readerName + ReplaySource.mark)
        #expect(throws: ChannelError.notInTrace) { try channel.transmit(hex("FFB00010 10")) }
        #expect(throws: ChannelError.notInTrace) { try channel.control(1, []) }
        #expect(throws: Never.self) { try channel.reconnect(.reset) }
        let error = EngineError(.notInTrace, reader: "R", during: "reading it")
        #expect(error.headline.contains("trace"))
        #expect(error.jsonKind == "refusedHere")
    }

    @Test("answers come in order, in whatever order other commands stand between, and the last is given again")
    func order() throws {
        var script = ReplayScript([
            TraceSample.exchange(1, "3004", "01"), TraceSample.exchange(2, "3008", "AA"),
            TraceSample.exchange(3, "3004", "02"), TraceSample.exchange(4, "3004", nil, failure: .cardReset(code: 7)),
        ])
        #expect(try script.answer(hex("3008"), code: nil) == [0xAA])
        #expect(try script.answer(hex("3004"), code: nil) == [0x01])
        #expect(try script.answer(hex("3008"), code: nil) == [0xAA])
        #expect(try script.answer(hex("3004"), code: nil) == [0x02])
        #expect(throws: ChannelError.cardReset(code: 7)) { try script.answer(hex("3004"), code: nil) }
        #expect(throws: ChannelError.cardReset(code: 7)) { try script.answer(hex("3004"), code: nil) }
    }

    @Test("where a secret stood any bytes fit, elsewhere none but those")
    func secrets() throws {
        var script = ReplayScript([TraceSample.exchange(1, "1B00000000", "00009000", masked: [1..<5])])
        #expect(try script.answer(hex("1B11223344"), code: nil) == hex("00009000"))
        #expect(throws: ChannelError.notInTrace) { try script.answer(hex("1C11223344"), code: nil) }
        #expect(throws: ChannelError.notInTrace) { try script.answer(hex("1B112233"), code: nil) }
    }

    @Test("all tags of a trace can be put on, one after the other")
    func bench() throws {
        let chips = try ["NTAG213", "NTAG215"].map { try #require(Type2Chip.named($0)) }
        let reader = SimulatedReader(profile: .acr122)
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        _ = engine.settle()
        let store = TraceStore()
        for (number, chip) in chips.enumerated() {
            reader.insert(SimulatedTag(chip: chip, name: chip.name, uid: [4, 1, 2, 3, 4, 5, UInt8(number)]))
            for event in engine.settle() { store.take(event) }
            reader.remove()
            for event in engine.settle() { store.take(event) }
        }
        engine.stop()
        let source = try #require(ReplaySource(try Trace(store.exported(as: .jsonl).bytes)))
        #expect(source.recorded.map(\.chip) == ["NTAG213", "NTAG215"])
        let replay = Engine.forTest([source])
        replay.start()
        #expect(replay.settle().story.contains("arrived NTAG213"))
        #expect(source.place(try #require(source.tags.last?.name)))
        #expect(replay.settle().story.contains("arrived NTAG215"))
        source.remove()
        #expect(replay.settle().story == ["left"])
        #expect(!source.place("nobody"))
        replay.stop()
    }

    @Test("a trace in which no tag was spoken to is no source of readers")
    func empty() {
        #expect(ReplaySource(Trace()) == nil)
        #expect(ReplaySource(Trace(entries: TraceSample.marks.map { .mark($0) })) == nil)
    }

    @Test("a trace without a word on readers still gives a reader and a tag")
    func bare() throws {
        let trace = Trace(entries: TraceSample.all.filter { $0.kind == .transmit }.map { .exchange($0) })
        let tags = trace.tags
        #expect(tags.map(\.reader) == ["ACS ACR122U", "Lecteur d\u{2019}\u{E9}t\u{E9} \"2\""])
        #expect(tags.allSatisfy { $0.atrIsAssumed })
        #expect(tags[0].atr.count == 20)
        #expect(tags[1].atr == hex("3B8180018080"))
    }

    @Test("the same tag answers a recorded session alike, and another one is told from it")
    func comparison() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        let (trace, _) = try Self.recorded(SimulatedTag(chip: chip, name: "tag"), .acr122)
        let recorded = try #require(trace.tags.first)
        func compare(_ tag: SimulatedTag) throws -> TraceComparison {
            let reader = SimulatedReader(profile: .acr122)
            reader.insert(tag)
            return TraceComparison(recorded, over: try reader.connect())
        }
        let same = try compare(SimulatedTag(chip: chip, name: "tag"))
        #expect(same.differences.isEmpty)
        #expect(same.sent == recorded.exchanges.filter { $0.kind != .reconnect }.count)
        let other = try compare(SimulatedTag(chip: try #require(Type2Chip.named("NTAG215")), name: "tag"))
        #expect(!other.differences.isEmpty)
    }
}
