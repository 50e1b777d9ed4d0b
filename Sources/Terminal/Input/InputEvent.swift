/// What the terminal tells the program.
public enum InputEvent: Equatable, Sendable {
    case key(Key)
    case mouse(Mouse)
    /// Bracketed paste: text that must never be run as keys.
    case paste(String)
    case resize(Size)
    /// The program was suspended and is back.
    case resumed
    /// The terminal is gone: leave at once.
    case hangup
    /// A signal asks to end (SIGTERM, SIGINT, SIGQUIT): leave at once, then `TerminalSession.end(bySignal:)`.
    case terminated(Int32)
}

/// One key with its modifiers.
public struct Key: Hashable, Sendable {
    /// The keys there are.
    public enum Code: Hashable, Sendable {
        case character(Character)
        case up, down, left, right
        case home, end, pageUp, pageDown
        case insert, delete, backspace
        case enter, tab, escape
        case function(Int)
    }
    /// The key.
    public var code: Code
    /// Held with Control.
    public var control: Bool
    /// Held with Alt.
    public var alt: Bool
    /// Held with Shift (only where the terminal tells, as with Shift-Tab).
    public var shift: Bool
    /// A key with modifiers.
    public init(_ code: Code, control: Bool = false, alt: Bool = false, shift: Bool = false) {
        self.code = code
        self.control = control
        self.alt = alt
        self.shift = shift
    }
}

/// One mouse action, in cells.
public struct Mouse: Equatable, Sendable {
    /// The actions told apart.
    public enum Action: Equatable, Sendable {
        case click, doubleClick, rightClick, wheelUp, wheelDown
        /// The pointer moved to another cell, the first button held since a click.
        case drag
    }
    /// What was done.
    public var action: Action
    /// Where.
    public var position: Point
    /// An action of these parts.
    public init(_ action: Action, at position: Point) {
        self.action = action
        self.position = position
    }
}
