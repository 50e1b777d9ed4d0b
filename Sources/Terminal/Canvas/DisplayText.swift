/// Text as the glyphs that go into cells.
///
/// A combining mark joins the character before it; a cluster of several spacing characters (a family emoji, a flag)
/// comes as several glyphs, since terminals do not agree on its width. Variation selectors and the joiners between the
/// members (U+200C, U+200D) are left out for the same reason: a family is drawn as its people. What must not reach a terminal, and a mark with nothing before it, becomes a replacement of one column.
struct DisplayText: Sequence {
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
        private let isASCII: Bool

        init(scalars: String.UnicodeScalarView.Iterator, glyphs: Glyphs) {
            self.scalars = scalars
            isASCII = glyphs.isASCII
            ahead = self.scalars.next()
        }

        mutating func next() -> DisplayGlyph? {
            guard let base = ahead else { return nil }
            ahead = scalars.next()
            if base.value >= 0x20, base.value < 0x7F, ahead.map({ $0.value < 0x300 }) ?? true {
                return DisplayGlyph(base: base.value, marks: 0, width: 1)
            }
            var glyph = glyph(of: base)
            let takesMarks = !isASCII && glyph.base == base.value
            // Behind ASCII a joiner joins nothing and only hides: there it is replaced like any other.
            let takesJoiners = base.value >= 0x80
            while let mark = ahead, mark.value >= 0x300,
                DisplayWidth.of(mark) == 0 || takesJoiners && mark.properties.isJoinControl
            {
                if takesMarks, !mark.properties.isJoinControl, !mark.properties.isVariationSelector {
                    glyph.add(mark: mark.value)
                }
                ahead = scalars.next()
            }
            return glyph
        }

        private func glyph(of base: Unicode.Scalar) -> DisplayGlyph {
            guard let width = DisplayWidth.of(base), width > 0 else {
                return DisplayGlyph((isASCII ? Glyphs.ascii : .unicode).replacement)
            }
            guard isASCII, base.value >= 0x80 else {
                return DisplayGlyph(base: base.value, marks: 0, width: UInt8(truncatingIfNeeded: width))
            }
            return DisplayGlyph(Glyphs.asciiStandIn(for: base))
        }
    }
}
