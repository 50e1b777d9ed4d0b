import Tags

// MARK: - Rights of one file

extension AppModel {
    private static let files: [(word: String, number: UInt8)] = [
        ("02 NDEF message", 2), ("01 capability container", 1), ("03 data", 3),
    ]

    private static func file(_ form: Form) -> UInt8 { files.first { $0.word == form["file"] }?.number ?? 2 }

    func rightsFields(_ now: Form) -> [FormField] {
        let file = Self.file(now)
        let settings = card?.settings(of: file) ?? FileSettings(mode: .plain, access: AccessRights(wire: 0, 0), size: 0)
        func right(_ name: String, _ label: String, _ value: AccessCondition, _ help: String) -> FormField {
            .choice("\(name)\(file)", label, CardWords.conditions, CardWords.word(value), help: help)
        }
        return [
            .choice("file", "File", Self.files.map(\.word), now["file"], help: "Whose rights are set"),
            right("read", "Read", settings.access.read, "Phones read the NDEF message only where everybody may"),
            right("write", "Write", settings.access.write, "Who may write it"),
            right(
                "readWrite", "Read and write", settings.access.readWrite, "Who may do both; it adds to the two above"),
            right(
                "change", "Change rights", settings.access.change, "Who may change these settings; never is for good"),
            .choice(
                "mode\(file)", "Data travel", CommunicationMode.allCases.map(\.word), settings.mode.word,
                help: "Within a session of a key that has the right; who needs no key gets them in plain"),
        ] + keysNow([card?.changeKey(of: file) ?? 0]) + diversificationFields(now, hasNew: false)
    }

    private func rights(_ form: Form) -> (file: UInt8, change: AccessChange) {
        let file = Self.file(form)
        func right(_ name: String) -> AccessCondition { CardWords.condition(form["\(name)\(file)"]) }
        return (
            file,
            AccessChange(
                read: right("read"), write: right("write"), readWrite: right("readWrite"), change: right("change"),
                mode: CommunicationMode(word: form["mode\(file)"]))
        )
    }

    func rightsWish(_ form: Form) -> DNAWish {
        let (file, change) = rights(form)
        return .access([file: change])
    }

    func rightsNotes(_ form: Form, columns: Int) -> [StyledLine] {
        let (file, change) = rights(form)
        guard let card else { return [] }
        let settings = change.applied(to: card.settings(of: file))
        var lines = StyledLine.wrapped(
            Self.capitalised(settings.access.sentence) + "; " + settings.mode.meaning + ".", .text, columns: columns)
        if file == 2, !settings.access.conditions(for: .reading).contains(.free) {
            lines += StyledLine.wrapped("Phones then read nothing from this tag.", .warning, columns: columns)
        }
        if file == 2, settings.access.conditions(for: .writing).contains(.free) {
            lines += StyledLine.wrapped("Everybody can overwrite the message.", .warning, columns: columns)
        }
        if settings.access.closesForGood {
            lines += StyledLine.wrapped(
                "Nobody can ever change the settings of this file again.", .warning, columns: columns)
        }
        if card.files[file] == nil {
            lines += StyledLine.wrapped(
                "The tag does not tell its settings: those of the factory are shown (assumed).", .dim, columns: columns)
        }
        return lines
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

// MARK: - Presets

extension AppModel {
    private static let presets: [(word: String, preset: AccessPreset)] = [
        ("public read, keyed write", .publicRead), ("private", .private), ("factory, with the CC", .factory),
    ]

    static func preset(_ form: Form) -> AccessPreset {
        presets.first { $0.word == form["preset"] }?.preset ?? .publicRead
    }

    func presetFields(_ now: Form) -> [FormField] {
        let numbers = Self.preset(now).changes.keys.map { card?.changeKey(of: $0) ?? 0 }
        return [
            .choice(
                "preset", "Rights", Self.presets.map(\.word), now["preset"],
                help: "Each can be changed again with key 0; Rights of a file sets them one by one")
        ] + keysNow(numbers) + diversificationFields(now, hasNew: false)
    }

    func presetNotes(_ form: Form, columns: Int) -> [StyledLine] {
        let preset = Self.preset(form)
        var lines = StyledLine.wrapped(preset.sentence, .text, columns: columns)
        for (file, change) in preset.changes.sorted(by: { $0.key < $1.key }) {
            guard let card else { continue }
            let now = card.settings(of: file)
            let then = change.applied(to: now)
            let same = now.access == then.access && now.mode == then.mode
            lines += StyledLine.wrapped(
                "File \(Words.byte(file)): " + (same ? "stays as it is" : "\(then.access.sentence), \(then.mode.word)"),
                same ? .dim : .value, columns: columns)
        }
        if preset == .factory, card?.hasLink == true {
            lines += StyledLine.wrapped("The dynamic link is switched off.", .warning, columns: columns)
        }
        return lines
    }
}

// MARK: - Settings of the chip

extension AppModel {
    private enum Setting: String, CaseIterable {
        case failures = "wrong tries"
        case modulation = "strong modulation"
        case chaining = "writing in several frames off"
        case randomID = "random UID"
        case lrp = "LRP in place of AES"
        case tamper = "tamper loop"
    }

    private static func setting(_ form: Form) -> Setting { Setting(rawValue: form["setting"]) ?? .failures }

    private var hasTamperLoop: Bool { tagDeck.identity?.chipName.hasSuffix("TT") == true }

    func chipFields(_ now: Form) -> [FormField] {
        let words = Setting.allCases.filter { $0 != .tamper || hasTamperLoop }.map(\.rawValue)
        var fields: [FormField] = [
            .choice("setting", "Setting", words, now["setting"], help: "A setting of the whole chip (SetConfiguration)")
        ]
        switch Self.setting(now) {
        case .failures:
            fields += [
                .choice("counts", "Closes keys", ["yes", "no"], help: "Whether wrong tries close a key at all"),
                .text(
                    "limit", "  after", "1000", takes: .characters("0123456789"),
                    help: "Wrong tries after which a key is closed for good; 1000 as delivered"),
                .text(
                    "decrement", "  less", "10", takes: .characters("0123456789"),
                    help: "What each right key gives back; 10 as delivered"),
            ]
        case .modulation:
            fields.append(.choice("on", "Strong", ["on", "off"], help: "Strong back modulation reaches farther"))
        case .tamper:
            fields.append(
                .choice(
                    "right", "State told to", CardWords.conditions, CardWords.free,
                    help: "Who may ask whether the loop is open"))
        case .chaining, .randomID, .lrp: break
        }
        return fields + keysNow([0]) + diversificationFields(now, hasNew: false)
    }

    func chipSetting(_ form: Form) throws(FormProblem) -> DNAConfiguration {
        let setting: DNAConfiguration
        switch Self.setting(form) {
        case .failures:
            guard let limit = UInt16(form["limit"]), let decrement = UInt16(form["decrement"]) else {
                throw FormProblem(field: "limit", sentence: "Both are numbers up to 65535")
            }
            setting = .failures(enabled: form["counts"] == "yes", limit: limit, decrement: decrement)
        case .modulation: setting = .strongModulation(form["on"] == "on")
        case .chaining: setting = .chainedWritingOff
        case .randomID: setting = .randomID
        case .lrp: setting = .lrp
        case .tamper: setting = .tamper(statusRight: CardWords.condition(form["right"]))
        }
        if let problem = setting.problem(tamper: hasTamperLoop) {
            throw FormProblem(field: "limit", sentence: Self.capitalised(problem))
        }
        return setting
    }

    func chipNotes(_ form: Form, columns: Int) -> [StyledLine] {
        guard let setting = try? chipSetting(form) else { return [] }
        var lines = StyledLine.wrapped(Self.capitalised(setting.words) + ".", .text, columns: columns)
        if let consequence = setting.consequence {
            lines += StyledLine.wrapped("Can never be undone: \(consequence).", .warning, columns: columns)
        }
        return lines
    }
}
