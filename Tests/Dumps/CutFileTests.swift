import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Files that are cut off, packed or pasted")
struct CutFileTests {
    @Test("JSON that is cut anywhere says that it ends in the middle")
    func json() throws {
        let bytes = try Samples.type2(try #require(Type2Chip.named("NTAG213")), seed: 3).encoded(as: .tagdesk).bytes
        let end = (bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0)
        for length in stride(from: 1, through: end, by: 11) {
            let error = #expect(throws: DumpError.self) { try Dump.open(Array(bytes.prefix(length))) }
            #expect(error?.reason == "the file ends in the middle of its JSON: the rest is missing", "\(length)")
        }
    }

    private static let report = """
        <?xml version="1.0" encoding="UTF-8"?>
        <scan><uid>04A1B2C3D4E5F6</uid><section><subsection title="IC type"><block>NTAG213</block></subsection>
        </section></scan>
        """

    @Test("XML that is cut anywhere says that it ends in the middle")
    func xml() throws {
        let bytes = Array(Self.report.utf8)
        for length in stride(from: 45, to: bytes.count - 1, by: 5) {
            let error = #expect(throws: DumpError.self) { try Dump.open(Array(bytes.prefix(length))) }
            #expect(error?.reason == "the file ends in the middle of its XML: the rest is missing", "\(length)")
        }
    }

    @Test("blanks before the declaration of an XML do not count, and lines are still those of the file")
    func blanks() throws {
        let plain = try Dump.open(Array(Self.report.utf8))
        for blanks in ["\n", "  ", "\r\n\t\n", "\u{FEFF}\n"] {
            #expect(try Dump.open(Array((blanks + Self.report).utf8)) == plain)
        }
        let wrong = "\n\n" + Self.report.replacing("</uid>", with: "</x>")
        let error = #expect(throws: DumpError.self) { try Dump.open(Array(wrong.utf8)) }
        #expect(error?.reason.hasPrefix("line 4 is no XML") == true)
    }

    @Test(
        "a packed file is named with what unpacks it",
        arguments: [
            ("1F8B0808AABBCCDD0003", "gzip", "gunzip"), ("504B0304140000000800", "ZIP", "unzip"),
            ("FD377A585A000004E6D6", "xz", "unxz"), ("28B52FFD045811000102", "zstd", "unzstd"),
        ])
    func packed(hex: String, name: String, advice: String) throws {
        let error = #expect(throws: DumpError.self) { try Dump.open(Hex.bytes(hex) ?? []) }
        #expect(error?.reason.contains(name) == true)
        #expect(error?.advice.contains(advice) == true)
    }

    @Test(
        "a Proxmark3 dump of ISO 15693 that is cut gives the blocks that are there, and says so",
        arguments: [1, 3, 79, 320])
    func vicinity(dataBytes: Int) throws {
        let dump = Samples.type5(seed: 1, gaps: false)
        let whole = try dump.encoded(as: .proxmarkBinary).bytes
        let cut = Array(whole.prefix(175 + dataBytes))
        let opened = try Dump.open(cut)
        #expect(opened.format == .proxmarkBinary)
        #expect(opened.dump.report.identity.uid == dump.report.identity.uid)
        let image = try #require(opened.dump.report.image)
        for block in 0..<80 {
            #expect(image.page(block) == (block < dataBytes / 4 ? dump.report.image?.page(block) : nil))
        }
        #expect(opened.problems.contains { $0.contains("\(cut.count) of the 2235 bytes") })
        #expect(opened.dump.report.protection?.lockedPages == [0, 7, 79])
    }

    @Test("a UID of zeros is warned of in every format")
    func zeroUID() throws {
        var sectors: [String] = []
        for sector in 0..<16 {
            let trailer = "FFFFFFFFFFFFFF078069FFFFFFFFFFFF"
            let data = String(repeating: "0", count: 32)
            sectors.append("+Sector: \(sector)\n\(data)\n\(data)\n\(data)\n\(trailer)")
        }
        let opened = try Dump.open(Array(sectors.joined(separator: "\n").utf8))
        #expect(opened.problems.filter { $0 == "UID is all zero" }.count == 1)
        let scan = "{\"tagId\":\"00000000\",\"mifareDesfire\":{\"manufacturingData\":\"\",\"applications\":{}}}"
        let card = try Dump.open(Array(scan.utf8))
        #expect(card.problems.contains("UID is all zero"))
        #expect(card.dump.report.identity.version == nil)
    }
}

@Suite("Messages with faults in a file")
struct FaultyMessageTests {
    @Test("a record of the reserved TNF 7 alone is a message with that problem")
    func reserved() throws {
        let opened = try Dump.open(Hex.bytes("DF040302787878786162010203") ?? [])
        let decoding = try #require(opened.dump.report.ndef?.decoding)
        #expect(opened.format == .ndef)
        #expect(decoding.records.map { Array($0.record.type) } == [Array("xxxx".utf8)])
        #expect(opened.dump.report.ndef?.problems.contains { $0.contains("TNF 7") } == true)
    }

    @Test("a message whose first record lacks MB is one, by its lengths", arguments: [1, 2, 3])
    func noBegin(records: Int) throws {
        var bytes = NDEFMessage(try (0..<records).map { try .uri("https://example.com/\($0)") }).encoded()
        bytes[0] &= 0x7F
        let opened = try Dump.open(bytes)
        #expect(opened.format == .ndef)
        #expect(opened.dump.report.ndef?.decoding?.records.count == records)
        #expect(opened.dump.report.ndef?.problems.contains { $0.contains("MB is not set") } == true)
        #expect(throws: DumpError.self) { try Dump.open(Array(bytes.dropLast())) }
    }

    @Test("bytes of no format are a message where the name ends in .ndef, and refused elsewhere")
    func named() throws {
        let bytes: [UInt8] = [0x00, 0x01, 0x02, 0x03, 0x04]
        #expect(throws: DumpError.self) { try Dump.open(bytes, named: "a.bin") }
        let opened = try Dump.open(bytes, named: "/x/a.NDEF")
        #expect(opened.format == .ndef)
        #expect(opened.dump.report.ndef?.state != .message || opened.dump.report.ndef?.problems.isEmpty == false)
    }

    @Test("random bytes are hardly ever taken for a message")
    func random() {
        var random = Random(seed: 77)
        var taken = 0
        for length in 8..<2008 {
            let bytes = (0..<length % 64 + 8).map { _ in random.byte() }
            if RecordChain.fills(bytes[...]) { taken += 1 }
        }
        #expect(taken <= 2)
    }
}
