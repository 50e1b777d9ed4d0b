import Tags

/// What the settings of a DESFire card mean, which files keep as names with a value.
///
/// Sources: libfreefare for the bits of key settings and file settings; Flipper's firmware for the names, and for the two halves
/// of the second byte of key settings, which it calls Max Keys and Flags.
enum DESFireWords {
    /// Whose settings they are.
    enum Owner: Equatable {
        case card, application
        case file(kind: String)
    }

    /// The meaning of a line such as `Change Key ID: 01`, a sentence part; `nil` for one that says all itself.
    static func meaning(of setting: String, _ owner: Owner) -> String? {
        if case .file = owner, let mode = modes[setting] { return mode }
        guard let colon = setting.firstIndex(of: ":") else { return nil }
        let value = String(setting[setting.index(after: colon)...].drop { $0 == " " })
        return meaning(of: String(setting[..<colon]), value, owner)
    }

    /// The meaning of a named value; `nil` for one that says all itself.
    static func meaning(of name: String, _ value: String, _ owner: Owner) -> String? {
        let master = owner == .card ? "the card's master key" : "the application's master key"
        let things = owner == .card ? "applications" : "files"
        switch name {
        case "Change Key ID": return Hex.bytes(value)?.first.flatMap { changing($0, owner) }
        case "Config Changeable":
            return flag(value, "these settings can be changed with \(master)", "these settings are frozen for good")
        case "Free Create Delete":
            return flag(
                value, "\(things) can be created\(owner == .card ? "" : " and deleted") without a key",
                "\(things) are created and deleted with \(master) only")
        case "Free Directory List":
            return flag(value, "\(things) are listed to everybody", "\(things) are listed with \(master) only")
        case "Key Changeable":
            return flag(value, "\(master) can be changed", "\(master) is frozen for good")
        case "Flags": return Hex.bytes(value)?.first.map(kindOfKeys)
        case "Max Keys": return Hex.bytes(value)?.first.map { Words.count(Int($0 & 0x0F), "key") }
        case "Hi Limit": return "the value never goes above"
        case "Lo Limit": return "the value never goes below"
        case "Limited Credit Value": return "so much can be given back without the right to credit"
        case "Limited Credit Enabled":
            guard let word = truth(value) else { return nil }
            return word ? "what was debited can be given back once" : "no limited credit"
        case "Max":
            // Source: libfreefare: a cyclic file needs one record more than can be used.
            return owner == .file(kind: "cyclic record")
                ? "so many records have room, one more than can be read"
                : "so many records have room"
        case "Cur": return "so many records are written"
        default: return nil
        }
    }

    private static let modes = [
        "plain": "data travel as they are", "MAC": "data travel readable, with a code against changes",
        "full": "data travel enciphered",
    ]

    private static func truth(_ value: String) -> Bool? {
        switch value.lowercased() {
        case "true": true
        case "false": false
        // One byte, as some files have it.
        default: Hex.bytes(value)?.first.map { $0 & 1 != 0 }
        }
    }

    private static func flag(_ value: String, _ on: String, _ off: String) -> String? {
        truth(value).map { $0 ? on : off }
    }

    /// Bits 7-4 of an application's key settings; a card has none such.
    private static func changing(_ number: UInt8, _ owner: Owner) -> String? {
        guard owner == .application else { return nil }
        switch number {
        case 0: return "any key is changed with the application's master key"
        case 0x0E: return "each key is changed with itself"
        case 0x0F: return "all keys but the application's master key are frozen"
        default: return "any key is changed with key \(number)"
        }
    }

    /// The high half of the second byte: bits 3-2 the kind of key, bit 1 whether files have ISO names.
    private static func kindOfKeys(_ flags: UInt8) -> String {
        let kinds = ["DES or 2K3DES keys", "3K3DES keys", "AES keys", "keys of a reserved kind"]
        return kinds[Int(flags >> 2 & 3)] + (flags & 2 != 0 ? ", files with ISO names" : "")
    }
}

extension CardApplication {
    /// The settings with what they mean, one line each.
    public var settingLines: [String] {
        settings.map { setting in
            DESFireWords.meaning(of: setting, .application).map { "\(setting) (\($0))" } ?? setting
        }
    }
}

extension ApplicationFile {
    /// The settings with what they mean, one line each, and what the content is where that is more than bytes.
    public var settingLines: [String] {
        let lines = settings.map { setting in
            DESFireWords.meaning(of: setting, .file(kind: kind)).map { "\(setting) (\($0))" } ?? setting
        }
        return lines + [contentWords].compactMap { $0 }
    }

    /// A value as a number, records as how many there are; `nil` for data.
    private var contentWords: String? {
        guard let content else { return nil }
        if kind == FlipperDESFire.kinds[2], content.count == 4 {
            // As it travels: signed, the least significant byte first.
            let value = Int32(bitPattern: content.reversed().reduce(0) { $0 << 8 | UInt32($1) })
            return "the value is \(value)"
        }
        guard kind.hasSuffix("record"), let size, size > 0, !content.isEmpty else { return nil }
        let rest = content.count % size == 0 ? "" : ", and \(Words.count(content.count % size, "byte")) of another"
        return "\(Words.count(content.count / size, "record")) of \(Words.count(size, "byte"))\(rest)"
    }
}

extension NamedValue {
    /// What the value means, a sentence part; `nil` for one that says all itself.
    public var meaning: String? {
        guard name.hasPrefix("PICC ") else { return nil }
        return DESFireWords.meaning(of: String(name.dropFirst(5)), value, .card)
    }
}
