/// Lines that were typed before, to go back to; the one that was being typed waits behind the newest.
struct LineHistory: Equatable, Sendable {
    /// The lines, the oldest first, none twice in a row.
    private(set) var lines: [String] = []
    /// The line shown; one past the last while none of them is.
    private(set) var place = 0
    /// What was typed before one was gone back to.
    private var draft = ""

    /// The most lines kept.
    static let limit = 500

    /// Keeps a line, and goes behind it.
    mutating func keep(_ line: String) {
        if !line.isEmpty, lines.last != line { lines.append(line) }
        if lines.count > Self.limit { lines.removeFirst(lines.count - Self.limit) }
        place = lines.count
        draft = ""
    }

    /// Goes behind the newest line, without keeping one.
    mutating func rewind() {
        place = lines.count
        draft = ""
    }

    /// The line before the one shown; `nil` at the oldest.
    mutating func back(from typed: String) -> String? {
        guard place > 0, !lines.isEmpty else { return nil }
        if place >= lines.count { draft = typed }
        place = min(place, lines.count) - 1
        return lines[place]
    }

    /// The line behind the one shown, at last the one that was being typed; `nil` behind that.
    mutating func forward() -> String? {
        guard place < lines.count else { return nil }
        place += 1
        return place == lines.count ? draft : lines[place]
    }
}
