import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("The program's own dump format")
struct OwnFormatTests {
    @Test("A dump comes back from its own format as it was, whatever is unread", arguments: NamedChip.all)
    func roundTrip(named: NamedChip) throws {
        let chip = named.chip
        let dump = Samples.type2(chip, seed: UInt64(chip.pageCount))
        let export = try dump.encoded(as: .tagdesk)
        #expect(export.lost.isEmpty)
        let opened = try Dump.open(export.bytes)
        #expect(opened.format == .tagdesk)
        #expect(opened.dump == dump)
        #expect(opened.problems.isEmpty)
    }

    @Test("A dump of a newer version is refused with that reason")
    func newer() throws {
        let text = String(decoding: try Samples.type2(.all[0], seed: 1).encoded(as: .tagdesk).bytes, as: UTF8.self)
        let newer = text.replacing("\"version\": 1,", with: "\"version\": 2,", maxReplacements: 1)
        let error = #expect(throws: DumpError.self) { try Dump.open(Array(newer.utf8)) }
        #expect(error?.reason.contains("version 2") == true)
        #expect(error?.advice.contains("newer tagdesk") == true)
    }
}
