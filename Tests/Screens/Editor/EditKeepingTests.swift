import Engine
import Foundation
import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Edits that are not written yet")
struct EditKeepingTests {
    @Test("Esc keeps the changes, and discarding asks")
    func leaving() {
        let session = Situation.typing("ntag213-factory", at: "10").type("01").press("Esc")
        #expect(!session.model.isTyping && session.model.deck.edit.count == 1)
        #expect(session.text.contains("1 byte changed and kept here"), "\(session.text)")
        session.press("X")
        #expect(session.text.contains("Discard the edits?") && session.model.deck.edit.count == 1)
        session.press("Enter")
        #expect(session.model.deck.edit.count == 1, "the harmless answer has the focus")
        session.press("X", "Tab", "Enter")
        #expect(session.model.deck.edit.isEmpty && session.model.deck.edited == nil)
    }

    @Test("what becomes of the edits is told as it is: of a tag, of one that is gone, and of a dump")
    func waysOn() throws {
        let session = Situation.typing("ntag213-factory", at: "10").type("01").press("Esc")
        #expect(session.text.contains("w shows the plan, X discards them"), "\(session.text)")
        session.takeOff().press("F2", "Esc")
        #expect(
            session.text.contains("1 byte changed and kept here (no tag is on the reader): X discards them"),
            "\(session.text)")
        let report = try #require(session.model.deck.report)
        let desk = Session(columns: 120, rows: 40)
        desk.open(report, named: "desk.nfc")
        desk.typing(at: "10")
        desk.press("Esc", "F2")
        #expect(desk.text.contains("Enter keeps the dump so") && !desk.text.contains("plan,"), "\(desk.text)")
        desk.type("01").press("Esc")
        #expect(desk.text.contains("w keeps the dump so in the library, X discards them"), "\(desk.text)")
        desk.press("X", "Tab", "Enter")
        #expect(desk.text.contains("as the dump has them again"), "\(desk.text)")
    }

    @Test("a dump of the tag says that the edits are not in it, and they are not")
    func dumpWithout() throws {
        let session = Situation.typing("ntag213-factory", at: "10").type("0102").press("Esc", "S")
        #expect(session.text.contains("without the 2 bytes changed here"), "\(session.text)")
        let name = try #require(session.press("F8").model.dumps.rows?.first?.name)
        #expect(try session.library.open(name).dump.report.image?.bytes(in: 64..<66) == session.held(64..<66))
        session.press("q", "e")
        #expect(session.text.contains("as the tag was read, without the 2 bytes changed here"), "\(session.text)")
    }

    @Test("the program does not end over unwritten bytes without a question")
    func quitting() {
        let session = Situation.typing("ntag213-factory", at: "10").type("01").press("Ctrl-C")
        #expect(!session.intents.contains(.quit) && session.text.contains("1 byte of the tag shown"), "\(session.text)")
        session.press("Ctrl-C")
        #expect(session.intents.contains(.quit))
    }

    @Test("edits stay with their tag: another tag never sees them, and they come back with their own")
    func keptByUID() {
        let session = Situation.typing("ntag213-factory", at: "10").type("DEAD").press("Esc")
        session.takeOff()
        #expect(session.model.deck.edit.count == 2, "the tag that is gone is still shown")
        session.place("ntag216-empty").quiet()
        #expect(session.model.deck.edit.isEmpty && session.model.deck.editedImage == nil)
        #expect(session.model.hasUnwrittenEdits)
        session.typing(at: "20").type("77").press("Esc").takeOff().place("ntag213-factory")
        #expect(session.shown(64..<66) == [0xDE, 0xAD], "\(session.text)")
        #expect(session.model.deck.edit.count == 2)
        session.takeOff().press("Esc", "Esc").press("Esc", "Esc")
        session.place("ntag213-factory")
        #expect(session.model.deck.edit.count == 2, "forgetting a tag does not forget what was typed for it")
        session.takeOff().place("ntag216-empty")
        #expect(session.model.deck.edit.count == 1 && session.shown(128..<129) == [0x77])
    }

    @Test("what a tag holds by now is no change any more, and what it holds otherwise is told")
    func changedElsewhere() throws {
        let session = Situation.typing("ntag213-factory", at: "10").type("DEADBEEF").press("Esc")
        var report = try #require(session.model.deck.report)
        var image = try #require(report.image)
        image.set(page: 0x10, to: [0xDE, 0xAD, 0x55, 0x00])
        report.image = image
        let id = OperationID(number: 900)
        session.apply(.started(id, reader: session.model.reader ?? "", .read))
        session.apply(.ended(id, reader: session.model.reader ?? "", .read(report, Cost())))
        #expect(session.model.deck.edit.count == 2 && session.shown(64..<68) == [0xDE, 0xAD, 0xBE, 0xEF])
        #expect(session.model.deck.log.entries.contains { $0.text.contains("under 1 changed byte") })
    }
}
