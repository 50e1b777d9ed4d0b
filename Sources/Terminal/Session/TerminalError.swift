/// Why the full screen cannot be opened.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
    /// The process has no controlling terminal.
    case noTerminal
    /// Neither TERM nor the usual substitute is known to terminfo.
    case unknownTerminal(String)
    /// The terminal cannot place its cursor.
    case cannotPlaceCursor(String)
    /// There is a session already: curses knows one at a time.
    case alreadyOpen
    /// A system call failed.
    case system(call: String, code: Int32)

    /// One sentence for the person at the shell.
    public var description: String {
        switch self {
        case .noTerminal:
            "the full screen needs a terminal and there is none; the commands work without (see --help)"
        case .unknownTerminal(let name):
            "the terminal '\(name)' is not known here, nor is \(TerminalSession.substitute); install its terminfo entry"
        case .cannotPlaceCursor(let name):
            "the terminal '\(name)' cannot place its cursor, so it cannot show the full screen; set TERM to what it is"
        case .alreadyOpen: "the terminal is already in use by this program"
        case .system(let call, let code): "the terminal cannot be set up: \(call) failed with errno \(code)"
        }
    }
}
