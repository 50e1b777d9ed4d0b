import Tags
import Testing

@testable import Simulator

@Suite("The states of a chip")
struct ChipStateTests {
    @Test("selection gives ATQA, both cascade levels with their check bytes and SAK", arguments: playedChips)
    func selection(name: String) throws {
        var tag = try Bare(name)
        tag.silicon.powerOff()
        tag.silicon.powerOn()
        #expect(tag.silicon.receive([0x26], short: true) == .bare([0x44, 0x00]))
        #expect(tag.silicon.receive([0x93, 0x20]) == .bare(hex("8804E10C61")))
        #expect(tag.silicon.receive(SimulatedChip.withCRC(hex("93708804E10C61"))) == .bytes([0x04]))
        #expect(tag.silicon.receive([0x95, 0x20]) == .bare(hex("DA993C80FF")))
        #expect(tag.silicon.receive(SimulatedChip.withCRC(hex("9570DA993C80FF"))) == .bytes([0x00]))
        #expect(tag.silicon.state == .active)
    }

    @Test("HLTA is left by WUPA only, and an error after that returns to HALT", arguments: playedChips)
    func halt(name: String) throws {
        var tag = try Bare(name)
        #expect(tag.send("5000") == .silence)
        #expect(tag.silicon.state == .halt)
        #expect(tag.silicon.receive([0x26], short: true) == .silence)
        tag.activate()
        #expect(tag.silicon.state == .active)
        #expect(tag.send("3000").isData)
        _ = tag.send("30FF")
        #expect(tag.silicon.state == .halt)
        #expect(tag.silicon.receive([0x26], short: true) == .silence)
        tag.activate()
        #expect(tag.send("3000").isData)
    }

    @Test("after a refusal the tag is silent until it is selected again", arguments: playedChips)
    func silenceAfterNAK(name: String) throws {
        var tag = try Bare(name)
        #expect(tag.send("30FF") == nak0)
        #expect(tag.send("3000") == .silence)
        #expect(tag.send("3000") == .silence)
        tag.activate()
        #expect(tag.send("3000").isData)
    }

    @Test("a frame whose CRC is wrong gets NAK 1", arguments: playedChips)
    func wrongCRC(name: String) throws {
        var tag = try Bare(name)
        #expect(tag.silicon.receive(hex("30001234")) == nak1)
        #expect(tag.send("3000") == .silence)
    }

    @Test(
        "an unknown command silences NTAG and Ultralight EV1, and gets NAK 0 from Ultralight and Ultralight C",
        arguments: playedChips)
    func unknownCommand(name: String) throws {
        var tag = try Bare(name)
        let says = name == "Ultralight" || name == "Ultralight C"
        #expect(tag.send("77") == (says ? nak0 : .silence))
        #expect(!tag.isActive)
    }

    @Test("READ of page 0 skips anticollision on the chips with a password only", arguments: playedChips)
    func bypass(name: String) throws {
        var tag = try Bare(name)
        tag.silicon.powerOff()
        tag.silicon.powerOn()
        _ = tag.silicon.receive([0x26], short: true)
        #expect(tag.send("3000").isData == passwordChips.contains(name))
    }

    @Test("a chip without power answers nothing", arguments: playedChips)
    func noPower(name: String) throws {
        var tag = try Bare(name)
        tag.silicon.powerOff()
        #expect(tag.silicon.receive([0x52], short: true) == .silence)
        #expect(tag.send("3000") == .silence)
    }

    @Test("no frame of any content makes a chip trap", arguments: playedChips)
    func fuzz(name: String) throws {
        var generator = SeededGenerator(seed: 99)
        var tag = try Bare(name)
        for round in 0..<4000 {
            let length = Int.random(in: 0...24, using: &generator)
            var frame = generator.bytes(length)
            if round.isMultiple(of: 3), !frame.isEmpty {
                frame[0] = [0x30, 0xA2, 0x3A, 0xA0, 0x1B, 0x39, 0xA5, 0x3E, 0x1A, 0x3C][round / 3 % 10]
            }
            if !tag.isActive { tag.activate() }
            _ = round.isMultiple(of: 2) ? tag.send(frame) : tag.silicon.receive(frame, short: length == 1)
        }
        tag.powerCycle()
        #expect(tag.silicon.memory.count == tag.silicon.chip.pageCount * 4)
    }
}

extension SimulatedChip.Answer {
    var isData: Bool { if case .bytes = self { true } else { false } }
    var data: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}
