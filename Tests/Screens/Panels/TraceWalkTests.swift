import Engine
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("A person at the trace")
struct TraceWalkTests {
    @Test("every exchange of the session is listed, and one opens to its bytes")
    func lists() throws {
        let session = Situation.tracing("ntag213-factory")
        #expect(session.model.trace.total == session.exchanges.count && session.exchanges.count > 3)
        #expect(session.text.contains("GET_VERSION"), "\(session.text)")
        session.press("g")
        let first = try #require(session.model.trace.selected)
        #expect(first == session.exchanges.first)
        session.press("Enter")
        #expect(session.text.contains("APDU out") && session.text.contains("Exchange \(first.number)"))
        session.press("l")
        #expect(session.model.trace.selected == session.exchanges[1] && session.model.trace.isOpen)
        session.press("h", "Esc")
        #expect(session.model.screen == .trace && !session.model.trace.isOpen)
        session.press("q")
        #expect(session.model.screen == .workbench)
    }

    @Test("new exchanges come into view while the cursor is at the end")
    func follows() {
        let session = Situation.tracing("ntag213-factory")
        let before = session.exchanges.count
        session.bench.remove()
        session.place("ntag215-link-text")
        #expect(session.exchanges.count > before)
        #expect(session.model.trace.selected?.number == session.exchanges.last?.number)
        session.press("k")
        let here = session.model.trace.selected?.number
        session.bench.remove()
        session.place("ntag213-factory")
        #expect(session.model.trace.selected?.number == here)
    }

    @Test("the filter takes text, and lists failures alone at a key")
    func filters() {
        let session = Situation.tracing("ntag213-read-password")
        let all = session.model.trace.total
        session.press("f").type("FAST_READ").press("Enter")
        #expect(session.model.trace.matching > 0 && session.model.trace.matching < all, "\(session.text)")
        #expect(session.text.contains("of \(all) exchanges"))
        session.press("f", "Ctrl-U", "Enter")
        #expect(session.model.trace.matching == all)
        session.press("F")
        let rows = session.model.trace.window?.rows ?? []
        #expect(!rows.isEmpty && rows.allSatisfy(\.isFailure) && rows.count < all, "\(session.text)")
        session.press("F")
        #expect(session.model.trace.matching == all)
    }

    @Test("a search goes from one fitting exchange to the next, round the end")
    func searches() throws {
        let session = Situation.tracing("ntag213-factory")
        session.press("g", "/").type("read").press("Enter")
        let places = session.exchanges.indices.filter { session.exchanges[$0].meaning.lowercased().contains("read") }
        let found = try #require(places.first { $0 > 0 })
        #expect(session.model.trace.list.cursor == found, "\(session.text)")
        for _ in places { session.press("n") }
        #expect(session.model.trace.list.cursor == found)
        session.press("/").type("no such thing").press("Enter")
        #expect(session.text.contains("not found: no such thing") && session.model.trace.list.cursor == found)
    }

    @Test("an export names file and format, says what the format lacks, and asks before it replaces a file")
    func exports() throws {
        let session = Situation.tracing("ntag213-factory")
        session.press("e", "Enter")
        #expect(session.text.contains("Type the path of a file"))
        session.type("/tmp/t.pcapng").press("Tab", "Space", "Space")
        #expect(session.text.contains("pcapng") && session.text.contains("have no place there"), "\(session.text)")
        session.press("Enter")
        let order = try #require(session.exports.last)
        #expect(order.path == "/tmp/t.pcapng" && order.format == .pcapng && !order.replacing)
        session.take(.exportIsThere(order))
        #expect(session.text.contains("Replace the file?"))
        session.press("Enter")
        #expect(session.exports.count == 1, "Cancel has the focus first")
        session.take(.exportIsThere(order)).press("Tab", "Enter")
        #expect(session.exports.last?.replacing == true && session.exports.count == 2)
        session.take(.exported(order, exchanges: 9, lost: ["2 commands to the reader itself have no place there"]))
        #expect(session.text.contains("9 exchanges written to /tmp/t.pcapng"), "\(session.text)")
        #expect(session.text.contains("2 commands to the reader itself"))
    }

    @Test("an export can be asked for before the list is there")
    func exportsBeforeList() throws {
        var model = Session().place("ntag213-factory").quiet().model
        let now = Situation.noon
        for key in ["T", "e"] { _ = model.handle(.key(try #require(Key(named: key))), at: now) }
        #expect(model.trace.window == nil, "nothing was listed yet")
        guard case .form(let form)? = model.dialogs.last else {
            Issue.record("no form to export")
            return
        }
        #expect(form.title == "Export the trace")
    }

    @Test("a trace file is looked at in place of the session's, searched and filtered the same, and Esc goes back")
    func opensFile() throws {
        let desk = Situation.tracing("ntag213-read-password")
        let session = Situation.tracing("ntag215-link-text").press("g", "j")
        let own = (session.exchanges.count, session.model.trace.list.cursor)
        session.files["/tmp/customer.jsonl"] = desk.exportedTrace()
        session.press("o").type("/tmp/customer.jsonl").press("Enter")
        #expect(session.text.contains("Trace: customer.jsonl"), "\(session.text)")
        #expect(session.model.trace.total == desk.exchanges.count)
        session.press("F")
        #expect(session.model.trace.matching > 0 && session.model.trace.matching < desk.exchanges.count)
        session.press("F", "g", "/").type("version").press("Enter", "Enter")
        #expect(session.text.contains("of customer.jsonl") && session.text.contains("GET_VERSION"), "\(session.text)")
        session.press("Esc").takeOff().place("ntag213-factory")
        #expect(session.model.trace.total == desk.exchanges.count, "what the session exchanges meanwhile is not in it")
        session.press("Esc")
        #expect(session.model.screen == .trace && session.model.trace.total == session.exchanges.count)
        #expect(session.exchanges.count > own.0 && session.model.trace.list.cursor == own.1)
        #expect(!session.text.contains("customer.jsonl"))
        session.press("q")
        #expect(session.model.screen == .workbench)
    }

    @Test("what is no trace is refused, and the session's stays listed")
    func refusesFile() {
        let session = Situation.tracing("ntag213-factory")
        session.files["notes.txt"] = Array("hello".utf8)
        session.press("o").type("notes.txt").press("Enter")
        #expect(session.text.contains("is no trace") && session.model.trace.file == nil)
        #expect(session.model.trace.total == session.exchanges.count)
    }

    @Test("an exchange is copied whole, or its bytes alone")
    func copies() {
        let session = Situation.tracing("ntag213-factory").press("g", "y")
        #expect(session.text.contains("frame out") || session.text.contains("APDU out"))
        session.choose("APDU out")
        guard case .copy(let text)? = session.intents.last(where: { if case .copy = $0 { true } else { false } }) else {
            Issue.record("nothing was copied")
            return
        }
        #expect(Hex.bytes(text) == session.exchanges.first?.command)
    }

    @Test("without an exchange there is nothing to export, and it says so")
    func nothing() {
        let session = Session().press("T")
        #expect(session.text.contains("Nothing was exchanged"))
        session.press("e")
        #expect(session.text.contains("nothing was exchanged yet"))
    }
}
