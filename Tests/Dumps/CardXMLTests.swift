import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Scans of FareBot and Metrodroid as XML")
struct CardXMLTests {
    private static func scan(_ type: String, _ content: String) -> [UInt8] {
        Array("<card scanned_at=\"1517010721679\" id=\"04a1b2c3d4e5f6\" type=\"\(type)\">\(content)</card>".utf8)
    }

    @Test("an Ultralight is opened as its JSON is")
    func ultralight() throws {
        // 04A1B29F, C3D4E5F6, 04480000 and zeros.
        var pages = ["BKGynw==", "w9Tl9g==", "BEgAAA=="].enumerated().map { index, data in
            "<page index=\"\(index)\"><data>\(data)</data></page>"
        }
        pages += (3..<15).map { "<page index=\"\($0)\"><data>\nAAAAAA==\n</data></page>" }
        pages.append("<page index=\"15\" unauthorized=\"true\"/>")
        let opened = try Dump.open(Self.scan("1", "<pages>\(pages.joined())</pages>"))
        #expect(opened.format == .metrodroid)
        #expect(opened.dump.report.identity.uid == [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6])
        let image = try #require(opened.dump.report.image)
        #expect(image.pageCount == 16)
        #expect(image.page(0) == [0x04, 0xA1, 0xB2, 0x9F])
        #expect(image.state(of: 15) == .unread(.protected))
        #expect(opened.dump.origin.taken == 1_517_010_721_679_000)
    }

    @Test("a MIFARE Classic is opened with the sectors that could be read")
    func classic() throws {
        let block = "<block index=\"1\" type=\"data\"><data>AAECAwQFBgcICQoLDA0ODw==</data></block>"
        let sectors = (0..<16).map { number in
            number == 2
                ? "<sector index=\"2\" unauthorized=\"true\"/>"
                : "<sector index=\"\(number)\"><blocks>\(block)</blocks></sector>"
        }
        let opened = try Dump.open(Self.scan("0", "<sectors>\(sectors.joined())</sectors>"))
        let image = try #require(opened.dump.report.image)
        #expect(image.pageCount == 64)
        #expect(image.page(5) == Array(0...15))
        #expect(image.page(9) == nil)
    }

    @Test(
        "others are named with what to do",
        arguments: [("2", "DESFire"), ("3", "CEPAS"), ("4", "FeliCa"), ("99", "99")])
    func others(type: String, name: String) {
        let error = #expect(throws: DumpError.self) { try Dump.open(Self.scan(type, "")) }
        #expect(error?.reason.contains(name) == true)
        #expect(error?.advice.contains("JSON") == true)
    }

    @Test(
        "wrong places and wrong base64 are refused in words",
        arguments: [
            "<pages><page index=\"-1\"><data>AAAA</data></page></pages>",
            "<pages><page index=\"99999\"><data>AAAA</data></page></pages>",
            "<pages><page index=\"0\"><data>A*AA</data></page></pages>",
            "<pages><page index=\"0\"><data>AA=A</data></page></pages>",
        ])
    func wrong(content: String) {
        #expect(throws: DumpError.self) { try Dump.open(Self.scan("1", content)) }
    }

    @Test("base64 has every byte", arguments: [("", ""), ("/w==", "FF"), ("+/8=", "FBFF"), ("AAEC", "000102")])
    func base64(text: String, hex: String) {
        #expect(Base64.bytes(Array(text.utf8)) == Hex.bytes(hex) ?? [])
    }
}
