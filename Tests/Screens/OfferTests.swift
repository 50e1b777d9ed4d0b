import Terminal
import Testing

@testable import Screens

@Suite("Text that a field offers")
struct OfferTests {
    private static func line(_ keys: String...) -> InputLine {
        var line = InputLine("/old/path", isOffer: true)
        for name in keys { if let key = Key(named: name) { _ = line.handle(key) } }
        return line
    }

    @Test("the first character typed takes its place, the second is added")
    func typed() {
        #expect(Self.line("x").text == "x" && Self.line("x", "y").text == "xy")
        var line = Self.line()
        line.insert("~/new")
        #expect(line.text == "~/new" && !line.isOffer)
    }

    @Test("a key that moves the cursor keeps it to be changed", arguments: ["Left", "Right", "Home", "End", "Ctrl-A"])
    func moved(key: String) {
        let line = Self.line(key, "x")
        #expect(line.text.count == "/old/path".count + 1 && line.text.contains("x"))
    }

    @Test("a key that deletes takes out all of it", arguments: ["Backspace", "Del", "Ctrl-U", "Ctrl-H"])
    func deleted(key: String) {
        #expect(Self.line(key).text.isEmpty && Self.line(key, "x").text == "x")
    }

    @Test("Tab and Enter leave it as it is, and an empty offer is none")
    func kept() {
        #expect(Self.line("Tab", "Enter", "Esc").text == "/old/path")
        #expect(!InputLine("", isOffer: true).isOffer)
    }

    @Test("a character that the field does not take does not take the offer away")
    func refused() {
        var line = InputLine("1234", rule: .hexDigits(8), isOffer: true)
        _ = line.handle(Key(.character("z")))
        #expect(line.text == "1234" && line.refused)
    }

    @Test("a path that was opened is offered again, selected, and typed over")
    func path() {
        let session = Session().press("F8", "o").type("first.nfc").press("Enter", "Esc", "o")
        guard case .form(let form)? = session.model.dialogs.last else {
            Issue.record("no form")
            return
        }
        #expect(form.form["path"] == "first.nfc")
        let row =
            (0..<24).first {
                session.canvas.text.split(separator: "\n", omittingEmptySubsequences: false)[$0].contains("first.nfc")
            } ?? 0
        #expect(session.canvas.roles(row).contains(.selection))
        session.type("second.nfc").press("Enter")
        #expect(session.intents.contains(.openDump(.file("second.nfc"), .show)))
    }

    @Test("the ending of an offered path follows the format, and the path is still an offer")
    func ending() {
        let session = Situation.library().press("F8").toFlipper().press("e", "Space", "Tab").type("mine")
        guard case .form(let form)? = session.model.dialogs.last else {
            Issue.record("no form")
            return
        }
        #expect(form.form["path"] == "mine")
    }
}
