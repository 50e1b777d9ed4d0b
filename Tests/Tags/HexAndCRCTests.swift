import Testing

@testable import Tags

@Suite("Hex and checksums")
struct HexAndCRCTests {
    @Test("every byte survives the way to text and back")
    func everyByte() {
        let all = (0...255).map { UInt8($0) }
        for separator in ["", " ", ":"] { #expect(Hex.bytes(Hex.string(all, separator: separator)) == all) }
        #expect(Hex.bytes(Hex.string(all).lowercased()) == all)
    }

    @Test("hex is upper case with the separator between bytes only")
    func format() {
        #expect(Hex.string([0x04, 0xAB], separator: ":") == "04:AB")
        #expect(Hex.string([]) == "")
        #expect(Hex.address(4) == "04")
        #expect(Hex.address(0x1E0) == "01E0")
    }

    @Test(
        "text that is no hex is refused, also a byte torn in two", arguments: ["0", "0G", "0 4", "04:A", "ä", "0x04"])
    func refused(text: String) {
        #expect(Hex.bytes(text) == nil)
    }

    @Test("CRC_A is that of every published frame", .enabled(if: SharedFiles.present))
    func crcA() throws {
        let vectors = try SharedFiles.vectors("crc.json")
        for vector in vectors["crc_a"]["vectors"].list {
            #expect(CRC.a(try vector.bytes("data")) == vector["crc_a_wire_order"].bytes, "\(vector["id"])")
        }
        for vector in vectors["desfire_crc16"]["vectors"].list {
            #expect(CRC.a(try vector.bytes("data")) == vector["expected"].bytes)
        }
        #expect(!vectors["crc_a"]["vectors"].list.isEmpty)
    }

    @Test("CRC_B is that of every published frame", .enabled(if: SharedFiles.present))
    func crcB() throws {
        let vectors = try SharedFiles.vectors("crc.json")["crc_b_and_iso15693"]["vectors"].list
        for vector in vectors {
            #expect(CRC.b(try vector.bytes("data")) == vector["crc_wire_order"].bytes, "\(vector["id"])")
        }
        #expect(!vectors.isEmpty)
    }

    @Test("the checksums of the standard's examples hold")
    func standardExamples() {
        #expect(CRC.a([0x00, 0x00]) == [0xA0, 0x1E])
        #expect(CRC.a([0x12, 0x34]) == [0x26, 0xCF])
        #expect(CRC.b([0x00, 0x00, 0x00]) == [0xCC, 0xC6])
    }

    @Test("the UID check bytes are those of the data sheets", .enabled(if: SharedFiles.present))
    func checkBytes() throws {
        for vector in try SharedFiles.vectors("crc.json")["bcc"].list {
            let uid = try vector.bytes("uid")
            #expect(UIDCheck.bcc0(uid) == vector["bcc0"].bytes?.first)
            #expect(UIDCheck.bcc1(uid) == vector["bcc1"].bytes?.first)
        }
    }
}
