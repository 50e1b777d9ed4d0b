import CLinux
import Glibc

/// The terminal while the full screen is shown: the one owner of curses, of the terminal's modes and of the signals.
///
///     let session = try TerminalSession(options)       // first of all, before any thread is started
///     let loop = EventLoop(session: session, watching: [engine.events.fileDescriptor])
///     session.present(canvas)
///     ...
///     session.close()
///
/// It is not Sendable: the thread that opens it, the main thread, is the only one to use it. Whatever way the process
/// goes, the terminal is put back: by `close`, at exit, and on a crash. Waiting is the `EventLoop`'s.
public final class TerminalSession {
    /// What a session is opened with.
    public struct Options: Sendable {
        /// Report clicks and the wheel.
        public var mouse: Bool
        /// Use colours where the terminal has any and NO_COLOR is not set.
        public var color: Bool
        /// How roles look.
        public var theme: Theme

        /// Options of these parts.
        public init(mouse: Bool = true, color: Bool = true, theme: Theme = .standard) {
            self.mouse = mouse
            self.color = color
            self.theme = theme
        }
    }

    /// The terminfo entry that is tried where that of TERM is not known.
    public static let substitute = "xterm-256color"

    /// Something to tell once: an unknown TERM and what was used in its place.
    public let notice: String?
    /// The characters this terminal's locale can show.
    public let glyphs: Glyphs
    /// The terminal's size.
    public private(set) var size: Size
    /// Mouse reports are on.
    public private(set) var mouseIsOn = false
    /// Colours in use; 0 where the terminal has none or none are wanted, and the mono theme is shown.
    public var colours: Int { curses.colours }

    let descriptor: Int32
    let signals: SignalQueue
    private let file: UnsafeMutablePointer<FILE>
    private let curses: CursesScreen
    private var modesBefore = termios()
    private var decoder = KeyDecoder()
    private(set) var pace = FramePace()
    private var isOpen = true
    /// Knows xterm's private modes; an old terminal is spared them.
    let isModern: Bool
    private nonisolated(unsafe) static var exists = false

    /// Opens the controlling terminal and shows a blank full screen with the next `present`.
    ///
    /// To be called before any thread is started, which would else be interrupted by the signals taken here.
    ///
    /// - Parameter device: The controlling terminal; standard input and output stay free for data.
    public init(_ options: Options = Options(), device: String = "/dev/tty") throws(TerminalError) {
        guard !Self.exists else { throw .alreadyOpen }
        setlocale(LC_CTYPE, "")
        let isUTF8 = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8"
        glyphs = isUTF8 ? .unicode : .ascii
        // With them set, curses would keep to that size for good.
        unsetenv("LINES")
        unsetenv("COLUMNS")
        signals = try SignalQueue()
        let (descriptor, file) = try Self.open(device)
        self.descriptor = descriptor
        self.file = file
        tcgetattr(descriptor, &modesBefore)
        let noColor = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let name = getenv("TERM").map { String(cString: $0) } ?? ""
        let colour = options.color && !noColor
        if let known = CursesScreen(file: file, type: nil, colour: colour) {
            (curses, notice) = (known, nil)
        } else if let other = CursesScreen(file: file, type: Self.substitute, colour: colour) {
            let problem = name.isEmpty ? "TERM is not set" : "TERM=\(name.filter(\.isASCII)) is not known here"
            (curses, notice) = (other, "\(problem): treating the terminal as \(Self.substitute)")
        } else {
            fclose(file)
            throw .unknownTerminal(name)
        }
        guard curses.ability("cup") != nil else {
            tcsetattr(descriptor, TCSANOW, &modesBefore)
            fclose(file)
            throw .cannotPlaceCursor(name)
        }
        isModern = curses.ability("kmous") != nil
        size = curses.size
        Self.exists = true
        TerminalRestore.arm(descriptor: descriptor, modes: modesBefore, bytes: restoringBytes())
        curses.enterKeyMode()
        curses.use(curses.colours == 0 ? .mono : options.theme)
        readSize()
        mouseIsOn = options.mouse && isModern
        enterModes()
    }

    deinit { close() }

    /// Puts the terminal back as it was before. Does nothing the second time.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        leave()
        TerminalRestore.disarm()
        fclose(file)
        Self.exists = false
    }

    /// Closes the session and ends the process by a signal, so that the shell sees why.
    public func end(bySignal number: Int32) -> Never {
        close()
        SignalQueue.end(by: number)
    }

    // MARK: Showing

    /// Shows a canvas; only what changed is written.
    public func present(_ canvas: Canvas) {
        guard isOpen else { return }
        curses.present(canvas)
        pace.painted(at: .now)
    }

    /// Changes how roles look, from the next `present` on. Without colours it stays with the mono theme.
    public func use(_ theme: Theme) {
        guard isOpen else { return }
        curses.use(curses.colours == 0 ? .mono : theme)
    }

    /// Switches mouse reports on or off.
    public func setMouse(_ on: Bool) {
        guard isOpen else { return }
        mouseIsOn = on && isModern
        if isModern { _ = write(on ? Self.mouseOn : Self.mouseOff) }
    }

    /// Paints everything anew with the next `present`: the terminal was written to by somebody else.
    public func repaint() {
        guard isOpen else { return }
        curses.forget()
    }

    // MARK: Leaving and coming back

    /// Gives the terminal back and stops the job, as the suspend key does; returns when it goes on, with the terminal taken
    /// again. The next `present` paints everything.
    public func suspend() { stop(wholeJob: true) }

    func stop(wholeJob: Bool) {
        guard isOpen else { return }
        leave()
        SignalQueue.stop(wholeJob: wholeJob)
        enter()
    }

    /// Sets the terminal up anew where somebody may have changed it in the meantime.
    func retake() {
        leave()
        enter()
    }

    private func enter() {
        readSize()
        curses.forget()
        enterModes()
    }

    private func enterModes() {
        if isModern { _ = write(Self.pasteOn + (mouseIsOn ? Self.mouseOn : [])) }
    }

    private func leave() {
        if isModern { _ = write(Self.mouseOff + Self.pasteOff) }
        curses.showCursor(true)
        curses.leave()
    }

    // MARK: For the event loop

    /// Everything typed, clicked and pasted since the last call.
    func takeInput() -> [InputEvent] { decoder.decode(curses.takeInput(), at: .now) }

    /// Bytes that wait to be read; 0 on a readable terminal means that it is gone.
    var waitingBytes: Int {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Asks the terminal for its size; curses and the next `present` go by it.
    func readSize() {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return }
        let now = Size(
            columns: min(Int(window.ws_col), Self.largestSide), rows: min(Int(window.ws_row), Self.largestSide))
        guard now != size else { return }
        size = now
        curses.resize(to: now)
    }

    /// Writes bytes of our own to the terminal, past curses, which has nothing buffered between two `present`s.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    // MARK: Parts

    /// Presses and the wheel (1000), motion while a button is held (1002), with coordinates of any size (1006). A pointer
    /// that moves without a button sends nothing. A terminal that does not know 1002 still has 1000.
    private static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h".utf8)
    private static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l".utf8)
    private static let pasteOn = Array("\u{1B}[?2004h".utf8)
    private static let pasteOff = Array("\u{1B}[?2004l".utf8)
    /// Nobody's window is larger, but a pseudo-terminal can say so, and a canvas of 65535 times 65535 is 100 GB.
    private static let largestSide = 1000

    private static func open(_ device: String) throws(TerminalError) -> (Int32, UnsafeMutablePointer<FILE>) {
        let descriptor = Glibc.open(device, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .noTerminal }
        guard let file = fdopen(descriptor, "r+") else {
            let code = errno
            Glibc.close(descriptor)
            throw .system(call: "fdopen", code: code)
        }
        return (descriptor, file)
    }

    /// What puts a terminal back without curses: private modes off, then what terminfo has for leaving.
    private func restoringBytes() -> [UInt8] {
        let modes = isModern ? Self.mouseOff + Self.pasteOff : []
        return ["rmkx", "sgr0", "cnorm", "rmcup"].reduce(into: modes) { $0 += curses.ability($1) ?? [] }
    }
}
