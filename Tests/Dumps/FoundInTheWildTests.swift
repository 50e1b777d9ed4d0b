import Tags
import Testing

@testable import Dumps

/// Faults that files of other people showed, each with the smallest file that shows it.
@Suite("Files as people have them")
struct FoundInTheWildTests {
    fileprivate static func flipper(_ lines: String) throws -> OpenedDump {
        try Dump.open(Array("Filetype: Flipper NFC device\nVersion: 4\n\(lines)".utf8))
    }

    fileprivate static let head =
        "Device type: NTAG/Ultralight\nUID: 04 A1 B2 C3 D4 E5 F6\nATQA: 00 44\nSAK: 00\nNTAG/Ultralight type: NTAG213\n"
        + "Pages total: 45\nPages read: 45\nPage 0: 04 A1 B2 9F\nPage 1: C3 D4 E5 F6\nPage 2: 04 48 00 00\nPage 3: E1 10 12 00"

    @Test("a line that is no key and value is left out and named, the rest is opened")
    func foreignLine() throws {
        let opened = try Self.flipper(Self.head + "\n...\nPage 44: 00 00 00 00\n")
        #expect(opened.dump.report.image?.page(3) == [0xE1, 0x10, 0x12, 0x00])
        #expect(opened.dump.report.image?.page(10) == nil)
        #expect(opened.problems.contains { $0.contains("line 14 is no `key: value`") })
    }

    @Test(
        "a file cut off within its last line is opened without it",
        arguments: ["\nPage 4: 03 0", "\nPage 4: 03", "\nSigna"])
    func cut(end: String) throws {
        let opened = try Self.flipper(Self.head + end)
        #expect(opened.dump.report.image?.page(3) != nil && opened.dump.report.image?.page(4) == nil)
        #expect(opened.problems.contains { $0.contains("line 14") }, "\(opened.problems)")
    }

    @Test("a wrong line within the file is still refused")
    func wrong() {
        #expect(throws: DumpError.self) { try Self.flipper(Self.head + "\nPage 4: 03 0\nPage 5: 00 00 00 00\n") }
        #expect(throws: DumpError.self) { try Self.flipper(Self.head + "\nPage 4: 03 0\n") }
    }

    @Test("Ctrl-Z and NUL behind a text do not make it binary", arguments: ["\n\u{1A}", "\n\0\0\0"])
    func padded(end: String) throws {
        #expect(try Self.flipper(Self.head + end).dump.report.identity.chipName == "NTAG213")
    }

    @Test("question marks in a page are bytes that are not known")
    func unknownBytes() throws {
        let image = try #require(
            try Self.flipper(Self.head + "\nPage 4: 03 ?? ?? ??\nPage 5: ?? ?? ?? ??\n").dump.report.image)
        #expect(image.byte(at: 16) == 0x03 && image.byte(at: 17) == nil && image.page(4) == nil && image.page(5) == nil)
    }

    @Test("a device type that is not known opens with what it says of the card")
    func unknownType() throws {
        let opened = try Self.flipper("Device type: EMV\nUID: 01 02 03 04\nATQA: 00 04\nSAK: 20\nPAN: 41 11\n")
        #expect(opened.dump.report.identity.uid == [1, 2, 3, 4] && opened.dump.report.identity.sak == 0x20)
        #expect(opened.problems == ["what a `EMV` file holds beside the UID is not read here"])
    }

    @Test("a directory tree of FeliCa does not keep the file from being opened")
    func directoryTree() throws {
        let opened = try Self.flipper(
            "Device type: FeliCa\nUID: 01 01 02 12 0E 0F 32 17\nDirectory Tree: \n+++ ... are public services\n- AREA_0000/\n"
        )
        #expect(opened.dump.report.identity.uid.count == 8)
    }

    private static func classic(_ version: Int, maps: String) throws -> OpenedDump {
        let zeros = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
        let trailer = "FF FF FF FF FF FF FF 07 80 69 AA AA AA AA AA AA"
        let blocks = (0..<64).map {
            "Block \($0): \($0 % 4 == 3 ? trailer : $0 == 0 ? "BA E2 7C 9D B9 08 04 00" + " 62 63 64 65 66 67 68 69" : zeros)"
        }
        return try flipper(
            "Device type: Mifare Classic\nUID: BA E2 7C 9D\nATQA: 00 04\nSAK: 08\nMifare Classic type: 1K\n"
                + "Data format version: \(version)\n\(maps)\n" + blocks.joined(separator: "\n") + "\n")
    }

    @Test("sectors without a key in the maps of a Classic were not read; a missing key is unknown in its trailer")
    func keyMaps() throws {
        let opened = try Self.classic(1, maps: "Key A map: 0000000000000003\nKey B map: 0000000000000005")
        let image = try #require(opened.dump.report.image)
        #expect(image.page(1) != nil && image.page(4) != nil && image.page(8) != nil)
        #expect((12..<64).allSatisfy { image.page($0) == nil })
        #expect(image.byte(at: 7 * 16 + 10) == nil && image.byte(at: 7 * 16) == 0xFF, "sector 1 has key A alone")
        #expect(image.byte(at: 11 * 16) == nil && image.byte(at: 11 * 16 + 10) == 0xAA, "sector 2 has key B alone")
        #expect(opened.problems.contains { $0.contains("13 sectors from 3 to 15") }, "\(opened.problems)")
    }

    @Test("the later format of a Classic has no maps: its blocks are known")
    func noKeyMaps() throws {
        #expect(try Self.classic(2, maps: "# none").dump.report.image?.unreadPages.isEmpty == true)
    }

    @Test("passwords and kind of an ISO15693 tag of version 3 are kept")
    func slixL() throws {
        let text =
            "Filetype: Flipper NFC device\nVersion: 3\nDevice type: ISO15693\nUID: E0 04 03 50 12 34 56 78\nDSFID: 00\nAFI: 00\n"
            + "Block Count: 2\nBlock Size: 4\nData Content: 00 00 00 00 00 00 00 00\nSubtype: 03\nPassword Privacy: 7F FD 6E 5B\n"
            + "Privacy Mode: true\n"
        let opened = try Dump.open(Array(text.utf8))
        #expect(opened.dump.values.contains(NamedValue("Privacy password", "7F FD 6E 5B", isSecret: true)))
        #expect(opened.dump.values.contains(NamedValue("Privacy mode", "yes")))
        #expect(opened.dump.report.identity.chipName.contains("SLIX-L"), "\(opened.dump.report.identity.chipName)")
        #expect(opened.dump.report.image?.pageSize == 4)
    }

    @Test("an ISO15693 tag that did not tell its size opens without a memory")
    func noBlocks() throws {
        let opened = try Self.flipper(
            "Device type: ISO15693-3\nUID: E0 07 01 02 03 04 05 06\nBlock Count: 0\nBlock Size: 00\nData Content: \n")
        #expect(opened.problems.contains { $0.contains("Block Count is 0") })
    }

    @Test("pages 00 and 01 that come again were not read, and their bytes are not taken")
    func rollOver() throws {
        let again = "\nPage 10: 04 A1 B2 9F\nPage 11: C3 D4 E5 F6\nPage 12: 04 48 00 00\nPage 13: 11 22 33 44\n"
        let opened = try Self.flipper(Self.head + again)
        let image = try #require(opened.dump.report.image)
        #expect((10...12).allSatisfy { image.page($0) == nil } && image.page(13) == [0x11, 0x22, 0x33, 0x44])
        #expect(opened.problems.contains { $0.contains("pages 0A-0C held pages 00, 01.. again") }, "\(opened.problems)")
    }

    @Test(
        "a page 03 that can never begin with E1 leaves no room for a message",
        arguments: ["F1 10 FF EE", "FF FF FF FC"])
    func neverFormatted(page: String) throws {
        let opened = try Self.flipper(Self.head.replacing("E1 10 12 00", with: page) + "\n")
        let ndef = try #require(opened.dump.report.ndef)
        #expect(ndef.state == .unformatted && ndef.capacity == nil)
        #expect(ndef.problems.contains { $0.contains("can never be") })
    }

    @Test("a DESFire card of Proxmark3 opens with applications, files and records; keys are secret")
    func proxmarkDESFire() throws {
        let text = """
            {"Created": "proxmark3", "FileType": "mfdes v1", "Card": {"UID": "04112233445566", "ATQA": "4403", "SAK": "20",
             "ATS": "06757781028002F0", "VersionHW": "04010101001A05", "VersionSW": "04010101041A05", "FreeMem": 6400},
             "Applications": {"000000": {"KeySettings": "0F", "Keys": {"0": {"Version": "00", "Key": "00112233445566778899AABBCCDDEEFF"}}},
              "010203": {"ISOFileID": "1234", "KeySettings": "0B", "NumKeys": 3, "KeyType": "aes", "Files": {
               "01": {"Type": "standard", "CommMode": "plain", "AccessRights": "E123", "FileSize": 2, "Data": "A5A6"},
               "02": {"Type": "value", "CommMode": "mac", "AccessRights": "EE00", "LowerLimit": 0, "UpperLimit": 10000, "Value": -2},
               "03": {"Type": "linear_record", "AccessRights": "EE00", "RecordSize": 2, "MaxRecords": 8, "CurRecords": 2,
                "Records": {"0": "0102", "1": "0304"}}}}}}
            """
        let opened = try Dump.open(Array(text.utf8))
        let dump = opened.dump
        #expect(
            dump.report.identity.chipName == "MIFARE DESFire EV1 8K"
                || dump.report.identity.chipName.contains("DESFire EV1"))
        #expect(dump.report.identity.sak == 0x20 && dump.report.identity.ats?.first == 0x06)
        #expect(dump.values.contains(NamedValue(ValueName.atqa, "03 44")))
        let application = try #require(dump.applications.first)
        #expect(dump.applications.count == 1 && application.id == [1, 2, 3])
        #expect(application.files.map(\.kind) == ["standard", "value", "linear record"])
        #expect(application.files.map(\.content) == [[0xA5, 0xA6], [0xFE, 0xFF, 0xFF, 0xFF], [1, 2, 3, 4]])
        #expect(
            application.files[0].settings.contains { $0.hasPrefix("access 23E1") }, "\(application.files[0].settings)")
        #expect(dump.values.contains { $0.name.contains("Key 0") && $0.isSecret && $0.value.hasPrefix("00 11") })
    }

    @Test("blocks that a Proxmark3 dump of an ISO 15693 tag leaves out are not read, never zeros")
    func missingBlocks() throws {
        let text = """
            {"Created": "proxmark3", "FileType": "15693", "Card": {"uid": "0807060504010007E0"}, "blocks": {"0": "E1400100", "2": "01020304"}}
            """.replacing("0807060504010007E0", with: "08070605040107E0")
        let opened = try Dump.open(Array(text.utf8))
        #expect(opened.dump.report.image?.page(1) == nil && opened.dump.report.image?.page(2) == [1, 2, 3, 4])
        #expect(opened.problems.contains { $0.contains("block 01") })
    }

    @Test("a TagInfo report of a card keeps ATS and says that a UID is random")
    func tagInfoCard() throws {
        let text = """
            ** TagInfo scan (version 4.25.5) 2022-12-22 23:43:24 **
            # IC type:
            MIFARE DESFire EV3 (MF3D83)
            # Detailed protocol information:
            ID: 08:95:91:0A
            * Random ID
            ATQA: 0x4403
            SAK: 0x20
            ATS: 0x067533920380
            """
        let opened = try Dump.open(Array(text.utf8))
        #expect(opened.dump.report.identity.ats == [0x06, 0x75, 0x33, 0x92, 0x03, 0x80])
        #expect(opened.problems.contains { $0.contains("random") })
    }

    @Test("a TagInfo report of an ICODE keeps AFI, DSFID, IC reference and the size it states")
    func tagInfoVicinity() throws {
        let text = """
            ** TagInfo scan (version 3.0) 2015-12-22 23:43:24 **
            # IC type:
            ICODE SLI (SL2ICS20)
            # Memory size:
            112 bytes
            * 28 blocks, with 4 bytes per block
            # IC detailed information:
            IC reference value: 0x01
            # Detailed protocol information:
            ID: E0:04:01:00:25:88:35:F1
            AFI: 0x07
            DSFID: 0x02
            # Memory content:
            [00] . 1C 01 00 1B |....|
            [01] . 78 AF 3A
            """
        let opened = try Dump.open(Array(text.utf8))
        #expect(opened.dump.values.contains(NamedValue(ValueName.afi, "07")))
        #expect(opened.dump.values.contains(NamedValue(ValueName.dsfid, "02")))
        #expect(opened.dump.values.contains(NamedValue(ValueName.icReference, "01")))
        let image = try #require(opened.dump.report.image)
        #expect(image.pageCount == 28 && image.page(0) == [0x1C, 0x01, 0x00, 0x1B] && image.page(1) == nil)
    }

    @Test("bytes of a page that a report shows in part are known, and decide what they decide")
    func partlyKnown() throws {
        let text = """
            ** TagInfo scan (version 4.23) 2017-07-14 10:40:47 **
            # IC type:
            NTAG213
            # Memory content:
            [00] *  04:A1:B2 9F (UID0-UID2, BCC0)
            [01] *  C3:D4:E5:F6 (UID3-UID6)
            [02] .  04 48 08 00 (BCC1, INT, LOCK0-LOCK1)
            [03] *  E1:10:12 00 (OTP0-OTP3)
            [28] .  00 00 00 -- (LOCK2-LOCK4)
            [29] .  04 00 00 FF (CFG, MIRROR, AUTH0)
            [2A] .  40 05 -- -- (ACCESS)
            """
        let report = try Dump.open(Array(text.utf8)).dump.report
        #expect(report.protection?.configurationLocked == true && report.protection?.unreadLockPages == [])
        #expect(report.protection?.lockedPages == [3])
    }
}

extension FoundInTheWildTests {
    @Test("rows of a payload in a TagInfo report are no memory")
    func payloadRows() throws {
        let text = """
            ** TagInfo scan (version 4.25.5) 2022-12-22 23:43:24 **
            # IC type:
            NTAG213
            # NDEF message:
            [00] D1 01 0C 55 04 65 78 61 |...U.exa|
            Payload data:
            [00] 04 65 78 61 6D 70 6C 65 |.example|
            # Memory content:
            [00] *  04:A1:B2 9F (UID0-UID2, BCC0)
            [01] *  C3:D4:E5:F6 (UID3-UID6)
            [02] .  04 48 00 00 (BCC1, INT, LOCK0-LOCK1)
            [03] *  E1:10:12 00 (OTP0-OTP3)
            """
        let opened = try Dump.open(Array(text.utf8))
        #expect(opened.dump.report.identity.uid == [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6])
        #expect(opened.dump.report.image?.page(3) == [0xE1, 0x10, 0x12, 0x00])
    }

    @Test("rows of a card's files in a TagInfo report do not keep it from being opened")
    func filesOfACard() throws {
        let text = """
            # IC type:
            MIFARE DESFire EV1 (MF3ICD41)
            # Detailed protocol information:
            ID: 04:8B:69:9A:9C:1D:80
            SAK: 0x20
            # Memory content:
            Application ID 0x000001
            [0000] 00 01 02 03 04 05 06 07 |........|
            Application ID 0x000002
            [0000] 10 11 12 13 14 15 16 17 |........|
            """
        let opened = try Dump.open(Array(text.utf8))
        #expect(opened.dump.report.identity.type == .type4 && opened.dump.report.identity.uid.count == 7)
    }

    @Test("zeros in place of a UID are told as such, and do not begin anew in a memory of zeros")
    func scrubbed() throws {
        let lines = Self.scrubbedHead + (4..<45).map { "\nPage \($0): 00 00 00 00" }.joined() + "\n"
        let opened = try Self.flipper(lines)
        #expect(opened.dump.report.image?.page(13) == [0, 0, 0, 0])
        #expect(!opened.problems.contains { $0.contains("again") || $0.contains("BCC") }, "\(opened.problems)")
        #expect(!opened.dump.report.findings.contains { $0.sentence.contains("the reader sees") })
    }

    private static let scrubbedHead =
        "Device type: NTAG/Ultralight\nUID: 04 A1 B2 C3 D4 E5 F6\nATQA: 00 44\nSAK: 00\nNTAG/Ultralight type: NTAG213\n"
        + "Pages total: 45\nPages read: 45\nPage 0: 00 00 00 00\nPage 1: 00 00 00 00\nPage 2: 00 48 00 00\nPage 3: E1 10 12 00"

    @Test("a second system of FeliCa may repeat keys; two contents of one page are still refused")
    func repeatedKeys() throws {
        let opened = try Self.flipper(
            "Device type: FeliCa\nUID: 01 01 02 12 0E 0F 32 17\nArea found: 9\nArea found: 3\nService found: 1\nService found: 2\n"
        )
        #expect(
            opened.problems.contains { $0.contains("says Area found again") && $0.contains("1 more") },
            "\(opened.problems)")
        #expect(throws: DumpError.self) {
            try Self.flipper(Self.scrubbedHead + "\nPage 4: 00 00 00 00\nPage 4: 00 00 00 01\n")
        }
    }
}

extension FoundInTheWildTests {
    @Test("a report cut down to its message gives the message")
    func messageAlone() throws {
        let text = """
            -- NDEF ------------------------------
            # NDEF message:
            [00] D1 01 0C 55 04 65 78 61 6D 70 6C 65 2E 63 6F 6D |...U.example.com|
            [10] 41
            -- FULL SCAN -------------------------
            """.replacing("0C 55 04 65", with: "0D 55 04 65")
        let opened = try Dump.open(Array(text.utf8))
        #expect(opened.dump.report.ndef?.raw?.count == 17)
        #expect(opened.problems.contains { $0.contains("the message alone") })
    }

    @Test(
        "a text that is no dump is told by what it is, never by the bytes of its letters",
        arguments: [
            ("<!DOCTYPE html>\n<html><body>x</body></html>\n", "web page"),
            ("version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "Git LFS"),
            (
                "Version: 4\nDevice type: NTAG/Ultralight\nUID: 04 A1 B2 C3 D4 E5 F6\nPage 0: 04 A1 B2 9F\n",
                "without its first line"
            ),
            ((0..<8).map { "Addr. \($0) : >> [ 04:70:1F:E3 ] x" }.joined(separator: "\n"), "rows of hex"),
            ("404: Not Found\n", "it begins `404: Not Found`"),
        ])
    func otherTexts(text: String, words: String) throws {
        let error = #expect(throws: DumpError.self) { try Dump.open(Array(text.utf8)) }
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }
}

extension FoundInTheWildTests {
    @Test("what is doubtful about a file is kept in our own format")
    func keepsDoubts() throws {
        let opened = try Self.flipper(Self.head + "\nPage 43: 00 00 00 00\n...\n")
        #expect(opened.problems.count > 1)
        let again = try Dump.open(try opened.encoded(as: .tagdesk).bytes)
        let said = again.dump.report.findings.map(\.sentence) + again.problems
        for problem in opened.problems { #expect(said.contains(problem), "\(problem)") }
    }
}

extension FoundInTheWildTests {
    @Test("whether a message is there is not known where the file lacks its pages, which is no protection")
    func notInFile() throws {
        #expect(
            try Self.flipper(Self.head.replacing("\nPage 3: E1 10 12 00", with: "") + "\n").dump.report.ndef?.state
                == .unread)
        #expect(try Self.flipper(Self.head + "\n").dump.report.ndef?.state == .unread)
    }
}

extension FoundInTheWildTests {
    @Test("the 72 blocks of a MIFARE Classic EV1 are those of a 1K and two sectors more")
    func classicEV1() throws {
        var memory = [UInt8](repeating: 0, count: 72 * 16)
        memory.replaceSubrange(0..<10, with: [0xBA, 0xE2, 0x7C, 0x9D, 0xB9, 0x08, 0x04, 0x00, 0x62, 0x63])
        for sector in 0..<18 {
            memory.replaceSubrange(sector * 64 + 54..<sector * 64 + 58, with: [0xFF, 0x07, 0x80, 0x69])
        }
        let opened = try Dump.open(memory)
        #expect(
            opened.dump.report.identity.chipName == "MIFARE Classic EV1 1K" && opened.dump.report.image?.pageCount == 72
        )
        #expect(!opened.problems.contains { $0.contains("but") }, "\(opened.problems)")
    }
}
