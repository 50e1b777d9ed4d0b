import Terminal

/// One line of typed text with a cursor; every dialog that takes text uses it.
struct InputLine: Equatable, Sendable {
    /// What was typed.
    private(set) var characters: [Character] = []
    /// The character the cursor stands on, one past the last at the end.
    private(set) var cursor = 0

    /// The most characters taken.
    static let limit = 1000

    var text: String { String(characters) }

    init(_ text: String = "") {
        insert(text)
    }

    /// Takes text at the cursor; control characters are left out.
    mutating func insert(_ text: String) {
        let wanted = text.filter { character in
            !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        let room = wanted.prefix(max(0, Self.limit - characters.count))
        characters.insert(contentsOf: room, at: cursor)
        cursor += room.count
    }

    /// Handles an editing key.
    /// - Returns: False where the key means nothing to a line of text.
    mutating func handle(_ key: Key) -> Bool {
        switch (key.code, key.control) {
        case (.character(let character), false) where !key.alt: insert(String(character))
        case (.character("u"), true):
            characters.removeFirst(cursor)
            cursor = 0
        case (.character("a"), true), (.home, _): cursor = 0
        case (.character("e"), true), (.end, _): cursor = characters.count
        case (.backspace, _), (.character("h"), true):
            if cursor > 0 {
                cursor -= 1
                characters.remove(at: cursor)
            }
        case (.delete, _): if cursor < characters.count { characters.remove(at: cursor) }
        case (.left, _): cursor = max(0, cursor - 1)
        case (.right, _): cursor = min(characters.count, cursor + 1)
        default: return false
        }
        return true
    }
}
