import Simulator
import Tags
import Testing

@testable import Engine

private func tag(_ chip: String = "NTAG213", uid: String = "04E10CDA993C80") throws -> SimulatedTag {
    SimulatedTag(chip: try #require(Type2Chip.named(chip)), uid: hex(uid))
}

@Suite struct EngineTests {
    @Test("the first event says what readers there are, and a tag that lies there is identified and read")
    func startWithTag() throws {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(try tag())
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        let events = engine.settle()
        guard case .readers(let state)? = events.first else {
            Issue.record("the first event is no .readers")
            return
        }
        #expect(state.service == .running)
        #expect(state.readers.map(\.name) == [reader.name])
        #expect(state.readers.first?.profile == "acr122")
        #expect(state.readers.first?.simulated == true)
        #expect(events.story == ["arrived NTAG213", "started", "read"])
        #expect(events.lastReading?.report.identity.uid == hex("04E10CDA993C80"))
        engine.stop()
    }

    @Test("a tag that comes, goes and comes again is told each time")
    func comeAndGo() throws {
        let reader = SimulatedReader(profile: .acr122)
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        #expect(engine.settle().story == [])
        reader.insert(try tag())
        #expect(engine.settle().story == ["arrived NTAG213", "started", "read"])
        reader.remove()
        #expect(engine.settle().story == ["left"])
        reader.insert(try tag("NTAG215"))
        #expect(engine.settle().story == ["arrived NTAG215", "started", "read"])
        engine.stop()
    }

    @Test("a tag swapped between two looks is noticed by the event counter")
    func swapped() throws {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(try tag())
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        _ = engine.settle()
        reader.insert(try tag("NTAG216"))
        #expect(engine.settle().story == ["left", "arrived NTAG216", "started", "read"])
        engine.stop()
    }

    @Test("without autoRead a tag is only identified, and read when asked")
    func readOnCommand() throws {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(try tag())
        let engine = Engine.forTest([SimulatedSource([reader])], autoRead: false)
        engine.start()
        #expect(engine.settle().story == ["arrived NTAG213"])
        let id = engine.submit(.read(reader: reader.name, TagReader.Options()))
        let events = engine.settle()
        #expect(events.story == ["started", "read"])
        for case .ended(let ended, _, _) in events { #expect(ended == id) }
        engine.stop()
    }

    @Test("a command for a reader that is not there, or has no tag, ends with that reason")
    func noReaderNoTag() throws {
        let reader = SimulatedReader(profile: .acr122)
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        _ = engine.settle()
        engine.submit(.read(reader: "nobody", TagReader.Options()))
        #expect(engine.settle().lastFailure?.error == .noReader(wanted: "nobody"))
        engine.submit(.read(reader: reader.name, TagReader.Options()))
        #expect(engine.settle().lastFailure?.error == .noTag(reader: reader.name, seconds: 0))
        engine.stop()
    }

    @Test(
        "exchanges for identify, memory, signature and counter stay within the figures", arguments: SimulatedProfile.all
    )
    func figures(profile: SimulatedProfile) throws {
        let reader = SimulatedReader(profile: profile)
        let tag = try tag("NTAG216", uid: "04E5C922325E80")
        reader.insert(tag)
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        let events = engine.settle()
        let reading = try #require(events.lastReading)
        let sessions = events.exchanges.filter {
            $0.command.starts(with: [0xFF, 0xC2]) && $0.nativeCommand == nil
        }
        let native = profile.passage != []
        #expect(reading.cost.exchanges - sessions.count <= (native ? 9 : 62))
        #expect(reading.cost.exchanges == reader.exchanges - 1 || reading.cost.exchanges == reader.exchanges)
        let image = try #require(reading.report.image)
        for page in 0..<image.pageCount {
            if let bytes = image.page(page) { #expect(bytes == Array(tag.image[page * 4..<page * 4 + 4])) }
        }
        #expect(image.page(225) != nil)
        if native {
            #expect(reading.report.signature?.bytes == tag.signature)
            #expect(reading.report.signature?.valid == true, "\(String(describing: reading.report.signature))")
        }
        let state = try #require(events.lastReaders?.readers.first)
        #expect(state.native == native)
        #expect((state.limits == nil) == native)
        engine.stop()
    }

    @Test("the second tag on a reader costs no trying of profiles any more", arguments: SimulatedProfile.all)
    func settledProfile(profile: SimulatedProfile) throws {
        let reader = SimulatedReader(profile: profile)
        reader.insert(try tag("Ultralight"))
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        let first = try #require(engine.settle().lastReading)
        reader.insert(try tag("Ultralight"))
        let second = try #require(engine.settle().lastReading)
        #expect(second.cost.exchanges <= first.cost.exchanges)
        #expect(second.report.image == first.report.image)
        engine.stop()
    }

    @Test(
        "a Type 2 tag without GET_VERSION does not make a native reader a lesser one",
        arguments: [SimulatedProfile.acr122, .acr1252, .part3], ["Ultralight", "Ultralight C", "NTAG203"])
    func noVersion(profile: SimulatedProfile, chip: String) throws {
        let reader = SimulatedReader(profile: profile)
        reader.insert(try tag(chip))
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        let events = engine.settle()
        #expect(events.lastReaders?.readers.first?.native == true)
        #expect(events.lastReading?.report.identity.chipName == chip)
        engine.stop()
    }

    @Test(
        "a tag pulled after any number of frames is told as lost or as read, never as something else, and comes back",
        arguments: [SimulatedProfile.acr122, .part3, .storage], Array(1...16))
    func pulled(profile: SimulatedProfile, frames: Int) throws {
        let reader = SimulatedReader(profile: profile)
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        _ = engine.settle()
        let tag = try tag()
        reader.insert(tag)
        _ = engine.settle()
        reader.remove()
        _ = engine.settle()
        // Now the profile is settled, so that the frames are those of identification and reading.
        let hooked = SimulatedReader(profile: profile, name: "second")
        let other = Engine.forTest([SimulatedSource([hooked])])
        other.start()
        _ = other.settle()
        hooked.insert(tag)
        _ = other.settle()
        hooked.pull(afterFrames: frames)
        other.submit(.read(reader: "second", TagReader.Options()))
        var story = other.settle().story
        if hooked.tag != nil {
            // Fewer frames than that were needed.
            hooked.remove()
            story += other.settle().story
        }
        #expect(story.contains("failed tagLost") || story.contains("read"))
        #expect(story.filter { $0 == "left" }.count == 1)
        #expect(!story.contains { $0.hasPrefix("failed") && $0 != "failed tagLost" })
        hooked.insert(tag)
        #expect(other.settle().story == ["arrived NTAG213", "started", "read"])
        engine.stop()
        other.stop()
    }

    @Test("what was learned before the tag was lost is kept")
    func partial() throws {
        let reader = SimulatedReader(profile: .storage)
        let source = SimulatedSource([reader]) { _, number in if number == 12 { reader.remove() } }
        let engine = Engine.forTest([source])
        engine.start()
        _ = engine.settle()
        reader.insert(try tag())
        let events = engine.settle()
        let failure = try #require(events.lastFailure)
        #expect(failure.error == .tagLost(during: "reading it"))
        #expect(failure.partial?.image?.page(0) == Array(try tag().image[0..<4]))
        #expect(events.story.last == "left")
        engine.stop()
    }

    @Test("a cancelled reading stops at the next exchange and says so")
    func cancelled() throws {
        let reader = SimulatedReader(profile: .storage)
        let holder = Guarded<Engine?>(nil)
        let source = SimulatedSource([reader]) { _, number in
            // The reading is operation 1.
            if number == 10 { holder.with { $0 }?.cancel(OperationID(number: 1)) }
        }
        let engine = Engine.forTest([source])
        holder.with { $0 = engine }
        engine.start()
        _ = engine.settle()
        reader.insert(try tag())
        let events = engine.settle()
        #expect(events.story == ["arrived NTAG213", "started", "failed cancelled"])
        #expect(events.exchanges.filter { $0.kind == .transmit }.count == 10)
        #expect(events.lastFailure?.partial?.image?.page(0) != nil)
        holder.with { $0 = nil }
        engine.stop()
    }

    @Test("an operation that is cancelled while it waits is never begun on the tag")
    func cancelledInQueue() throws {
        let reader = SimulatedReader(profile: .acr122)
        let gate = Guarded(false)
        let source = SimulatedSource([reader]) { _, _ in gate.wait { $0 ? () : nil } }
        let engine = Engine.forTest([source], autoRead: false)
        engine.start()
        _ = engine.settle()
        reader.insert(try tag())
        let id = engine.submit(.read(reader: reader.name, TagReader.Options()))
        engine.cancel(id)
        gate.with { $0 = true }
        let events = engine.settle()
        #expect(events.lastFailure?.error == .cancelled)
        engine.stop()
    }

    @Test("a slow tag on one reader holds up nobody on another")
    func twoReaders() throws {
        let slow = SimulatedReader(profile: .acr122, name: "slow ACR122U")
        let quick = SimulatedReader(profile: .acr1252, name: "quick ACR1252")
        let gate = Guarded(false)
        let source = SimulatedSource([slow, quick]) { name, number in
            if name == slow.name, number == 3 { gate.wait { $0 ? () : nil } }
        }
        let engine = Engine.forTest([source])
        engine.start()
        slow.insert(try tag())
        quick.insert(try tag("NTAG216"))
        // The quick reader's work ends while the slow one stands in the middle of its own.
        var seen: [EngineEvent] = []
        while !seen.story.contains("read") {
            let more = engine.events.wait(milliseconds: 60_000)
            try #require(!more.isEmpty, "the quick reader waits for the slow one")
            seen += more
        }
        #expect(seen.lastReading?.report.identity.chipName == "NTAG216")
        gate.with { $0 = true }
        #expect((seen + engine.settle()).lastReading?.report.identity.chipName == "NTAG213")
        engine.stop()
    }

    @Test("a reader in other hands is told once, asked again while the tag is there, and used when it is free")
    func sharingViolation() throws {
        let reader = SimulatedReader(profile: .acr122)
        let engine = Engine.forTest([SimulatedSource([reader])])
        engine.start()
        _ = engine.settle()
        reader.faults.sharingViolation = true
        reader.insert(try tag())
        let first = engine.settle()
        #expect(first.story == ["arrived readerFailed"])
        #expect(first.lastReaders?.readers.first?.busyElsewhere == true)
        reader.faults.sharingViolation = false
        var seen: [EngineEvent] = []
        while !seen.story.contains("read") {
            let more = engine.events.wait(milliseconds: 60_000)
            try #require(!more.isEmpty, "nobody asked again")
            seen += more
        }
        #expect(seen.story == ["arrived NTAG213", "started", "read"])
        #expect(seen.lastReaders?.readers.first?.busyElsewhere == false)
        engine.stop()
    }

    @Test("a slot that is mute from the start is listed and left alone; a tag that turns mute is told")
    func muteSlots() throws {
        let sam = SimulatedReader(profile: .acr1252, name: "SAM")
        sam.faults.mute = true
        sam.insert(try tag())
        let reader = SimulatedReader(profile: .acr1252, name: "PICC")
        let engine = Engine.forTest([SimulatedSource([sam, reader])])
        engine.start()
        let events = engine.settle()
        #expect(events.story == [])
        #expect(events.lastReaders?.readers.map(\.mute) == [true, false])
        reader.faults.mute = true
        reader.insert(try tag())
        #expect(engine.settle().story == ["arrived readerFailed"])
        reader.faults.mute = false
        #expect(engine.settle().story == ["left", "arrived NTAG213", "started", "read"])
        engine.stop()
    }

    @Test("a card reset by another program in the middle is mended by one reconnect")
    func resetByOther() throws {
        let reader = SimulatedReader(profile: .storage)
        let source = SimulatedSource([reader]) { _, number in if number == 8 { reader.resetByAnotherProgram() } }
        let engine = Engine.forTest([source])
        engine.start()
        _ = engine.settle()
        reader.insert(try tag())
        let events = engine.settle()
        #expect(events.story == ["arrived NTAG213", "started", "read"])
        #expect(events.exchanges.contains { $0.kind == .reconnect })
        engine.stop()
    }

    @Test("a reader pulled out in mid-operation ends its work, and is picked up when it comes back")
    func unplugged() throws {
        let reader = SimulatedReader(profile: .storage)
        let source = SimulatedSource([reader]) { _, number in if number == 8 { reader.unplug() } }
        let engine = Engine.forTest([source])
        engine.start()
        _ = engine.settle()
        reader.insert(try tag())
        let events = engine.settle()
        #expect(["failed readerFailed", "failed cancelled"].contains(events.story.last { $0.hasPrefix("failed") }))
        #expect(events.lastReaders?.readers == [])
        #expect(events.story.last == "left")
        engine.stop()
    }

    @Test("two sources with readers of one name are told apart")
    func duplicates() throws {
        let first = SimulatedReader(profile: .acr122)
        let second = SimulatedReader(profile: .acr122)
        let engine = Engine.forTest([SimulatedSource([first]), SimulatedSource([second])])
        engine.start()
        let names = try #require(engine.settle().lastReaders?.readers.map(\.name))
        #expect(Set(names) == [first.name, first.name + " #2"])
        engine.stop()
    }

    @Test("stop ends everything, also in the middle of work, and a second stop does nothing")
    func stopTwice() throws {
        let reader = SimulatedReader(profile: .acr122)
        let reached = Guarded(false)
        let source = SimulatedSource([reader]) { _, number in if number == 3 { reached.with { $0 = true } } }
        let engine = Engine.forTest([source])
        engine.start()
        reader.insert(try tag())
        engine.stop()
        engine.stop()
        engine.start()
        #expect(engine.submit(.read(reader: reader.name, TagReader.Options())).number > 0)
    }

    @Test("the answer to a password never leaves the engine, nor the password")
    func secretsMasked() throws {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(try tag())
        let engine = Engine.forTest([SimulatedSource([reader])], autoRead: false)
        engine.start()
        _ = engine.settle()
        engine.submit(.read(reader: reader.name, TagReader.Options(password: [0xFF, 0xFF, 0xFF, 0xFF])))
        let events = engine.settle()
        let exchange = try #require(events.exchanges.first { $0.nativeCommand?.first == 0x1B })
        #expect(exchange.command == hex("FF00000007D4421B00000000"))
        #expect(exchange.maskedCommand == [8..<12])
        #expect(exchange.nativeCommand == hex("1B00000000"))
        #expect(exchange.response == hex("D5430000009000"))
        #expect(exchange.maskedResponse == [3..<5])
        engine.stop()
    }
}
