import Tags
import Testing

@testable import Screens

@Suite("Finding bytes")
struct FindingTests {
    private static func image() -> TagImage {
        var image = TagImage(pageSize: 4, pageCount: 6)
        image.set(page: 0, to: [0x04, 0xA1, 0x48, 0x69])
        image.set(page: 1, to: [0x04, 0xA1, 0x00, 0x4A])
        image.set(page: 2, to: [0x68, 0x49, 0x00, 0x00])
        image.set(page: 4, to: [0x00, 0x00, 0x04, 0xA1])
        image.set(page: 5, to: [0x04, 0xB1, 0xFF, 0xFF])
        return image
    }

    @Test(
        "hex, wildcards and text are found where they are",
        arguments: [
            ("x 04 A1", [0, 4, 18]), ("x04a1", [0, 4, 18]), ("x 04 ?1", [0, 4, 18, 20]), ("x 4?", [2, 7, 9]),
            ("x ?? 69", [2]), ("hi", [2, 8]), ("Hi", [2]), ("/x 04 A1", [0, 4, 18]), ("/hi", []), ("\"x 04\"", []),
            ("x ray", []), ("hI", [8]),
        ] as [(String, [Int])])
    func find(text: String, starts: [Int]) {
        #expect(SearchQuery(text)?.matches(in: Self.image()).map(\.lowerBound) == starts)
    }

    @Test(
        "how a search is understood is said",
        arguments: [
            ("x 04 A1", "as bytes"), ("/x 31", "as bytes"), ("room", "as text"), ("x ray", "as text"),
            ("x 0g", "as text (no pairs of hex digits follow the x)"),
            ("x 0", "as text (no pairs of hex digits follow the x)"),
        ])
    func form(text: String, words: String) { #expect(SearchQuery(text)?.formWords == words) }

    @Test("nothing is found across bytes that were not read")
    func unread() {
        #expect(SearchQuery("x 00 00 00")?.matches(in: Self.image()).isEmpty == true)
        #expect(SearchQuery("x ??")?.matches(in: Self.image()).count == 20)
        #expect(SearchQuery("") == nil)
    }

    @Test("going on from the last match wraps to the first and says so, and back")
    func wrap() {
        let image = Self.image()
        var pane = MemoryPane()
        pane.query = SearchQuery("x 04 A1")
        pane.refresh(for: image)
        #expect(pane.step(forward: true, including: true, in: image) == .found(number: 1, of: 3, wrapped: false))
        #expect(pane.step(forward: true, in: image) == .found(number: 2, of: 3, wrapped: false))
        #expect(pane.step(forward: true, in: image) == .found(number: 3, of: 3, wrapped: false))
        #expect(pane.offset(in: image) == 18)
        #expect(pane.step(forward: true, in: image) == .found(number: 1, of: 3, wrapped: true))
        #expect(pane.step(forward: false, in: image) == .found(number: 3, of: 3, wrapped: true))
        #expect((0..<24).filter(pane.isMatch) == [0, 1, 4, 5, 18, 19])
    }

    @Test(
        "go to takes pages in hex, bytes in hex and decimal, steps and the end",
        arguments: [
            ("1C", 112), ("p1C", 112), ("p1C.2", 114), ("1c.3", 115), ("0x70", 112), ("0X70", 112), ("70h", 112),
            ("#112", 112),
            ("+4", 36), ("-4", 4), ("+A", 60), ("end", 539), ("start", 0), (" 86 ", 536),
        ])
    func goTo(input: String, offset: Int) {
        #expect(GoToTarget.parse(input, from: 20, pageSize: 4, pageCount: 135) == .offset(offset))
    }

    @Test(
        "go to says what is wrong and never goes outside",
        arguments: [
            "", "87", "p87", "0x21C", "#540", "+83", "-6", "zz", "1C.4", "1C.", "1.2.3", "0x", "#", "+", "-", "h", "zh",
            "0x-1",
            "#99999999999999999999", "FFFFFFFFFFFFFFFFFF", "+7FFFFFFFFFFFFFFF", "p-1",
        ])
    func goToNowhere(input: String) {
        guard case .wrong(let reason) = GoToTarget.parse(input, from: 20, pageSize: 4, pageCount: 135) else {
            Issue.record("\(input) leads somewhere")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("go to has nowhere to go in an empty memory")
    func goToEmpty() {
        #expect(GoToTarget.parse("0", from: 0, pageSize: 4, pageCount: 0) == .wrong("no memory was read"))
    }
}
