import Terminal

extension Key {
    /// The key as help, F-bar and manual print it: `Ctrl-D`, `Shift-Tab`, `F5`, `Space`, `G`.
    public var name: String {
        var prefix = ""
        if control { prefix += "Ctrl-" }
        if alt { prefix += "Alt-" }
        if shift { prefix += "Shift-" }
        switch code {
        case .character(" "): return prefix + "Space"
        case .character(let character): return prefix + (control ? character.uppercased() : String(character))
        case .function(let number): return prefix + "F\(number)"
        default: return prefix + (Self.words.first { $0.code == code }?.name ?? "?")
        }
    }

    /// The key of a printed name, `nil` where there is none; the inverse of `name`.
    public init?(named name: String) {
        var rest = Substring(name)
        var key = Key(.escape)
        let prefixes: [(String, WritableKeyPath<Key, Bool>)] = [
            ("Ctrl-", \.control), ("Alt-", \.alt), ("Shift-", \.shift),
        ]
        for (prefix, modifier) in prefixes where rest.hasPrefix(prefix) && rest.count > prefix.count {
            key[keyPath: modifier] = true
            rest = rest.dropFirst(prefix.count)
        }
        if rest == "Space" {
            key.code = .character(" ")
        } else if let word = Self.words.first(where: { $0.name == rest }) {
            key.code = word.code
        } else if rest.first == "F", let number = Int(rest.dropFirst()) {
            key.code = .function(number)
        } else if rest.count == 1, let character = rest.first {
            key.code = .character(key.control ? Character(character.lowercased()) : character)
        } else {
            return nil
        }
        self = key
    }

    private static let words: [(code: Code, name: String)] = [
        (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"), (.home, "Home"), (.end, "End"),
        (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.insert, "Ins"), (.delete, "Del"), (.backspace, "Backspace"),
        (.enter, "Enter"), (.tab, "Tab"), (.escape, "Esc"),
    ]
}

extension Key {
    /// It is a function key, which no field takes as text.
    var isFunction: Bool { if case .function = code { true } else { false } }
}
