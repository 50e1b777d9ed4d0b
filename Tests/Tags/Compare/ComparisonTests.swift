import NDEF
import Testing

@testable import Tags

@Suite("Comparing tags")
struct ComparisonTests {
    /// A chip as delivered, with these pages in place of its own.
    private func report(
        _ chip: Type2Chip?, _ pages: [Int: String] = [:], unread: [Int] = [], uid: String = "04A1B2C3D4E5F6",
        provenance: Provenance = .reported
    ) throws -> TagReport {
        var image = TagImage(pageSize: 4, pageCount: chip?.pageCount ?? 45)
        for page in 0..<image.pageCount { image.set(page: page, to: [0, 0, 0, 0]) }
        let uid = try hex(uid)
        image.set(page: 0, to: Array(uid[0..<3]) + [try #require(UIDCheck.bcc0(uid))])
        image.set(page: 1, to: Array(uid[3..<7]))
        image.set(page: 2, to: [try #require(UIDCheck.bcc1(uid)), 0x48, 0, 0])
        image.set(page: 3, to: chip?.factoryPage3 ?? [0, 0, 0, 0])
        if let configuration = chip?.configuration {
            image.set(page: configuration.cfg0, to: configuration.factoryCFG0)
            image.set(page: configuration.cfg1, to: configuration.factoryCFG1)
        }
        for (page, bytes) in pages { image.set(page: page, to: try hex(bytes)) }
        for page in unread { image.markUnread(page: page, .writeOnly) }
        let identity = TagIdentity(
            uid: uid, type: .type2, chipName: chip?.name ?? "Type 2 tag", chip: chip, identifiedBy: "the test",
            provenance: provenance)
        return TagReader.report(identity: identity, image: image, authenticated: false)
    }

    private func meaning(_ chip: Type2Chip, _ page: Int, _ old: String, _ new: String) throws -> String? {
        let comparison = Comparison(a: try report(chip, [page: old]), b: try report(chip, [page: new]))
        #expect(comparison.differences.map(\.place) == [.page(page)])
        #expect(!comparison.same)
        return comparison.differences.first?.meaning
    }

    @Test("a tag is the same as itself, whatever chip it is", arguments: Type2Chip.all)
    func itself(chip: Type2Chip) throws {
        let report = try report(chip)
        let comparison = Comparison(a: report, b: report)
        #expect(comparison.same)
        #expect(comparison.differences.isEmpty && comparison.records.isEmpty && comparison.notices.isEmpty)
    }

    @Test("AUTH0 is explained by what it closes and opens")
    func auth0() throws {
        #expect(
            try meaning(.ntag213, 0x29, "040000FF", "04000004")
                == "AUTH0 FF -> 04: pages from 04 now need the password")
        #expect(
            try meaning(.ntag213, 0x29, "04000004", "040000FF")
                == "AUTH0 04 -> FF: no page needs the password any more")
        #expect(
            try meaning(.ntag213, 0x29, "04000010", "04000004")
                == "AUTH0 10 -> 04: pages 04-0F now need the password too")
        #expect(
            try meaning(.ntag213, 0x29, "04000004", "04000005")
                == "AUTH0 04 -> 05: page 04 no longer needs the password")
        #expect(
            try meaning(.ultralightC, 0x2A, "30000000", "04000000") == "AUTH0 30 -> 04: pages from 04 now need the key")
    }

    @Test("several settings of one page are told one by one, and reserved bits too")
    func settings() throws {
        #expect(
            try meaning(.ntag213, 0x2A, "00050000", "C7000000")
                == "PROT 0 -> 1: reading now needs the password too; CFGLCK 0 -> 1: the configuration is now frozen for good; "
                + "AUTHLIM 0 -> 7: at most 7 wrong passwords, then never again; reserved bits of byte 1 05 -> 00")
    }

    @Test("lock bits name the pages they close, and say where they are cleared")
    func locks() throws {
        #expect(try meaning(.ntag213, 2, "C9480000", "C9483000") == "pages 04-05 now locked for good")
        #expect(try meaning(.ntag213, 2, "C9483000", "C9480000") == "pages 04-05 locked in A only")
        #expect(
            try meaning(.ntag213, 2, "C9480000", "C9480200") == "the lock bits of pages 04-09 now frozen for good")
        #expect(try meaning(.ntag213, 0x28, "000000BD", "010000BD") == "pages 10-11 now locked for good")
        #expect(try meaning(.ntag213, 0x28, "000000BD", "00F000BD") == "reserved bits of byte 1 00 -> F0")
    }

    @Test(
        "every lock bit of every chip is explained by the pages that its table names",
        arguments: Type2Chip.all)
    func everyLockBit(chip: Type2Chip) throws {
        for (page, bit) in chip.lockBits {
            let before = try report(chip)
            guard var bytes = before.image?.page(page) else { continue }
            bytes[bit.byte] |= 1 << UInt8(bit.bit)
            let after = try report(chip, [page: Hex.string(bytes)])
            let meaning = Comparison(a: before, b: after).differences.first?.meaning ?? ""
            let words = bit.kind == .locks ? "locked for good" : "frozen for good"
            #expect(
                meaning.contains(words) && meaning.contains(Hex.address(bit.pages.lowerBound)),
                "\(chip.name): \(meaning)")
        }
    }

    @Test("the capability container is explained byte by byte")
    func container() throws {
        #expect(
            try meaning(.ntag213, 3, "E1101200", "E1103E0F")
                == "size of the data area 12 -> 3E: 144 -> 496 bytes; "
                + "access 00 -> 0F: reading is open, the message is now read-only")
        #expect(try meaning(.ultralight, 3, "00000000", "00000003") == "2 bits of the OTP bytes now set for good")
    }

    @Test("another UID is another tag: its pages differ, and a notice says so")
    func uid() throws {
        let comparison = Comparison(a: try report(.ntag213), b: try report(.ntag213, uid: "04E141124C2880"))
        #expect(comparison.differences.map(\.place) == [.page(0), .page(1), .page(2)])
        #expect(comparison.differences[1].meaning == "UID bytes 3-6 C3:D4:E5:F6 -> 12:4C:28:80")
        #expect(comparison.notices == ["another tag: UID 04:A1:B2:C3:D4:E5:F6 -> 04:E1:41:12:4C:28:80"])
    }

    @Test("what one side did not read is told, and is no difference")
    func unread() throws {
        let full = try report(.ntag213, [0x2B: "11223344", 0x2C: "55660000"])
        let tag = try report(.ntag213, unread: [0x2B, 0x2C])
        for (a, b, name) in [(full, tag, "B"), (tag, full, "A")] {
            let comparison = Comparison(a: a, b: b)
            #expect(comparison.same)
            #expect(comparison.notices == ["pages 2B-2C were not read in \(name) (it never reads back)"])
        }
        #expect(Comparison(a: tag, b: tag).notices == ["pages 2B-2C were read in neither (it never reads back)"])
    }

    @Test("a password that differs is not spelled out in the sentence")
    func password() throws {
        let words = try meaning(.ntag213, 0x2B, "11223344", "FFFFFFFF")
        #expect(words == "PWD differs")
    }

    @Test("different chips are compared as far as both go, and the rest is told")
    func chips() throws {
        let comparison = Comparison(a: try report(.ntag213), b: try report(.ntag215))
        #expect(comparison.differences.first?.place == .value("chip"))
        #expect(comparison.differences.first?.meaning == "another chip: A is an NTAG213, B an NTAG215")
        #expect(comparison.notices.contains("only B has pages 2D-86"))
        let guessed = Comparison(a: try report(.ntag213), b: try report(nil, provenance: .assumed))
        #expect(!guessed.differences.contains { $0.place == .value("chip") })
        #expect(guessed.notices.contains("A is an NTAG213, B a Type 2 tag, as far as known"))
    }

    @Test("a memory and files cannot be compared, nor pages of other sizes")
    func obstacles() throws {
        var card = TagReport(
            identity: TagIdentity(
                uid: [1, 2, 3, 4], type: .type4, chipName: "Type 4 tag", identifiedBy: "", provenance: .assumed))
        card.files = [
            TagFile(id: 0xE104, role: .message, size: 16, access: FileAccess(read: .free, write: .free))
        ]
        let refused = Comparison(a: try report(.ntag213), b: card)
        #expect(refused.obstacle == "A has a memory and B has files")
        #expect(!refused.same)
        var blocks = try report(.ntag213)
        blocks.image = TagImage(pageSize: 16, bytes: [UInt8](repeating: 0, count: 64))
        #expect(Comparison(a: blocks, b: try report(.ntag213)).obstacle == "A has pages of 16 bytes and B of 4")
        var vicinity = try report(.ntag213)
        vicinity.identity.type = .type5
        #expect(
            Comparison(a: vicinity, b: try report(.ntag213)).obstacle == "A is of NFC Forum Type 5 and B of Type 2")
    }

    @Test("counters, signatures and key versions are differences of their own")
    func values() throws {
        var (old, new) = (try report(.ntag213), try report(.ntag213))
        old.counters = [CounterState(number: 2, value: 17)]
        new.counters = [CounterState(number: 2, value: 0x010203)]
        old.signature = SignatureState(bytes: [1], valid: true, key: "NXP", verdict: "valid")
        new.signature = SignatureState(bytes: [0], valid: false, key: nil, verdict: "all bytes are zero")
        let comparison = Comparison(a: old, b: new)
        #expect(comparison.differences.map(\.place) == [.value("signature"), .value("counter 2")])
        #expect(comparison.differences[1].b == [0x03, 0x02, 0x01])
        #expect(comparison.differences[0].meaning == "signature valid -> not valid (all bytes are zero)")
        new.counters[0].value = nil
        #expect(Comparison(a: old, b: new).differences.map(\.place) == [.value("signature")])
    }

    @Test("user memory is told by what lies there, and the message by its records")
    func message() throws {
        // text "A" and text "B".
        let old = try report(.ntag215, [4: "0308D101", 5: "04540265", 6: "6E41FE00"])
        let new = try report(.ntag215, [4: "0308D101", 5: "04540265", 6: "6E42FE00"])
        let comparison = Comparison(a: old, b: new)
        #expect(comparison.differences.map(\.meaning) == ["NDEF message TLV"])
        #expect(comparison.differences.map(\.region) == ["user memory"])
        #expect(
            comparison.records.map(\.meaning)
                == [#"record 1 changed: text "A" (en, UTF-8) -> text "B" (en, UTF-8)"#])
    }

    @Test("the region of a page is the same whether pages before it were asked for or not")
    func regionSearch() throws {
        for chip in Type2Chip.all {
            var report = try report(chip, [4: "0103A00C", 5: "340308D1", 6: "01045402", 7: "656E41FE"])
            report.regions.append(
                MemoryRegion(kind: .mirror, bytes: 21..<35, label: "the UID shown in place of memory"))
            let pair = ComparedPair(a: report, b: report, names: ("A", "B"))
            var search = RegionSearch(pair: pair, pageSize: 4)
            for page in 0..<chip.pageCount {
                var fresh = RegionSearch(pair: pair, pageSize: 4)
                let (known, new) = (search.region(of: page), fresh.region(of: page))
                #expect(known.detail == new.detail && known.label == new.label && known.kind == new.kind)
            }
        }
    }

    @Test("pages of any size are compared, also where a file claims what no chip has", arguments: [1, 2, 3, 5, 16])
    func oddPages(size: Int) throws {
        var (old, new) = (try report(.ntag213), try report(.ntag213))
        old.image = TagImage(pageSize: size, bytes: [UInt8](repeating: 0, count: size * 50))
        new.image = TagImage(pageSize: size, bytes: [UInt8](repeating: 0xFF, count: size * 50))
        #expect(Comparison(a: old, b: new).differences.filter { $0.a?.count == size }.count == 50)
    }
}
