import CNcurses
import Glibc

/// The curses screen: paints canvases and reads keys. One thread, one at a time; `TerminalSession` sees to both.
///
/// It keeps the canvas it painted last and hands curses only the cells that changed since; curses then writes only what
/// differs on the terminal.
final class CursesScreen {
    /// Colours the terminal has and may use; 0 for none.
    let colours: Int
    let window: UnsafeMutablePointer<WINDOW>
    /// What the terminal shows; `nil` when that is not known any more.
    var painted: Canvas?
    var looks: [Role: Look] = [:]
    private let screen: OpaquePointer
    private var pairs: [ColourPair: Int32] = [:]
    private var cursorVisible: Bool?

    /// A role as curses takes it.
    struct Look {
        var attributes: attr_t
        var pair: Int32
    }

    private struct ColourPair: Hashable {
        var foreground: Int32
        var background: Int32
    }

    /// Starts curses on a terminal.
    ///
    /// - Parameters:
    ///   - file: The terminal, for reading and writing.
    ///   - type: The terminfo entry, `nil` for that of TERM.
    ///   - colour: Colours may be used where there are any.
    /// - Returns: `nil` where terminfo has no such entry.
    init?(file: UnsafeMutablePointer<FILE>, type: String?, colour: Bool) {
        // newterm says no; initscr would print and exit.
        guard let screen = newterm(type, file, file), let window = nc_stdscr() else { return nil }
        self.screen = screen
        self.window = window
        // start_color says yes even on a terminal without colours (ncurses 6.4), so it is asked first.
        if colour, has_colors() {
            start_color()
            use_default_colors()
            colours = Int(nc_colors())
        } else {
            colours = 0
        }
    }

    deinit { delscreen(screen) }

    // MARK: Modes

    /// Keys one by one and as they are, the control keys too.
    func enterKeyMode() {
        raw()
        noecho()
        nonl()
        keypad(window, true)
        nodelay(window, true)
        // Scrolling a whole line may be cheaper by the terminal's own insert and delete.
        idlok(window, true)
        // 1000 ms is what a lone escape waits otherwise; ESCDELAY, which curses has read already, overrides ours.
        if getenv("ESCDELAY") == nil { set_escdelay(25) }
        for (sequence, code) in KeyTable.definitions { define_key(sequence, code) }
    }

    /// Leaves the full screen: the shell's own screen and modes are back.
    func leave() { endwin() }

    /// What the terminal shows is not known any more (it was left, or the user asks): paint everything next time.
    func forget() {
        painted = nil
        clearok(nc_curscr(), true)
        reset_prog_mode()
        cursorVisible = nil
    }

    /// Tells curses the terminal's size.
    func resize(to size: Size) {
        resizeterm(Int32(truncatingIfNeeded: size.rows), Int32(truncatingIfNeeded: size.columns))
        forget()
    }

    /// The size curses goes by.
    var size: Size { Size(columns: Int(getmaxx(window)), rows: Int(getmaxy(window))) }

    func showCursor(_ visible: Bool) {
        guard cursorVisible != visible else { return }
        cursorVisible = visible
        // A terminal that cannot hide it says ERR, and nothing is to be done.
        curs_set(visible ? 1 : 0)
        leaveok(window, !visible)
    }

    // MARK: Looks

    /// From now on roles look as in this theme.
    func use(_ theme: Theme) {
        for role in Role.allCases {
            let style = theme[role].resolved(forColours: colours)
            let pair = pair(ColourPair(foreground: style.foreground, background: style.background))
            looks[role] = Look(attributes: Self.attributes(style.attributes), pair: pair)
        }
        painted = nil
    }

    private func pair(_ colours: ColourPair) -> Int32 {
        guard colours.foreground >= 0 || colours.background >= 0 else { return 0 }
        if let known = pairs[colours] { return known }
        let number = Int32(pairs.count) + 1
        // A terminal that runs out of pairs shows its own colours; the words say the same.
        guard init_extended_pair(number, colours.foreground, colours.background) == OK else { return 0 }
        pairs[colours] = number
        return number
    }

    private static func attributes(_ attributes: Style.Attributes) -> attr_t {
        var result: attr_t = 0
        if attributes.contains(.bold) { result |= nc_a_bold }
        if attributes.contains(.dim) { result |= nc_a_dim }
        if attributes.contains(.italic) { result |= nc_a_italic }
        if attributes.contains(.underline) { result |= nc_a_underline }
        if attributes.contains(.reverse) { result |= nc_a_reverse }
        return result
    }

    // MARK: Abilities

    /// A terminfo string without its padding, or `nil` where the terminal has no such ability.
    func ability(_ name: String) -> [UInt8]? {
        // tigetstr's "no string ability of this name" is the pointer -1.
        guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
        return Self.withoutPadding(UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) })
    }

    /// Cuts `$<5>` and the like out of a terminfo string (terminfo(5), "Delays and Padding").
    static func withoutPadding(_ string: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = string[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<") {
                rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
