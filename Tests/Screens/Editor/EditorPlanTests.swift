import Engine
import Foundation
import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Edits on their way to the tag")
struct EditorPlanTests {
    @Test("typed bytes are planned, written, verified and no change any more; undo makes them one again")
    func written() {
        let session = Situation.typing("ntag213-factory", at: "10", columns: 120, rows: 40).type("DEADBEEF").press(
            "Enter")
        #expect(session.text.contains("Write the edits: NTAG213") && session.text.contains("all of it can be undone"))
        #expect(session.text.contains("DE*"), "\(session.text)")
        session.press("Enter")
        #expect(session.text.contains("written and read back"), "\(session.text)")
        #expect(session.held(64..<68) == [0xDE, 0xAD, 0xBE, 0xEF] && session.model.deck.edit.isEmpty)
        session.quiet().press("Alt-u")
        #expect(session.shown(67..<68) == [0] && session.model.deck.edit.count == 1, "\(session.text)")
        session.press("Esc").takeOff().place("ntag213-factory").quiet()
        #expect(session.held(64..<68) == [0xDE, 0xAD, 0xBE, 0xEF])
    }

    @Test("Esc at the plan keeps the edits and sends nothing")
    func notYet() {
        let session = Situation.typing("ntag213-factory", at: "10").type("DE").press("F2", "Esc")
        #expect(session.model.isTyping && session.model.deck.edit.count == 1)
        #expect(!session.intents.contains { if case .submit(.change) = $0 { true } else { false } })
    }

    @Test("a lock bit asks for the end of the UID, and is set then")
    func lockBit() {
        let session = Situation.typing("ntag213-factory", at: "2.2", columns: 120, rows: 40).type("10").press("Enter")
        #expect(session.text.contains("can never be undone"), "\(session.text)")
        session.press("Enter")
        #expect(session.model.dialogs.isEmpty && session.held(10..<11) == [0], "Cancel has the focus: \(session.text)")
        session.press("F2", "Tab").type("3C80").press("Enter")
        #expect(session.held(10..<11) == [0x10] && session.model.deck.edit.isEmpty, "\(session.text)")
        session.quiet().typing(at: "4").type("0")
        #expect(session.text.contains("page 04 is locked for good"), "\(session.text)")
    }

    @Test("a password typed into its page is written and in no text, history or memory afterwards")
    func password() {
        let session = Situation.typing("ntag213-factory", at: "2B", columns: 120, rows: 40).type("A1B2C3D4").press(
            "Enter")
        #expect(!session.text.contains("A1 B2") && !session.text.contains("A1*"), "\(session.text)")
        #expect(session.text.contains("Write the edits: NTAG213"), "\(session.text)")
        guard case .plan(let plan)? = session.model.dialogs.last else { return }
        #expect(plan.plan.steps.allSatisfy { $0.secret || !$0.new.starts(with: [0xA1]) })
        session.press("Tab", "Tab", "Enter")
        if !session.model.dialogs.isEmpty { session.press("Tab", "Enter") }
        #expect(session.model.deck.edit.isEmpty, "\(session.text)")
        #expect(!session.model.deck.edit.canUndo, "what was a password is in no history")
    }

    @Test("a byte of a file is written to its file and read back")
    func file() {
        let session = Session(columns: 120, rows: 40).put(Situation.card()).quiet()
        session.press("2", "F5").type("E104").press("Enter", "F5").type("#20").press("Enter", "F2", "Tab").type("X")
        session.press("Enter")
        #expect(session.text.contains("E104"), "\(session.text)")
        session.press("Enter")
        #expect(session.text.contains("written and read back"), "\(session.text)")
        #expect(session.model.deck.edit.isEmpty)
        #expect(session.model.deck.report?.file(0xE104)?.content.byte(at: 20) == 0x58)
    }

    @Test("a tag pulled in the middle keeps the rest of its edits, and they are finished with it")
    func pulled() {
        let session = Situation.typing("ntag213-factory", at: "10", columns: 120, rows: 40)
        session.send(.paste(String(repeating: "A5", count: 32))).press("Enter")
        session.bench.pull(afterFrames: 8)
        session.press("Enter")
        #expect(!session.model.deck.present && !session.model.deck.edit.isEmpty, "\(session.text)")
        session.press("Esc").place("ntag213-factory").press("Up", "Up", "Up", "Enter", "Tab", "Enter")
        #expect(session.held(64..<96) == Array(repeating: 0xA5, count: 32), "\(session.text)")
        #expect(session.model.deck.edit.isEmpty)
    }
}
