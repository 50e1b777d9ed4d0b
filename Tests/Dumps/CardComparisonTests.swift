import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Comparing dumps of cards and of other programs")
struct CardComparisonTests {
    private static func desfire(_ file: ApplicationFile) -> Dump {
        Dump(
            report: TagReport(
                identity: TagIdentity(
                    uid: [4, 1, 2, 3, 4, 5, 6], type: .type4, chipName: "MIFARE DESFire", identifiedBy: "the file",
                    provenance: .derived, version: [4, 1, 1], sak: 0x20)),
            applications: [CardApplication(id: [0x53, 0x45, 0x31], settings: ["Max Keys: 01"], files: [file])],
            values: [NamedValue("ATQA", "03 44")])
    }

    @Test("why a file was not read is no setting, and no difference")
    func refusal() throws {
        let file = ApplicationFile(
            number: 0, kind: "standard", settings: ["plain"], size: 16, refusal: "Authentication error")
        let dump = Self.desfire(file)
        #expect(try Dump.open(try dump.encoded(as: .tagdesk).bytes).dump == dump)
        let flipper = try dump.encoded(as: .flipper)
        #expect(flipper.lost.contains { $0.hasPrefix("why ") && $0.hasSuffix("was not read") })
        let again = try Dump.open(flipper.bytes).dump
        let comparison = Comparison(a: dump, b: again)
        #expect(comparison.same, "\(comparison.differences)")
        #expect(
            comparison.notices.contains("file 0 of application 534531 was read in neither (Authentication error)"))
    }

    @Test("an application of one side is told with its files counted")
    func missing() throws {
        let file = ApplicationFile(number: 0, kind: "standard", content: [1])
        let dump = Self.desfire(file)
        var other = dump
        other.applications.append(CardApplication(id: [1, 2, 3], files: [file]))
        #expect(
            Comparison(a: dump, b: other).differences.map(\.meaning) == ["application 010203 with 1 file is in B only"])
    }

    @Test("a message of a card is the same message alone")
    func message() throws {
        let card = try Samples.card(seed: 3)
        let message = try Dump.open(try card.encoded(as: .ndef).bytes).dump
        let comparison = Comparison(a: card, b: message)
        #expect(comparison.same, "\(comparison.differences) \(comparison.obstacle ?? "")")
    }

    @Test("a memory without a chip's name is no other chip", arguments: [DumpFormat.eml, .raw])
    func bareMemory(format: DumpFormat) throws {
        let dump = Samples.type5(seed: 2, gaps: false)
        let comparison = Comparison(a: dump, b: try Dump.open(try dump.encoded(as: format).bytes).dump)
        #expect(comparison.same, "\(comparison.differences)")
        #expect(comparison.notices.contains { $0.contains("ISO 15693 tag") && $0.hasSuffix("as far as known") })
    }

    @Test("where nothing else was read the UIDs are compared, and that is said")
    func identities() throws {
        func card(_ uid: [UInt8], _ type: TagType, _ name: String) -> Dump {
            Dump(
                report: TagReport(
                    identity: TagIdentity(
                        uid: uid, type: type, chipName: name, identifiedBy: "the file", provenance: .derived)))
        }
        let a = card([4, 1, 2, 3, 4, 5, 6], .unknown, "UID")
        let same = Comparison(a: a, b: card([4, 1, 2, 3, 4, 5, 6], .type4, "ISO14443-4A"))
        #expect(same.same && same.obstacle == nil)
        #expect(same.notices.contains("A and B hold no content: only who the tag is was compared"))
        let other = Comparison(a: a, b: card([4, 1, 2, 3, 4, 5, 7], .unknown, "ISO14443-3A"))
        #expect(other.differences.map(\.place) == [.value("uid")])
        let tag = Samples.type2(.all[0], seed: 1)
        let half = Comparison(a: card(tag.report.identity.uid, .unknown, "UID"), b: tag)
        #expect(half.same)
        #expect(half.notices.contains("A holds no content: only who the tag is was compared"))
    }
}
