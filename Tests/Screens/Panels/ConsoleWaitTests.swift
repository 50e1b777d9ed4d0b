import Engine
import Terminal
import Testing

@testable import Screens

/// A line that is sent in the middle of other work on the reader.
@Suite("A console line that has to wait")
struct ConsoleWaitTests {
    /// A tag that is being read, as far as the screens were told, and a console with a line that was sent meanwhile.
    private static func waiting(_ line: String = "native 60") -> Session {
        let session = Session(columns: 100, rows: 40).place("ntag213-factory").quiet().hold().press("R")
        session.tell { if case .started = $0 { true } else { false } }
        return session.press("C").type(line).press("Enter")
    }

    private static func sent(_ session: Session) -> Int {
        session.intents.filter { if case .submit(.console) = $0 { true } else { false } }.count
    }

    private static func closed(_ session: Session) -> Int {
        session.intents.filter { if case .submit(.closeConsole) = $0 { true } else { false } }.count
    }

    private static func last(_ session: Session) -> String {
        session.model.console.entries.last?.answer.map(\.text).joined(separator: "\n") ?? ""
    }

    @Test("it is taken, says what it waits for, and goes out once the tag is read")
    func waits() {
        let session = Self.waiting()
        #expect(session.model.console.waitsForReading && Self.sent(session) == 0)
        #expect(session.model.console.input.text.isEmpty && session.text.contains("> native 60"), "\(session.text)")
        #expect(session.text.contains("waiting until the tag was read"), "\(session.text)")
        session.release()
        #expect(Self.sent(session) == 1 && !session.model.console.waitsForReading)
        #expect(Self.last(session).contains("NTAG213") && session.model.console.running == nil, "\(session.text)")
        #expect(session.model.deck.report?.image != nil, "the reading was not disturbed")
    }

    @Test("all commands behind a name go out in order after the wait")
    func several() {
        let session = Session(columns: 100, rows: 40).place("type4-link-text").quiet().hold().press("R")
        session.tell { if case .started = $0 { true } else { false } }
        session.press("C").type(":cc").press("Enter")
        #expect(Self.sent(session) == 0)
        session.release()
        #expect(Self.sent(session) == 3 && session.model.console.running == nil, "\(session.text)")
    }

    @Test("a second line is not taken while the first one waits, and stays to be sent")
    func second() {
        let session = Self.waiting().type("native 3C 00").press("Enter")
        #expect(session.model.console.input.text == "native 3C 00" && session.model.console.entries.count == 1)
        session.release().press("Enter")
        #expect(Self.sent(session) == 2)
    }

    @Test("stopping drops it: nothing is sent, and the reading goes on")
    func stops() {
        let session = Self.waiting().press("Ctrl-X")
        #expect(Self.last(session) == "not sent" && session.model.console.running == nil)
        #expect(!session.intents.contains { if case .cancel = $0 { true } else { false } })
        session.release()
        #expect(Self.sent(session) == 0 && session.model.deck.failure == nil)
        #expect(session.model.deck.report?.image != nil)
    }

    @Test("a tag that leaves meanwhile ends it unsent")
    func leaves() throws {
        let session = Self.waiting()
        // Whoever watches the reader is told before the one who reads.
        session.apply(.tagLeft(reader: try #require(session.model.reader)))
        session.release()
        #expect(Self.sent(session) == 0 && session.model.console.running == nil)
        #expect(Self.last(session).hasPrefix("not sent: the tag left"), "\(session.text)")
    }

    @Test("leaving the console drops it, and no connection is kept")
    func leaving() {
        let session = Self.waiting().press("Esc", "q")
        #expect(session.model.screen == .workbench && Self.last(session) == "not sent: the console was left")
        session.release()
        #expect(Self.sent(session) == 0 && session.model.console.held.isEmpty)
    }

    @Test("leaving while a command runs ends the held connection after its answer, not before")
    func leavingWhileRunning() {
        let session = Session(columns: 100, rows: 40).place("ntag213-factory").quiet().press("C").hold()
        session.type("native 60").press("Enter")
        session.tell { if case .started = $0 { true } else { false } }
        session.press("Esc", "q")
        #expect(session.model.screen == .workbench && session.model.console.running != nil)
        #expect(Self.closed(session) == 0)
        session.release()
        #expect(Self.closed(session) == 1 && session.model.console.held.isEmpty)
        #expect(Self.last(session).contains("NTAG213") && session.model.deck.running == nil)
    }

    @Test("coming back before the answer keeps the connection")
    func comesBack() {
        let session = Session(columns: 100, rows: 40).place("type4-link-text").quiet().press("C").hold()
        session.type("00A4040007D276000085010100").press("Enter")
        session.tell { if case .started = $0 { true } else { false } }
        session.press("Esc", "q", "C").release()
        #expect(Self.closed(session) == 0)
        session.type("00A4000C02E103").press("Enter")
        #expect(Self.last(session).hasPrefix("90 00"), "what was selected holds: \(session.text)")
    }
}
