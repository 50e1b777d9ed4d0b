import Terminal

/// One line of typed text with a cursor; every dialog that takes text uses it.
struct InputLine: Equatable, Sendable {
    /// What a field takes; anything else is refused as it is typed.
    enum Rule: Equatable, Sendable {
        /// Any text.
        case text
        /// So many hex digits at most; blanks and colons between them are passed over.
        case hexDigits(Int)
        /// Text of so many bytes in UTF-8 at most.
        case bytes(Int)
        /// These characters only, capitals or not.
        case characters(String)

        /// Why something was refused, to be shown beside the field.
        var words: String {
            switch self {
            case .text: "no line breaks or control characters, at most \(InputLine.limit) characters"
            case .hexDigits(let count): "hex digits only (0-9 and A-F), at most \(count)"
            case .bytes(let count): "at most \(count) bytes"
            case .characters: "that character has no meaning here"
            }
        }
    }

    /// What is taken.
    private(set) var rule: Rule
    /// What was typed.
    private(set) var characters: [Character] = []
    /// The character the cursor stands on, one past the last at the end.
    private(set) var cursor = 0
    /// Something of what came last was refused.
    private(set) var refused = false
    /// The text is an offer: what is typed first takes its place, a key that moves the cursor keeps it.
    private(set) var isOffer = false

    /// The most characters taken.
    static let limit = 1000

    var text: String { String(characters) }

    /// - Parameter isOffer: The text is offered, and goes with the first character typed.
    init(_ text: String = "", rule: Rule = .text, isOffer: Bool = false) {
        self.rule = rule
        insert(text)
        self.isOffer = isOffer && !characters.isEmpty
    }

    /// Takes text at the cursor; control characters are refused, and so is what the rule does not take.
    mutating func insert(_ text: String) {
        refused = false
        if isOffer {
            let offer = self
            clear()
            add(text)
            // What takes nothing does not take the offer's place either.
            if characters.isEmpty, refused { (characters, cursor, isOffer) = (offer.characters, offer.cursor, true) }
        } else {
            add(text)
        }
    }

    private mutating func add(_ text: String) {
        for character in text {
            if case .hexDigits = rule, character.isWhitespace || character == ":" { continue }
            let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
            guard !isControl, characters.count < Self.limit, takes(character) else {
                refused = true
                continue
            }
            characters.insert(character, at: cursor)
            cursor += 1
        }
    }

    /// The key is a character that would be taken at the cursor.
    func takes(_ key: Key) -> Bool {
        guard case .character(let character) = key.code, !key.control, !key.alt else { return false }
        var line = self
        line.insert(String(character))
        return line.characters.count > characters.count
    }

    private func takes(_ character: Character) -> Bool {
        switch rule {
        case .text: true
        case .hexDigits(let count): character.isASCII && character.isHexDigit && characters.count < count
        case .bytes(let count): text.utf8.count + character.utf8.count <= count
        case .characters(let allowed): allowed.contains(character.lowercased())
        }
    }

    /// Takes out all of it.
    private mutating func clear() {
        (characters, cursor, isOffer) = ([], 0, false)
    }

    /// Handles an editing key.
    /// - Returns: False where the key means nothing to a line of text.
    mutating func handle(_ key: Key) -> Bool {
        refused = false
        if isOffer, let known = handleOffer(key) { return known }
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

    /// A key over text that is offered: what deletes takes out all of it, what moves keeps it; `nil` where the key does
    /// what it always does.
    private mutating func handleOffer(_ key: Key) -> Bool? {
        switch (key.code, key.control) {
        case (.backspace, _), (.delete, _), (.character("h"), true), (.character("u"), true):
            clear()
            return true
        case (.left, _), (.right, _), (.home, _), (.end, _), (.character("a"), true), (.character("e"), true):
            isOffer = false
            return nil
        default: return nil
        }
    }
}
