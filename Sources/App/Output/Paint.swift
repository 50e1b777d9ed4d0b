/// Colours for the plain output: the terminal's own sixteen, or nothing at all.
///
/// Nothing is said by colour alone; without it the text is the same.
struct Paint {
    /// What a piece of text is.
    enum Role: String {
        case title = "1"
        case dim = "2"
        case good = "32"
        case warning = "33"
        case bad = "31"
        case address = "36"
    }

    /// False: text stays as it is.
    let enabled: Bool

    /// The text in the role's colour.
    func callAsFunction(_ role: Role, _ text: String) -> String {
        enabled ? "\u{1B}[" + role.rawValue + "m" + text + "\u{1B}[0m" : text
    }
}

/// Text in columns.
enum Columns {
    /// Padded to `width` on the right; longer text stays whole.
    static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// A label and what it says, the label in a column of its own.
    static func row(_ label: String, _ value: String) -> String { pad(label, max(12, label.count + 2)) + value }
}
