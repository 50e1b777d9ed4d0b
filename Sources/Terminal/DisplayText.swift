/// Text as the pieces that go into cells: each a character safe to send, with the columns it takes.
///
/// A combining mark joins the character before it; a cluster of several spacing characters (a family emoji, a flag)
/// comes as several pieces, since terminals do not agree on its width. Variation selectors are left out for the same
/// reason. What must not reach a terminal, and a mark with nothing before it, becomes a replacement of one column.
struct DisplayText: Sequence {
    struct Piece: Equatable {
        var character: Character
        var width: Int
    }

    private let text: String
    private let glyphs: Glyphs

    init(_ text: String, glyphs: Glyphs) {
        self.text = text
        self.glyphs = glyphs
    }

    func makeIterator() -> Iterator { Iterator(scalars: text.unicodeScalars.makeIterator(), glyphs: glyphs) }

    struct Iterator: IteratorProtocol {
        private var scalars: String.UnicodeScalarView.Iterator
        private var ahead: Unicode.Scalar?
        private let glyphs: Glyphs

        init(scalars: String.UnicodeScalarView.Iterator, glyphs: Glyphs) {
            self.scalars = scalars
            self.glyphs = glyphs
            ahead = self.scalars.next()
        }

        mutating func next() -> Piece? {
            guard let base = ahead else { return nil }
            ahead = scalars.next()
            if base.value >= 0x20, base.value < 0x7F, ahead.map({ $0.value < 0x300 }) ?? true {
                return Piece(character: Character(base), width: 1)
            }
            let marks = takeMarks()
            guard let width = DisplayWidth.of(base), width > 0 else {
                return Piece(character: glyphs.replacement, width: 1)
            }
            if glyphs.isASCII, base.value >= 0x80 {
                return Piece(character: Glyphs.asciiStandIn(for: base), width: 1)
            }
            guard !marks.isEmpty, !glyphs.isASCII else { return Piece(character: Character(base), width: width) }
            // More marks than curses keeps in a cell would be lost there; what is no single cluster is no Character.
            let cluster = String(String.UnicodeScalarView([base] + marks.prefix(Self.mostMarks)))
            return Piece(character: cluster.count == 1 ? Character(cluster) : Character(base), width: width)
        }

        /// CCHARW_MAX of curses.h, less the spacing character.
        private static let mostMarks = 4

        private mutating func takeMarks() -> [Unicode.Scalar] {
            var marks: [Unicode.Scalar] = []
            while let scalar = ahead, scalar.value >= 0x300, DisplayWidth.of(scalar) == 0 {
                if !scalar.properties.isVariationSelector { marks.append(scalar) }
                ahead = scalars.next()
            }
            return marks
        }
    }
}
