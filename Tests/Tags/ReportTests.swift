import Testing

@testable import Tags

@Suite("What a memory says")
struct ReportTests {
    private func report(_ chip: Type2Chip?, _ pages: [Int: String], authenticated: Bool = false) throws -> TagReport {
        var image = TagImage(pageSize: 4, pageCount: chip?.pageCount ?? 45)
        for page in 0..<image.pageCount { image.set(page: page, to: [0, 0, 0, 0]) }
        image.set(page: 0, to: try hex("04A1B29F"))
        image.set(page: 1, to: try hex("C3D4E5F6"))
        image.set(page: 2, to: try hex("04480000"))
        image.set(page: 3, to: chip?.factoryPage3 ?? [0, 0, 0, 0])
        if let configuration = chip?.configuration {
            image.set(page: configuration.cfg0, to: configuration.factoryCFG0)
            image.set(page: configuration.cfg1, to: configuration.factoryCFG1)
        }
        for (page, bytes) in pages { image.set(page: page, to: try hex(bytes)) }
        let identity = TagIdentity(
            uid: try hex("04A1B2C3D4E5F6"), type: .type2, chipName: chip?.name ?? "Type 2 tag", chip: chip,
            identifiedBy: "the test", provenance: .reported)
        return TagReader.report(identity: identity, image: image, authenticated: authenticated)
    }

    @Test("capacity is a sum that a person can check")
    func capacity() throws {
        let ntag213 = try report(.ntag213, [4: "0103A00C", 5: "340300FE"]).ndef
        #expect(ntag213?.state == .empty)
        #expect(
            ntag213?.capacity
                == Capacity(
                    maximum: 137, used: 0, provenance: .derived,
                    how: "CC 12h x 8 = 144, less the lock control TLV (5) and the NDEF TLV head (2)"))
        let ntag216 = try report(.ntag216, [4: "0300FE00"]).ndef?.capacity
        #expect(ntag216?.maximum == 868)
        #expect(ntag216?.how == "CC 6Dh x 8 = 872, less the NDEF TLV head (4)")
        let wrong = try report(.ntag215, [3: "E1108700", 4: "0300FE00"]).ndef?.capacity
        #expect(wrong?.maximum == 500)
        #expect(
            wrong?.how
                == "NTAG215 has 504 bytes of user memory (CC 87h x 8 = 1080), less the NDEF TLV head (4)")
        let blank = try report(.ultralight, [:]).ndef
        #expect(blank?.state == .unformatted)
        #expect(blank?.capacity?.maximum == 46)
        #expect(blank?.capacity?.provenance == .assumed)
    }

    @Test("a length of 255 and more costs two more bytes", arguments: [(32, 254), (33, 260)])
    func headOfFour(size: Int, maximum: Int) throws {
        // 256 bytes: 254 with a head of two; 264 bytes: 260 with a head of four.
        let state = try report(.ntag215, [3: "E110\(Hex.address(size))00", 4: "0300FE00"]).ndef
        #expect(state?.capacity?.maximum == maximum)
    }

    @Test("a page that is needed and was not read makes the message protected, never wrong", arguments: 3..<8)
    func unreadPage(page: Int) throws {
        var image = try #require(try report(.ntag213, [4: "0310D101", 5: "0C550465", 8: "0000FE00"]).image)
        image.markUnread(page: page, .protected)
        let state = NDEFState(chip: .ntag213, image: image)
        #expect(state.state == .protected)
        #expect(state.problems.first?.contains("page 0\(page)") == true)
    }

    @Test("a page behind the message does not matter")
    func unreadBehind() throws {
        var image = try #require(try report(.ntag213, [4: "0303D000", 5: "00FE0000"]).image)
        image.markUnread(page: 6, .protected)
        #expect(NDEFState(chip: .ntag213, image: image).state == .message)
    }

    @Test("AUTH0, PROT and the rest are where the layout says", arguments: ["NTAG213", "NTAG215", "NTAG216"])
    func settings(name: String) throws {
        let chip = try #require(Type2Chip.named(name))
        let cfg0 = try #require(chip.configuration?.cfg0)
        let open = try #require(try report(chip, [:]).protection)
        #expect(open.passwordProtects == .nothing)
        #expect(open.auth0 == 0xFF)
        #expect(open.counterEnabled == false)
        #expect(open.strongModulation == true)
        let closed = try #require(
            try report(chip, [cfg0: "00000004", cfg0 + 1: "DB050000"], authenticated: true).protection)
        #expect(closed.auth0 == 4)
        #expect(closed.passwordProtects == .readWrite)
        #expect(closed.configurationLocked == true)
        #expect(closed.authLimit == 3)
        #expect(closed.counterEnabled == true)
        #expect(closed.counterProtected == true)
        #expect(closed.strongModulation == false)
        #expect(closed.authenticated)
        let write = try #require(try report(chip, [cfg0: "00000004"]).protection)
        #expect(write.passwordProtects == .write)
    }

    @Test(
        "AUTH1 of an Ultralight C is not upside down",
        arguments: [("00", ProtectionState.Guards.readWrite), ("01", .write)])
    func auth1(bits: String, guards: ProtectionState.Guards) throws {
        let state = try report(.ultralightC, [0x2A: "05000000", 0x2B: bits + "000000"]).protection
        #expect(state?.auth0 == 5)
        #expect(state?.passwordProtects == guards)
        let open = try report(.ultralightC, [0x2A: "30000000"]).protection
        #expect(open?.passwordProtects == .nothing)
    }

    @Test("every lock bit closes its pages and no others", arguments: Type2Chip.all.map(\.name))
    func lockBits(name: String) throws {
        let chip = try #require(Type2Chip.named(name))
        for (page, lock) in chip.lockBits {
            var bytes: [UInt8] = page == 2 ? [0x04, 0x48, 0, 0] : [0, 0, 0, 0]
            bytes[lock.byte] |= 1 << UInt8(lock.bit)
            let state = try #require(try report(chip, [page: Hex.string(bytes)]).protection)
            #expect(state.lockedPages == (lock.kind == .locks ? Array(lock.pages) : []))
            #expect(state.frozenPages == (lock.kind == .freezes ? Array(lock.pages) : []))
            #expect(state.permanentlyReadOnly == false)
        }
    }

    @Test("all user pages locked is read-only for good, one left open is not")
    func readOnly() throws {
        let all = try report(.ntag213, [2: "0448F8FF", 0x28: "FF0F00BD"]).protection
        #expect(all?.permanentlyReadOnly == true)
        let almost = try report(.ntag213, [2: "0448F8FF", 0x28: "FF0700BD"]).protection
        #expect(almost?.permanentlyReadOnly == false)
        let container = try report(.ntag213, [3: "E110120F"]).protection
        #expect(container?.ccReadOnly == true)
    }

    @Test("the capability container of an unknown chip is taken at its word, as far as there are bytes")
    func unknownChip() throws {
        let report = try report(nil, [3: "E1101200", 4: "0303D000", 5: "00FE0000"])
        #expect(report.ndef?.state == .message)
        #expect(report.ndef?.capacity?.maximum == 142)
        #expect(report.regions.map(\.kind) == [.uid, .internal, .staticLock, .capabilityContainer, .user])
    }

    @Test("regions cover every byte of a chip once", arguments: Type2Chip.all.map(\.name))
    func regions(name: String) throws {
        let chip = try #require(Type2Chip.named(name))
        let regions = try report(chip, [:]).regions
        #expect(regions.map(\.bytes.count).reduce(0, +) == chip.pageCount * 4)
        var end = 0
        for region in regions {
            #expect(region.bytes.lowerBound == end)
            end = region.bytes.upperBound
        }
    }

    @Test("a copy that gives itself away by its UID is called one")
    func copies() throws {
        let identity = TagIdentity(
            uid: try hex("1D424AB9950000"), type: .type2, chipName: "NTAG213", chip: .ntag213,
            identifiedBy: "GET_VERSION",
            provenance: .reported, version: try hex("0004040201000F03"))
        let image = TagImage(pageSize: 4, pageCount: 45)
        let findings = TagReader.report(identity: identity, image: image, authenticated: false).findings
        #expect(findings.contains { $0.sentence.contains("Fudan") && $0.weight == .warning })
    }

    @Test("protection is said in words")
    func words() throws {
        #expect(try report(.ntag213, [:]).protectionLines == ["no page is locked", "no password needed"])
        #expect(
            try report(.ntag213, [2: "0448F000", 0x29: "04000004", 0x2A: "43050000"]).protectionLines == [
                "locked for good: pages 04-07", "password needed to write from page 04",
                "at most 3 wrong passwords in all (AUTHLIM), then the protected pages are lost",
                "configuration frozen for good (CFGLCK)",
            ])
        #expect(
            try report(.ultralightC, [0x2A: "05000000"]).protectionLines == [
                "no page is locked", "key needed to read and write from page 05",
            ])
        #expect(try report(.ultralight, [:]).protectionLines == ["no page is locked"])
    }
}

@Suite("The byte under the cursor")
struct ByteExplanationTests {
    private func report() throws -> TagReport {
        var memory = [UInt8](repeating: 0, count: 180)
        memory.replaceSubrange(0..<16, with: try hex("04A1B29FC3D4E5F60448100FE1101200"))
        memory.replaceSubrange(16..<37, with: try hex("0103A00C340310D1010C55046578616D706C652E63"))
        memory.replaceSubrange(37..<40, with: try hex("6F6DFE"))
        memory.replaceSubrange(160..<176, with: try hex("010020BD54000F0443050000") + [0, 0, 0, 0])
        let identity = TagIdentity(
            uid: try hex("04A1B2C3D4E5F6"), type: .type2, chipName: "NTAG213", chip: .ntag213, identifiedBy: "the test",
            provenance: .reported)
        var image = TagImage(pageSize: 4, bytes: memory)
        image.markUnread(page: 0x2B, .writeOnly)
        return TagReader.report(identity: identity, image: image, authenticated: false)
    }

    static let sentences: [(Int, String)] = [
        (0, "page 00 byte 0: 04h = 4, UID byte 0"),
        (3, "page 00 byte 3: 9Fh = 159, BCC0: 88h exclusive-or UID bytes 0-2"),
        (4, "page 01 byte 0: C3h = 195, UID byte 3"),
        (10, "page 02 byte 2: 10h = 16, static lock bytes: page 04 locked for good"),
        (12, "page 03 byte 0: E1h = 225, capability container: NDEF magic number"),
        (14, "page 03 byte 2: 12h = 18, capability container: size of the data area: 12h x 8 = 144 bytes"),
        (16, "page 04 byte 0: 01h = 1, lock control TLV: its type byte"),
        (19, "page 04 byte 3: 0Ch = 12, Lock Control: page 28, 12 bits, 8 bytes a bit: number of lock bits"),
        (22, "page 05 byte 2: 10h = 16, NDEF message TLV: length of the message"),
        (
            23,
            "page 05 byte 3: D1h = 209, record 1 of 1: header, TNF 1 well known, MB first record, ME last record, SR short"
        ),
        (25, "page 06 byte 1: 0Ch = 12, record 1 of 1: length of the payload"),
        (26, "page 06 byte 2: 55h = 85, record 1 of 1: type, byte 0"),
        (27, "page 06 byte 3: 04h = 4, record 1 of 1: payload, byte 0 (uri)"),
        (39, "page 09 byte 3: FEh = 254, terminator TLV"),
        (40, "page 0A byte 0: 00h = 0, user memory"),
        (160, "page 28 byte 0: 01h = 1, dynamic lock bytes: pages 10-11 locked for good"),
        (163, "page 28 byte 3: BDh = 189, reads BDh on this chip"),
        (167, "page 29 byte 3: 04h = 4, CFG0, AUTH0: pages from 04 on are protected"),
        (172, "page 2B byte 0: PWD; not read: it never reads back"),
        (-1, "outside the memory"), (180, "outside the memory"),
    ]

    @Test("has a sentence with place, value and meaning", arguments: sentences)
    func sentence(offset: Int, sentence: String) throws {
        #expect(ByteExplanation.explain(offset: offset, in: try report()).sentence == sentence)
    }

    @Test("a byte that a mirror covers says so")
    func mirror() throws {
        let explanation = ByteExplanation.explain(offset: 0x0F * 4 + 1, in: try report())
        #expect(explanation.sentence.contains("shown by the mirror (UID as ASCII)"))
    }

    @Test("lock bits are named one by one and cannot be taken back")
    func lockBits() throws {
        let bits = ByteExplanation.explain(offset: 10, in: try report()).bits
        #expect(bits.map(\.bit) == [7, 6, 5, 4, 3, 2, 1, 0])
        #expect(bits.map(\.name) == ["L7", "L6", "L5", "L4", "LCC", "BL 10-15", "BL 4-9", "BL CC"])
        #expect(bits.filter(\.value).map(\.name) == ["L4"])
        #expect(bits.map(\.irreversible).allSatisfy { $0 })
    }

    @Test("of the configuration only CFGLCK cannot be taken back")
    func accessBits() throws {
        let bits = ByteExplanation.explain(offset: 168, in: try report()).bits
        #expect(
            bits.map(\.name) == [
                "PROT", "CFGLCK", "RFUI", "NFC_CNT_EN", "NFC_CNT_PWD_PROT", "AUTHLIM 2", "AUTHLIM 1", "AUTHLIM 0",
            ])
        #expect(bits.filter(\.irreversible).map(\.name) == ["CFGLCK"])
        #expect(bits[1].meaning == "the configuration is frozen for good")
    }
}
