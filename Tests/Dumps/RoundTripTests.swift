import NDEF
import Tags
import Testing

@testable import Dumps

/// A chip with a name that fits in the list of tests.
struct NamedChip: CustomTestStringConvertible, Sendable {
    let chip: Type2Chip
    var testDescription: String { chip.name }
    static let all = Type2Chip.all.map(NamedChip.init)
}

@Suite("A dump that was exported and opened again")
struct RoundTripTests {
    static let formats: [DumpFormat] = [.tagdesk, .flipper, .proxmarkBinary, .proxmarkJSON, .eml, .raw]

    @Test(
        "has what it had, less what the format was said to lose: Type 2",
        arguments: NamedChip.all, formats)
    func type2(named: NamedChip, format: DumpFormat) throws {
        for seed in 1...4 {
            let dump = Samples.type2(named.chip, seed: UInt64(seed), gaps: seed > 2)
            let export: DumpExport
            do throws(DumpError) {
                export = try dump.encoded(as: format)
            } catch {
                // Chips that a format does not know are refused with words, never written as another chip.
                #expect(format == .flipper && FlipperType2.of(named.chip) == nil, "\(error.reason)")
                return
            }
            let opened = try Dump.open(export.bytes)
            #expect(opened.format == format)
            try compare(dump, opened.dump, export.lost)
            let keepsAll = format == .tagdesk
            #expect(export.lost.isEmpty == keepsAll)
        }
    }

    @Test("has what it had, less what the format was said to lose: Type 5", arguments: formats, 1...12)
    func type5(format: DumpFormat, seed: Int) throws {
        let dump = Samples.type5(seed: UInt64(seed), gaps: seed > 4)
        let export = try dump.encoded(as: format)
        let opened = try Dump.open(export.bytes)
        #expect(opened.format == format)
        #expect(opened.dump.report.identity.type == .type5)
        try compare(dump, opened.dump, export.lost)
        guard format != .raw, format != .eml else { return }
        #expect(opened.dump.report.protection?.lockedPages == dump.report.protection?.lockedPages)
        for value in dump.values where !export.lost.contains(where: { $0.contains(value.name) }) {
            #expect(opened.dump.values.contains(value), "\(value.name)")
        }
    }

    @Test("has what it had: MIFARE Classic", arguments: formats, 1...6)
    func classic(format: DumpFormat, seed: Int) throws {
        let keepsGaps = format == .tagdesk || format == .flipper
        let dump = Samples.classic(seed: UInt64(seed), gaps: seed > 3 && keepsGaps)
        let export = try dump.encoded(as: format)
        let opened = try Dump.open(export.bytes)
        // Proxmark3 keeps the blocks of such a card and nothing else in a .bin.
        #expect(opened.format == (format == .proxmarkBinary ? .raw : format))
        let (old, new) = (try #require(dump.report.image), try #require(opened.dump.report.image))
        #expect((0..<old.byteCount).allSatisfy { old.byte(at: $0) == new.byte(at: $0) })
        #expect(old == new || export.lost.contains("why block 14 was not read"))
        #expect(opened.dump.report.regions == dump.report.regions)
        if format == .tagdesk { #expect(opened.dump == dump) }
        #expect(opened.dump.report.identity.uid == dump.report.identity.uid)
        #expect(opened.dump.report.identity.chipName == dump.report.identity.chipName)
    }

    @Test("is the same message where it is one", arguments: [DumpFormat.tagdesk, .ndef, .raw])
    func message(format: DumpFormat) throws {
        let message = NDEFMessage([try .uri("https://example.com/a"), try .text("ä")]).encoded()
        let export = try Dump.message(message).encoded(as: format)
        let opened = try Dump.open(export.bytes)
        #expect(opened.dump.report.ndef?.raw == message)
        #expect(opened.dump == Dump.message(message))
    }

    @Test("is the same card where it has files", arguments: 1...8)
    func card(seed: Int) throws {
        let dump = try Samples.card(seed: UInt64(seed))
        let export = try dump.encoded(as: .tagdesk)
        #expect(try Dump.open(export.bytes).dump == dump)
        var other = dump
        other.report.ndef?.problems.append("what a reader said before it knew the settings")
        other.report.ndef?.state = .protected
        #expect(try Dump.open(try other.encoded(as: .tagdesk).bytes).dump == other)
        let raw = try dump.encoded(as: .raw)
        let file = try #require(dump.report.messageFile)
        #expect(raw.bytes == file.content.bytes(in: 0..<file.content.end))
        let flipper = try Dump.open(try dump.encoded(as: .flipper).bytes)
        #expect(flipper.dump.report.ndef?.raw == dump.report.ndef?.raw)
        #expect(flipper.dump.report.identity.ats == dump.report.identity.ats)
    }

    private func compare(_ before: Dump, _ after: Dump, _ lost: [String]) throws {
        let old = try #require(before.report.image)
        let new = try #require(after.report.image)
        func isLost(_ words: String) -> Bool { lost.contains { $0.contains(words) } }
        for page in 0..<old.pageCount {
            if let bytes = old.page(page) {
                #expect(new.page(page) == bytes || isLost("no place"), "page \(page)")
            } else if let bytes = new.page(page) {
                #expect(bytes.allSatisfy { $0 == 0 }, "page \(page)")
                #expect(isLost("zeros are written") || old.state(of: page) == .unread(.doesNotExist), "page \(page)")
            }
        }
        let identity = before.report.identity
        #expect(after.report.identity.uid == identity.uid || isLost("the UID"))
        #expect(after.report.identity.version == identity.version || isLost("version"))
        #expect(after.report.identity.chip == identity.chip || isLost("chip"))
        #expect(after.report.identity.sak == identity.sak || isLost("SAK"))
        #expect(after.report.signature == before.report.signature || isLost("signature"))
        for counter in before.report.counters {
            #expect(
                after.report.counters.contains { $0.number == counter.number && $0.value == counter.value }
                    || isLost("counter"))
        }
    }
}
