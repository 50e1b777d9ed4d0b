import Tags
import Testing

@testable import Engine

private let acr122 = "ACS ACR122U PICC Interface 00 00"
private let type2ATR = hex("3B8F8001804F0CA0000003060300030000000068")

@Suite struct PCSCTests {
    @Test("the ATR says Ultralight, the tag is an NTAG213 (PCSC-001)")
    func ultralightByATR() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.engine.start()
        _ = pcsc.settle()
        let card = FakeCard(["FF00000003D44260": [.answer(hex("D543000004040201000F039000"))]])
        pcsc.layer.insert(card, atr: type2ATR, on: acr122)
        #expect(pcsc.settle().story.first == "arrived NTAG213")
        #expect(card.commands.filter { $0 == "FF00000003D44260" }.count == 1)
        pcsc.engine.stop()
    }

    @Test("a ghost whose first command fails is no tag, and its ATR is cut to its own length (PCSC-003)")
    func ghost() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.engine.start()
        _ = pcsc.settle()
        let atr = hex("3B80800101") + Array(repeating: UInt8(0), count: 28)
        pcsc.layer.insert(FakeCard(other: .failure(PCSCCode.notTransacted)), atr: atr, on: acr122)
        let events = pcsc.settle()
        #expect(events.story == ["arrived tagLost"])
        #expect(events.lastReaders?.readers.first?.atr == hex("3B80800101"))
        pcsc.engine.stop()
    }

    @Test("a card reset by another program is connected anew once and the command repeated (PCSC-005)")
    func cardReset() throws {
        let answer = FakeCard.Reply.answer(hex("0300FE000000000000000000000000009000"))
        let card = FakeCard(["FFB0000410": [.failure(PCSCCode.resetCard), answer]])
        let pcsc = PCSCUnderTest([.init(name: "R")])
        pcsc.layer.insert(card, atr: type2ATR, on: "R")
        let channel = RecoveringChannel(try PCSCChannel(layer: pcsc.layer, reader: "R"))
        #expect(try channel.transmit(hex("FFB0000410")) == hex("0300FE000000000000000000000000009000"))
        #expect(card.reconnectCount == 1)
        #expect(channel.epoch == 1)
    }

    @Test("an answer that was damaged is asked for again a small number of times (PCSC-015)", arguments: 1...4)
    func dataLost(failures: Int) throws {
        let next = Array(repeating: FakeCard.Reply.failure(0x8010_002F), count: failures)
        let card = FakeCard(["FFB0000410": [.answer(hex("0102030405060708090A0B0C0D0E0F109000"))]], next: next)
        let pcsc = PCSCUnderTest([.init(name: "R")])
        pcsc.layer.insert(card, atr: type2ATR, on: "R")
        let channel = RecoveringChannel(try PCSCChannel(layer: pcsc.layer, reader: "R"))
        if failures <= RecoveringChannel.repeats {
            #expect(try channel.transmit(hex("FFB0000410")).count == 18)
        } else {
            #expect(throws: ChannelError.communication(code: 0x8010_002F)) {
                try channel.transmit(hex("FFB0000410"))
            }
        }
        #expect(card.reconnectCount == min(failures, RecoveringChannel.repeats))
    }

    @Test("pcscd restarted: a new context is made, and the readers are back (PCSC-007)")
    func restarted() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.engine.start()
        #expect(pcsc.settle().lastReaders?.readers.map(\.name) == [acr122])
        pcsc.layer.service(PCSCCode.noService)
        let down = try #require(pcsc.settleWithoutService().lastReaders)
        #expect(down.service == .unreachable)
        #expect(down.readers == [])
        #expect(down.advice == ["advice for unreachable"])
        // A try that is too early changes nothing.
        pcsc.service.wake()
        #expect(pcsc.settleWithoutService().lastReaders == nil)
        pcsc.layer.service(nil)
        pcsc.service.wake()
        let up = try #require(pcsc.settle().lastReaders)
        #expect(up.service == .running)
        #expect(up.readers.map(\.name) == [acr122])
        #expect(pcsc.layer.calls.filter { $0 == "establish" }.count == 3)
        pcsc.engine.stop()
        #expect(pcsc.layer.model.with { $0.contexts.isEmpty })
    }

    @Test("a service that refuses this user is told so, and asked again")
    func notAuthorized() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.layer.service(PCSCCode.securityViolation)
        pcsc.engine.start()
        #expect(pcsc.settleWithoutService().lastReaders?.service == .notAuthorized)
        pcsc.layer.service(nil)
        pcsc.service.wake()
        #expect(pcsc.settle().lastReaders?.service == .running)
        pcsc.engine.stop()
    }

    @Test(
        "without a reader at the start, one that is plugged in later is picked up, and let go when unplugged (PCSC-009)"
    )
    func hotPlug() throws {
        let pcsc = PCSCUnderTest()
        pcsc.engine.start()
        #expect(pcsc.settle().lastReaders == ReadersState(service: .running, readers: []))
        pcsc.layer.model.with { model in
            model.watching = false
            model.readers.append(.init(name: acr122))
        }
        #expect(pcsc.settle().lastReaders?.readers.map(\.name) == [acr122])
        pcsc.layer.model.with { model in
            model.watching = false
            model.readers = []
        }
        #expect(pcsc.settle().lastReaders?.readers == [])
        pcsc.engine.stop()
    }

    @Test("a SAM slot that is always there and mute is listed and never connected to (PCSC-011)")
    func samSlot() throws {
        let names = (0...2).map { "ACS ACR1281 1S Dual Reader 00 0\($0)" }
        let pcsc = PCSCUnderTest([
            .init(name: names[0]), .init(name: names[1]),
            .init(name: names[2], flags: PCSCState.present | PCSCState.mute, count: 1, card: FakeCard()),
        ])
        pcsc.engine.start()
        let events = pcsc.settle()
        #expect(events.lastReaders?.readers.map(\.name) == names)
        #expect(events.lastReaders?.readers.map(\.mute) == [false, false, true])
        #expect(events.story == [])
        #expect(!pcsc.layer.calls.contains { $0.hasPrefix("connect") })
        pcsc.engine.stop()
    }

    @Test("a reader held by another program is said to be, asked again, and keeps nobody from the others (PCSC-013)")
    func sharing() throws {
        let pcsc = PCSCUnderTest([.init(name: "held"), .init(name: acr122)])
        pcsc.engine.start()
        _ = pcsc.settle()
        pcsc.layer.changeReader("held") { $0.connectFailures = Array(repeating: PCSCCode.sharingViolation, count: 3) }
        let card = FakeCard(["FF00000003D44260": [.answer(hex("D543000004040201000F039000"))]])
        pcsc.layer.insert(FakeCard(), atr: type2ATR, on: "held")
        pcsc.layer.insert(card, atr: type2ATR, on: acr122)
        var seen: [EngineEvent] = []
        var arrived: [String] { seen.story.filter { $0.hasPrefix("arrived") } }
        while arrived.count < 3 {
            let more = pcsc.engine.events.wait(milliseconds: 60_000)
            try #require(!more.isEmpty, "nobody asked again")
            seen += more
        }
        #expect(
            seen.contains { if case .tagArrived("held", .failure(.readerBusy("held"))) = $0 { true } else { false } })
        #expect(arrived.filter { $0 == "arrived readerFailed" }.count == 1)
        #expect(arrived.contains("arrived NTAG213"))
        let error = EngineError.readerBusy(reader: "held")
        #expect(error.headline.contains("Another program is using this reader"))
        #expect(error.advice.contains("scdaemon"))
        pcsc.engine.stop()
    }

    @Test("a reader pulled out in the middle ends that work alone (PCSC-017)")
    func readerPulled() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122), .init(name: "other")])
        pcsc.engine.start()
        _ = pcsc.settle()
        let card = FakeCard(
            [
                "FFCA000000": [.answer(hex("04E10CDA993C809000"))],
                "FF00000003D44260": [.answer(hex("D543000004040201000F039000"))],
            ], other: .failure(PCSCCode.readerUnavailable))
        pcsc.layer.insert(card, atr: type2ATR, on: acr122)
        let events = pcsc.settle()
        #expect(events.story == ["arrived NTAG213", "started", "failed readerFailed"])
        #expect(events.lastFailure?.error.jsonRaw == "80100017")
        #expect(events.lastFailure?.error.advice == "Plug the reader in again; tagdesk goes on by itself.")
        pcsc.layer.insert(
            FakeCard(["FFCA000000": [.answer(hex("040102039000"))]], other: .answer(hex("6A82"))),
            atr: hex("3B8180018080"), on: "other")
        #expect(pcsc.settle().story.first == "arrived ISO 14443-4 card")
        pcsc.engine.stop()
    }

    /// Takes events until one fits; false where none came.
    private static func wait(_ engine: Engine, for fits: (EngineEvent) -> Bool) -> Bool {
        while true {
            let events = engine.events.wait(milliseconds: 30_000)
            if events.isEmpty { return false }
            if events.contains(where: fits) { return true }
        }
    }

    @Test("another program's transaction is told while ours waits for its end, and the work goes on after it")
    func heldElsewhere() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)], patienceMilliseconds: 0)
        pcsc.engine.start()
        _ = pcsc.settle()
        pcsc.layer.model.with { $0.heldElsewhere = true }
        let card = FakeCard(["FF00000003D44260": [.answer(hex("D543000004040201000F039000"))]])
        pcsc.layer.insert(card, atr: type2ATR, on: acr122)
        let isTold = Self.wait(pcsc.engine) { event in
            if case .readers(let state) = event { state.readers.first?.busyElsewhere == true } else { false }
        }
        #expect(isTold && card.commands.isEmpty)
        pcsc.layer.model.with { $0.heldElsewhere = false }
        let events = pcsc.settle()
        #expect(events.story.contains("arrived NTAG213"))
        #expect(events.lastReaders?.readers.first?.busyElsewhere == false)

        pcsc.layer.model.with { $0.heldElsewhere = true }
        let id = pcsc.engine.submit(.read(reader: acr122, TagReader.Options()))
        let isSaid = Self.wait(pcsc.engine) { event in
            if case .progressed(id, let progress) = event {
                progress.activity.contains("another program")
            } else {
                false
            }
        }
        #expect(isSaid)
        // The end of the program does not wait for the other one, and nothing is sent any more.
        let sent = card.commands.count
        pcsc.engine.stop()
        pcsc.layer.model.with { $0.heldElsewhere = false }
        #expect(card.commands.count == sent)
    }

    @Test("only EMPTY proves that a tag is gone: a status without PRESENT is not believed")
    func presence() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.engine.start()
        _ = pcsc.settle()
        let card = FakeCard(["FF00000003D44260": [.answer(hex("D543000004040201000F039000"))]])
        pcsc.layer.insert(card, atr: type2ATR, on: acr122)
        _ = pcsc.settle()
        pcsc.layer.changeReader(acr122) { $0.flags = PCSCState.unpowered }
        #expect(pcsc.settle().story == [])
        pcsc.layer.changeReader(acr122) { $0.flags = PCSCState.present | PCSCState.unpowered }
        #expect(pcsc.settle().story == [])
        pcsc.layer.remove(from: acr122)
        #expect(pcsc.settle().story == ["left"])
        pcsc.engine.stop()
    }

    @Test("a changed event counter with a tag still there means another tag")
    func eventCounter() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.engine.start()
        _ = pcsc.settle()
        let card = FakeCard(["FF00000003D44260": [.answer(hex("D543000004040201000F039000"))]])
        pcsc.layer.insert(card, atr: type2ATR, on: acr122)
        _ = pcsc.settle()
        pcsc.layer.changeReader(acr122) { $0.count += 2 }
        #expect(pcsc.settle().story.prefix(2) == ["left", "arrived NTAG213"])
        pcsc.engine.stop()
    }

    @Test("work is done in a transaction and the connection closed after it, so that others may use the reader")
    func politeness() throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.engine.start()
        _ = pcsc.settle()
        pcsc.layer.insert(
            FakeCard(["FFCA000000": [.answer(hex("040102039000"))]], other: .answer(hex("6A82"))),
            atr: hex("3B8180018080"), on: acr122)
        _ = pcsc.settle()
        #expect(
            pcsc.layer.calls.drop { !$0.hasPrefix("connect") } == [
                "connect \(acr122)", "begin", "end", "release",
            ])
        pcsc.engine.stop()
    }

    @Test(
        "a reader list that changes between two calls is listed again",
        arguments: [PCSCCode.unknownReader, PCSCCode.readerUnavailable, PCSCCode.noReadersAvailable])
    func listChanges(code: UInt32) throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.layer.model.with { $0.statusFailure = code }
        pcsc.engine.start()
        #expect(pcsc.settle().lastReaders?.readers.map(\.name) == [acr122])
        pcsc.engine.stop()
    }

    @Test("a service that fails in any way is unreachable, never an end", arguments: PCSCCode.all.map(\.value))
    func anyFailure(code: UInt32) throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.layer.service(code)
        pcsc.engine.start()
        let service = pcsc.settleWithoutService().lastReaders?.service
        #expect(service == (code == PCSCCode.securityViolation ? .notAuthorized : .unreachable))
        pcsc.engine.stop()
    }

    @Test("any code from any exchange ends in an event with two sentences", arguments: PCSCCode.all)
    func anyExchangeFailure(code: PCSCCode) throws {
        let pcsc = PCSCUnderTest([.init(name: acr122)])
        pcsc.engine.start()
        _ = pcsc.settle()
        pcsc.layer.insert(FakeCard(other: .failure(code.value)), atr: type2ATR, on: acr122)
        var failure: EngineError?
        for case .tagArrived(_, .failure(let error)) in pcsc.settle() { failure = error }
        let error = try #require(failure)
        #expect(error.headline.hasSuffix("."))
        #expect(error.advice.hasSuffix("."))
        pcsc.engine.stop()
    }
}
