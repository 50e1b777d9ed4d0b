import Terminal
import Testing

@testable import Screens

@Suite("Dragging over the memory")
struct MouseDragTests {
    /// The cell of a byte in hex, by the page's row on the screen.
    private static func cell(_ page: String, _ byte: Int, _ session: Session) -> Point {
        let rows = session.text.split(separator: "\n", omittingEmptySubsequences: false)
        for (row, line) in rows.enumerated() {
            // In the first column stands a mark, or nothing.
            guard line.dropFirst().hasPrefix("\(page)  ") else { continue }
            return Point(column: 5 + byte * 3, row: row)
        }
        return Point(column: 0, row: 0)
    }

    private static func session() -> Session {
        Session(columns: 80, rows: 24).place("ntag215-link-text").quiet().press("2", "g")
    }

    @Test("press, move: the bytes from the one pressed on to the one under the pointer are selected, both ways")
    func selects() throws {
        let session = Self.session()
        let (from, to) = (Self.cell("04", 1, session), Self.cell("06", 2, session))
        session.send(.mouse(Mouse(.click, at: from))).send(.mouse(Mouse(.drag, at: to)))
        let image = try #require(session.model.deck.image)
        #expect(session.model.deck.memory.selection(in: image) == 17..<27, "\(session.text)")
        #expect(session.text.contains("selected 10 bytes"), "\(session.text)")
        session.send(.mouse(Mouse(.drag, at: Self.cell("03", 0, session))))
        #expect(session.model.deck.memory.selection(in: image) == 12..<18)
        session.send(.mouse(Mouse(.click, at: to)))
        #expect(session.model.deck.memory.mark == nil, "the next click lets go of what was dragged over")
    }

    @Test("a drag within the byte pressed on selects nothing, and one that began elsewhere does nothing")
    func nothing() {
        let session = Self.session()
        let cell = Self.cell("04", 1, session)
        session.send(.mouse(Mouse(.click, at: cell))).send(.mouse(Mouse(.drag, at: cell)))
        #expect(session.model.deck.memory.mark == nil)
        let other = Self.session()
        let before = other.model.deck.memory
        other.send(.mouse(Mouse(.drag, at: cell)))
        #expect(other.model.deck.memory == before)
    }

    @Test("over the lower edge the view goes on by a page at a time, and stops at the end")
    func scrolls() throws {
        let session = Self.session()
        session.send(.mouse(Mouse(.click, at: Self.cell("02", 0, session))))
        let image = try #require(session.model.deck.image)
        for _ in 0..<image.pageCount + 5 { session.send(.mouse(Mouse(.drag, at: Point(column: 10, row: 23)))) }
        #expect(session.model.deck.memory.list.cursor == image.pageCount - 1)
        #expect(session.model.deck.memory.selection(in: image).lowerBound == 8)
    }

    @Test("a mark that was set by key stays with a click, which extends the selection")
    func keyboard() throws {
        let session = Self.session().press("Space")
        session.send(.mouse(Mouse(.click, at: Self.cell("02", 3, session))))
        let image = try #require(session.model.deck.image)
        #expect(session.model.deck.memory.selection(in: image) == 0..<12)
    }
}
