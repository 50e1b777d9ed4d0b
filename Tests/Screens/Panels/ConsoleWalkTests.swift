import Engine
import NDEF
import Simulator
import Tags
import Terminal
import Testing

@testable import Screens

/// A person at the console, with the engine and a simulated tag behind it.
@Suite("A person at the console")
struct ConsoleWalkTests {
    static func console(_ tag: String, readOnly: Bool = false) -> Session {
        Session(columns: 100, rows: 40, readOnly: readOnly).place(tag).quiet().press("C")
    }

    private static func sent(_ session: Session) -> Int {
        session.intents.filter { if case .submit(.console) = $0 { true } else { false } }.count
    }

    private static func last(_ session: Session) -> String {
        session.model.console.entries.last?.answer.map(\.text).joined(separator: "\n") ?? ""
    }

    @Test("GET_VERSION is typed, sent and read in words")
    func version() {
        let session = Self.console("ntag213-factory").type("native 60").press("Enter")
        #expect(Self.last(session).contains("00 04 04 02 01 00 0F 03"), "\(session.text)")
        #expect(Self.last(session).contains("NTAG213"), "\(session.text)")
        #expect(session.text.contains("> native 60") && session.model.console.input.text.isEmpty)
        #expect(session.model.console.running == nil && session.model.deck.running == nil)
    }

    @Test("an APDU is answered with its status word in words")
    func apdu() {
        let session = Self.console("type4-link-text").type("00 A4 04 00 07 D2760000850101 00").press("Enter")
        #expect(Self.last(session).hasPrefix("90 00"), "\(session.text)")
        session.type("00A4000C02FFFF").press("Enter")
        #expect(Self.last(session).contains("6A 82") && Self.last(session).contains("no such file"), "\(session.text)")
    }

    @Test("what was selected lasts from one command to the next")
    func selectionLasts() {
        let session = Self.console("type4-link-text")
        for line in ["00A4040007D276000085010100", "00A4000C02E103", "00B000000F"] { session.type(line).press("Enter") }
        #expect(Self.last(session).hasPrefix("00 0F") || Self.last(session).hasPrefix("00 17"), "\(session.text)")
        #expect(Self.last(session).contains("90 00"))
    }

    @Test("letters go into the line, function keys and Tab do not")
    func letters() {
        let session = Self.console("ntag213-factory").type("qTRJ?:x")
        #expect(session.model.console.input.text == "qTRJ?:x" && session.model.screen == .console)
        session.press("F1")
        #expect(session.text.contains("Help"))
        session.press("Esc", "Tab")
        #expect(session.model.console.focus == .transcript)
        session.press("q")
        #expect(session.model.screen == .workbench)
        session.press("C")
        #expect(session.model.console.input.text == "qTRJ?:x", "what was typed stays")
    }

    @Test("Esc leaves the line for the transcript first, and never throws anything away")
    func escape() {
        let session = Self.console("ntag213-factory").type("native 60").press("Esc")
        #expect(session.model.screen == .console && session.model.console.input.text == "native 60")
        session.press("Esc")
        #expect(session.model.screen == .workbench)
    }

    @Test("Up brings back what was sent, Down what was being typed")
    func history() {
        let session = Self.console("ntag213-factory").type("native 60").press("Enter").type("native 3")
        session.press("Up")
        #expect(session.model.console.input.text == "native 60")
        session.press("Down")
        #expect(session.model.console.input.text == "native 3")
    }

    @Test("a variable stands for its bytes in later commands, and its bytes are not shown again")
    func variables() {
        let session = Self.console("ntag213-factory").type("page = 04").press("Enter").type("native 30 $page").press(
            "Enter")
        #expect(Self.last(session).contains("01 03 A0 0C"), "\(session.text)")
        #expect(!session.text.contains("page = 04"))
        #expect(session.model.console.variables["page"] == [0x04])
    }

    @Test(
        "a line that is no command stays, and says what is wrong with it", arguments: ["native", "zz", "30 0", "$no"])
    func wrong(line: String) {
        let session = Self.console("ntag213-factory").type(line).press("Enter")
        #expect(session.model.console.problem != nil && session.model.console.input.text == line)
        #expect(Self.sent(session) == 0)
        session.type("1")
        #expect(session.model.console.problem == nil)
    }

    @Test("a comment is kept in the transcript and sends nothing")
    func comment() {
        let session = Self.console("ntag213-factory").type("# the second try").press("Enter")
        #expect(session.text.contains("# the second try") && Self.sent(session) == 0)
    }

    @Test("pasted lines come one after the other, each sent by its own Enter")
    func paste() {
        let session = Self.console("ntag213-factory").send(.paste("native 60\nnative 30 04\n\nnative 3C 00"))
        #expect(session.model.console.input.text == "native 60" && Self.sent(session) == 0)
        session.press("Enter")
        #expect(session.model.console.input.text == "native 30 04" && Self.sent(session) == 1)
        session.press("Enter", "Enter")
        #expect(Self.sent(session) == 3 && session.model.console.input.text.isEmpty)
    }

    @Test("a pasted line that is too long is not taken in part")
    func longPaste() {
        let session = Self.console("ntag213-factory").send(.paste("native " + String(repeating: "00", count: 600)))
        #expect(session.model.console.input.text.isEmpty && session.text.contains("Not taken"), "\(session.text)")
        session.send(.paste("native\t60")).press("Enter")
        #expect(Self.last(session).contains("NTAG213"), "\(session.text)")
    }

    @Test("the named commands of the chip are listed, and one is put on the line, not sent")
    func named() {
        let session = Self.console("ntag213-factory").press("Ctrl-K")
        #expect(session.text.contains(":version") && session.text.contains(":signature"), "\(session.text)")
        session.choose(":version")
        #expect(session.model.console.input.text == ":version" && Self.sent(session) == 0)
        session.press("Enter")
        #expect(Self.last(session).contains("NTAG213"), "\(session.text)")
    }

    @Test("all commands behind a name are sent in order")
    func severalNamed() {
        let session = Self.console("type4-link-text").type(":cc").press("Enter")
        #expect(Self.sent(session) == 3 && session.model.console.running == nil, "\(session.text)")
    }

    @Test("what can never be undone needs the end of the UID, Cancel first")
    func irreversible() throws {
        let session = Self.console("ntag213-factory").type("native A2 02 00 48 01 00").press("Enter")
        #expect(session.text.contains("This can never be undone") && session.text.contains("3C80"), "\(session.text)")
        session.press("Enter")
        #expect(Self.last(session).contains("not sent") && session.model.console.running == nil)
        session.press("Up", "Enter", "Tab", "Tab").type("0000").press("Enter")
        #expect(session.text.contains("type 3C80"), "\(session.text)")
        session.press("Ctrl-U").type("3C80").press("Enter")
        #expect(session.model.dialogs.isEmpty, "\(session.text)")
        #expect(Self.last(session).contains("ACK"), "\(session.text)")
        session.type("native 30 02").press("Enter")
        #expect(Self.last(session).contains("48 01 00"), "\(session.text)")
    }

    @Test("under --read-only a change is greyed with the reason as it is typed, and not sent; reading works")
    func readOnly() {
        let session = Self.console("ntag213-factory", readOnly: true).type("native A2 05 00 00 00 00")
        #expect(session.model.consoleLineNote.blocked && session.text.contains("--read-only"), "\(session.text)")
        session.press("Enter")
        #expect(Self.sent(session) == 0 && session.model.console.problem?.contains("--read-only") == true)
        session.press("Ctrl-U").type("native 30 04").press("Enter")
        #expect(Self.last(session).contains("01 03 A0 0C"), "\(session.text)")
    }

    @Test("another tag in place of the one before is told, and nothing is sent to it unasked")
    func otherTag() {
        let session = Self.console("ntag213-factory").type("native 60").press("Enter")
        session.bench.remove()
        session.sync()
        session.place("ntag215-link-text").type("native 60").press("Enter")
        #expect(Self.last(session).contains("another tag lies on the reader"), "\(session.text)")
        session.press("Up", "Enter")
        #expect(Self.last(session).contains("NTAG215"), "\(session.text)")
    }

    @Test("without a tag a command for one is greyed and says why")
    func noTag() {
        let session = Session(columns: 100, rows: 40).press("C").type("native 60")
        #expect(session.model.consoleLineNote.blocked && session.text.contains("no tag is on the reader"))
        session.press("Enter")
        #expect(Self.sent(session) == 0 && session.model.console.input.text == "native 60")
    }

    @Test("a NAK is an answer, and says what the tag refuses")
    func nak() {
        let session = Self.console("ntag213-factory").type("native 30 FF").press("Enter")
        #expect(Self.last(session).contains("READ FF: refused"), "\(session.text)")
        session.type("native 60").press("Enter")
        #expect(Self.last(session).contains("NTAG213"), "the console goes on: \(session.text)")
    }

    @Test("a password is masked in the transcript, kept in no history and in no copy")
    func secrets() {
        let session = Self.console("ntag213-write-password").type("native 1B 31415926").press("Enter")
        #expect(session.text.contains("native 1B ** ** ** **"), "\(session.text)")
        session.press("Up")
        #expect(session.model.console.input.text.isEmpty)
        session.press("Esc", "y")
        let copies = session.model.copyItems.map(\.text).joined(separator: "\n")
        for secret in ["31415926", "31 41 59 26"] {
            #expect(!copies.contains(secret) && !session.text.contains(secret))
        }
    }

    @Test("Enter in the transcript puts a line back to be sent again, y copies")
    func transcript() throws {
        let session = Self.console("ntag213-factory").type("native 60").press("Enter", "Esc", "g", "Enter")
        #expect(session.model.console.input.text == "native 60" && session.model.console.focus == .input)
        session.press("Esc", "y").choose("Transcript")
        guard case .copy(let text)? = session.intents.last(where: { if case .copy = $0 { true } else { false } }) else {
            Issue.record("nothing was copied")
            return
        }
        #expect(text.contains("native 60") && text.contains("NTAG213"))
    }

    @Test("leaving ends the connection, so that others may use the reader")
    func leaving() {
        let session = Self.console("ntag213-factory").type("native 60").press("Enter", "Esc", "q")
        let closed = session.intents.contains { if case .submit(.closeConsole) = $0 { true } else { false } }
        #expect(closed && session.model.deck.running == nil)
        session.press("R")
        #expect(session.model.deck.failure == nil)
    }

    @Test("going to the trace and back keeps the transcript, and the trace has what was sent")
    func traced() {
        let session = Self.console("ntag213-factory").type("native 3C 00").press("Enter", "Esc", "T")
        #expect(session.model.trace.selected?.nativeCommand == [0x3C, 0x00], "\(session.text)")
        session.press("q", "C")
        #expect(session.text.contains("native 3C 00"))
    }

    @Test("the transcript is bounded, and what is typed is shown with visible symbols")
    func bounded() {
        var screen = ConsoleScreen()
        for number in 0..<ConsoleScreen.limit + 50 {
            screen.put("# \(number)")
            screen.keep([], at: Moment(microseconds: 0))
        }
        #expect(screen.entries.count == ConsoleScreen.limit)
        let session = Self.console("ntag213-factory").send(.paste("# a\u{202E}b")).press("Enter")
        #expect(!session.text.unicodeScalars.contains { $0.value == 0x202E })
    }
}
