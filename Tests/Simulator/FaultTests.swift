import Tags
import Testing

@testable import Simulator

@Suite("Accidents at a simulated reader")
struct FaultTests {
    private func opened(_ profile: SimulatedProfile = .acr122, chip name: String = "NTAG213", seed: UInt64 = 1) throws
        -> (SimulatedReader, SimulatedTag, any CardChannel)
    {
        let reader = SimulatedReader(profile: profile, seed: seed)
        let tag = SimulatedTag(chip: try chip(name))
        reader.insert(tag)
        return (reader, tag, try reader.connect())
    }

    @Test("a tag taken away is gone for the open channel, also when it comes back", arguments: SimulatedProfile.all)
    func removal(profile: SimulatedProfile) throws {
        let (reader, tag, channel) = try opened(profile)
        reader.remove()
        #expect(throws: ChannelError.cardRemoved(code: 0x8010_0069)) { try channel.transmit(hex("FFCA000000")) }
        #expect(throws: ChannelError.cardRemoved(code: 0x8010_000C)) { try reader.connect() }
        reader.insert(tag)
        #expect(throws: ChannelError.cardRemoved(code: 0x8010_0069)) { try channel.transmit(hex("FFCA000000")) }
        try channel.reconnect(.reset)
        #expect(try channel.transmit(hex("FFCA000000")).count == 9)
    }

    @Test("a tag pulled after n frames answers n - 1 of them", arguments: SimulatedProfile.all, 1...6)
    func pullAfter(profile: SimulatedProfile, frames: Int) throws {
        let (reader, _, channel) = try opened(profile)
        reader.pull(afterFrames: frames)
        for _ in 1..<frames { #expect(try channel.transmit(hex("FFB0000010")).count == 18) }
        #expect(try channel.transmit(hex("FFB0000010")) == hex("6300"))
        #expect(throws: ChannelError.cardRemoved(code: 0x8010_0069)) { try channel.transmit(hex("FFB0000010")) }
        #expect(!reader.slot.present)
    }

    @Test("a write torn in each manner leaves what the manner says", arguments: TearManner.allCases, playedChips)
    func torn(manner: TearManner, name: String) throws {
        let old: [UInt8] = [0x0F, 0xF0, 0x33, 0xCC]
        let new: [UInt8] = [0xFF, 0x00, 0x55, 0xAA]
        var seen: Set<[UInt8]> = []
        for seed in 1...12 {
            let (reader, tag, channel) = try opened(chip: name, seed: UInt64(seed))
            #expect(try channel.transmit(hex("FFD6000504") + old) == hex("9000"))
            reader.tear = manner
            reader.pull(afterFrames: 1)
            #expect(try channel.transmit(hex("FFD6000504") + new) == hex("6300"))
            let left = Array(tag.image[20..<24])
            seen.insert(left)
            switch manner {
            case .old: #expect(left == old)
            case .new: #expect(left == new)
            case .zeros: #expect(left == [0, 0, 0, 0])
            case .mix:
                for (byte, pair) in zip(left, zip(old, new)) {
                    #expect(byte & ~(pair.0 | pair.1) == 0, "no bit that was in neither")
                }
            }
        }
        if manner == .mix { #expect(seen.count > 3, "different accidents with different seeds") }
    }

    @Test(
        "pages 2, 3 and the dynamic lock page of chips with a password are torn whole or not at all",
        arguments: TearManner.allCases, passwordChips)
    func tearProof(manner: TearManner, name: String) throws {
        let table = try chip(name)
        for page in [2, 3, table.dynamicLock?.page].compactMap({ $0 }) {
            for seed in 1...8 {
                let (reader, tag, channel) = try opened(chip: name, seed: UInt64(seed))
                let old = Array(tag.image[page * 4..<page * 4 + 4])
                var after = SimulatedChip(chip: table, memory: tag.image, signature: [], seed: 1)
                after.powerOn()
                after.state = .active
                _ = after.write([0x0F, 0x0F, 0x0F, 0x0F], page: page)
                reader.tear = manner
                reader.pull(afterFrames: 1)
                _ = try channel.transmit(hex("FFD600") + [UInt8(page), 4] + hex("0F0F0F0F"))
                let left = Array(tag.image[page * 4..<page * 4 + 4])
                #expect(left == old || left == after.page(page))
                if manner == .new { #expect(left == after.page(page)) }
            }
        }
    }

    @Test(
        "a torn increment of an Ultralight EV1 counter is done or not, and leaves its mark",
        arguments: TearManner.allCases)
    func tornCounter(manner: TearManner) throws {
        let (reader, tag, channel) = try opened(chip: "Ultralight EV1 (UL11)")
        reader.tear = manner
        reader.pull(afterFrames: 1)
        _ = try channel.transmit(hex("FF00000008D442A50005000000"))
        #expect(tag.counters[0] == 0 || tag.counters[0] == 5)
        reader.insert(tag)
        try channel.reconnect(.reset)
        #expect(try channel.transmit(hex("FF00000004D4423E00")) == hex("D54300009000"))
        #expect(try channel.transmit(hex("FF00000004D4423E01")) == hex("D54300BD9000"))
    }

    @Test("accidents of one seed are the same every time")
    func repeatable() throws {
        func run() throws -> [UInt8] {
            let (reader, tag, channel) = try opened(seed: 77)
            reader.pull(afterFrames: 1)
            _ = try channel.transmit(hex("FFD6000504A1B2C3D4"))
            return tag.image
        }
        #expect(try run() == run())
    }

    @Test("the n-th frame is refused, then the tag is silent", arguments: 1...4)
    func refusedFrame(number: Int) throws {
        let (reader, _, channel) = try opened()
        reader.faults.refusedFrame = number
        for _ in 1..<number { #expect(try channel.transmit(hex("FFB0000010")).count == 18) }
        #expect(try channel.transmit(hex("FF00000004D4423000")) == hex("D543029000"))
        #expect(try channel.transmit(hex("FFB0000010")) == hex("6300"))
        try channel.reconnect(.reset)
        #expect(try channel.transmit(hex("FFB0000010")).count == 18)
    }

    @Test(
        "answers are damaged in the way and at the exchange asked for",
        arguments: [SimulatedFaults.Damage.corrupted, .duplicated, .shortened])
    func damage(kind: SimulatedFaults.Damage) throws {
        let (reader, _, channel) = try opened(.acr1252)
        let good = try channel.transmit(hex("FFB0000010"))
        reader.faults.damage = kind
        reader.faults.damagedExchange = 2
        #expect(try channel.transmit(hex("FFB0000010")) == good)
        let bad = try channel.transmit(hex("FFB0000010"))
        #expect(bad.suffix(2) == [0x90, 0x00])
        switch kind {
        case .corrupted:
            #expect(bad.count == good.count)
            #expect(zip(bad, good).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +) == 1)
        case .duplicated: #expect(bad.count > good.count)
        case .shortened: #expect(bad.count < good.count)
        }
        #expect(try channel.transmit(hex("FFB0000010")) == good)
        reader.faults.damagedEvery = 1
        #expect(try channel.transmit(hex("FFB0000010")) != good)
    }

    @Test("a reset by another program is told once, and costs the authentication")
    func resetByOthers() throws {
        let (reader, _, channel) = try opened()
        reader.resetByAnotherProgram()
        #expect(throws: ChannelError.cardReset(code: 0x8010_0068)) { try channel.transmit(hex("FFCA000000")) }
        #expect(throws: ChannelError.cardReset(code: 0x8010_0068)) { try channel.beginTransaction() }
        try channel.reconnect(.reset)
        #expect(try channel.transmit(hex("FFCA000000")).count == 9)
        try channel.beginTransaction()
        channel.endTransaction()
    }

    @Test("sharing, silence and a pulled plug are told by their codes")
    func obstacles() throws {
        let (reader, _, channel) = try opened()
        reader.faults.sharingViolation = true
        #expect(reader.slot.exclusive)
        #expect(throws: ChannelError.sharingViolation(code: 0x8010_000B)) { try reader.connect() }
        reader.faults.sharingViolation = false
        reader.faults.mute = true
        #expect(reader.slot.mute)
        #expect(reader.slot.atr.isEmpty)
        #expect(throws: ChannelError.unresponsive(code: 0x8010_0066)) { try reader.connect() }
        #expect(throws: ChannelError.unresponsive(code: 0x8010_0066)) { try channel.transmit(hex("FFCA000000")) }
        reader.faults.mute = false
        reader.unplug()
        #expect(throws: ChannelError.readerGone(code: 0x8010_0017)) { try channel.transmit(hex("FFCA000000")) }
        #expect(throws: ChannelError.readerGone(code: 0x8010_0017)) { try reader.connect() }
        reader.plugIn()
        #expect(try reader.connect().transmit(hex("FFCA000000")).count == 9)
    }

    @Test("a closed channel answers no more, and a reset on closing wakes the tag for others")
    func disconnect() throws {
        let (reader, _, channel) = try opened()
        #expect(try channel.transmit(hex("FFB000F010")) == hex("6300"))
        channel.disconnect(reset: true)
        #expect(throws: ChannelError.readerGone(code: 0x8010_0017)) { try channel.transmit(hex("FFCA000000")) }
        #expect(try reader.connect().transmit(hex("FFB0000010")).count == 18)
    }

    @Test("every change of the slot is told, and nothing else")
    func observers() throws {
        let reader = SimulatedReader(profile: .acr122)
        let count = Counter()
        reader.observe { count.add() }
        let tag = SimulatedTag(chip: try chip("NTAG213"))
        reader.insert(tag)
        #expect(count.value == 1)
        let channel = try reader.connect()
        _ = try channel.transmit(hex("FFB0000010"))
        #expect(count.value == 1)
        reader.pull(afterFrames: 1)
        _ = try channel.transmit(hex("FFB0000010"))
        #expect(count.value == 2)
        reader.remove()
        #expect(count.value == 2)
        #expect(reader.slot.eventCount == 2)
    }
}

/// Counts calls from any thread.
final class Counter: Sendable {
    private let count = Lock(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
