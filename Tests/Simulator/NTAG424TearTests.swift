import Tags
import Testing

@testable import Simulator

@Suite("A simulated NTAG 424 DNA that is pulled away")
struct NTAG424TearTests {
    @Test("has the old key or the new one after a pull, never a mixture", arguments: TearManner.allCases, 0..<5)
    func tornKeys(manner: TearManner, number: Int) throws {
        var seen: Set<[UInt8]> = []
        for seed in 1...16 {
            let host = try NTAG424Host(profile: .acr122, seed: UInt64(seed))
            try host.authenticate(0)
            host.bench.reader.tear = manner
            host.bench.reader.pull(afterFrames: 1)
            #expect(throws: ChannelError.self) { try host.changeKey(UInt8(number), old: zeros, new: key(7)) }
            #expect(host.bench.reader.tag == nil)
            seen.insert(host.card.keys[number].value)
        }
        switch manner {
        case .new: #expect(seen == [key(7)])
        case .mix: #expect(seen == [zeros, key(7)])
        case .old, .zeros: #expect(seen == [zeros])
        }
    }

    // NT4H2421Gx, WriteData: what comes in one frame is protected, a chain that breaks is not.
    @Test("has a frame's share of a torn write whole or not at all", arguments: TearManner.allCases)
    func tornFiles(manner: TearManner) throws {
        for frame in 1...3 {
            var seen: Set<Int> = []
            for seed in 1...12 {
                let host = try NTAG424Host(profile: .acr1252, seed: UInt64(seed))
                try host.bench.select("E104")
                host.bench.reader.tear = manner
                host.bench.reader.pull(afterFrames: frame)
                let data = Array(repeating: UInt8(0xA5), count: 240)
                let answer = try? host.bench.send([0, 0xD6, 0, 0, 240] + data)
                let content = host.card.files[1].content
                let written = content.prefix { $0 == 0xA5 }.count
                #expect(content[written...].allSatisfy { $0 == 0 })
                seen.insert(written)
                #expect((answer == nil) == (frame < 3))
            }
            // Frames of 128 bytes: 125 of the command, of which 5 are its header.
            let (before, after) = [(0, 120), (120, 240), (240, 240)][frame - 1]
            switch manner {
            case .new: #expect(seen == [after])
            case .mix: #expect(seen == [before, after])
            case .old, .zeros: #expect(seen == [before])
            }
        }
    }

    @Test(
        "has a torn chain in every mode, block by block where it is encrypted",
        arguments: [NTAG424Mode.plain, .mac, .full])
    func tornChains(mode: NTAG424Mode) throws {
        for frame in 1...2 {
            var card = SimulatedDNA()
            card.files[1].settings = NTAG424FileSettings(mode: mode, access: 0x0000)
            let host = try NTAG424Host(card)
            try host.authenticate(0)
            let head = [2] + NTAG424FileSettings.little(0, 3) + NTAG424FileSettings.little(200, 3)
            host.bench.reader.tear = .new
            host.bench.reader.pull(afterFrames: frame)
            #expect(throws: ChannelError.self) {
                try host.command(0x8D, head, Array(repeating: 0xA5, count: 200), mode)
            }
            let written = host.card.files[1].content.prefix { $0 == 0xA5 }.count
            // 125 bytes less the 12 of the header: seven blocks of 16 and one byte.
            #expect(written == (frame == 2 ? 200 : mode == .full ? 112 : 113))
        }
    }

    @Test("has old or new file settings after a pull")
    func tornSettings() throws {
        var seen: Set<Bool> = []
        for seed in 1...20 {
            let other = try NTAG424Host(seed: UInt64(seed))
            try other.authenticate(0)
            other.bench.reader.pull(afterFrames: 1)
            #expect(throws: ChannelError.self) { try other.command(0x5F, [2], hex(NTAG424Host.link)) }
            let settings = other.card.files[1].settings
            #expect(settings == SimulatedDNA().files[1].settings || settings.sdm?.macOffset == 0x43)
            seen.insert(settings.sdm == nil)
        }
        #expect(seen == [true, false])
    }
}
