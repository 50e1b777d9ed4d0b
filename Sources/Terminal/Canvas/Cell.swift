/// One character cell: a character, the columns it takes, and its role.
///
/// Plain numbers instead of a `Character`, so that a screen of cells is copied and compared as memory: a frame is
/// thousands of them, drawn for every key.
public struct Cell: Equatable, Sendable {
    /// The character itself; 0 in the second column of a wide one.
    let base: UInt32
    /// Up to three combining marks, 21 bits each, the first lowest; 0 where there is none.
    let marks: UInt64
    /// 1 or 2; 0 for the second column of a wide character.
    public let width: UInt8
    /// What it is for.
    public var role: Role

    /// A blank cell.
    public static let blank = Cell(glyph: .blank, role: .text)

    /// A character in its first column.
    init(glyph: DisplayGlyph, role: Role) {
        base = glyph.base
        marks = glyph.marks
        width = glyph.width
        self.role = role
    }

    /// The second column of a wide character.
    static func second(_ role: Role) -> Cell { Cell(glyph: DisplayGlyph(base: 0, marks: 0, width: 0), role: role) }

    /// What is shown; `nil` in the second column of a wide character.
    public var text: Character? {
        width == 0 ? nil : DisplayGlyph(base: base, marks: marks, width: width).character
    }

    /// The code points of what is shown, the character first.
    var scalars: [UInt32] { DisplayGlyph(base: base, marks: marks, width: width).scalars }
}
