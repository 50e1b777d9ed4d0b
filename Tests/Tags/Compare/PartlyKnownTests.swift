import Testing

@testable import Tags

@Suite("Comparing what is known in part")
struct PartlyKnownTests {
    private func report(_ known: [Int: [UInt8?]]) -> TagReport {
        var image = TagImage(pageSize: 4, pageCount: 20)
        for page in 0..<20 {
            guard let bytes = known[page] else {
                image.set(page: page, to: [0, 0, 0, 0])
                continue
            }
            guard bytes.contains(where: { $0 != nil }) else { continue }
            image.set(page: page, to: bytes.map { $0 ?? 0 })
            for (index, byte) in bytes.enumerated() where byte == nil { image.markHole(at: page * 4 + index) }
        }
        return TagReader.report(
            identity: TagIdentity(
                uid: [4, 1, 2, 3, 4, 5, 6], type: .type2, chipName: "Type 2 tag", identifiedBy: "", provenance: .assumed
            ),
            image: image, authenticated: false)
    }

    private func notices(_ a: [Int: [UInt8?]], _ b: [Int: [UInt8?]]) -> [String] {
        let comparison = Comparison(a: report(a), b: report(b))
        #expect(comparison.same)
        return comparison.notices.filter { !$0.contains("message of") }
    }

    @Test("the bytes of a page that one side alone knows are told as bytes")
    func parts() {
        let part: [UInt8?] = [1, 2, nil, nil]
        let nothing: [UInt8?] = [nil, nil, nil, nil]
        #expect(
            notices([16: part], [16: nothing])
                == ["bytes 0-1 of page 10 are known in A only", "bytes 2-3 of page 10 are known in neither"])
        #expect(notices([16: part], [16: [1, 2, 3, 4]]) == ["bytes 2-3 of page 10 are known in B only"])
        #expect(
            notices([16: part, 18: part], [16: part, 18: part]) == ["bytes 2-3 of pages 10, 12 are known in neither"])
        #expect(
            notices([16: [1, nil, 3, nil]], [16: [nil, 2, 3, nil]]) == [
                "byte 0 of page 10 is known in A only", "byte 1 of page 10 is known in B only",
                "byte 3 of page 10 is known in neither",
            ])
        #expect(notices([16: nothing], [16: nothing]) == ["page 10 was read in neither"])
    }

    @Test("a byte that both know counts, whatever else of its page is not known")
    func difference() {
        let comparison = Comparison(a: report([16: [1, 2, nil, nil]]), b: report([16: [1, 9, nil, 4]]))
        #expect(comparison.differences.map(\.place) == [.page(16)])
    }

    @Test(
        "names that say only the kind of tag contradict no chip, and two words for one thing are the same",
        arguments: [
            ("Type 2 tag", "NTAG213", ChipNames.Relation.vaguer), ("ISO 15693 tag", "ICODE SLIX2", .vaguer),
            ("Type 4 tag", "NDEF message", .vaguer), ("UID", "ISO14443-3A", .same), ("Bank card", "EMV", .same),
            ("iso14443-3a", "ISO14443-3A", .same),
            ("ISO14443-3A", "ISO14443-4A", .vaguer),
            ("ISO14443-3A", "ISO14443-3B", .other), ("NTAG213", "NTAG215", .other),
            ("Ultralight", "Ultralight C", .other),
            ("MIFARE DESFire", "MIFARE DESFire EV1", .vaguer), ("MIFARE DESFire EV1", "MIFARE DESFire EV2", .other),
            ("NTAG 4xx DNA", "NTAG 424 DNA", .vaguer), ("NTAG213", "NTAG213", .same),
        ])
    func names(a: String, b: String, relation: ChipNames.Relation) {
        #expect(ChipNames.relation(a, b) == relation)
        #expect(ChipNames.relation(b, a) == relation)
    }
}
