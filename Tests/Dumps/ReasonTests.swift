import Tags
import Testing

@testable import Dumps

/// Why something is not known: what the file says of it, and nothing more.
@Suite("What a file does not hold")
struct ReasonTests {
    private func open(_ text: String) throws -> OpenedDump { try Dump.open(Array(text.utf8)) }

    // MARK: - Pages and blocks

    @Test("is not in the file where it has no such page, and unread by its word where it says so")
    func flipper() throws {
        func file(_ read: Int, _ pages: String) -> String {
            """
            Filetype: Flipper NFC device
            Version: 4
            Device type: NTAG/Ultralight
            UID: 04 A1 B2 C3 D4 E5 F6
            NTAG/Ultralight type: NTAG213
            Pages total: 45
            Pages read: \(read)
            Page 0: 04 A1 B2 9F
            Page 1: C3 D4 E5 F6
            Page 2: 04 48 00 00
            Page 3: E1 10 12 00
            \(pages)
            """
        }
        let left = try #require(try open(file(45, "Page 6: 01 02 03 04")).dump.report.image)
        #expect(left.state(of: 5) == .unread(.notInFile))
        #expect(left.state(of: 6) == .known)
        #expect(left.state(of: 43) == .unread(.writeOnly))
        let told = try open(file(4, "Page 4: 00 00 00 00"))
        let image = try #require(told.dump.report.image)
        #expect(image.state(of: 4) == .unread(.unreadInFile))
        #expect(image.state(of: 44) == .unread(.writeOnly))
        #expect(told.problems.contains { $0.contains("were not read") })
    }

    @Test("is told of a Metrodroid scan by what the scan says")
    func metrodroid() throws {
        let pages = ["04A1B29F", "C3D4E5F6", "04480000", "E1100600"].map { "{\"data\":\"\($0)\"}" }
        let rest = ["{\"data\":null}", "{\"isUnauthorized\":true}"]
        let list = (pages + rest).joined(separator: ",")
        let text =
            "{\"tagId\":\"04A1B2C3D4E5F6\",\"mifareUltralight\":{\"cardModel\":\"EV1_MF0UL11\",\"pages\":[\(list)]}}"
        let image = try #require(try open(text).dump.report.image)
        #expect(image.state(of: 4) == .unread(.unreadInFile))
        #expect(image.state(of: 5) == .unread(.protected))
        #expect(image.state(of: 6) == .unread(.notInFile))
    }

    @Test("is unread, and not zeros, where a dump of an ISO 15693 tag leaves out blocks")
    func vicinity() throws {
        let text =
            "{\"Created\":\"proxmark3\",\"FileType\":\"15693 v4\",\"Card\":{\"uid\":\"08070605040302E0\","
            + "\"bytesperpage\":\"04\",\"pagescount\":\"05\"},\"blocks\":{\"0\":\"E1400100\",\"3\":\"01020304\"}}"
        let opened = try open(text)
        let image = try #require(opened.dump.report.image)
        #expect(image.page(3) == [1, 2, 3, 4])
        #expect([1, 2, 4].allSatisfy { image.state(of: $0) == .unread(.notInFile) })
        #expect(opened.problems.contains { $0.hasSuffix("leaves out blocks 01-02, 04") })
    }

    @Test("does not end a TagInfo report of an ISO 15693 tag: what stands behind a gap counts")
    func tagInfo() throws {
        let text = """
            ** TagInfo scan (version 4.23) 2019-01-01 10:00:00 **
            # Detailed protocol information:
            ID: E0:04:01:08:01:02:03:04
            # Memory content:
            [00] .  E1 40 0E 01
            [01] .  -- -- -- --
            [03] .  01 02 03 04
            """
        let image = try #require(try open(text).dump.report.image)
        #expect(image.page(3) == [1, 2, 3, 4])
        #expect(image.state(of: 1) == .unread(.unreadInFile))
        #expect(image.state(of: 2) == .unread(.notInFile))
    }

    @Test("keeps its reason in our own format, whatever it is")
    func kept() throws {
        for (word, reason) in OwnFormat.reasons {
            #expect(OwnFormat.word(reason) == word)
            #expect(OwnFormat.reason(word) == reason)
        }
        #expect(Set(OwnFormat.reasons.map(\.word)).count == OwnFormat.reasons.count)
    }

    // MARK: - Which MIFARE Classic

    /// A file of MIFARE Classic Tool with these sectors; block 00 as given.
    private func sectors(_ numbers: [Int], block0: String) throws -> OpenedDump {
        let lines = numbers.flatMap { number -> [String] in
            let first = number == 0 ? block0 : String(repeating: "0", count: 32)
            return ["+Sector: \(number)", first]
                + [
                    String(repeating: "0", count: 32), String(repeating: "0", count: 32),
                    "FFFFFFFFFFFFFF078069FFFFFFFFFFFF",
                ]
        }
        return try open(lines.joined(separator: "\n"))
    }

    @Test(
        "says nothing of the size of a card: what block 00 says counts",
        arguments: [
            // UID of four bytes and its check byte, SAK, ATQA as it travels.
            ("0102030404" + "080400" + "6263646566676869", "MIFARE Classic 1K", 64),
            ("0102030404" + "880400" + "6263646566676869", "MIFARE Classic 1K", 64),
            ("0102030404" + "180200" + "6263646566676869", "MIFARE Classic 4K", 256),
            ("0102030404" + "980200" + "6263646566676869", "MIFARE Classic 4K", 256),
            ("0102030404" + "090400" + "6263646566676869", "MIFARE Mini", 20),
            // UID of seven bytes.
            ("04A1B2C3D4E5F6" + "084400" + "C82000000000", "MIFARE Classic 1K", 64),
            ("04A1B2C3D4E5F6" + "184200" + "C82000000000", "MIFARE Classic 4K", 256),
        ])
    func blockZero(block0: String, name: String, blocks: Int) throws {
        let opened = try sectors([0, 1], block0: block0)
        let identity = opened.dump.report.identity
        #expect(identity.chipName == name)
        #expect(identity.provenance == .derived)
        #expect(identity.identifiedBy.hasPrefix("SAK ") && identity.identifiedBy.hasSuffix(" in block 00"))
        let image = try #require(opened.dump.report.image)
        #expect(image.pageCount == blocks)
        #expect(image.state(of: blocks - 1) == .unread(.notInFile))
        #expect(opened.problems.contains { $0.contains("does not hold blocks 08-") })
    }

    @Test("is assumed where nothing says it, and that is said", arguments: [[0, 1], [0, 1, 2, 3, 4], [3]])
    func assumed(numbers: [Int]) throws {
        let opened = try sectors(numbers, block0: "0102030404" + "FFFFFF" + "6263646566676869")
        #expect(opened.dump.report.identity.chipName == "MIFARE Mini")
        #expect(opened.dump.report.identity.provenance == .assumed)
        #expect(opened.problems.contains { $0.contains("MIFARE Mini is assumed") })
        let again = try Dump.open(try opened.dump.encoded(as: .tagdesk).bytes)
        #expect(again.problems.contains { $0.contains("MIFARE Mini is assumed") })
    }

    @Test("cannot be more than the card that block 00 names: what is there counts, and the contradiction is told")
    func contradiction() throws {
        let opened = try sectors([0, 20], block0: "0102030404" + "080400" + "6263646566676869")
        #expect(opened.dump.report.identity.chipName == "MIFARE Classic 2K")
        #expect(opened.problems.contains { $0.contains("are those of MIFARE Classic 1K, but") })
    }
}

/// Zeros that may stand for what was not read.
@Suite("Zeros in a file that cannot say what was not read")
struct DoubtTests {
    private func ntag213(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = [0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5, 0xF6, 0x04, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0]
        bytes += [0x03, 0x00, 0xFE, 0x00] + [UInt8](repeating: 0, count: 35 * 4) + [0, 0, 0, 0xBD]
        bytes += [4, 0, 0, 0xFF, 0, 5, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0]
        change(&bytes)
        return bytes
    }

    @Test("are told where the chip itself contradicts them, and nowhere else")
    func type2() throws {
        #expect(try Dump.open(ntag213 { _ in }).problems.allSatisfy { !$0.contains("zero") })
        let configuration = try Dump.open(ntag213 { $0.replaceSubrange(164..<168, with: [0, 0, 0, 0]) })
        #expect(configuration.problems.contains { $0.hasPrefix("page 29, of the configuration, is zero: AUTH0 00") })
        let tail = try Dump.open(ntag213 { $0.replaceSubrange(100..<180, with: [UInt8](repeating: 0, count: 80)) })
        #expect(
            tail.problems.contains { $0.hasPrefix("all from page 05 on is zero, with the configuration in page 29") })
        #expect(tail.problems.contains { $0.hasPrefix("page 2B holds the password 00 00 00 00") })
    }

    @Test("are told of page 03 where the chip was delivered with bits that nothing clears")
    func container() throws {
        var named = try Dump.open(ntag213 { _ in }).dump
        named.report.identity.version = Type2Chip.named("NTAG213")?.versions.first
        let file = try named.encoded(as: .proxmarkBinary).bytes
        #expect(try Dump.open(file).problems.allSatisfy { !$0.hasPrefix("page 03") })
        var zeroed = file
        zeroed.replaceSubrange(56 + 12..<56 + 16, with: [0, 0, 0, 0])
        #expect(try Dump.open(zeroed).problems.contains { $0.hasPrefix("page 03 is zero, though an NTAG213") })
    }

    @Test("are told of the trailers of a MIFARE Classic, and unsound access bits apart from them")
    func classic() throws {
        let trailer =
            [UInt8](repeating: 0xFF, count: 6) + [0xFF, 0x07, 0x80, 0x69] + [UInt8](repeating: 0xFF, count: 6)
        var bytes = [UInt8](repeating: 0, count: 1024)
        bytes.replaceSubrange(0..<8, with: [1, 2, 3, 4, 4, 8, 4, 0])
        for sector in 0..<16 { bytes.replaceSubrange(sector * 64 + 48..<sector * 64 + 64, with: trailer) }
        #expect(try Dump.open(bytes).problems.isEmpty)
        bytes.replaceSubrange(112..<128, with: [UInt8](repeating: 0, count: 16))
        bytes[3 * 64 + 48 + 7] = 0x06
        let problems = try Dump.open(bytes).problems
        #expect(problems.contains { $0.hasPrefix("block 07 hold") && $0.contains("zeros") })
        #expect(problems.contains { $0.hasPrefix("the access bits in block 0F contradict") })
    }

    @Test("stay told in our own format, and are none where this program read them")
    func kept() throws {
        let opened = try Dump.open(ntag213 { $0.replaceSubrange(164..<168, with: [0, 0, 0, 0]) })
        var dump = opened.dump
        func doubts(_ dump: Dump) throws -> Bool {
            try Dump.open(try dump.encoded(as: .tagdesk).bytes).problems.contains { $0.contains("page 29") }
        }
        #expect(try doubts(dump))
        dump.origin.program = Dump.ownProgram
        #expect(try !doubts(dump))
    }
}

@Suite("A dump that was edited")
struct EditedDumpTests {
    private func opened() throws -> OpenedDump {
        var bytes: [UInt8] = [0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5, 0xF6, 0x00, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0]
        bytes +=
            [UInt8](repeating: 0, count: 36 * 4) + [0, 0, 0, 0xBD] + [
                4, 0, 0, 0x2C, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            ]
        return try Dump.open(bytes)
    }

    private func edited(_ change: (inout TagImage) -> Void) throws -> OpenedDump {
        let opened = try opened()
        var image = try #require(opened.dump.report.image)
        change(&image)
        return opened.edited(to: opened.dump.report.with(image: image))
    }

    @Test("has the problems and findings of what is in it now, and none of what it was")
    func problems() throws {
        let before = try opened()
        #expect(before.problems.contains { $0.hasPrefix("BCC1") })
        #expect(before.problems.contains { $0.hasPrefix("page 2B holds the password") })
        #expect(before.dump.report.findings.contains { $0.sentence.hasPrefix("AUTH0 lies after") })
        let after = try edited { image in
            image.set(page: 2, to: [0x04, 0x48, 0, 0])
            image.set(page: 0x29, to: [4, 0, 0, 0xFF])
            image.set(page: 0x2B, to: [1, 2, 3, 4])
        }
        #expect(after.problems.isEmpty)
        #expect(after.dump.report.findings.isEmpty)
        #expect(after.format == .tagdesk)
        let again = try Dump.open(try after.dump.encoded(as: .tagdesk).bytes)
        #expect(again.dump == after.dump)
        let worse = try edited { $0.set(page: 2, to: [0x05, 0x48, 0, 0]) }
        #expect(worse.problems.contains { $0.hasPrefix("BCC1 does not match UID: 05h stored") })
    }

    @Test("has the UID of its pages where those were edited")
    func uid() throws {
        let after = try edited { image in
            image.set(page: 0, to: [0x04, 0x01, 0x02, 0x8F])
            image.set(page: 1, to: [3, 4, 5, 6])
            image.set(page: 2, to: [0x04, 0x48, 0, 0])
        }
        #expect(after.dump.report.identity.uid == [4, 1, 2, 3, 4, 5, 6])
        #expect(after.dump.report.findings.allSatisfy { !$0.sentence.contains("the reader sees another") })
    }

    @Test("keeps what is locked on a tag of blocks")
    func locks() throws {
        let dump = Samples.type5(seed: 3, gaps: false)
        let image = try #require(dump.report.image)
        #expect(dump.report.with(image: image).protection?.lockedPages == [0, 7, 79])
    }
}
