import Dumps
import Engine
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("Comparing")
struct CompareTests {
    @Test("a dump of the tag as it is differs in nothing")
    func same() {
        let session = Session().place("ntag215-link-text").quiet().press("S", "F8", "c")
        #expect(session.model.screen == .compare)
        #expect(session.model.comparing?.comparison?.same == true)
        #expect(session.text.contains("no difference"))
    }

    @Test("what differs is listed with both sides' bytes and its meaning, and n goes from one to the next")
    func differs() throws {
        let session = Situation.library().press("F8").toFlipper().press("c")
        let screen = try #require(session.model.comparing)
        let comparison = try #require(screen.comparison)
        #expect(!comparison.same)
        #expect(screen.first.name == "door.nfc" && screen.second.name == "the tag now")
        #expect(screen.rows[screen.list.cursor].isChange)
        var seen: Set<Int> = []
        for _ in screen.rows.filter(\.isChange) {
            let cursor = try #require(session.model.comparing?.list.cursor)
            #expect(screen.rows[cursor].isChange)
            seen.insert(cursor)
            session.press("n")
        }
        #expect(seen.count == screen.rows.filter(\.isChange).count)
        // The link lies in page 6 of the dump, where the tag has nothing.
        let page = comparison.differences.first { $0.place == .page(6) }
        #expect(page?.a == [0x0F, 0xD1, 0x01, 0x0C].map { $0 } || page != nil)
        #expect(comparison.records.count == 1)
    }

    @Test("all pages are listed on a, each once, and a again lists the changes alone")
    func all() throws {
        let session = Situation.library().press("F8").toFlipper().press("c")
        let few = try #require(session.model.comparing?.rows)
        session.press("a")
        let screen = try #require(session.model.comparing)
        let pages = screen.rows.compactMap { row -> Int? in
            switch row {
            case .bytes(.page(let page)): page
            case .difference(let index):
                if case .page(let page)? = screen.comparison?.differences[index].place { page } else { nil }
            default: nil
            }
        }
        #expect(pages == Array(0..<45))
        session.press("a")
        #expect(session.model.comparing?.rows == few)
    }

    @Test("two marked dumps are compared with each other, the first marked one first")
    func marked() {
        let session = Situation.library().press("F8").toFlipper().press("Space")
        let tag = session.model.dumps.rows?.firstIndex { $0.title == "NTAG215" } ?? 0
        session.press("g")
        for _ in 0..<tag { session.press("j") }
        session.press("c")
        #expect(session.model.comparing?.first.name == "door.nfc")
        #expect(session.model.comparing?.second.name.hasPrefix("NTAG215-") == true)
        #expect(session.model.comparing?.comparison != nil)
        session.press("s")
        #expect(session.model.comparing?.second.name == "door.nfc")
        session.press("q")
        #expect(session.model.screen == .dumps)
    }

    @Test("the tag now is compared with how the journal last knew it, and the moment is told")
    func lastSeen() throws {
        let session = Situation.changedSince().press("c")
        let screen = try #require(session.model.comparing)
        #expect(screen.first.origin == .journal)
        #expect(screen.first.name.contains("2026-11-30") || screen.first.name.contains("write"))
        let comparison = try #require(screen.comparison)
        #expect(comparison.differences.count == 1)
        #expect(comparison.records.count == 1)
        #expect(session.text.contains("example.com/a") && session.text.contains("example.com/b"))
    }

    @Test("a tag that was never changed here has no last state, and that is said")
    func neverSeen() {
        let session = Session().place("ntag213-factory").quiet().press("c")
        #expect(session.model.screen == .workbench)
        #expect(session.text.contains("the journal does not know this tag from before"))
    }

    @Test("what one side did not read is told apart and never a difference")
    func unread() throws {
        let session = Session().place("ntag213-read-password").quiet().press("S", "p")
        session.type("12345678").press("Enter", "Enter").quiet()
        session.press("F8", "c")
        let comparison = try #require(session.model.comparing?.comparison)
        #expect(
            comparison.differences.allSatisfy { difference in
                guard case .page(let page) = difference.place else { return true }
                return page < 8
            })
        #expect(!comparison.notices.isEmpty)
        #expect(session.text.contains("not compared"))
    }

    @Test("passwords that differ are told, and masked on both sides")
    func masked() throws {
        let session = Situation.library()
        try session.add(FlipperText.ntag213(password: [0xA1, 0xB2, 0xC3, 0xD4]), as: "with password.nfc")
        session.press("F8").toFlipper().press("Space")
        let other = session.model.dumps.rows?.firstIndex { $0.name == "with password.nfc" } ?? 0
        session.press("g")
        for _ in 0..<other { session.press("j") }
        session.press("c")
        #expect(session.model.comparing?.comparison?.differences.contains { $0.place == .page(0x2B) } == true)
        for keys in [["n"], ["a", "G"]] {
            for key in keys { session.press(key) }
            #expect(!session.text.contains("A1 B2") && !session.text.contains("B2 C3"), "\(session.text)")
        }
        #expect(session.text.contains("** ** ** **"))
    }

    @Test("the comparison follows when its tag is changed")
    func follows() {
        let session = Situation.library().press("F8").toFlipper().press("c")
        #expect(session.model.comparing?.comparison?.same == false)
        session.press("q").toFlipper().press("I", "Enter", "Tab", "Enter").quiet()
        session.press("c")
        #expect(session.model.comparing?.comparison?.records.isEmpty == true)
    }
}
