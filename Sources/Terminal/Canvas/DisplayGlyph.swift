/// A character that is safe to send to a terminal: one code point that takes columns, and marks drawn on top of it.
struct DisplayGlyph: Equatable {
    var base: UInt32
    /// Up to three combining marks, 21 bits each, the first lowest; 0 where there is none.
    var marks: UInt64
    /// Columns.
    var width: UInt8

    static let blank = DisplayGlyph(base: 0x20, marks: 0, width: 1)
    /// More would not be legible, nor does curses keep more than four.
    private static let mostMarks = 3
    private static let bitsOfMark = 21

    init(base: UInt32, marks: UInt64, width: UInt8) {
        self.base = base
        self.marks = marks
        self.width = width
    }

    /// A character of one column and one code point, such as those of `Glyphs`.
    init(_ character: Character) {
        self.init(base: character.unicodeScalars.first?.value ?? 0x20, marks: 0, width: 1)
    }

    /// Adds a mark where there is room for it.
    mutating func add(mark: UInt32) {
        for place in 0..<Self.mostMarks where marks >> (place * Self.bitsOfMark) == 0 {
            marks |= UInt64(mark) << (place * Self.bitsOfMark)
            return
        }
    }

    /// The code points, the character first.
    var scalars: [UInt32] {
        guard marks != 0 else { return [base] }
        var all = [base]
        var rest = marks
        while rest != 0 {
            all.append(UInt32(rest & (1 << Self.bitsOfMark - 1)))
            rest >>= Self.bitsOfMark
        }
        return all
    }

    /// The same as a Swift character; without its marks where Swift does not take them for one.
    var character: Character {
        let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
        return text.count == 1 ? Character(text) : text.first ?? " "
    }
}
