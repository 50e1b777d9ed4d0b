import Dumps
import Engine
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Copying where files and tags are listed")
struct CopyDumpTests {
    /// What the item of this label puts on the clipboard.
    private static func copied(_ label: String, _ session: Session) -> String? {
        session.press("y").choose(label)
        guard case .copy(let text)? = session.intents.last(where: { if case .copy = $0 { true } else { false } }) else {
            return nil
        }
        return text
    }

    @Test("of a dump its name, path, UID and facts are copied, and the list")
    func dumps() {
        let session = Situation.library().press("F8").toFlipper()
        #expect(Self.copied("Name", session) == "door.nfc")
        #expect(Self.copied("Path", session) == "/home/me/dumps/door.nfc")
        #expect(Self.copied("UID", session) == "04:E1:0C:DA:99:3C:80")
        #expect(Self.copied("Facts", session)?.contains("NTAG213") == true)
        let list = Self.copied("List", session)?.split(separator: "\n").map(String.init) ?? []
        #expect(
            list.count == 3 && list.contains { $0.hasPrefix("door.nfc") } && list.contains { $0.contains("no dump") })
        session.send(.resize(Size(columns: 200, rows: 60))).press("j", "k")
        #expect(Self.copied("Facts", session)?.contains("example.org") == true, "what the preview says")
    }

    @Test("without a dump there is nothing to copy, and it says so")
    func nothing() {
        let session = Session().press("F8", "y")
        #expect(session.model.dialogs.isEmpty && session.text.contains("there is nothing to copy here"))
    }

    @Test("a difference is copied with both sides and its meaning, and all of them by region")
    func compare() throws {
        let session = Situation.library().press("F8").toFlipper().press("c")
        let shown = try #require(session.model.comparing)
        let comparison = try #require(shown.comparison)
        for _ in shown.rows {
            if case .difference? = session.model.comparing.map({ $0.rows[$0.list.cursor] }) { break }
            session.press("n")
        }
        let screen = try #require(session.model.comparing)
        guard case .difference(let index) = screen.rows[screen.list.cursor] else {
            Issue.record("no difference of bytes")
            return
        }
        let difference = comparison.differences[index]
        let text = try #require(Self.copied("Difference", session))
        #expect(text.hasPrefix(difference.placeWords) && text.contains(difference.meaning))
        for bytes in [difference.a, difference.b].compactMap({ $0 }) {
            #expect(text.contains(Hex.string(bytes, separator: " ")))
        }
        #expect(Self.copied("A, hex", session).flatMap(Hex.bytes) == difference.a)
        let whole = try #require(Self.copied("All of it", session))
        for difference in comparison.differences { #expect(whole.contains(difference.placeWords)) }
        for record in comparison.records { #expect(whole.contains(record.meaning)) }
        #expect(whole.contains("door.nfc") && whole.contains("the tag now"))
    }

    @Test("a password that differs is in no copy")
    func masked() throws {
        let session = Situation.library()
        try session.add(FlipperText.ntag213(password: [0xA1, 0xB2, 0xC3, 0xD4]), as: "with password.nfc")
        session.press("F8").toFlipper().press("Space")
        let other = session.model.dumps.rows?.firstIndex { $0.name == "with password.nfc" } ?? 0
        session.press("g")
        for _ in 0..<other { session.press("j") }
        session.press("c")
        let rows = try #require(session.model.comparing?.rows.count)
        for _ in 0..<rows {
            #expect(session.model.copyItems.allSatisfy { !$0.text.contains("A1 B2") && !$0.text.contains("A1B2") })
            session.press("j")
        }
    }

    @Test("of a clone run each result is copied, and the list with its sum")
    func clone() throws {
        let session = Situation.cloned().quiet()
        let run = try #require(session.model.clone)
        let list = try #require(Self.copied("List", session))
        #expect(list.hasPrefix("# \(run.sum)"))
        for result in run.results {
            #expect(list.contains(Words.uid(result.uid)) && list.contains(result.outcome.words))
        }
        #expect(Self.copied("UID", session) == run.results.last.map { Words.uid($0.uid) })
        #expect(Self.copied("Result", session).map(list.contains) == true)
    }

    @Test("on Journal and Compose what is listed is copied, not what lies behind")
    func others() throws {
        let session = Situation.changedSince().press("J")
        #expect(Self.copied("Operation", session)?.contains("write") == true, "\(session.text)")
        session.press("Enter")
        #expect(Self.copied("Operation", session)?.contains("Steps:") == true, "\(session.text)")
        session.press("q", "q", "F3")
        #expect(session.model.screen == .compose)
        #expect(Self.copied("Link", session)?.hasPrefix("https://example.com/") == true, "\(session.text)")
        session.press("q", "F4")
        #expect(session.model.screen == .protect && session.model.copyItems.isEmpty)
    }
}
