import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Checking a link on the screen")
struct LinkCheckTests {
    /// AN12196, 3.4.4: all keys zero.
    private static let link = "https://choose.url.com/ntag424?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086"
    private static let zeros = String(repeating: "0", count: 32)

    private static func typed(_ link: String, meta: String = "", file: String = "", lrp: Bool = false) -> Session {
        let session = Session().press("s").send(.paste(link)).press("Tab")
        if lrp { session.press("Space") }
        return session.press("Tab").type(meta).press("Tab").type(file)
    }

    @Test("a pasted link is told as it is typed, without any tag: UID, counter and MAC")
    func live() {
        let session = Self.typed(Self.link, meta: Self.zeros, file: Self.zeros)
        #expect(session.text.contains("04:DE:5F:1E:AC:C0:40"), "\(session.text)")
        #expect(session.text.contains("61") && session.text.contains("holds"))
        #expect(session.text.contains("the factory's"), "a MAC of a key that everybody knows proves nothing")
        #expect(!session.text.contains(Self.zeros))
    }

    @Test("Enter keeps the result on the screen, y copies it, Esc goes back to the form")
    func result() {
        let session = Self.typed(Self.link, meta: Self.zeros, file: Self.zeros).press("Enter")
        #expect(session.text.contains("What the link says"))
        session.press("y")
        guard case .copy(let text)? = session.intents.last else {
            Issue.record("nothing was copied")
            return
        }
        #expect(text.contains("UID: 04:DE:5F:1E:AC:C0:40") && !text.contains(Self.zeros))
        session.press("Esc")
        #expect(session.text.contains("Check a link"))
    }

    @Test("a changed link and a wrong key are called what they are")
    func changed() {
        let other = Self.link.replacing("94EE", with: "94EF")
        #expect(Self.typed(other, meta: Self.zeros, file: Self.zeros).text.contains("DOES NOT HOLD"))
        let wrong = Self.typed(Self.link, meta: String(repeating: "1", count: 32), file: Self.zeros)
        #expect(wrong.text.contains("another key encrypted it"), "\(wrong.text)")
        #expect(wrong.text.contains("not checked"))
    }

    @Test("without keys the factory's are tried, so that a tag nobody keyed is noticed")
    func factory() {
        let session = Self.typed(Self.link)
        #expect(session.text.contains("holds") && session.text.contains("everybody knows"), "\(session.text)")
    }

    @Test("half a key, no link and a template that does not fit are said, and nothing is shown as checked")
    func refused() {
        #expect(Self.typed(Self.link, file: "0011").text.contains("32 hex digits are needed"))
        #expect(Session().press("s", "Enter").text.contains("Paste a link first"))
        let session = Self.typed(Self.link, meta: Self.zeros, file: Self.zeros).press("Tab").type("https://x.com/{uid")
        #expect(session.text.contains("not closed"), "\(session.text)")
    }

    @Test("a key file is read when the form is taken; one that holds no key is said to")
    func keyFile() {
        let session = Self.typed(Self.link, meta: Self.zeros)
        session.files["good.key"] = Array((Self.zeros + "\n").utf8)
        session.files["bad.key"] = Array("nonsense".utf8)
        session.press("Ctrl-T", "Ctrl-T").type("bad.key").press("Enter")
        #expect(session.text.contains("neither 32 hex digits nor exactly 16 bytes"), "\(session.text)")
        session.press("Ctrl-U").type("good.key").press("Enter")
        #expect(session.text.contains("What the link says") && session.text.contains("holds"), "\(session.text)")
    }

    @Test(
        "whatever is pasted breaks nothing, at any size", arguments: ["", "\u{1F4A9}\u{200F}%%%", "https://", "{{{}}}"])
    func anything(text: String) {
        for link in [text, String(repeating: text + "A0", count: 300)] {
            let model = Self.typed(link, meta: Self.zeros, file: Self.zeros, lrp: true).model
            for size in [(1, 1), (24, 6), (40, 10), (80, 24), (200, 60)] {
                SizeTests.check(model, "sun", columns: size.0, rows: size.1, glyphs: .unicode)
            }
        }
    }

    @Test("in LRP a link is decrypted and checked as in AES")
    func lrp() {
        // NT4H2421Gx, LRP: PICCData has 48 digits, so that one of 32 is none.
        let session = Self.typed(Self.link, meta: Self.zeros, file: Self.zeros, lrp: true)
        #expect(session.text.contains("MAC (LRP)") && !session.text.contains("holds:"), "\(session.text)")
    }
}
