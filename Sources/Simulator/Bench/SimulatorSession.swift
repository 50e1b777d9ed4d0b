/// The commands that `tagdesk simulate --serve` takes a line at a time, and their answers.
///
///     insert NAME · remove · pull-after N · save NAME FILE · quit
///
/// Every answer is one line, `ok ...` or `error ...`. An empty line has none.
public struct SimulatorSession: Sendable {
    /// What is to be said and whether that was the last.
    public struct Reply: Equatable, Sendable {
        /// The line to print, without its end; `nil` for nothing.
        public var line: String?
        /// The user wants to leave.
        public var quits: Bool
        static func ok(_ text: String) -> Reply { Reply(line: "ok " + text, quits: false) }
        static func error(_ text: String) -> Reply { Reply(line: "error " + text, quits: false) }
    }

    private let bench: SimulatorBench
    private let write: @Sendable (_ tag: SimulatedTag, _ file: String) -> String?

    /// A session on a bench.
    /// - Parameter save: Writes a tag's dump to a file; answers why it could not, or `nil`.
    public init(bench: SimulatorBench, save: @escaping @Sendable (_ tag: SimulatedTag, _ file: String) -> String?) {
        self.bench = bench
        write = save
    }

    /// Obeys one line.
    public func handle(_ line: String) -> Reply {
        let (command, rest) = Self.firstWord(of: line)
        switch command {
        case "": return Reply(line: nil, quits: false)
        case "insert": return insert(rest)
        case "remove":
            guard let name = bench.nameOnReader else { return .error("no tag is on the reader") }
            bench.remove()
            return .ok("removed \(name)")
        case "pull-after": return pull(rest)
        case "save": return save(rest)
        case "quit": return Reply(line: "ok bye", quits: true)
        default: return .error("unknown command; known are insert, remove, pull-after, save, quit")
        }
    }

    private func insert(_ name: String) -> Reply {
        guard !name.isEmpty else { return .error("insert needs the name of a tag: \(names)") }
        guard bench.place(name), let placed = bench.nameOnReader else {
            return .error("no tag of that name; there are \(names)")
        }
        return .ok("inserted \(placed)")
    }

    private func pull(_ text: String) -> Reply {
        guard let frames = Int(text), frames > 0 else {
            return .error("pull-after needs a number of frames, 1 or more")
        }
        bench.pull(afterFrames: frames)
        return .ok("pulling \(bench.nameOnReader == nil ? "the next tag " : "")after \(frames) frames")
    }

    /// The longest name of a tag that the text begins with is the name, the rest the file.
    private func save(_ text: String) -> Reply {
        let exact = bench.tags.map(\.name).filter { text.hasPrefix($0 + " ") }.max { $0.count < $1.count }
        let name = exact ?? Self.firstWord(of: text).first
        let file = Self.trimmed(String(text.dropFirst(name.count)))
        guard !name.isEmpty, !file.isEmpty else { return .error("save needs the name of a tag and a file") }
        guard let tag = bench.tag(named: name) else { return .error("no tag of that name; there are \(names)") }
        if let problem = write(tag, file) { return .error(problem) }
        return .ok("saved \(tag.name)")
    }

    private var names: String { bench.tags.map(\.name).joined(separator: ", ") }

    private static func firstWord(of text: String) -> (first: String, rest: String) {
        let parts = trimmed(text).split(maxSplits: 1, whereSeparator: \.isWhitespace)
        return (parts.first.map(String.init) ?? "", parts.count > 1 ? trimmed(String(parts[1])) : "")
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
