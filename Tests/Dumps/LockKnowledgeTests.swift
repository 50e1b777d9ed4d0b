import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Which blocks are locked, as far as a file says it")
struct LockKnowledgeTests {
    private static func flipper(_ security: String) throws -> OpenedDump {
        let text =
            "Filetype: Flipper NFC device\nVersion: 4\nDevice type: ISO15693-3\nUID: E0 04 01 08 A1 B2 C3 D4\n"
            + "Block Count: 4\nBlock Size: 04\nData Content: 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n"
            + security
        return try Dump.open(Array(text.utf8))
    }

    private static let notKnown = "which blocks are locked is not known"

    @Test("where it does not, nothing is said to be open", arguments: ["", "Security Status: \n"])
    func untold(security: String) throws {
        let report = try Self.flipper(security).dump.report
        #expect(report.protection == nil)
        #expect(report.protectionLines == [Self.notKnown])
        let again = try Dump.open(try Self.flipper(security).dump.encoded(as: .tagdesk).bytes)
        #expect(again.dump.report.protectionLines == [Self.notKnown])
    }

    @Test("where it says it of some, the others are not known")
    func some() throws {
        let dump = try Self.flipper("Security Status: 00 01\n").dump
        let state = try #require(dump.report.protection)
        #expect(state.lockedPages == [1])
        #expect(state.undecidedPages == [2, 3])
        #expect(state.permanentlyReadOnly == nil)
        #expect(dump.report.protectionLines.contains { $0.contains("02-03 not known") })
        #expect(try Dump.open(try dump.encoded(as: .tagdesk).bytes).dump.report.protection == state)
        #expect(try dump.encoded(as: .flipper).lost.contains { $0.contains("whether blocks 02-03 are locked") })
        #expect(try dump.encoded(as: .proxmarkJSON).lost.contains { $0.contains("whether blocks 02-03 are locked") })
    }

    @Test("where it says it of all, that is said")
    func all() throws {
        let state = try #require(try Self.flipper("Security Status: 00 00 00 00\n").dump.report.protection)
        #expect(state.knowsLocks && state.lockedPages.isEmpty && state.undecidedPages.isEmpty)
    }

    @Test("a Proxmark3 JSON without `locks` says it of none")
    func proxmark() throws {
        let text = """
            {"Created": "proxmark3", "FileType": "15693", "Card": {"UID": "E0040108A1B2C3D4"},
             "blocks": {"0": "00010203", "1": "04050607"}}
            """
        let report = try Dump.open(Array(text.utf8)).dump.report
        #expect(report.protection == nil)
        #expect(report.protectionLines == [Self.notKnown])
    }
}
