import Engine
import Tags
import Terminal
import Testing

@testable import Screens

@Suite("A person at the tools")
struct ToolsWalkTests {
    private static func go(_ session: Session, to tool: Tool) -> Session {
        while session.model.tools.tool != tool { session.press("Down") }
        return session
    }

    @Test("what is typed is converted as it is typed")
    func live() {
        let session = Session(columns: 120, rows: 40).press("O")
        session.press("Ctrl-U").type("0x1F90")
        #expect(session.text.contains("8080"), "\(session.text)")
        session.press("Backspace")
        #expect(!session.text.contains("8080"))
    }

    @Test(
        "each tool gives its results",
        arguments: [
            (Tool.crc, "00 00", "A0 1E"), (.ats, "06 77 77 71 02 80", "06"), (.sak, "0044 00", "NTAG"),
            (.tlv, "03 01 00", "03"), (.access, "00 E0", "free"), (.atr, "3B 80 80 01 01", "3B"),
        ])
    func each(tool: Tool, input: String, wanted: String) throws {
        let session = Self.go(Session(columns: 200, rows: 60).press("O"), to: tool)
        session.press("Ctrl-U").type(input)
        #expect(session.model.tools.answer.problem == nil && session.text.contains(wanted), "\(session.text)")
        let lines = try tool.evaluate(input).lines
        #expect(session.model.tools.answer.lines == lines)
    }

    @Test("what makes no sense says why, and nothing typed is nothing wrong")
    func wrong() {
        let session = Self.go(Session(columns: 120, rows: 40).press("O"), to: .crc)
        #expect(session.model.tools.answer.problem == nil && session.text.contains("such as"))
        session.type("0")
        #expect(session.model.tools.answer.problem?.contains("hex") == true, "\(session.text)")
    }

    @Test("the ATR of the tag and the selected bytes stand on the line to begin with, where nothing was typed")
    func offers() throws {
        let session = Session(columns: 120, rows: 40).place("ntag213-factory").quiet()
        session.press("2", "g", "j", "j", "j", "Space", "l", "l", "l", "O")
        #expect(session.model.tools.tool == .convert)
        #expect(session.model.tools.input.text == "E1 10 12 00", "\(session.text)")
        _ = Self.go(session, to: .atr)
        let atr = try #require(session.model.readerState?.atr)
        #expect(Hex.bytes(session.model.tools.input.text) == atr)
        session.press("Ctrl-U").type("3B").press("Esc", "q", "O")
        #expect(session.model.tools.input.text == "3B", "what was typed stays")
        session.press("Ctrl-T")
        #expect(Hex.bytes(session.model.tools.input.text) == atr)
    }

    @Test("Tab goes to the results, y copies one of them, letters do not type there")
    func results() {
        let session = Self.go(Session(columns: 120, rows: 40).press("O"), to: .crc).type("00 00").press("Tab")
        session.type("zzz")
        #expect(session.model.tools.input.text == "00 00")
        session.press("g", "y").choose("Value")
        #expect(session.intents.last == .copy(session.model.tools.answer.lines[0].value), "\(session.text)")
        session.press("q")
        #expect(session.model.screen == .workbench)
    }

    @Test("every tool keeps what was typed into it")
    func keeps() {
        let session = Self.go(Session(columns: 120, rows: 40).press("O"), to: .crc).type("30 04")
        session.press("Down").type("06 00")
        session.press("Up")
        #expect(session.model.tools.input.text == "30 04")
    }

    @Test("input from outside is shown with visible symbols, and no input breaks a tool", arguments: Tool.allCases)
    func hostile(tool: Tool) {
        for text in ["\u{202E}\u{200B}x", "\"", "0x", "#99999999999999999999", "FF FF FF FF", "$", "30 8F FF FF FF FF"]
        {
            let session = Self.go(Session(columns: 80, rows: 24).press("O"), to: tool).send(.paste(text))
            #expect(!session.text.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x200B })
        }
    }
}
