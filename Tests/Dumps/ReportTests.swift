import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("TagInfo reports and other text")
struct ReportTests {
    private static let text = """
        ** TagInfo scan (version 4.23) 2017-07-14 10:40:47 **
        Report Type: External

        -- IC INFO ------------------------------

        # IC type:
        NTAG213

        # Originality check:
        Signature verified with NXP public key
        * r: 0x000102030405060708090A0B0C0D0E0F
        * s: 0x101112131415161718191A1B1C1D1E1F

        # Detailed protocol information:
        ID: 04:A1:B2:C3:D4:E5:F6
        ATQA: 0x4400
        SAK: 0x00

        # Memory content:
        [00] *  04:A1:B2 9F (UID0-UID2, BCC0)
        [01] *  C3:D4:E5:F6 (UID3-UID6)
        [02] .  04 48 00 00 (BCC1, INT, LOCK0-LOCK1)
        [03] .  E1:10:12:00 (OTP0-OTP3)
        [04] .p 01 03 A0 0C |....|
        [05] .  34 03 00 FE |4...|
        [29] .  04 00 00 04 (CFG, MIRROR, AUTH0)
        [2A] .  80 05 -- -- (ACCESS)
        [2B] +P XX XX XX XX (PWD0-PWD3)
        [2C] +P XX XX -- -- (PACK0-PACK1)

          *:locked & blocked, x:locked,
        """

    private func open(_ text: String) throws -> OpenedDump { try Dump.open(Array(text.utf8)) }

    @Test("A report gives UID, chip, signature and memory, and what it does not show is unread")
    func report() throws {
        let opened = try open(Self.text)
        let report = opened.dump.report
        let image = try #require(report.image)
        #expect(opened.format == .tagInfoText)
        #expect(Hex.string(report.identity.uid) == "04A1B2C3D4E5F6")
        #expect(report.identity.chipName == "NTAG213")
        #expect(report.identity.sak == 0)
        #expect(report.signature?.bytes == Array(0..<32))
        #expect(image.pageCount == 45)
        #expect(image.page(4) == [0x01, 0x03, 0xA0, 0x0C])
        #expect(image.state(of: 43) == .unread(.writeOnly))
        #expect(image.state(of: 44) == .unread(.writeOnly))
        #expect(image.state(of: 6) == .unread(.notInFile))
        #expect(image.byte(at: 42 * 4) == 0x80)
        #expect(image.byte(at: 42 * 4 + 2) == nil)
        #expect(report.protection?.auth0 == 4)
        #expect(report.protection?.passwordProtects == .readWrite)
        #expect(opened.dump.values.contains(NamedValue("ATQA", "00 44")))
        #expect(opened.dump.origin.program == "NXP TagInfo")
        #expect(opened.dump.values.contains(NamedValue("Time of the scan", "2017-07-14 10:40:47")))
    }

    @Test("A report that was quoted, indented, fenced or cut is the same", arguments: ["> ", "    ", "\t> > "])
    func quoted(prefix: String) throws {
        let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
        let quoted = "Look at this:\n```\n" + lines.map { prefix + $0 }.joined(separator: "\r\n") + "\n```\n"
        #expect(try open(quoted).dump == (try open(Self.text).dump))
        let rows = lines.drop { !$0.hasPrefix("# Memory") }.joined(separator: "\n")
        let cut = try open(String(rows))
        #expect(Hex.string(cut.dump.report.identity.uid) == "04A1B2C3D4E5F6")
        #expect(cut.dump.report.image?.page(5) == [0x34, 0x03, 0x00, 0xFE])
    }

    @Test("Two reports in one file are refused")
    func twoReports() throws {
        let error = #expect(throws: DumpError.self) {
            try open(Self.text + "\n" + Self.text.replacing("34 03 00 FE", with: "34 03 10 FE"))
        }
        #expect(error?.reason.contains("two rows [05] that differ") == true)
    }

    @Test("A report of a MIFARE Classic gives its blocks")
    func classic() throws {
        let opened = try open(
            """
            # Detailed protocol information:
            ID: E2:F8:0C:77
            SAK: 0x08
            # Memory content:
            Sector 0 (0x00)
            [00] r--  E2 F8 0C 77 61 88 04 00 C8 23 00 20 00 00 00 18 |...wa....#. ....|
            [01] rwi  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 |................|
            [03] wxx  FF:FF:FF:FF:FF:FF FF:07:80 69 XX:XX:XX:XX:XX:XX
                      Factory default key           Factory default key (readable)
            """)
        #expect(opened.dump.report.image?.pageSize == 16)
        #expect(Hex.string(opened.dump.report.identity.uid) == "E2F80C77")
        #expect(opened.dump.report.image?.byte(at: 57) == 0x69)
        #expect(opened.dump.report.image?.byte(at: 58) == nil)
    }

    private static func xml(_ blocks: String, prolog: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        \(prolog)<scan>
        <version>4.24.5</version><date>2019-10-08 16:04:32</date><uid nxp="true">04:A1:B2:C3:D4:E5:F6</uid>
        <section><subsection title="IC type"><block type="text"><content>NTAG213</content></block></subsection></section>
        <section><subsection title="Version information"><block type="text"><content>Vendor ID: NXP<hexoutput> (0x04)</hexoutput>
        Type: NTAG<hexoutput> (0x04)</hexoutput>
        Subtype: 50 pF<hexoutput> (0x02)</hexoutput>
        Major version: 1<hexoutput> (0x01)</hexoutput>
        Minor version: V0<hexoutput> (0x00)</hexoutput>
        Storage size: 144 bytes<hexoutput> (0x0F)</hexoutput>
        Protocol: ISO/IEC 14443-3<hexoutput> (0x03)</hexoutput></content></block></subsection></section>
        <section><subsection title="Memory content">\(blocks)</subsection></section></scan>
        """
    }

    private static func block(_ address: Int, _ data: String, _ attributes: String = "access=\". \"") -> String {
        "<block type=\"Ultralight\"><address>\(address)</address><data \(attributes)>\(data)</data></block>"
    }

    @Test("The XML report gives the same, with the version bytes")
    func xmlReport() throws {
        let opened = try open(
            Self.xml(
                Self.block(0, "04 A1 B2 9F") + Self.block(1, "C3 D4 E5 F6")
                    + Self.block(42, "00 05", "access=\". \" length=\"2\"")
                    + Self.block(43, "", "access=\"+P\" secure=\"true\"")))
        #expect(opened.format == .tagInfoXML)
        let report = opened.dump.report
        #expect(report.identity.provenance == .reported)
        #expect(report.identity.version == [0, 4, 4, 2, 1, 0, 0x0F, 3])
        #expect(report.image?.byte(at: 169) == 5)
        #expect(report.image?.byte(at: 170) == nil)
        #expect(report.image?.state(of: 43) == .unread(.writeOnly))
    }

    @Test(
        "XML that is no report, or means harm, is refused with the line",
        arguments: [
            ("<!DOCTYPE scan [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]>\n", "", "has a document type"),
            ("<!DOCTYPE scan SYSTEM \"file:///etc/passwd\">\n", "", "has a document type"),
            ("", "<block>", "is no XML"),
            ("", String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40), "nests deeper"),
            ("", "<block type=\"x\"><address>99999</address><data>00</data></block>", "address `99999`"),
            ("", "<block type=\"x\"><address>4</address><data>0 00</data></block>", "block 4"),
        ])
    func hostileXML(prolog: String, blocks: String, reason: String) throws {
        let error = #expect(throws: DumpError.self) { try open(Self.xml(blocks, prolog: prolog)) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "opened")")
    }

    @Test("An MCT file gives its sectors, with what is not known")
    func mct() throws {
        let zero = String(repeating: "0", count: 32)
        let opened = try open(
            "+Sector: 0\n01020304040804006263646566676869\n\(zero)\n\(zero)\n------------FF078069FFFFFFFFFFFF\n+Sector: 32\n"
                + "11111111111111111111111111111111\n")
        let image = try #require(opened.dump.report.image)
        #expect(opened.format == .mct)
        #expect(image.pageCount == 256)
        #expect(image.page(1) == [UInt8](repeating: 0, count: 16))
        #expect(image.byte(at: 48) == nil)
        #expect(image.byte(at: 57) == 0x69)
        #expect(image.page(128) == [UInt8](repeating: 0x11, count: 16))
        #expect(image.page(2 * 4) == nil)
    }

    @Test("A list of keys is named as one")
    func keys() throws {
        let error = #expect(throws: DumpError.self) { try open("# keys\nFFFFFFFFFFFF\nA0A1A2A3A4A5\n") }
        #expect(error?.reason.contains("list of keys") == true)
    }
}
