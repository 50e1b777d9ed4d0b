import Tags

/// Conditions, keys and files of an NTAG 424 DNA as forms offer them.
enum CardWords {
    static let keys = (0..<Int(NTAG424.keyCount)).map { "key \($0)" }
    static let free = "free, everybody"
    static let never = "never, nobody"
    static let conditions = keys + [free, never]

    static func word(_ condition: AccessCondition) -> String {
        switch condition {
        case .key(let number): "key \(number)"
        case .free: free
        case .never, .reserved: never
        }
    }

    static func condition(_ word: String) -> AccessCondition {
        switch word {
        case free: .free
        case never: .never
        default: .key(number(word))
        }
    }

    /// The number in `key 3`.
    static func number(_ word: String) -> UInt8 { word.last.flatMap { UInt8(String($0)) } ?? 0 }

    /// What the keys of a card say of themselves by their versions, those alike together.
    static func versions(_ versions: [UInt8: UInt8]) -> [String] {
        let groups = Dictionary(grouping: versions.keys.sorted()) { versions[$0] ?? 0 }
        return groups.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }.map { version, numbers in
            let names = numbers.map { String($0) }.joined(separator: ", ")
            let words = version == 0 ? "taken for the factory's (assumed)" : "not the factory's"
            return "key\(numbers.count == 1 ? "" : "s") \(names): version \(Words.byte(version)), \(words)"
        }
    }
}

// MARK: - The keys that open the tag now

extension AppModel {
    /// A field for each of these present keys.
    func keysNow(_ numbers: [UInt8]) -> [FormField] { Set(numbers).sorted().map(keyNow) }

    private func keyNow(_ number: UInt8) -> FormField {
        let ways = "; Ctrl-T: as text, or a key file"
        let help: String
        if rememberedKeys[number] != nil {
            help = "Empty: the one that the tag took in this session" + ways
        } else if card?.isTakenForFactory(number) == true {
            help = "Empty: the factory's, as its version is 00 (assumed)" + ways
        } else if let version = card?.versions[number] {
            help = "Its version is \(Words.byte(version)), so it is not the factory's" + ways
        } else {
            help = "The key that is on the tag" + ways
        }
        return .key("now\(number)", "Key \(number) now", help: help)
    }

    /// The present keys as they are filled in, those of this session where a field is empty.
    func keysNow(in form: Form) throws(FormProblem) -> [UInt8: [UInt8]] {
        var keys = rememberedKeys
        let diversification = try diversification(form)
        for number in 0..<NTAG424.keyCount {
            guard let secret = form.secret("now\(number)"), !secret.isEmpty else { continue }
            let typed = try Self.key(secret, "now\(number)")
            keys[number] = Self.isDiversified(form, .present) ? try own(typed, diversification) : typed
        }
        return keys
    }

    /// The 16 bytes of a field.
    static func key(_ secret: SecretInput?, _ field: String) throws(FormProblem) -> [UInt8] {
        if let wrong = secret?.problem { throw FormProblem(field: field, sentence: wrong) }
        guard let key = secret?.bytes, key.count == 16 else {
            throw FormProblem(field: field, sentence: "A key has 16 bytes, 32 hex digits")
        }
        return key
    }
}

// MARK: - Diversification

extension AppModel {
    /// What is made from a master key.
    enum Diversified { case new, present }

    private static let asTyped = "as typed"
    private static let newKey = "the new key"
    private static let presentKeys = "the present keys"
    private static let allKeys = "new and present"

    /// Which keys are made from a master key and the UID, and of what else.
    func diversificationFields(_ now: Form, hasNew: Bool) -> [FormField] {
        let words =
            hasNew
            ? [Self.asTyped, Self.newKey, Self.presentKeys, Self.allKeys] : [Self.asTyped, Self.presentKeys]
        var fields: [FormField] = [
            .choice(
                "diversify", "AN10922", words, now["diversify"],
                help:
                    "Which keys are no keys of this tag, but master keys: the tag's own follows from master key and UID"
            )
        ]
        if !now["diversify"].isEmpty, now["diversify"] != Self.asTyped {
            fields += [
                .text(
                    "aid", "  AID", takes: .hexDigits(6),
                    help: "The application's identifier that went into it, 6 hex digits, such as 3042F5"),
                .text("system", "  System", help: "The system's identifier that went into it, as text"),
            ]
        }
        return fields
    }

    static func isDiversified(_ form: Form, _ which: Diversified) -> Bool {
        switch form["diversify"] {
        case newKey: which == .new
        case presentKeys: which == .present
        case allKeys: true
        default: false
        }
    }

    /// What goes into a diversification beside the UID; `nil` where none is wanted.
    func diversification(_ form: Form) throws(FormProblem) -> DNAKeyChange.Diversification? {
        guard Self.isDiversified(form, .new) || Self.isDiversified(form, .present) else { return nil }
        guard let application = Hex.bytes(form["aid"]), application.count == 3 else {
            throw FormProblem(field: "aid", sentence: "An AID has 3 bytes, 6 hex digits")
        }
        let system = Array(form["system"].utf8)
        let length = (tagDeck.identity?.uid.count ?? 7) + application.count + system.count
        guard length <= KeyDiversification.longestInput else {
            throw FormProblem(
                field: "system",
                sentence:
                    "UID, AID and system have \(length) bytes together, \(KeyDiversification.longestInput) at most")
        }
        return DNAKeyChange.Diversification(application: application, system: system)
    }

    /// The tag's own key, from a master key.
    private func own(
        _ master: [UInt8], _ diversification: DNAKeyChange.Diversification?
    ) throws(FormProblem) -> [UInt8] {
        guard let diversification else { return master }
        let change = DNAKeyChange(number: 0, new: master, version: 0, diversification: diversification)
        guard let uid = tagDeck.identity?.uid, let key = change.key(for: uid) else {
            throw FormProblem(field: "aid", sentence: "No key can be made from this master key")
        }
        return key
    }
}

// MARK: - Setting keys

extension AppModel {
    private static let roles = [
        "opens everything else: it changes keys, rights and settings of the chip",
        "as the rights of the files and the link say", "as the rights of the files and the link say",
        "as delivered: writes file 03", "as the rights of the files and the link say",
    ]

    func keyFields(_ now: Form) -> [FormField] {
        let number = CardWords.number(now["number"])
        let version = card?.versions[number] ?? 0
        let next = version == 0xFF ? 1 : version + 1
        return [
            .choice(
                "number", "Which", CardWords.keys, now["number"],
                help: "Key \(number): \(Self.roles.indices.contains(Int(number)) ? Self.roles[Int(number)] : "")"),
            .key("new", "New key", help: "16 bytes; Ctrl-T: as text, or a key file that only you can read"),
            .key("again", "Once more", help: "A key that was mistyped locks you out; empty is enough for a key file")
                .disabled(because: now.secret("new")?.writing == .file ? "a file is not mistyped" : nil),
            .text(
                "version\(number)", "Version", Words.byte(next), takes: .hexDigits(2),
                help: "In hex; now \(Words.byte(version)). 00 is the factory's: give every other key another one"),
        ] + keysNow([0, number]) + diversificationFields(now, hasNew: true)
    }

    func keyChange(_ form: Form) throws(FormProblem) -> DNAKeyChange {
        let number = CardWords.number(form["number"])
        let new = try Self.key(form.secret("new"), "new")
        if form.secret("new")?.writing != .file {
            guard let again = form.secret("again"), again.bytes == new else {
                throw FormProblem(field: "again", sentence: "The two keys are not the same")
            }
        }
        let field = "version\(number)"
        guard let version = UInt8(form[field], radix: 16) else {
            throw FormProblem(field: field, sentence: "A version is 00 to FF")
        }
        let diversified = Self.isDiversified(form, .new)
        return DNAKeyChange(
            number: number, new: new, version: version, diversification: diversified ? try diversification(form) : nil)
    }

    func keyNotes(_ form: Form, columns: Int) -> [StyledLine] {
        let number = CardWords.number(form["number"])
        var lines = StyledLine.wrapped(
            number == 0
                ? "Without key 0 nothing of this tag can be changed any more: keep it."
                : "Key 0 lets it be changed; the tag proves afterwards that it took the key.",
            number == 0 ? .warning : .text, columns: columns)
        if form.secret("new")?.bytes == NTAG424.factoryKey {
            lines += StyledLine.wrapped(
                "Sixteen zeros are the key every tag is delivered with: anybody knows it.", .warning, columns: columns)
        }
        if UInt8(form["version\(number)"], radix: 16) == 0 {
            lines += StyledLine.wrapped(
                "Version 00 says that the key is the factory's: programs will take it for that.", .warning,
                columns: columns)
        }
        return lines
    }

    func resetFields(_ now: Form) -> [FormField] {
        keysNow(Array(0..<NTAG424.keyCount)) + diversificationFields(now, hasNew: false)
    }

    /// The keys that are not taken for the factory's already.
    func resets(_ form: Form, _ keys: [UInt8: [UInt8]]) throws(FormProblem) -> [DNAKeyChange] {
        let changes = (0..<NTAG424.keyCount).filter { number in
            if let key = keys[number] { return key != NTAG424.factoryKey || card?.isTakenForFactory(number) != true }
            return card?.isTakenForFactory(number) != true
        }
        guard !changes.isEmpty else {
            throw FormProblem(
                field: "now0",
                sentence: "Every key has version 00 and is taken for the factory's: type those that are not")
        }
        return changes.map { DNAKeyChange(number: $0, new: NTAG424.factoryKey, version: 0) }
    }
}
