import Engine
import Terminal

/// The console: lines typed and what became of them, the oldest first, and the line that is being typed.
struct ConsoleScreen: Equatable, Sendable {
    /// What has the keys.
    enum Focus: Equatable, Sendable { case input, transcript }

    /// One line that was taken, with what it led to.
    struct Entry: Equatable, Sendable {
        /// Names it for as long as it is kept.
        var number: Int
        var time: Moment
        /// As it was typed, secrets masked.
        var line: String
        /// Bytes of it are masked: it cannot be sent again.
        var isMasked = false
        /// What came of it, in the order in which it is read.
        var answer: [ConsoleText.Line] = []
        /// The bytes that came back.
        var bytes: [UInt8] = []
        /// It was sent, and nothing came back yet.
        var isRunning = false
    }

    private(set) var entries: [Entry] = []
    private var counter = 0
    var input = InputLine()
    var focus = Focus.input
    var history = LineHistory()
    /// What `$NAME` stands for.
    var variables: [String: [UInt8]] = [:]
    /// Pasted lines that come onto the input one after the other.
    var waiting: [String] = []
    /// Why the line was not taken.
    var problem: String?
    /// The commands of the line that runs which are not answered yet, the one on its way first.
    var queue: [ConsoleCommand] = []
    /// The reader they go to.
    var reader: String?
    /// The first command waits until the tag was read; nothing of the line was sent.
    var waitsForReading = false
    /// The command that is on its way, as the engine calls it.
    var operation: OperationID?
    /// The readers whose connection is held for the next command.
    var held: Set<String> = []
    /// The screen was left, so that no connection is to be held any longer than the line that runs needs it.
    var isLeft = false
    /// The cursor over the rows of the transcript.
    var list = ListState()
    /// The cursor stays on the last row while new ones come.
    var follows = true

    /// The most lines kept.
    static let limit = 400

    /// The line that runs.
    var running: Entry? { entries.last { $0.isRunning } }

    /// Keeps a line that was taken, and makes room for the next.
    /// - Parameter masked: What stands for it where it holds a secret; it is not kept among the lines to go back to then.
    mutating func keep(
        _ answer: [ConsoleText.Line], running: Bool = false, masked: String? = nil, at time: Moment
    ) {
        counter += 1
        entries.append(
            Entry(
                number: counter, time: time, line: masked ?? input.text, isMasked: masked != nil, answer: answer,
                isRunning: running))
        if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
        if masked == nil { history.keep(input.text) } else { history.rewind() }
        put(waiting.isEmpty ? "" : waiting.removeFirst())
        follows = true
    }

    /// Says what came of the line that runs, or of a part of it.
    mutating func add(_ lines: [ConsoleText.Line], bytes: [UInt8]) {
        guard let index = entries.lastIndex(where: \.isRunning) else { return }
        entries[index].answer += lines
        entries[index].bytes = bytes
    }

    /// The line that runs is done, or ended early.
    mutating func finish() {
        for index in entries.indices where entries[index].isRunning { entries[index].isRunning = false }
        queue = []
        waitsForReading = false
        reader = nil
        operation = nil
    }

    /// Puts text on the line in place of what is there.
    mutating func put(_ text: String) {
        input = InputLine()
        problem = nil
        insert(text)
    }

    /// Puts text in at the cursor: all of it or nothing, since a command that lost its end is another command.
    private mutating func insert(_ text: String) {
        var longer = input
        longer.insert(String(text.map { $0 == "\t" ? " " : $0 }))
        if longer.refused {
            problem = "Not taken: \(longer.rule.words). tagdesk console takes longer lines."
        } else {
            input = longer
        }
    }

    /// Takes pasted text: its first line into the one that is typed, the others wait.
    mutating func paste(_ text: String) {
        focus = .input
        problem = nil
        var lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard !lines.isEmpty else { return }
        insert(lines.removeFirst())
        waiting += lines
        if waiting.count > Self.limit { waiting.removeLast(waiting.count - Self.limit) }
    }

    /// Empties the transcript.
    mutating func clear() {
        entries.removeAll { !$0.isRunning }
        list = ListState()
        follows = true
    }

    /// Brings the cursor into bounds, to the end where it follows it.
    mutating func settle(rows: Int, height: Int) {
        if follows { list.cursor = max(0, rows - 1) }
        list.settle(count: rows, height: height)
    }
}

/// What the console tells, as lines.
enum ConsoleText {
    /// One thing told, with its name in front.
    struct Line: Equatable, Sendable {
        var name: String
        var text: String
        var role: Role

        init(_ name: String, _ text: String, _ role: Role = .text) {
            self.name = name
            self.text = text
            self.role = role
        }
    }

    /// A row of the transcript, and the entry it belongs to.
    struct Row: Equatable, Sendable {
        var entry: Int
        var line: StyledLine
    }

    private static let names = 8

    /// The rows of the transcript in a width.
    static func rows(_ entries: [ConsoleScreen.Entry], columns: Int, zone: Int, running: String) -> [Row] {
        let indent = columns >= 50 ? 9 : 2
        return entries.enumerated().flatMap { index, entry -> [Row] in
            let time = entry.time.timeOfDay(secondsEastOfUTC: zone)
            let head = StyledLine([
                Span(columns >= 50 ? time + " " : "", .dim), Span("> ", .key),
                Span(Words.safe(entry.line, limit: 1000), .value),
            ])
            var lines = entry.answer
            if entry.isRunning { lines.append(Line("", running, .dim)) }
            let below = lines.flatMap { line in
                let room = max(8, columns - indent - 2 - names)
                return StyledLine.wrapped(Words.safe(line.text), line.role, columns: room).enumerated().map {
                    StyledLine(
                        [
                            Span(String(repeating: " ", count: indent + 2)),
                            Span(HelpText.pad($0 == 0 ? line.name : "", names), .label),
                        ] + $1.spans)
                }
            }
            return ([head] + below).map { Row(entry: index, line: $0) }
        }
    }

    /// An entry as text to copy.
    static func copy(_ entry: ConsoleScreen.Entry) -> String {
        ([entry.line] + entry.answer.map { "# " + ($0.name.isEmpty ? "" : $0.name + ": ") + $0.text })
            .joined(separator: "\n")
    }
}
