/// The characters that borders, marks and gauges are made of, each one column wide, for what the locale can show.
public struct Glyphs: Equatable, Sendable {
    /// Only ASCII can be shown: the locale is not UTF-8.
    public let isASCII: Bool

    /// For UTF-8 terminals.
    public static let unicode = Glyphs(isASCII: false)
    /// For every other terminal.
    public static let ascii = Glyphs(isASCII: true)

    /// Border corners.
    public var topLeft: Character { isASCII ? "+" : "┌" }
    /// Border corners.
    public var topRight: Character { isASCII ? "+" : "┐" }
    /// Border corners.
    public var bottomLeft: Character { isASCII ? "+" : "└" }
    /// Border corners.
    public var bottomRight: Character { isASCII ? "+" : "┘" }
    /// Border lines.
    public var horizontal: Character { isASCII ? "-" : "─" }
    /// Border lines.
    public var vertical: Character { isASCII ? "|" : "│" }
    /// Where a divider meets a border's side.
    public var teeLeft: Character { isASCII ? "+" : "├" }
    /// Where a divider meets a border's side.
    public var teeRight: Character { isASCII ? "+" : "┤" }
    /// Where a line from below or above meets a border, and where two lines cross.
    public var teeTop: Character { isASCII ? "+" : "┬" }
    /// Where a line from below or above meets a border, and where two lines cross.
    public var teeBottom: Character { isASCII ? "+" : "┴" }
    /// Where a line from below or above meets a border, and where two lines cross.
    public var cross: Character { isASCII ? "+" : "┼" }
    /// A tree node that is open, and one that is closed.
    public var treeOpen: Character { isASCII ? "v" : "▾" }
    /// A tree node that is open, and one that is closed.
    public var treeClosed: Character { isASCII ? ">" : "▸" }
    /// Arrows.
    public var arrowRight: Character { isASCII ? ">" : "→" }
    /// Arrows.
    public var arrowLeft: Character { isASCII ? "<" : "←" }
    /// Arrows.
    public var arrowUp: Character { isASCII ? "^" : "↑" }
    /// Arrows.
    public var arrowDown: Character { isASCII ? "v" : "↓" }
    /// Between the parts of a line.
    public var separator: Character { isASCII ? "-" : "·" }
    /// Text was cut here.
    public var ellipsis: Character { isASCII ? "~" : "…" }
    /// In place of a character that must not or cannot be shown.
    public var replacement: Character { isASCII ? "?" : "\u{FFFD}" }
    /// Gauge cells: used, needed, free.
    public var gaugeUsed: Character { isASCII ? "#" : "█" }
    /// Gauge cells: used, needed, free.
    public var gaugeNeeded: Character { isASCII ? "+" : "▒" }
    /// Gauge cells: used, needed, free.
    public var gaugeFree: Character { isASCII ? "." : "·" }
    /// The track and the thumb of a scroll bar.
    public var scrollTrack: Character { isASCII ? "|" : "│" }
    /// The track and the thumb of a scroll bar.
    public var scrollThumb: Character { isASCII ? "#" : "█" }
    /// A marked row, and one that is not.
    public var marked: Character { isASCII ? "*" : "●" }
    /// A marked row, and one that is not.
    public var unmarked: Character { isASCII ? " " : "○" }
    /// A masked character of a password.
    public var mask: Character { isASCII ? "*" : "•" }
    /// Two columns for a byte that was never read.
    public var unreadByte: String { isASCII ? "??" : "··" }
    /// Gauge cells filled by 1 to 7 eighths from the left.
    var gaugeEighths: [Character] { Self.eighths.map { isASCII ? $0.ascii : $0.unicode } }

    private static let eighths: [(unicode: Character, ascii: Character)] = [
        ("▏", "."), ("▎", "."), ("▍", "."), ("▌", "#"), ("▋", "#"), ("▊", "#"), ("▉", "#"),
    ]

    /// What stands for a character in ASCII: typographic signs have a likeness, all else is `?`.
    static func asciiStandIn(for scalar: Unicode.Scalar) -> Character { likeness[scalar] ?? ascii.replacement }

    private static let likeness: [Unicode.Scalar: Character] = {
        var table: [Unicode.Scalar: Character] = [
            "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "×": "x", "≤": "<", "≥": ">",
            "✓": "+", "✗": "x", "•": "*", "µ": "u", "\u{A0}": " ",
        ]
        let drawn: [KeyPath<Glyphs, Character>] = [
            \.topLeft, \.topRight, \.bottomLeft, \.bottomRight, \.horizontal, \.vertical, \.teeLeft, \.teeRight,
            \.teeTop, \.teeBottom, \.cross, \.treeOpen, \.treeClosed, \.arrowRight, \.arrowLeft, \.arrowUp,
            \.arrowDown, \.separator, \.ellipsis, \.gaugeUsed, \.gaugeNeeded, \.marked, \.unmarked,
        ]
        let pairs = drawn.map { (unicode[keyPath: $0], ascii[keyPath: $0]) } + eighths.map { ($0.unicode, $0.ascii) }
        for (shown, likeness) in pairs {
            if let scalar = shown.unicodeScalars.first { table[scalar] = likeness }
        }
        return table
    }()
}
