import Simulator
import Tags
import Testing

@testable import Engine

@Suite("the console on a tag with sectors") struct ConsoleSectorTests {
    private static func bench(_ profile: SimulatedProfile = .acr122, chip: String = "NTAG I2C plus 2K") throws
        -> ConsoleBench
    {
        ConsoleBench(
            SimulatedTag(chip: try #require(Type2Chip.named(chip)), uid: hex("04E10CDA993C80")), profile: profile)
    }

    private static let uid = hex("04E10CDA993C80")

    private func selectSector(_ bench: ConsoleBench, _ sector: String = "01") throws {
        #expect(try !bench.answer("native C2 FF").refused)
        let second = try bench.answer("native \(sector) 00 00 00")
        #expect(!second.refused)
        #expect(second.bytes.isEmpty)
        #expect(second.details.first?.hasPrefix("sector \(Int(sector) ?? 0) is selected") == true)
    }

    @Test(
        "SECTOR_SELECT is two frames, the second answered by silence, and addresses then mean the other sector",
        arguments: [SimulatedProfile.acr122, .acr1252, .part3])
    func select(profile: SimulatedProfile) throws {
        let bench = try Self.bench(profile)
        defer { bench.engine.stop() }
        try selectSector(bench)
        #expect(try bench.answer("native A2 02 CA FE BA BE").bytes == [0x0A])
        let read = try bench.answer("native 30 02")
        #expect(read.bytes.prefix(4).elementsEqual(hex("CAFEBABE")))
        #expect(read.details.first?.hasPrefix("0102  CA FE BA BE") == true)
        #expect(!read.isFresh)
        try selectSector(bench, "00")
        let first = try bench.answer("native 30 00")
        #expect(first.bytes.starts(with: Self.uid.prefix(3)))
    }

    @Test("a write is judged by the page it reaches: free in sector 1, lock bytes in sector 0")
    func judged() throws {
        let bench = try Self.bench()
        defer { bench.engine.stop() }
        guard case .needsConfirmation = try bench.error("native A2 02 00 00 FF 00") else {
            Issue.record("the lock bytes were written without asking")
            return
        }
        try selectSector(bench)
        #expect(try !bench.answer("native A2 02 00 00 FF 00").refused)
    }

    @Test(
        "a tag that fell silent, or was selected by the reader, is in sector 0 again, and a write is judged so",
        arguments: [
            ("native 30 F0 00", SimulatedProfile.acr122), ("native A5 00", .part3),
            ("FF 00 00 00 04 D4 4A 01 00", .acr122), ("FF CA 00 00 00", .part3), ("native 50 00", .acr122),
        ])
    func lost(line: String, profile: SimulatedProfile) throws {
        let bench = try Self.bench(profile)
        defer { bench.engine.stop() }
        try selectSector(bench)
        _ = try bench.send(line, confirmed: Self.uid)
        guard case .needsConfirmation = try bench.error("native A2 02 00 00 FF 00") else {
            Issue.record("the lock bytes of sector 0 were written without asking")
            return
        }
        #expect(try bench.answer("native 30 00").bytes.starts(with: Self.uid.prefix(3)))
    }

    @Test("what the reader knows by itself leaves the sector as it is")
    func kept() throws {
        let bench = try Self.bench()
        defer { bench.engine.stop() }
        try selectSector(bench)
        _ = try bench.answer("FF CA 00 00 00")
        #expect(try !bench.answer("native A2 02 00 00 FF 00").refused)
    }

    @Test("a sector that the chip does not have is refused by a NAK, and a chip without sectors knows no such command")
    func absent() throws {
        let bench = try Self.bench()
        defer { bench.engine.stop() }
        #expect(try !bench.answer("native C2 FF").refused)
        #expect(try bench.answer("native 02 00 00 00").refused)
        let plain = try Self.bench(chip: "NTAG213")
        defer { plain.engine.stop() }
        #expect(try plain.answer("native C2 FF").refused)
    }

    @Test("silence to another frame than the sector's is no yes")
    func otherFrame() throws {
        let bench = try Self.bench()
        defer { bench.engine.stop() }
        _ = try bench.answer("native C2 FF")
        #expect(try bench.answer("native 60").refused)
    }
}
