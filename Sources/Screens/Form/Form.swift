import Terminal

/// One value a form asks for.
struct FormField: Equatable, Sendable {
    /// How it is given.
    enum Input: Equatable, Sendable {
        case text(InputLine)
        /// One of these words.
        case choice([String], selected: Int)
        case secret(SecretInput)
    }

    /// Names it in code.
    var name: String
    /// Names it for people.
    var label: String
    var input: Input
    /// What it is and how it is written, one sentence.
    var help: String
    /// Why it cannot be changed.
    var disabled: String?

    /// A line of text, of which only what the rule allows is taken.
    static func text(
        _ name: String, _ label: String, _ value: String = "", takes rule: InputLine.Rule = .text, help: String
    ) -> FormField {
        FormField(name: name, label: label, input: .text(InputLine(value, rule: rule)), help: help)
    }

    /// A line of text that begins with an offer: what is typed first takes its place.
    static func text(_ name: String, _ label: String, offering value: String, help: String) -> FormField {
        FormField(name: name, label: label, input: .text(InputLine(value, isOffer: true)), help: help)
    }

    /// Why something of what was typed last was refused, `nil` where nothing was.
    var refusal: String? {
        switch input {
        case .text(let line): line.refused ? line.rule.words : nil
        case .secret(let secret): secret.line.refused ? secret.line.rule.words : nil
        case .choice: nil
        }
    }

    /// One of several words; the first one unless another is named.
    static func choice(
        _ name: String, _ label: String, _ words: [String], _ value: String? = nil, help: String
    ) -> FormField {
        let selected = value.flatMap { words.firstIndex(of: $0) } ?? 0
        return FormField(name: name, label: label, input: .choice(words, selected: selected), help: help)
    }

    /// A password, PACK or key.
    static func secret(_ name: String, _ label: String, length: Int, help: String) -> FormField {
        FormField(name: name, label: label, input: .secret(SecretInput(length: length)), help: help)
    }

    /// An AES key: typed, or in a file.
    static func key(_ name: String, _ label: String, help: String) -> FormField {
        FormField(
            name: name, label: label, input: .secret(SecretInput(length: 16, takesFiles: true)), help: help)
    }

    /// The same field, greyed with this reason where there is one.
    func disabled(because reason: String?) -> FormField {
        var field = self
        field.disabled = reason
        return field
    }

    /// The value as text; empty for a secret.
    var text: String {
        switch input {
        case .text(let line): line.text
        case .choice(let words, let selected): words.indices.contains(selected) ? words[selected] : ""
        case .secret: ""
        }
    }

    /// Puts a value in; of no effect on a secret, and on a choice that has no such word.
    mutating func set(_ value: String) {
        switch input {
        case .text(let line): input = .text(InputLine(value, rule: line.rule, isOffer: line.isOffer))
        case .choice(let words, _):
            if let index = words.firstIndex(of: value) { input = .choice(words, selected: index) }
        case .secret: break
        }
    }
}

/// Fields under each other, one of which has the keys.
struct Form: Equatable, Sendable {
    var fields: [FormField]
    /// The field with the keys, and the first one shown.
    var list = ListState()

    init(_ fields: [FormField]) { self.fields = fields }

    /// The field with the keys.
    var focused: FormField? { fields.indices.contains(list.cursor) ? fields[list.cursor] : nil }

    /// The text of a field, blanks at its ends left out; empty where there is none.
    subscript(name: String) -> String { String(fields.first { $0.name == name }?.text.trimmed ?? "") }

    /// The text of a field as it was typed.
    func exactly(_ name: String) -> String { fields.first { $0.name == name }?.text ?? "" }

    /// The secret in a field.
    func secret(_ name: String) -> SecretInput? {
        guard case .secret(let secret)? = fields.first(where: { $0.name == name })?.input else { return nil }
        return secret
    }

    /// The first key file that is still to be read.
    var unreadFile: (field: String, path: String)? {
        for field in fields where field.disabled == nil {
            if case .secret(let secret) = field.input, let path = secret.unreadFile { return (field.name, path) }
        }
        return nil
    }

    /// Gives what a key file holds to the fields that name it.
    mutating func take(_ bytes: [UInt8], from path: String) {
        for index in fields.indices {
            guard case .secret(var secret) = fields[index].input else { continue }
            secret.take(bytes, from: path)
            fields[index].input = .secret(secret)
        }
    }

    /// The same form with these fields: what was typed into those of the same name stays, and so does the one with the keys.
    func rebuilt(with fields: [FormField]) -> Form {
        var form = Form(
            fields.map { field in
                guard let old = self.fields.first(where: { $0.name == field.name }) else { return field }
                var kept = field
                switch (old.input, field.input) {
                case (.choice(_, _), .choice): kept.set(old.text)
                case (.text, .text), (.secret, .secret): kept.input = old.input
                default: break
                }
                return kept
            })
        form.list = list
        if let name = focused?.name { form.focus(name) }
        return form
    }

    /// Puts values into the fields of these names.
    mutating func set(_ values: [String: String]) {
        for index in fields.indices { if let value = values[fields[index].name] { fields[index].set(value) } }
    }

    /// Gives the keys to a field.
    mutating func focus(_ name: String) {
        if let index = fields.firstIndex(where: { $0.name == name }) { list.cursor = index }
    }

    /// What a key led to.
    enum Answer: Equatable { case stay, accept, cancel }

    /// Handles a key: Enter takes the form, Tab and arrows move, Space and arrows turn a choice.
    mutating func handle(_ key: Key) -> Answer {
        switch (key.code, key.control) {
        case (.escape, _): return .cancel
        case (.enter, _): return .accept
        case (.tab, _): step(key.shift ? -1 : 1)
        case (.down, _): step(1)
        case (.up, _): step(-1)
        case (.pageUp, _): list.cursor = 0
        case (.pageDown, _): list.cursor = max(0, fields.count - 1)
        default: edit(key)
        }
        return .stay
    }

    /// Takes pasted text into the field with the keys.
    mutating func paste(_ text: String) {
        guard let field = focused, field.disabled == nil else { return }
        switch field.input {
        case .text(var line):
            line.insert(text)
            fields[list.cursor].input = .text(line)
        case .secret(var secret):
            secret.line.insert(text)
            fields[list.cursor].input = .secret(secret)
        case .choice: break
        }
    }

    private mutating func step(_ count: Int) {
        guard !fields.isEmpty else { return }
        list.cursor = ((list.cursor + count) % fields.count + fields.count) % fields.count
    }

    private mutating func edit(_ key: Key) {
        guard let field = focused, field.disabled == nil else { return }
        switch field.input {
        case .text(var line):
            if line.handle(key) { fields[list.cursor].input = .text(line) }
        case .secret(var secret):
            if secret.handle(key) { fields[list.cursor].input = .secret(secret) }
        case .choice(let words, let selected):
            let step: Int =
                switch key.code {
                case .right, .character(" "), .character("l"): 1
                case .left, .character("h"): -1
                default: 0
                }
            guard step != 0, !words.isEmpty else { return }
            let next = (selected + step + words.count) % words.count
            fields[list.cursor].input = .choice(words, selected: next)
        }
    }
}

extension String {
    /// Without blanks at both ends.
    var trimmed: Substring {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}

/// Why what a form holds cannot be taken.
struct FormProblem: Error, Equatable, Sendable {
    /// The field to go to.
    var field: String
    /// One sentence.
    var sentence: String
}
