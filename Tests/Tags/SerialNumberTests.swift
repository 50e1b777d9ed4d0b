import Tags
import Testing

@Suite("Serial number in memory")
struct SerialNumberTests {
    private static let chips = Type2Chip.all.map(\.name)

    @Test("the UID is found again in the memory of every chip", arguments: chips)
    func roundTrip(name: String) throws {
        let chip = try #require(Type2Chip.named(name))
        let uid: [UInt8] = [0x04, 0xA9, 0x35, 0x12, 0xF0, 0x71, 0x80]
        let memory = try #require(SerialNumber.memory(of: uid, layout: chip.serialLayout)) + [0, 0]
        let serial = try #require(SerialNumber(memory: memory, chip: chip))
        #expect(serial.uid == uid && serial.layout == chip.serialLayout)
        #expect(serial.wrongCheckBytes(in: memory).isEmpty)
        #expect(SerialNumber(memory: memory)?.uid == uid, "the bytes alone tell it too")
    }

    /// Pages 00-03 of an NTAG I2C 1K as printed in a thread of NXP's community.
    @Test("NTAG I2C keeps seven bytes of UID in a row, SAK and ATQA behind them, and no check bytes")
    func plain() throws {
        let memory: [UInt8] = [
            0x04, 0xA9, 0x35, 0x12, 0xF0, 0x71, 0x80, 0x00, 0x44, 0x00, 0x00, 0x00, 0xE1, 0x10, 0x6C, 0x00,
        ]
        let chip = try #require(Type2Chip.named("NTAG I2C 1K"))
        let image = TagImage(pageSize: 4, bytes: memory + [UInt8](repeating: 0, count: (chip.pageCount - 4) * 4))
        let report = TagReader.report(
            identity: TagIdentity(
                uid: [], type: .type2, chipName: chip.name, chip: chip, identifiedBy: "test", provenance: .reported),
            image: image, authenticated: false)
        #expect(report.identity.uid == Array(memory[0..<7]))
        #expect(!report.findings.contains { $0.sentence.contains("BCC") })
        #expect(report.regions.first?.bytes == 0..<7)
        #expect(ByteExplanation.explain(offset: 3, in: report).sentence.hasSuffix("UID byte 3"))
        #expect(ByteExplanation.explain(offset: 8, in: report).sentence.contains("ATQA"))
    }

    @Test("a wrong check byte is told, and does not move the UID")
    func wrongCheckByte() throws {
        let memory: [UInt8] = [0x04, 0xA1, 0xB2, 0x00, 0xC3, 0xD4, 0xE5, 0xF6, 0x04, 0x48, 0, 0]
        let serial = try #require(SerialNumber(memory: memory, chip: Type2Chip.named("NTAG213")))
        #expect(serial.uid == [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6])
        #expect(serial.wrongCheckBytes(in: memory).map(\.name) == ["BCC0"])
    }
}
