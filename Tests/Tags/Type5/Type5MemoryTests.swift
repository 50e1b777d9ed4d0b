import NDEF
import Testing

@testable import Tags

@Suite("Type 5 memories")
struct Type5MemoryTests {
    private func report(_ memory: String, blockSize: Int = 4, blocks: Int? = nil) throws -> TagReport {
        var bytes = try hex(memory)
        if let blocks { bytes += [UInt8](repeating: 0, count: max(0, blocks * blockSize - bytes.count)) }
        let identity = TagIdentity(
            uid: [0xE0, 0x04, 0x01, 0x08, 1, 2, 3, 4], type: .type5, chipName: "ICODE SLIX2", identifiedBy: "a test",
            provenance: .derived)
        return TagReader.report(
            identity: identity, image: TagImage(pageSize: blockSize, bytes: bytes), authenticated: false)
    }

    @Test("Every capability container of the vectors is read as its author meant it", .enabled(if: SharedFiles.present))
    func containers() throws {
        let vectors = try SharedFiles.vectors("type5.json")["capability_containers"].list
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let bytes = try vector.bytes("hex")
            let image = TagImage(pageSize: 4, bytes: bytes + [UInt8](repeating: 0, count: 8))
            let container = try #require(Type5Container(image), "\(vector["name"])")
            #expect(Hex.byte(container.magic) == vector["magic"].text)
            #expect(container.length == vector["cc_length"].number)
            #expect(container.areaLength == vector["mlen"].number)
            #expect(container.areaBytes == vector["t5t_area_bytes"].number)
            #expect(container.readsMultiple == vector["mbread"].flag)
            #expect(container.version == "1.0")
        }
    }

    @Test("Every Type 5 case with a memory of its own is read as it must be", .enabled(if: SharedFiles.present))
    func cases() throws {
        for test in try SharedFiles.cases(area: "t5t") where test["input"]["kind"].text == "t5t_memory" {
            guard let memory = test["input"]["hex"].text, let size = test["input"]["block_size"].number else {
                continue
            }
            let report = try report(memory, blockSize: size, blocks: test["input"]["block_count"].number)
            let ndef = try #require(report.ndef)
            if let message = test["expected"]["ndef_hex"].text { #expect(ndef.raw.map { Hex.string($0) } == message) }
            if test["expected"]["ndef_state"].text == "ok" { #expect(ndef.state == .message) }
            if test["expected"]["ndef_state"].text == "none" { #expect(ndef.state == .unformatted) }
        }
    }

    @Test("The data area begins in the middle of a block where blocks have eight bytes")
    func halfBlock() throws {
        let report = try report("E140F3000308D10104550361622E63FE00000000", blockSize: 8, blocks: 244)
        #expect(report.ndef?.raw.map { Hex.string($0) } == "D10104550361622E")
        #expect(report.ndef?.memoryRanges == [6..<14])
        #expect(report.regions.first?.bytes == 0..<4)
        #expect(report.ndef?.capacity?.maximum == 1944 - 4)
    }

    @Test("A container of eight bytes is followed by its area, and a message over 254 bytes has three of length")
    func longContainer() throws {
        let payload = String(repeating: "61", count: 298)
        let report = try report(
            "E24000010000007F03FF0131C10100000" + "12A54026465" + payload.dropLast(6) + "FE", blocks: 260)
        #expect(report.ndef?.raw?.count == 0x131)
        #expect(report.ndef?.tlvs.first?.range.lowerBound == 8)
    }

    @Test("A length cut off, a length too long, no container and an empty message are told apart")
    func states() throws {
        #expect(try report("E140010003FF0100").ndef?.problems.contains { $0.contains("length") } == true)
        #expect(try report("E140010003200000" + "00000000").ndef?.state == .invalid)
        #expect(try report("030A82ED00000000").ndef?.state == .unformatted)
        #expect(try report("E14001000300FE00" + "00000000").ndef?.state == .empty)
        #expect(try report("E14301000300FE00" + "00000000").protection?.ccReadOnly == true)
        #expect(
            try report("E140FF000300FE00").ndef?.problems.contains("CC declares 2040 bytes, the memory has 8") == true)
    }

    @Test("TLVs 01 and 02 set nothing apart here: they are of Type 2 alone")
    func noControls() throws {
        let report = try report("E140020001030010000308D1010455036162" + "2E63FE0000000000")
        #expect(report.ndef?.raw?.first == 0xD1)
        #expect(report.ndef?.memoryRanges == [11..<19])
    }

    @Test("A block that is needed and was not read is named as a block")
    func unread() throws {
        var image = TagImage(pageSize: 4, bytes: try hex("E140040003100000000000000000000000000000"))
        image.markUnread(page: 2, .protected)
        let identity = TagIdentity(
            uid: [], type: .type5, chipName: "ISO 15693 tag", identifiedBy: "a test", provenance: .derived)
        let report = TagReader.report(identity: identity, image: image, authenticated: false)
        #expect(report.ndef?.state == .protected)
        #expect(report.ndef?.problems.contains { $0.hasPrefix("block 02 is needed") } == true)
    }

    @Test(
        "The UID names the chip",
        arguments: [
            ("E004010849D0DC81", "ICODE SLIX2", 80), ("E0040150DB670470", "ICODE SLIX", 28),
            ("E0040100DB670470", "ICODE SLI", 28),
            ("E0040200DB670470", "ICODE SLI-S", 40), ("E0070000DB670470", "Tag-it HF-I Plus", 64),
            ("E0022400DB670470", "ST25DV04K", 128),
        ])
    func chips(uid: String, name: String, blocks: Int) throws {
        let chip = try #require(Type5Chip.of(uid: try hex(uid)))
        #expect(chip.name == name)
        #expect(chip.blockCount == blocks)
    }
}
