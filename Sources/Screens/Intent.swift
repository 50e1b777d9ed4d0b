import Engine

/// What the screens ask the program to do; they never do it themselves.
public enum Intent: Equatable, Sendable {
    /// Hand a command to the engine.
    case submit(Command)
    /// Stop an operation at its next safe point.
    case cancel(OperationID)
    /// Leave the program.
    case quit
    /// Put text on the clipboard of the terminal.
    case copy(String)
    /// Open a link with the desktop's program for it. Only ever sent after a person saw the whole link and said yes.
    case openLink(String)
    /// Put a simulated tag on the reader, take it off, or pull it away in the middle of the work.
    case bench(BenchRequest)
    /// Draw in another theme from now on.
    case setTheme(String)
    /// Listen to the mouse or not.
    case setMouse(Bool)
    /// Paint the whole terminal anew.
    case repaint
    /// Give the terminal back to the shell until the program is continued.
    case suspend
}

/// What can be done with the tags of the simulator.
public enum BenchRequest: Equatable, Sendable {
    /// Put this tag on the reader, in place of the one that is there.
    case place(String)
    /// Take the tag off.
    case remove
    /// Take the tag off after this many more frames on air, in the middle of the last.
    case pull(afterFrames: Int)
}
