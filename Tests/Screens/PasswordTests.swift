import Engine
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Password dialog")
struct PasswordTests {
    private static let uid: [UInt8] = [0x04, 0xAC, 0x6B, 0x72, 0xBA, 0x6C, 0x80]

    private static func typed(
        _ text: String, limit: PasswordDialog.Limit = .none, _ more: String...
    ) -> (PasswordDialog, PasswordDialog.Answer) {
        var dialog = PasswordDialog(uid: uid, limit: limit)
        var answer = PasswordDialog.Answer.stay
        for character in text { answer = dialog.handle(Key(.character(character))) }
        for name in more { if let key = Key(named: name) { answer = dialog.handle(key) } }
        return (dialog, answer)
    }

    @Test("Cancel has the focus first: Enter at once gives up")
    func cancelFirst() {
        #expect(Self.typed("", limit: .none, "Enter").1 == .cancel)
    }

    @Test("typing goes into the field, Enter to the button, Enter again gives the password")
    func submit() {
        #expect(Self.typed("12345678", limit: .none, "Enter", "Enter").1 == .submit([0x12, 0x34, 0x56, 0x78]))
        #expect(Self.typed("12 34 56 78", limit: .none, "Enter", "Enter").1 == .submit([0x12, 0x34, 0x56, 0x78]))
    }

    @Test("as text four bytes are taken, and the switch clears what was typed")
    func text() {
        var dialog = PasswordDialog(uid: Self.uid, limit: .none)
        _ = dialog.handle(Key(.character("1")))
        _ = dialog.handle(Key(.character("t"), control: true))
        #expect(dialog.form == .text && dialog.input.text.isEmpty)
        for character in "abcd" { _ = dialog.handle(Key(.character(character))) }
        #expect(dialog.password == Array("abcd".utf8))
    }

    @Test("what is no password of four bytes is not sent", arguments: ["", "1234567", "123456789", "1234567G"])
    func wrong(text: String) {
        let (dialog, answer) = Self.typed(text, limit: .none, "Tab", "Tab", "Tab", "Enter")
        #expect(answer != .submit(dialog.bytes))
    }

    @Test("the password is masked until it is revealed")
    func masked() {
        var dialog = Self.typed("1234").0
        #expect(dialog.shown(mask: "*") == "****")
        _ = dialog.handle(Key(.character("r"), control: true))
        #expect(dialog.shown(mask: "*") == "1234")
    }

    @Test("where the tag counts wrong passwords the last four digits of its UID are needed")
    func digits() {
        let limit = PasswordDialog.Limit.tries(3, failed: 0)
        #expect(Self.typed("12345678", limit: limit, "Tab", "Tab", "Enter").0.problem != nil)
        let keys = ["Tab", "6", "C", "8", "0", "Enter", "Enter"]
        var dialog = Self.typed("12345678", limit: limit).0
        var answer = PasswordDialog.Answer.stay
        for name in keys { if let key = Key(named: name) { answer = dialog.handle(key) } }
        #expect(answer == .submit([0x12, 0x34, 0x56, 0x78]))
    }

    @Test("the password that would be the last by our count is refused here", arguments: 1...7)
    func exhausted(limit: Int) {
        var dialog = PasswordDialog(uid: Self.uid, limit: .tries(limit, failed: limit - 1))
        var answers: [PasswordDialog.Answer] = []
        for name in ["1", "2", "3", "4", "5", "6", "7", "8", "Tab", "6", "C", "8", "0", "Enter", "Enter"] {
            if let key = Key(named: name) { answers.append(dialog.handle(key)) }
        }
        #expect(answers.allSatisfy { $0 == .stay } && dialog.problem?.contains("refused here") == true)
    }

    @Test("the right password shows what it guards; the screen never shows the password")
    func reads() {
        let session = Session(columns: 120, rows: 40).place("ntag213-read-password").quiet()
        #expect(!session.text.contains("Calibration"))
        session.press("p", "1", "2", "3", "4", "5", "6", "7", "8")
        #expect(session.text.contains("4/4") && !session.text.contains("12345678"))
        if case .password(let dialog) = session.model.dialogs.last, dialog.limit.needsDigits {
            session.press("Tab").type(String(dialog.wantedDigits))
        }
        session.press("Enter", "Enter")
        #expect(session.model.deck.report?.protection?.authenticated == true)
        #expect(session.press("3").text.contains("Calibration due"))
    }

    @Test("wrong passwords are counted by tag, and the last one allowed is never sent")
    func counted() {
        let session = Session().place("ntag213-read-password").quiet()
        let tag = session.bench.tag(named: "ntag213-read-password")
        for _ in 0..<10 {
            session.press("Esc", "p")
            guard case .password(let dialog) = session.model.dialogs.last else {
                Issue.record("no password dialog")
                return
            }
            session.type("00000000")
            if dialog.limit.needsDigits { session.press("Tab").type(dialog.wantedDigits) }
            session.press("Enter", "Enter", "Esc", "Esc")
        }
        #expect((tag?.failedAuthentications ?? 99) < 3)
        #expect((tag?.failedAuthentications ?? 0) > 0)
    }
}
