import Terminal

extension Action {
    /// Every action there is, in the order help prints them.
    public static let all: [Action] = looking + changing + editing + dumping + panels

    private static let looking: [Action] = [
        Action(
            .readAgain, .tag, "Read again", command: "read", keys: ["R"],
            help: "Reads the whole tag anew"),
        Action(
            .readWithPassword, .tag, "Read with password", command: "password", keys: ["p"],
            help: "Asks for the password, gives it to the tag and reads what it guards"),
        Action(
            .cancelOperation, .tag, "Stop what is running", command: "cancel", keys: ["x"],
            help: "Stops the running operation at its next safe point"),
        Action(
            .openLink, .tag, "Open a link", command: "link", keys: ["o"],
            help: "Shows the whole link of the selected record and, after a yes, opens it"),
        Action(
            .checkLink, .tag, "Check a link (SUN)", command: "sun", keys: ["s"],
            help: "Who made a link of an NTAG 424 DNA, at which reading, and whether its MAC holds; needs no tag"),
        Action(
            .chooseReader, .tag, "Choose the reader", command: "reader", keys: ["r"],
            help: "Lists the readers; the one chosen is remembered by name"),
        Action(
            .bench, .tag, "Bench of simulated tags", command: "bench", keys: ["b", "F6"], bar: "Bench",
            help: "Puts a simulated tag on the built-in reader, takes it off, or pulls it away in the middle"),

        Action(
            .search, .look, "Search the memory", command: "search", keys: ["/", "F7"], bar: "Search",
            help: "Finds text, or bytes after an x, with ? for any digit: x 04 A1 ?? 4?"),
        Action(
            .searchNext, .look, "Next match", command: "next", keys: ["n"],
            help: "Goes to the next match, round the end"),
        Action(
            .searchPrevious, .look, "Previous match", command: "previous", keys: ["N"],
            help: "Goes to the match before, round the start"),
        Action(
            .goTo, .look, "Go to page or byte", command: "goto", keys: ["F5"], bar: "Go to",
            help: "1C page, 1C.2 its byte 2, 70h or 0x70 byte, #112 byte in decimal, +4 or -4 pages, end"),
        Action(
            .open, .look, "Open or close", command: "open", keys: ["Enter"],
            help: "Folds a record or goes to its bytes, opens an event down to its APDUs"),
        Action(
            .mark, .look, "Mark from here", command: "mark", keys: ["Space", "Ctrl-Space"],
            help: "Starts or ends a selection of bytes; folds a record or an event"),
        Action(
            .asciiSide, .look, "Hex or ASCII side", command: "ascii", keys: ["a"],
            help: "Moves the cursor between the hex and the ASCII column"),
        Action(
            .copy, .look, "Copy", command: "copy", keys: ["y", "Alt-y"],
            help: "Copies the selection as hex, ASCII, C array or link to the terminal's clipboard"),

        Action(.up, .move, "Up", command: "up", keys: ["Up", "k"], help: "One line up"),
        Action(.down, .move, "Down", command: "down", keys: ["Down", "j"], help: "One line down"),
        Action(.left, .move, "Left", command: "left", keys: ["Left", "h"], help: "One byte left; closes a fold"),
        Action(.right, .move, "Right", command: "right", keys: ["Right", "l"], help: "One byte right; opens a fold"),
        Action(.first, .move, "Top", command: "top", keys: ["g"], help: "To the first line"),
        Action(.last, .move, "Bottom", command: "bottom", keys: ["G"], help: "To the last line"),
        Action(
            .halfUp, .move, "Half a page up", command: "halfup", keys: ["Ctrl-U"],
            help: "Up by half of what is shown; in NDEF the details"),
        Action(
            .halfDown, .move, "Half a page down", command: "halfdown", keys: ["Ctrl-D"],
            help: "Down by half of what is shown; in NDEF the details"),
        Action(
            .pageUp, .move, "Page up", command: "pageup", keys: ["PgUp", "Ctrl-B"],
            help: "One page up; in NDEF the details"),
        Action(
            .pageDown, .move, "Page down", command: "pagedown", keys: ["PgDn", "Ctrl-F"],
            help: "One page down; in NDEF the details"),
        Action(
            .lineStart, .move, "Start of the line", command: "home", keys: ["Home"],
            help: "To the first byte of the page; in lists to the first line"),
        Action(
            .lineEnd, .move, "End of the line", command: "end", keys: ["End"],
            help: "To the last byte of the page; in lists to the last line"),

        Action(.nextPane, .panes, "Next pane", command: "nextpane", keys: ["Tab"], help: "To the next pane"),
        Action(
            .previousPane, .panes, "Previous pane", command: "previouspane", keys: ["Shift-Tab"],
            help: "To the pane before"),
        Action(.paneTag, .panes, "Pane Tag", command: "tag", keys: ["1"], help: "What the tag is and lets you do"),
        Action(.paneMemory, .panes, "Pane Memory", command: "memory", keys: ["2"], help: "Every byte, by page"),
        Action(.paneNDEF, .panes, "Pane NDEF", command: "ndef", keys: ["3"], help: "The records of the message"),
        Action(
            .paneCapacity, .panes, "Pane Capacity", command: "capacity", keys: ["4"],
            help: "How large a message can be, with the sum that says so"),
        Action(
            .paneActivity, .panes, "Pane Activity", command: "activity", keys: ["5"],
            help: "Events and exchanges, down to the APDU"),
        Action(
            .maximise, .panes, "Maximise the pane", command: "maximise", keys: ["z", "Alt-z"],
            help: "Gives the whole screen to the pane, and back"),

        Action(
            .help, .program, "Help", command: "help", keys: ["?", "F1"], bar: "Help",
            help: "Every action with its keys; / searches"),
        Action(
            .palette, .program, "Menu", command: "menu", keys: [":", "F9"], bar: "Menu",
            help: "Runs any action by name; those that cannot be done now say why"),
        Action(
            .chooseTheme, .program, "Choose the theme", command: "theme", keys: ["t"],
            help: "Lists the themes and shows each as the cursor meets it"),
        Action(
            .toggleMouse, .program, "Mouse on or off", command: "mouse", keys: ["m"],
            help: "Listens to the mouse or leaves it to the terminal"),
        Action(.repaint, .program, "Repaint", command: "repaint", keys: ["Ctrl-L"], help: "Paints the screen anew"),
        Action(
            .suspend, .program, "Suspend", command: "suspend", keys: ["Ctrl-Z"],
            help: "Gives the terminal back to the shell until `fg`"),
        Action(
            .back, .program, "Back", command: "back", keys: ["Esc"],
            help: "Closes what was opened last: dialog, selection, maximised pane; twice forgets a tag that is gone"),
        Action(.leave, .program, "Leave this screen", command: "leave", keys: ["q"], help: "Leaves this screen"),
        Action(
            .quit, .program, "Quit", command: "quit", keys: ["F10", "Ctrl-C"], bar: "Quit",
            help: "Leaves the program"),
    ]

    /// The action a key stands for.
    static func action(for key: Key) -> Action? { byKey[key] }

    /// The action a key stands for on a screen: one of that screen's own, else one that counts everywhere.
    static func action(for key: Key, on screen: Screen) -> Action? {
        all.first { $0.group.screen == screen && !$0.group.isTyping && $0.keys.contains(key) } ?? byKey[key]
    }

    /// The action of a key that counts only while bytes are typed.
    static func typing(for key: Key) -> Action? { all.first { $0.group.isTyping && $0.keys.contains(key) } }

    /// The key to print: while characters are typed the first that is none.
    func key(whileTyping: Bool) -> Key? {
        guard whileTyping else { return keys.first }
        return keys.first { key in
            if case .character = key.code { key.control || key.alt } else { true }
        }
    }

    /// The action of an id.
    static func named(_ id: ID) -> Action? { byID[id] }

    private static let byKey: [Key: Action] = {
        var map: [Key: Action] = [:]
        for action in all where action.group.screen == nil && !action.group.isTyping {
            for key in action.keys where map[key] == nil { map[key] = action }
        }
        return map
    }()

    private static let byID: [ID: Action] = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
