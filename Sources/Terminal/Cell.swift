/// One character cell: a grapheme cluster, the columns it takes, and its role.
public struct Cell: Equatable, Sendable {
    /// What is shown; empty in the second column of a wide character.
    public var text: Character?
    /// 1 or 2; 0 for the second column of a wide character.
    public var width: UInt8
    /// What it is for.
    public var role: Role
    /// A blank cell.
    public static let blank = Cell(text: " ", width: 1, role: .text)
    /// A cell of these parts.
    public init(text: Character?, width: UInt8, role: Role) {
        self.text = text
        self.width = width
        self.role = role
    }
}
