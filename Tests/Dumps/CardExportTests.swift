import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Putting a card into another format")
struct CardExportTests {
    private static func flipper(_ type: String, _ lines: String) throws -> Dump {
        let text = "Filetype: Flipper NFC device\nVersion: 4\nDevice type: \(type)\n\(lines)\n"
        return try Dump.open(Array(text.utf8)).dump
    }

    private static func lines(_ dump: Dump) throws -> [String] {
        String(decoding: try dump.encoded(as: .flipper).bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(
        "a Flipper file of a kind whose content is not read is refused, never written as another tag",
        arguments: [
            ("FeliCa", "UID: 29 9F FA 53 AB 75 87 6E\nBlocks total: 28"),
            ("Mifare Plus", "UID: 04 11 22 33 44 55 66\nATQA: 00 44\nSAK: 20\nMifare Plus size: 2K"),
            ("Bank card", "UID: 01 02 03 04\nATQA: 04 00\nSAK: 20\nName: X"),
            ("ST25TB", "UID: D0 02 1F 67 3C B2 65 56\nBlock 0: FF FF FF FF"),
        ])
    func unreadKinds(type: String, lines: String) throws {
        let dump = try Self.flipper(type, lines)
        let error = #expect(throws: DumpError.self) { try dump.encoded(as: .flipper) }
        #expect(error?.reason.contains("what a `\(type)` file holds beside the UID is not read here") == true)
        #expect(error?.advice == "Keep the original file.")
        // Our own format keeps all that is known, and says what it does not have.
        let own = try dump.encoded(as: .tagdesk)
        #expect(own.lost == ["what a `\(type)` file holds beside the UID, which is not read here"])
        let again = try Dump.open(own.bytes)
        #expect(again.dump == dump)
        #expect(again.problems == ["what a `\(type)` file holds beside the UID is not in this dump"])
    }

    @Test("a card of ISO 14443-3B is written as one", arguments: ["ISO14443-3B", "ISO14443-4B"])
    func kindB(type: String) throws {
        let dump = try Self.flipper(
            type, "UID: 30 1D B3 28\nApplication data: 00 12 34 FF\nProtocol info: 11 81 E1")
        let export = try dump.encoded(as: .flipper)
        #expect(export.lost.isEmpty)
        let again = try Dump.open(export.bytes).dump
        #expect(again == dump)
        #expect(!String(decoding: export.bytes, as: UTF8.self).contains("SAK:"))
        let bare = try Self.flipper(type, "UID: 30 1D B3 28")
        let error = #expect(throws: DumpError.self) { try bare.encoded(as: .flipper) }
        #expect(error?.reason.contains("Application data of this \(type) is not known") == true)
    }

    @Test("no SAK is invented: without it a card of unknown kind is refused, and a UID has 4, 7 or 10 bytes")
    func invented() throws {
        let noSAK = try Self.flipper("ISO14443-3A", "UID: 01 02 03 04\nATQA: 00 04")
        #expect(throws: DumpError.self) { try noSAK.encoded(as: .flipper) }
        let odd = try Self.flipper("UID", "UID: 01 02 03 04 05 06 07 08\nATQA: 00 04\nSAK: 08")
        let error = #expect(throws: DumpError.self) { try odd.encoded(as: .flipper) }
        #expect(error?.reason.contains("4, 7 or 10") == true)
    }

    @Test("what is assumed of a card is named with its values, ATS included")
    func assumed() throws {
        let export = try Self.flipper("ISO14443-4A", "UID: 04 48 6A 32 33 58 80").encoded(as: .flipper)
        #expect(String(decoding: export.bytes, as: UTF8.self).contains("Device type: ISO14443-4A\n"))
        #expect(export.lost.contains { $0.contains("ATQA and SAK were not read: Flipper gets the usual 03 44 and 20") })
        #expect(export.lost.contains { $0.contains("(ATS) was not read") })
    }

    @Test("a DESFire of which only version and identity are known stays one, without them it is named")
    func desfire() throws {
        var identity = TagIdentity(
            uid: [4, 1, 2, 3, 4, 5, 6], type: .type4, chipName: "MIFARE DESFire EV1", identifiedBy: "the report",
            provenance: .derived,
            version: Hex.bytes("04010101001A0504010101031A050401020304050611223344550510"))
        let known = try Self.lines(Dump(report: TagReport(identity: identity)))
        #expect(known.contains("Device type: Mifare DESFire") && known.contains("SAK: 20"))
        identity.version = nil
        let export = try Dump(report: TagReport(identity: identity)).encoded(as: .flipper)
        let text = String(decoding: export.bytes, as: UTF8.self)
        #expect(text.contains("Device type: ISO14443-4A\n") && text.contains("SAK: 20\n"))
        #expect(export.lost.contains("that the card is MIFARE DESFire EV1: the file says ISO14443-4A"))
    }

    @Test("what has no bytes of its own says why it is not raw")
    func raw() throws {
        let dump = Dump(
            report: TagReport(
                identity: TagIdentity(
                    uid: [4, 1, 2, 3, 4, 5, 6], type: .type4, chipName: "MIFARE DESFire", identifiedBy: "the file",
                    provenance: .derived)),
            applications: [
                CardApplication(
                    id: [1, 2, 3],
                    files: [
                        ApplicationFile(number: 1, kind: "standard", content: [1]),
                        ApplicationFile(number: 2, kind: "backup", content: [2]),
                    ])
            ])
        let error = #expect(throws: DumpError.self) { try dump.encoded(as: .raw) }
        #expect(
            error?.reason
                == "raw is one memory, and this card has applications: the dump holds the content of 2 files in 1 application"
        )
        let json = #expect(throws: DumpError.self) { try dump.encoded(as: .proxmarkJSON) }
        #expect(json?.reason.contains("has no place") == false)
    }

    @Test("a MIFARE Classic keeps its UID in every format that keeps block 00, and is written for Proxmark3")
    func classic() throws {
        let dump = Samples.classic(seed: 2, gaps: false)
        for format in [DumpFormat.raw, .eml, .proxmarkBinary, .proxmarkJSON] {
            let export = try dump.encoded(as: format)
            #expect(!export.lost.contains("the UID"), "\(format)")
            #expect(try Dump.open(export.bytes).dump.report.identity.uid == dump.report.identity.uid)
        }
        let partial = Samples.classic(seed: 4, gaps: true)
        let export = try partial.encoded(as: .proxmarkJSON)
        #expect(export.lost.contains("that block 14 was not read: zeros are written there"))
        let trailers = "07, 0F, 17, 1F, 27, 2F, 37, 3F"
        #expect(export.lost.contains("that bytes 0-5 of blocks \(trailers) were not read: zeros are written there"))
    }
}

@Suite("Pages that are known in part")
struct PartlyKnownPageTests {
    /// An NTAG213 whose CFG1 is known in its first two bytes, with nothing known behind.
    private static func dump(_ page: Int) throws -> Dump {
        let chip = try #require(Type2Chip.named("NTAG213"))
        var dump = Samples.type2(chip, seed: 5, gaps: false)
        var image = try #require(dump.report.image)
        image.set(page: page, to: [0xC7, 0x05, 0, 0])
        for index in 2..<4 { image.markHole(at: page * 4 + index) }
        for secret in [0x2B, 0x2C] { image.markUnread(page: secret, .writeOnly) }
        dump.report = TagReader.report(identity: dump.report.identity, image: image, authenticated: false)
        return dump
    }

    @Test(
        "keep their known bytes where the format has room for them, and the others are named",
        arguments: [DumpFormat.flipper, .proxmarkBinary, .proxmarkJSON, .eml, .raw], [0x10, 0x2A])
    func bytes(format: DumpFormat, page: Int) throws {
        let export = try Self.dump(page).encoded(as: format)
        let words = Hex.address(page)
        #expect(export.lost.contains("that bytes 2-3 of page \(words) were not read: zeros are written there"))
        #expect(!export.lost.contains { $0.contains("page \(words) was not read") })
        #expect(try Dump.open(export.bytes).dump.report.image?.page(page) == [0xC7, 0x05, 0, 0])
    }

    @Test("decide the locks whose bits are among the known bytes")
    func locks() throws {
        let chip = try #require(Type2Chip.named("NTAG213"))
        let lock = try #require(chip.dynamicLock).page
        var image = try #require(Samples.type2(chip, seed: 5, gaps: false).report.image)
        image.set(page: 2, to: [0, 0, 0, 0])
        image.set(page: lock, to: [0x01, 0, 0, 0])
        for index in 3..<4 { image.markHole(at: lock * 4 + index) }
        let identity = Samples.type2(chip, seed: 5).report.identity
        let state = try #require(TagReader.report(identity: identity, image: image, authenticated: false).protection)
        #expect(state.lockedPages == [0x10, 0x11])
        #expect(state.undecidedPages.isEmpty && state.unreadLockPages.isEmpty)
    }
}
