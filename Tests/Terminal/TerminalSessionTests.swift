import Foundation
import Testing

@testable import Terminal

/// The session on a pseudo-terminal, in this process. What needs a process of its own (stopping, crashing) is in
/// Tests/EndToEnd.
@Suite("The session on a terminal", .serialized)
struct TerminalSessionTests {
    private let terminal: PseudoTerminal

    init() throws {
        terminal = try PseudoTerminal(columns: 40, rows: 10)
        setenv("TERM", "xterm-256color", 1)
        setenv("LC_ALL", "C.UTF-8", 1)
        unsetenv("NO_COLOR")
    }

    private func open(_ options: TerminalSession.Options = .init()) throws -> TerminalSession {
        try TerminalSession(options, device: terminal.device)
    }

    /// The events of one waking; the limit only keeps a failing test from hanging.
    private func events(_ session: TerminalSession) -> [InputEvent] {
        EventLoop(session: session).wait(until: .now.adding(milliseconds: 5000)).input
    }

    private func frame(_ session: TerminalSession, _ text: String, role: Role = .text) -> Canvas {
        var canvas = Canvas(size: session.size, glyphs: session.glyphs)
        canvas.put(text, at: Point(column: 1, row: 2), role: role)
        return canvas
    }

    @Test("closing puts the modes and the screen back as they were")
    func restores() throws {
        let before = terminal.modes
        let session = try open()
        session.present(frame(session, "x"))
        #expect(terminal.modes != before)
        let start = terminal.output()
        for mode in ["?1049h", "?2004h", "?1000h", "?1002h", "?1006h", "?25l"] {
            #expect(start.contains("\u{1B}[" + mode), "\(mode)")
        }
        session.close()
        session.close()
        #expect(terminal.modes == before)
        let end = terminal.output()
        for mode in ["?1049l", "?2004l", "?1000l", "?1002l", "?1006l", "?25h"] {
            #expect(end.contains("\u{1B}[" + mode), "\(mode)")
        }
    }

    @Test("an equal canvas writes nothing, one changed cell writes little")
    func writesChanges() throws {
        let session = try open()
        defer { session.close() }
        session.present(frame(session, "page 04 漢字"))
        #expect(terminal.output().contains("page 04 漢字"))
        session.present(frame(session, "page 04 漢字"))
        #expect(terminal.output().isEmpty)
        session.present(frame(session, "page 05 漢字"))
        let change = terminal.output()
        #expect(
            change.contains("5") && !change.contains("page") && change.utf8.count < 30, "\(change.debugDescription)")
    }

    @Test("a repaint and a canvas after a resize are written whole")
    func repaints() throws {
        let session = try open()
        defer { session.close() }
        session.present(frame(session, "hello"))
        _ = terminal.output()
        session.repaint()
        session.present(frame(session, "hello"))
        #expect(terminal.output().contains("hello"))
        terminal.resize(columns: 100, rows: 30)
        raise(SIGWINCH)
        #expect(events(session) == [.resize(Size(columns: 100, rows: 30))])
        session.present(frame(session, "hello"))
        #expect(terminal.output().contains("hello"))
    }

    @Test("keys, sequences, pastes and clicks arrive in order in one waking")
    func keys() throws {
        let session = try open()
        defer { session.close() }
        session.present(frame(session, "x"))
        terminal.type(
            "a\u{1B}[A\u{1B}OBé\u{1B}[1;5C\u{1B}[200~q\u{1B}[201~\u{1B}[<0;5;3M\u{1B}[<0;5;3m\u{1B}[<64;1;1M\u{1B}[15~z"
        )
        var arrived: [InputEvent] = []
        while !arrived.contains(.key(Key(.character("z")))) {
            let more = events(session)
            try #require(!more.isEmpty)
            arrived += more
        }
        #expect(
            arrived == [
                .key(Key(.character("a"))), .key(Key(.up)), .key(Key(.down)), .key(Key(.character("é"))),
                .key(Key(.right, control: true)), .paste("q"), .mouse(Mouse(.click, at: Point(column: 4, row: 2))),
                .mouse(Mouse(.wheelUp, at: Point(column: 0, row: 0))), .key(Key(.function(5))),
                .key(Key(.character("z"))),
            ])
    }

    @Test("a lone escape is a key")
    func escape() throws {
        let session = try open()
        defer { session.close() }
        session.present(frame(session, "x"))
        terminal.type("\u{1B}")
        #expect(events(session) == [.key(Key(.escape))])
    }

    @Test("a closed terminal and SIGHUP are a hang-up, other signals ask to end")
    func ends() throws {
        let session = try open()
        defer { session.close() }
        raise(SIGHUP)
        #expect(events(session) == [.hangup])
        for signal in [SIGTERM, SIGINT, SIGQUIT] {
            raise(signal)
            #expect(events(session) == [.terminated(signal)])
        }
        session.present(frame(session, "x"))
        terminal.hangUp()
        #expect(events(session) == [.hangup])
    }

    @Test("a watched descriptor wakes the loop, a passed deadline too")
    func watched() throws {
        let session = try open()
        defer { session.close() }
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let loop = EventLoop(session: session, watching: [ends[0]])
        #expect(loop.wait(until: .now) == EventLoop.Wake(input: [], ready: [], deadlinePassed: true))
        #expect(write(ends[1], "x", 1) == 1)
        #expect(loop.wait().ready == [ends[0]])
    }

    @Test("colours are left out where they are not wanted", arguments: ["option", "NO_COLOR", "vt100"])
    func noColours(way: String) throws {
        if way == "NO_COLOR" { setenv("NO_COLOR", "1", 1) }
        if way == "vt100" { setenv("TERM", "vt100", 1) }
        defer { unsetenv("NO_COLOR") }
        let session = try open(.init(color: way != "option", theme: #require(Theme.shipped("dark"))))
        defer { session.close() }
        #expect(session.colours == 0)
        session.present(frame(session, "error", role: .error))
        #expect(terminal.output().firstMatch(of: /\[[0-9;]*[34][0-8]([;m])/) == nil)
    }

    @Test("without UTF-8 the canvas is ASCII")
    func ascii() throws {
        setenv("LC_ALL", "C", 1)
        let session = try open()
        defer { session.close() }
        #expect(session.glyphs == .ascii)
        session.present(frame(session, "漢 │ x"))
        #expect(terminal.output().utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("an unknown TERM is treated as xterm and that is told", arguments: ["no-such-terminal", ""])
    func unknownTerm(name: String) throws {
        if name.isEmpty { unsetenv("TERM") } else { setenv("TERM", name, 1) }
        let session = try open()
        defer { session.close() }
        #expect(session.notice?.contains("xterm-256color") == true)
        session.present(frame(session, "x"))
        #expect(terminal.output().contains("?1049h"))
    }

    @Test("a terminal that cannot place its cursor is refused with its modes untouched")
    func dumb() throws {
        setenv("TERM", "dumb", 1)
        let before = terminal.modes
        #expect(throws: TerminalError.cannotPlaceCursor("dumb")) { try open() }
        #expect(terminal.modes == before)
        #expect(terminal.output().isEmpty)
    }

    @Test("there is one session at a time, and none without a terminal")
    func refusals() throws {
        let session = try open()
        #expect(throws: TerminalError.alreadyOpen) { try open() }
        session.close()
        #expect(throws: TerminalError.noTerminal) { try TerminalSession(device: "/nowhere/tty") }
        try open().close()
    }

    @Test("LINES and COLUMNS do not freeze the size")
    func environmentSize() throws {
        setenv("LINES", "5", 1)
        setenv("COLUMNS", "5", 1)
        let session = try open()
        defer { session.close() }
        #expect(session.size == Size(columns: 40, rows: 10))
    }

    @Test("text is copied through the terminal, up to what terminals take")
    func copies() throws {
        let session = try open()
        defer { session.close() }
        session.present(frame(session, "x"))
        _ = terminal.output()
        #expect(session.copy("04 C4 é") == .sentToTerminal)
        #expect(terminal.output() == "\u{1B}]52;c;MDQgQzQgw6k=\u{07}")
        #expect(
            session.copy(String(repeating: "x", count: TerminalSession.longestCopy + 1))
                == .tooLong(limit: TerminalSession.longestCopy))
        #expect(terminal.output().isEmpty)
    }

    /// RFC 4648, section 10.
    @Test(
        "base 64 is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(TerminalSession.base64(Array(text.utf8)) == Array(encoded.utf8))
    }

    @Test("padding is cut out of terminfo strings")
    func padding() {
        #expect(CursesScreen.withoutPadding(Array("\u{1B}[K$<3>x$<5*/>$y".utf8)) == Array("\u{1B}[Kx$y".utf8))
    }

    @Test("whatever a canvas holds, only its text and sequences of curses reach the terminal")
    func hostile() throws {
        let session = try open()
        defer { session.close() }
        session.present(frame(session, "x"))
        _ = terminal.output()
        session.present(frame(session, "\u{1B}]0;evil\u{07}\u{9B}31m\u{202E}\r\n"))
        let output = terminal.output()
        #expect(!output.contains("\u{1B}]") && !output.contains("\u{07}") && !output.contains("\u{9B}"))
        #expect(!output.contains("\u{202E}"))
    }
}
