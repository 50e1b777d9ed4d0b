import Tags
import Terminal

/// How the console divides its room: the transcript, the line that is typed, and on wide screens what can be typed.
struct ConsoleGeometry: Equatable, Sendable {
    var transcript: Rect
    /// The line that is typed.
    var input: Rect
    /// What the line comes to.
    var note: Rect
    /// Commands and variables; empty where there is no room.
    var aside: Rect
    var boxed: Bool

    init(body: Rect) {
        boxed = body.size.columns >= 100 && body.size.rows >= 16
        let (left, right) = body.split(columns: body.size.columns >= 140 ? body.size.columns - 62 : body.size.columns)
        aside = right
        let noteRows = body.size.rows >= 8 ? 2 : body.size.rows >= 5 ? 1 : 0
        let (upper, lower) = left.split(rows: max(0, left.size.rows - 1 - noteRows))
        transcript = upper
        (input, note) = lower.split(rows: 1)
    }

    /// The cells inside a part.
    func content(_ part: Rect) -> Rect { boxed ? part.inset(by: 1).insetColumns(1) : part.split(rows: 1).rest }
    /// The rows of the transcript shown.
    var rows: Int { content(transcript).size.rows }
}

extension AppModel {
    /// The rows of the transcript as the screen is now.
    var consoleRows: [ConsoleText.Row] {
        let columns = ConsoleGeometry(body: screenBody).content(ConsoleGeometry(body: screenBody).transcript).size
            .columns
        let stop = Action.named(.stopCommand)?.keys.first?.name ?? ""
        let running = console.waitsForReading ? "waiting until the tag was read" : "waiting for the answer"
        return ConsoleText.rows(
            console.entries, columns: columns, zone: options.secondsEastOfUTC, running: "\(running); \(stop) stops it")
    }

    /// Draws the console.
    func drawConsole(_ canvas: inout Canvas, in body: Rect) {
        let geometry = ConsoleGeometry(body: body)
        part(
            geometry.transcript, "Console", note: consoleNote, focused: true, boxed: geometry.boxed, on: &canvas)
        let inside = geometry.content(geometry.transcript)
        let rows = consoleRows
        if rows.isEmpty {
            canvas.put(consoleWelcome(columns: inside.size.columns), in: inside)
        }
        let focused = console.focus == .transcript
        for row in 0..<inside.size.rows where rows.indices.contains(console.list.top + row) {
            let line = inside.split(rows: row).rest.split(rows: 1).top
            canvas.put(rows[console.list.top + row].line, at: line.origin, columns: line.size.columns)
            guard focused, console.list.top + row == console.list.cursor else { continue }
            canvas.setRole(line, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            canvas.cursor = line.origin
        }
        drawConsoleInput(geometry, on: &canvas)
        drawConsoleAside(in: geometry.aside, boxed: geometry.boxed, on: &canvas)
    }

    /// The reader, and the tag that commands go to.
    private var consoleNote: StyledLine {
        guard let reader else { return StyledLine("no reader", .warning) }
        let name = Words.safe(reader, limit: 60)
        guard let identity = deck.identity, deck.present else { return StyledLine("\(name), no tag", .dim) }
        let uid = identity.uid.isEmpty ? "" : " " + Words.uid(identity.uid)
        return StyledLine([Span("\(identity.chipName)\(uid)", .value), Span(" on \(name)", .dim)])
    }

    private func consoleWelcome(columns: Int) -> [StyledLine] {
        let key = Action.named(.namedCommands)?.keys.first?.name ?? ""
        return [
            "00 A4 04 00 07 D2760000850101 00   an APDU in hex",
            "native 30 04                       a frame to the tag, CRC added",
            "control 42000001 FF00480000        a command to the reader's driver",
            "key = 00112233                     a variable, used as $key",
            ":uid                               a command by its name",
            "# a comment                        also behind a command",
        ].map { StyledLine($0, .dim) } + [StyledLine()]
            + StyledLine.wrapped("\(key) lists commands for this chip.", .text, columns: columns)
    }

    private func drawConsoleInput(_ geometry: ConsoleGeometry, on canvas: inout Canvas) {
        let rect = geometry.input
        guard !rect.isEmpty else { return }
        let used = canvas.put(" > ", at: rect.origin, role: console.focus == .input ? .key : .dim)
        let before = canvas.cursor
        let (note, role, blocked) = consoleLineNote
        let point = Point(column: rect.origin.column + used, row: rect.origin.row)
        let columns = max(1, rect.size.columns - used - 1)
        Self.field(console.input.text, cursor: console.input.cursor, at: point, columns: columns, on: &canvas)
        if blocked {
            canvas.setRole(Rect(column: point.column, row: point.row, columns: columns, rows: 1), role: .keyDisabled)
        }
        if console.focus == .transcript { canvas.cursor = before ?? rect.origin }
        let inside = geometry.note.insetColumns(1)
        canvas.put(StyledLine.wrapped(note, role, columns: max(1, inside.size.columns)), in: inside)
    }

    /// On a wide screen the commands by name and the variables stand beside.
    private func drawConsoleAside(in rect: Rect, boxed: Bool, on canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        let variables = console.variables.sorted { $0.key < $1.key }
        let below = variables.isEmpty ? 0 : min(variables.count + 2, rect.size.rows / 3)
        let (upper, lower) = rect.split(rows: rect.size.rows - below)
        let key = Action.named(.namedCommands)?.keys.first?.name ?? ""
        part(upper, "Commands", note: StyledLine("\(key) takes one", .dim), focused: false, boxed: boxed, on: &canvas)
        let inside = upper.inset(by: 1).insetColumns(1)
        let commands = namedCommandItems
        let width = min(26, commands.map { DisplayWidth.of($0.label) }.max() ?? 0)
        for (row, command) in commands.prefix(max(0, inside.size.rows)).enumerated() {
            canvas.put(
                StyledLine([
                    Span(HelpText.pad(HelpText.cut(command.label, width), width) + "  ", .label),
                    Span(command.detail, .dim),
                ]), at: Point(column: inside.origin.column, row: inside.origin.row + row),
                columns: inside.size.columns)
        }
        guard below > 0 else { return }
        part(lower, "Variables", note: StyledLine(), focused: false, boxed: boxed, on: &canvas)
        let room = lower.inset(by: 1).insetColumns(1)
        canvas.put(
            variables.map {
                StyledLine([
                    Span("$" + Words.safe($0.key, limit: 40) + "  ", .label),
                    Span(Words.count($0.value.count, "byte"), .dim),
                ])
            }, in: room)
    }

    /// What the status line says of the console.
    var consoleStatus: (words: String, hints: [Action.ID]) {
        switch console.focus {
        case .transcript: ("Tab goes to the line", [.open, .copy, .namedCommands, .clearConsole, .leave])
        case .input: ("Enter sends   Up goes back   Tab to the transcript", [.namedCommands])
        }
    }
}
