import Synchronization
import Tags
import Testing

@testable import Simulator

/// A mutex under a name that a stored property of a class may have.
typealias Lock = Mutex

@Suite("Time on air")
struct AirTimeTests {
    private func cost(of apdus: [String], chip name: String, profile: SimulatedProfile = .acr1252) throws -> Int {
        let reader = SimulatedReader(profile: profile)
        reader.insert(SimulatedTag(chip: try chip(name)))
        let channel = try reader.connect()
        reader.resetCosts()
        for apdu in apdus { #expect(try channel.transmit(hex(apdu)).suffix(2) == [0x90, 0x00]) }
        return reader.airMicroseconds
    }

    @Test("one frame each way takes what the data sheets say")
    func frames() {
        var clock = AirClock()
        clock.sent(bytes: 4, short: false)
        #expect(clock.microseconds == 368)  // READ
        clock = AirClock()
        clock.sent(bytes: 8, short: false)
        #expect(clock.microseconds == 708)  // WRITE
        clock = AirClock()
        clock.received(bytes: 18)
        #expect(clock.microseconds == 1548 + 91 + 86 + 1)  // 16 bytes and CRC, the pauses of 91.15 and 86.4 µs
        clock = AirClock()
        clock.receivedNibble()
        #expect(clock.microseconds == 57 + 91 + 86)
    }

    @Test(
        "whole memories take what the frames of ISO/IEC 14443-3 add up to, within 1 %",
        arguments: [
            ("NTAG213", 16_100, 25_200, 45), ("NTAG215", 46_700, 71_300, 135), ("NTAG216", 79_300, 121_700, 231),
        ])
    func wholeMemory(name: String, fast: Int, slow: Int, pages: Int) throws {
        let reads = stride(from: 0, to: pages, by: 4).map { "FFB000" + Hex.byte(UInt8($0)) + "10" }
        let bySlow = try cost(of: reads, chip: name)
        #expect(abs(bySlow - slow) * 100 <= slow)
        if name == "NTAG213" {
            let byFast = try cost(of: ["FF000000033A002C"], chip: name)
            #expect(abs(byFast - fast) * 100 <= fast)
        }
    }

    @Test("a WRITE takes 4.6 ms, of which 3.75 ms are programming")
    func write() throws {
        let microseconds = try cost(of: ["FFD600050401020304"], chip: "NTAG213")
        #expect(abs(microseconds - 4_600) < 120)
    }

    @Test("an exchange costs the host what its profile says, and a slow reader more")
    func host() throws {
        let reader = SimulatedReader(profile: .acr122)
        reader.insert(SimulatedTag(chip: try chip("NTAG213")))
        let channel = try reader.connect()
        reader.resetCosts()
        reader.faults.delay = 5_000
        for _ in 0..<3 { _ = try channel.transmit(hex("FFCA000000")) }
        #expect(reader.hostMicroseconds == 3 * 25_000)
        #expect(reader.exchanges == 3)
        #expect(reader.frames == 0)
        #expect(reader.totalMicroseconds == 75_000)
    }
}
