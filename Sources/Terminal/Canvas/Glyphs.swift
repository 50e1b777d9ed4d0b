/// The characters that borders, marks and gauges are made of, each one column wide.
public struct Glyphs: Equatable, Sendable {
    /// Only ASCII can be shown: the locale is not UTF-8.
    public let isASCII: Bool
    /// Border corners, lines and where dividers meet the sides.
    public let topLeft, topRight, bottomLeft, bottomRight, horizontal, vertical, teeLeft, teeRight: Character
    /// Where a line from above or below meets a border, and where two lines cross.
    public let teeTop, teeBottom, cross: Character
    /// A tree node that is open, and one that is closed.
    public let treeOpen, treeClosed: Character
    /// Arrows.
    public let arrowRight, arrowLeft, arrowUp, arrowDown: Character
    /// Between parts of a line (`12:04 · read`).
    public let separator: Character
    /// Text was cut here.
    public let ellipsis: Character
    /// In place of a character that must not or cannot be shown.
    public let replacement: Character
    /// Gauge cells: used, needed, free.
    public let gaugeUsed, gaugeNeeded, gaugeFree: Character
    /// A gauge cell filled by 1 to 7 eighths from the left.
    public let gaugeEighths: [Character]
    /// The track and thumb of a scroll bar.
    public let scrollTrack, scrollThumb: Character
    /// A marked row, and one that is not.
    public let marked, unmarked: Character
    /// A masked character of a password.
    public let mask: Character
    /// Two columns for a byte that was never read.
    public let unreadByte: String

    /// For UTF-8 terminals.
    public static let unicode = Glyphs(
        isASCII: false, topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─", vertical: "│",
        teeLeft: "├", teeRight: "┤", teeTop: "┬", teeBottom: "┴", cross: "┼", treeOpen: "▾", treeClosed: "▸",
        arrowRight: "→", arrowLeft: "←", arrowUp: "↑", arrowDown: "↓", separator: "·", ellipsis: "…",
        replacement: "\u{FFFD}",
        gaugeUsed: "█", gaugeNeeded: "▒", gaugeFree: "·", gaugeEighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"],
        scrollTrack: "│", scrollThumb: "█", marked: "●", unmarked: "○", mask: "•", unreadByte: "··")

    /// For every other terminal.
    public static let ascii = Glyphs(
        isASCII: true, topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|",
        teeLeft: "+", teeRight: "+", teeTop: "+", teeBottom: "+", cross: "+", treeOpen: "v", treeClosed: ">",
        arrowRight: ">", arrowLeft: "<", arrowUp: "^", arrowDown: "v", separator: "-", ellipsis: "~", replacement: "?",
        gaugeUsed: "#", gaugeNeeded: "+", gaugeFree: ".", gaugeEighths: [".", ".", ".", "#", "#", "#", "#"],
        scrollTrack: "|", scrollThumb: "#", marked: "*", unmarked: " ", mask: "*", unreadByte: "??")

    /// What stands for a character in ASCII: typographic signs have a likeness, all else is `?`.
    static func asciiStandIn(for scalar: Unicode.Scalar) -> Character { likeness[scalar] ?? ascii.replacement }

    private static let likeness: [Unicode.Scalar: Character] = {
        var table: [Unicode.Scalar: Character] = [
            "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "×": "x", "≤": "<", "≥": ">",
            "✓": "+", "✗": "x", "•": "*", "µ": "u", "\u{A0}": " ",
        ]
        let pairs: [KeyPath<Glyphs, Character>] = [
            \.topLeft, \.topRight, \.bottomLeft, \.bottomRight, \.horizontal, \.vertical, \.teeLeft, \.teeRight,
            \.teeTop, \.teeBottom, \.cross, \.treeOpen, \.treeClosed, \.arrowRight, \.arrowLeft, \.arrowUp,
            \.arrowDown, \.separator, \.ellipsis, \.gaugeUsed, \.gaugeNeeded, \.marked, \.unmarked,
        ]
        for path in pairs {
            if let scalar = unicode[keyPath: path].unicodeScalars.first { table[scalar] = ascii[keyPath: path] }
        }
        for (eighth, character) in zip(unicode.gaugeEighths, ascii.gaugeEighths) {
            if let scalar = eighth.unicodeScalars.first { table[scalar] = character }
        }
        return table
    }()
}
