import Engine
import Simulator
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
        dialog.focus = .password
        var answer = PasswordDialog.Answer.stay
        for character in text { answer = dialog.handle(Key(.character(character))) }
        for name in more { if let key = Key(named: name) { answer = dialog.handle(key) } }
        return (dialog, answer)
    }

    @Test("Cancel has the focus first: Enter at once gives up")
    func cancelFirst() {
        var dialog = PasswordDialog(uid: Self.uid, limit: .none)
        #expect(dialog.focus == .cancel && dialog.handle(Key(.enter)) == .cancel)
    }

    @Test(
        "what is typed blind over a button goes into its field from the first digit on", arguments: ["Cancel", "Read"])
    func typedBlind(button: String) {
        var dialog = PasswordDialog(uid: Self.uid, limit: .tries(3, failed: 1))
        if button == "Read" { _ = dialog.handle(Key(.left)) }
        for character in "1a2B3c4D" { _ = dialog.handle(Key(.character(character))) }
        #expect(dialog.input.text == "1a2B3c4D" && dialog.focus == .password && dialog.problem == nil)
        var pasted = PasswordDialog(uid: Self.uid, limit: .none)
        pasted.paste("12345678")
        #expect(pasted.input.text == "12345678" && pasted.focus == .password)
    }

    @Test("with the password there, digits typed over a button are those that confirm")
    func confirmedBlind() {
        var dialog = Self.typed("12345678", limit: .tries(3, failed: 1)).0
        dialog.focus = .cancel
        for character in "6C80" { _ = dialog.handle(Key(.character(character))) }
        #expect(dialog.digits.text == "6C80" && dialog.focus == .digits && dialog.input.text == "12345678")
        _ = dialog.handle(Key(.tab))
        _ = dialog.handle(Key(.character("1")))
        #expect(dialog.focus == .accept && dialog.problem?.contains("nothing was typed") == true, "all is filled")
    }

    @Test(
        "what no field takes goes nowhere and does nothing, and Tab leads to the field",
        arguments: ["q", "y", " ", "?"])
    func buttonsTakeNoLetters(character: Character) {
        var dialog = PasswordDialog(uid: Self.uid, limit: .none)
        #expect(dialog.handle(Key(.character(character))) == .stay)
        #expect(dialog.input.text.isEmpty && dialog.focus == .cancel && dialog.problem?.contains("Tab") == true)
        while dialog.focus != .password { _ = dialog.handle(Key(.tab)) }
        #expect(dialog.problem == nil)
    }

    @Test("the key of a card is asked for by its number, in the title too")
    func keyNumber() {
        var card = SimulatedDNA()
        card.files[1].settings = NTAG424FileSettings(mode: .plain, access: 0xE230)
        let session = Session(columns: 100, rows: 40).put(SimulatedTag(ntag424: card)).quiet()
        session.press("F3", "a").choose("Link").type("example.com").press("Enter", "w")
        guard case .password(let dialog)? = session.model.dialogs.last else {
            Issue.record("no key was asked for: \(session.text)")
            return
        }
        #expect(dialog.name == "Key 2" && dialog.secret.length == 16)
        #expect(session.text.contains(" Key 2 ") && session.text.contains("Key 2 in hex"), "\(session.text)")
        #expect(PasswordDialog(uid: Self.uid, limit: .none).name == "Password")
    }

    @Test("a PACK is given or left out, and half of one is told")
    func pack() {
        var dialog = Self.typed("12345678").0
        dialog.pack = SecretInput(length: 2)
        #expect(dialog.fields == [.password, .pack, .accept, .cancel] && dialog.givenPACK == nil)
        _ = dialog.handle(Key(.enter))
        for character in "BEE" { _ = dialog.handle(Key(.character(character))) }
        _ = dialog.handle(Key(.enter))
        #expect(dialog.handle(Key(.enter)) == .stay && dialog.focus == .pack)
        #expect(dialog.problem?.contains("PACK") == true)
        _ = dialog.handle(Key(.character("F")))
        #expect(dialog.givenPACK == [0xBE, 0xEF] && dialog.shown(mask: "*") == "********")
        _ = dialog.handle(Key(.enter))
        #expect(dialog.handle(Key(.enter)) == .submit([0x12, 0x34, 0x56, 0x78]))
    }

    @Test("what is no hex digit is refused as it is typed, and so is a ninth", arguments: ["g", "r", "ä", "-", "."])
    func refused(character: Character) {
        var dialog = Self.typed("12345678").0
        #expect(dialog.secret.count == "8/8 hex digits" && dialog.problem == nil)
        _ = dialog.handle(Key(.character("9")))
        #expect(dialog.input.text == "12345678" && dialog.problem?.contains("hex digits") == true)
        dialog = Self.typed("12\(character)").0
        #expect(dialog.input.text == "12" && dialog.problem?.contains("hex digits") == true)
    }

    @Test("the end of the UID takes four hex digits and says which")
    func refusedDigits() {
        var dialog = PasswordDialog(uid: Self.uid, limit: .tries(3, failed: 1))
        dialog.focus = .digits
        for character in "6cx" { _ = dialog.handle(Key(.character(character))) }
        #expect(dialog.digits.text == "6c" && dialog.problem?.contains("6C80") == true)
        for character in "801" { _ = dialog.handle(Key(.character(character))) }
        #expect(dialog.digits.text == "6c80" && dialog.isConfirmed)
    }

    @Test("what is missing is said while it is typed, not at the end")
    func guided() {
        let limit = PasswordDialog.Limit.tries(3, failed: 1)
        #expect(Self.typed("1234", limit: limit).0.guidance.contains("8 hex digits"))
        #expect(Self.typed("12345678", limit: limit).0.guidance.contains("6C80"))
        #expect(Self.typed("12345678", limit: .none).0.guidance.contains("Read"))
    }

    @Test("typing goes into the field, Enter to the button, Enter again gives the password")
    func submit() {
        #expect(Self.typed("12345678", limit: .none, "Enter", "Enter").1 == .submit([0x12, 0x34, 0x56, 0x78]))
        #expect(Self.typed("12 34 56 78", limit: .none, "Enter", "Enter").1 == .submit([0x12, 0x34, 0x56, 0x78]))
    }

    @Test("as text four bytes are taken, and the switch clears what was typed")
    func text() {
        var dialog = PasswordDialog(uid: Self.uid, limit: .none)
        dialog.focus = .password
        _ = dialog.handle(Key(.character("1")))
        _ = dialog.handle(Key(.character("t"), control: true))
        #expect(dialog.form == .text && dialog.input.text.isEmpty)
        for character in "abcde" { _ = dialog.handle(Key(.character(character))) }
        #expect(dialog.password == Array("abcd".utf8))
    }

    @Test("what is no password of four bytes is not sent", arguments: ["", "1234567", "1234567G"])
    func wrong(text: String) {
        let (dialog, answer) = Self.typed(text, limit: .none, "Enter", "Enter")
        #expect(answer == .stay && dialog.password == nil && dialog.focus == .password)
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
        let limit = PasswordDialog.Limit.tries(3, failed: 1)
        #expect(Self.typed("12345678", limit: limit, "Tab", "Tab", "Enter").0.problem != nil)
        let keys = ["Tab", "6", "C", "8", "0", "Enter", "Enter"]
        var dialog = Self.typed("12345678", limit: limit).0
        var answer = PasswordDialog.Answer.stay
        for name in keys { if let key = Key(named: name) { answer = dialog.handle(key) } }
        #expect(answer == .submit([0x12, 0x34, 0x56, 0x78]))
    }

    @Test("the dialog asks for the UID where the engine will, and nowhere else", arguments: 0...7, 0...7)
    func asksAsTheEngine(limit: Int, failed: Int) {
        let known = PasswordDialog.Limit.tries(limit, failed: failed)
        let verdict = AttemptRule.verdict(limit: limit, failures: failed)
        #expect(known.needsDigits == (verdict != .free))
        #expect((known.refusal != nil) == (verdict == .never(limit: limit)))
        #expect(PasswordDialog.Limit.unknown(failed: failed).needsDigits == (failed > 0))
    }

    @Test("a tag that hides its limit takes the first password without the UID")
    func firstTry() {
        let session = Session(columns: 120, rows: 40).place("ntag213-read-password").quiet()
        session.press("p", "Tab").type("12345678")
        #expect(!session.text.contains("to confirm"))
        #expect(session.press("Enter", "Enter").model.deck.report?.protection?.authenticated == true)
    }

    @Test("the password that would be the last by our count is refused here", arguments: 1...7)
    func exhausted(limit: Int) {
        var dialog = PasswordDialog(uid: Self.uid, limit: .tries(limit, failed: limit - 1))
        var answers: [PasswordDialog.Answer] = []
        for name in ["Tab", "1", "2", "3", "4", "5", "6", "7", "8", "Tab", "6", "C", "8", "0", "Enter", "Enter"] {
            if let key = Key(named: name) { answers.append(dialog.handle(key)) }
        }
        #expect(answers.allSatisfy { $0 == .stay } && dialog.limit.refusal?.contains("refused here") == true)
    }

    @Test("the right password shows what it guards; the screen never shows the password")
    func reads() {
        let session = Session(columns: 120, rows: 40).place("ntag213-read-password").quiet()
        #expect(!session.text.contains("Calibration"))
        session.press("p", "Tab", "1", "2", "3", "4", "5", "6", "7", "8")
        #expect(session.text.contains("8/8 hex digits") && !session.text.contains("12345678"))
        if case .password(let dialog) = session.model.dialogs.last, dialog.needsDigits {
            session.press("Tab").type(String(dialog.wantedDigits))
        }
        session.press("Enter", "Enter")
        #expect(session.model.deck.report?.protection?.authenticated == true)
        #expect(session.text.contains("password accepted, "))
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
            session.press("Tab").type("00000000")
            if dialog.needsDigits { session.press("Tab").type(dialog.wantedDigits) }
            session.press("Enter", "Enter", "Esc", "Esc")
        }
        #expect((tag?.failedAuthentications ?? 99) < 3)
        #expect((tag?.failedAuthentications ?? 0) > 0)
    }
}
