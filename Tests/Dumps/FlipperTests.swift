import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Flipper files")
struct FlipperTests {
    private static let head =
        "Filetype: Flipper NFC device\nVersion: 4\nDevice type: NTAG/Ultralight\nUID: 04 A1 B2 C3 D4 E5 F6\n"
    private static let pages = "Page 0: 04 A1 B2 9F\nPage 1: C3 D4 E5 F6\nPage 2: 04 48 00 00\nPage 3: E1 10 12 00\n"

    private func open(_ text: String) throws -> OpenedDump { try Dump.open(Array(text.utf8)) }

    @Test(
        "What makes no sense is refused in one sentence that names the line",
        arguments: [
            ("Pages total: 45\nPage 300: 00 00 00 00\n", "line 11 names page 300, and an NTAG213 has 45"),
            ("Page -1: 00 00 00 00\n", "line 10 names Page -1, which is no place in a memory"),
            ("Page 4294967296: 00 00 00 00\n", "line 10 names page 4294967296, and an NTAG213 has 45"),
            ("Page 99999999999999999999: 00 00 00 00\n", "line 10 names Page 99999999999999999999"),
            ("Pages total: 4294967295\n", "line 10 gives `4294967295` for Pages total"),
            ("Pages read: -5\n", "line 10 gives `-5` for Pages read"),
            ("Page 4: 00 00 00\n", "line 10 gives 3 bytes for Page 4, 4 are needed"),
            ("Page 4: 00 00 0G 00\n", "line 10 gives `00 00 0G 00` for Page 4, which is no hex"),
            ("Page 3: E1 10 6D 00\n", "line 10 says Page 3 again, and otherwise than line 9"),
            ("Counter 0: 16777216\n", "line 10 gives `16777216` for Counter 0"),
        ])
    func refused(lines: String, reason: String) throws {
        let text = Self.head + "NTAG/Ultralight type: NTAG213\n" + Self.pages + lines
        let error = #expect(throws: DumpError.self) { try open(text) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "opened")")
        #expect(error?.advice.isEmpty == false)
    }

    @Test("Bytes that are no UTF-8 are refused with the line")
    func notText() throws {
        let bytes = Array((Self.head + "Note: ").utf8) + [0xFF, 0xFE, 0x0A]
        let error = #expect(throws: DumpError.self) { try Dump.open(bytes) }
        #expect(error?.reason.hasPrefix("line 5 is no text in UTF-8") == true)
    }

    @Test(
        "Versions that are not known are refused, and what to do is said",
        arguments: [("1", "Flipper itself gave version 1 up"), ("5", "version 4"), ("x", "version 4")])
    func versions(version: String, advice: String) throws {
        let text = Self.head.replacing("Version: 4", with: "Version: \(version)")
        let error = #expect(throws: DumpError.self) { try open(text) }
        #expect(error?.reason.contains("of version \(version)") == true)
        #expect(error?.advice.contains(advice) == true)
    }

    @Test("A Flipper file of another kind is named")
    func otherKind() throws {
        let error = #expect(throws: DumpError.self) { try open("Filetype: Flipper SubGhz Key File\nVersion: 1\n") }
        #expect(error?.reason.contains("Flipper SubGhz Key File") == true)
    }

    @Test("Keys in any order and case, CRLF, a mark in front and remarks change nothing")
    func tolerant() throws {
        let plain = try open(Self.head + "NTAG/Ultralight type: NTAG213\nPages total: 45\n" + Self.pages)
        let lines = (Self.head + "NTAG/Ultralight type: NTAG213\nPages total: 45\n" + Self.pages).split(separator: "\n")
        let shuffled = lines.reversed().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts[0].uppercased() + " :"
                + parts[1].lowercased().replacing("ntag/ultralight", with: "NTAG/ULTRALIGHT")
        }
        let text = "\u{FEFF}# a remark\r\n" + shuffled.joined(separator: "\r\n\r\n") + "\r\n"
        let opened = try open(text)
        #expect(opened.dump.report == plain.dump.report)
        #expect(opened.problems == plain.problems)
    }

    @Test("ATQA is the same from both orders of its bytes")
    func atqa() throws {
        let old = "Filetype: Flipper NFC device\nVersion: 2\nDevice type: UID\nUID: 01 02 03 04\nATQA: 44 00\nSAK: 00\n"
        let new = old.replacing("Version: 2", with: "Version: 3").replacing("44 00", with: "00 44")
        #expect(try open(old).dump == (try open(new).dump))
        #expect(try open(old).dump.values == [NamedValue("ATQA", "00 44")])
    }

    @Test("The pages count where the header has the UID of another tag, and that is said")
    func contradiction() throws {
        let opened = try open(Self.head.replacing("F6", with: "F7") + "NTAG/Ultralight type: NTAG213\n" + Self.pages)
        #expect(Hex.string(opened.dump.report.identity.uid) == "04A1B2C3D4E5F6")
        #expect(
            opened.problems.contains { $0.contains("says UID 04:A1:B2:C3:D4:E5:F7") && $0.contains("the pages count") })
    }

    @Test("Zeros behind Pages read are unread, bytes there are not lost")
    func behindRead() throws {
        let text =
            Self.head + "NTAG/Ultralight type: NTAG213\nPages total: 45\nPages read: 4\n" + Self.pages
            + "Page 4: 00 00 00 00\nPage 5: 01 02 03 04\n"
        let opened = try open(text)
        let image = try #require(opened.dump.report.image)
        #expect(image.page(4) == nil)
        #expect(image.page(5) == [1, 2, 3, 4])
        #expect(opened.problems.contains { $0.contains("Pages read is 4, but page 5 has content") })
    }

    @Test("The name of the chip is found where each version has it", arguments: FlipperType2.all.map(\.word))
    func names(word: String) throws {
        let chip = try #require(FlipperType2.named(word)?.chip)
        let new = try open(Self.head + "NTAG/Ultralight type: \(word)\n" + Self.pages)
        let old = try open(
            Self.head.replacing("Version: 4", with: "Version: 3").replacing("NTAG/Ultralight", with: word) + Self.pages)
        #expect(new.dump.report.identity.chipName == chip)
        #expect(old.dump.report.identity.chipName == chip)
        #expect(new.dump.report.identity.provenance == .derived)
    }

    @Test("The version bytes count more than the name, and that is said")
    func version() throws {
        let opened = try open(
            Self.head + "NTAG/Ultralight type: NTAG213\nMifare version: 00 04 04 02 01 00 11 03\nPages total: 135\n"
                + Self.pages)
        #expect(opened.dump.report.identity.chipName == "NTAG215")
        #expect(opened.dump.report.identity.provenance == .reported)
        #expect(opened.problems.contains { $0.contains("says NTAG213") && $0.contains("the version counts") })
    }

    @Test("A password of zeros is kept, and it is said what that may mean")
    func zeroPassword() throws {
        let opened = try open(
            Self.head + "NTAG/Ultralight type: NTAG213\n" + Self.pages + "Page 43: 00 00 00 00\nPage 44: 12 34 00 00\n")
        #expect(opened.dump.report.image?.page(43) == [0, 0, 0, 0])
        #expect(opened.problems.contains { $0.contains("page 2B holds the password 00 00 00 00") })
    }

    @Test("Two applications may each have a file 01 (D6)")
    func sameNumbers() throws {
        let text = """
            Filetype: Flipper NFC device
            Version: 4
            Device type: Mifare DESFire
            UID: 04 2F 19 0A CD 66 80
            ATQA: 03 44
            SAK: 20
            ATS: 06 75 77 81 02 80
            Application Count: 3
            Application IDs: 56 34 12 AA BB CC
            Application 563412 Max Keys: 0E
            Application 563412 File IDs: 01
            Application 563412 File 1 Type: 00
            Application 563412 File 1 Communication Settings: 03
            Application 563412 File 1 Access Rights: EE EE
            Application 563412 File 1 Size: 4
            Application 563412 File 1: 13 37 00 00
            Application aabbcc File IDs: 01
            Application aabbcc File 1 Type: 02
            Application aabbcc File 1 Hi Limit: 100
            """
        let opened = try open(text)
        let applications = opened.dump.applications
        #expect(applications.map(\.id) == [[0x12, 0x34, 0x56], [0xCC, 0xBB, 0xAA]])
        #expect(applications.map { $0.files.map(\.number) } == [[1], [1]])
        #expect(applications[0].files[0].content == [0x13, 0x37, 0, 0])
        #expect(applications[0].files[0].settings.contains("full"))
        #expect(applications[1].files[0].kind == "value")
        #expect(opened.problems.contains("Application Count is 3, the file names 2"))
        let again = try Dump.open(try opened.dump.encoded(as: .flipper).bytes)
        #expect(again.dump == opened.dump)
    }

    @Test(
        "A file of which only the identity is known gives that, and says so",
        arguments: [
            ("UID", "holds no memory"), ("ISO14443-3A", "holds no memory"), ("ISO14443-4A", "holds no memory"),
            ("FeliCa", "beside the UID is not read here"), ("Mifare Plus", "beside the UID is not read here"),
        ])
    func identityOnly(type: String, words: String) throws {
        let opened = try open(
            "Filetype: Flipper NFC device\nVersion: 4\nDevice type: \(type)\nUID: 08 01 02 03\nATQA: 03 44\nSAK: 20\n"
                + "T0: 75\nTA(1): 77\nTB(1): 81\nTC(1): 02\nT1...Tk: 80\n")
        #expect(opened.dump.report.identity.uid == [8, 1, 2, 3])
        #expect(opened.dump.report.identity.ats == [0x06, 0x75, 0x77, 0x81, 0x02, 0x80])
        #expect(opened.dump.report.image == nil)
        #expect(opened.problems.contains { $0.contains(words) })
    }

    @Test("The lock byte that older files put before the security status is not taken for a block")
    func oldSecurityStatus() throws {
        let opened = try open(
            "Filetype: Flipper NFC device\nVersion: 3\nDevice type: ISO15693\nUID: E0 04 01 08 A1 B2 C3 D4\nBlock Count: 3\n"
                + "Block Size: 04\nData Content: 00 01 02 03 04 05 06 07 08 09 0A 0B\nSecurity Status: 02 00 01 00\n")
        #expect(opened.dump.report.protection?.lockedPages == [1])
        #expect(opened.dump.values.contains(NamedValue("AFI locked", "yes")))
        #expect(opened.dump.values.contains(NamedValue("DSFID locked", "no")))
    }

    @Test("A Type 4 Tag gives its message, with or without the length before it")
    func type4() throws {
        let head =
            "Filetype: Flipper NFC device\nVersion: 4\nDevice type: Type 4 Tag\nUID: 04 01 02 03 04 05 06\nATQA: 03 44\nSAK: 20\n"
        let message: [UInt8] = [0xD1, 0x01, 0x04, 0x55, 0x03, 0x61, 0x2E, 0x62]
        let hex = Hex.string(message, separator: " ")
        let bare = try open(head + "NDEF Data Size: 8\nNDEF Data: \(hex)\n")
        let whole = try open(head + "NDEF Data Size: 10\nNDEF Data: 00 08\nNDEF Data: \(hex)\n")
        #expect(bare.dump.report.ndef?.raw == message)
        #expect(whole.dump.report.ndef?.raw == message)
        #expect(whole.problems.isEmpty)
    }
}
