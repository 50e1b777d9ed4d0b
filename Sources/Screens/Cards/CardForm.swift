import Engine
import Tags

/// What a form for an NTAG 424 DNA is for.
enum CardForm: Equatable, Sendable {
    /// One key is set.
    case key
    /// All keys become the factory's.
    case resetKeys
    /// Who may do what with one file, and how its data travel.
    case rights
    /// One of the usual sets of rights.
    case preset
    /// A link in which the chip puts UID, counter and MAC.
    case link
    /// A bolt card: such a link, and keys that follow from the issuer's.
    case boltCard
    /// Nothing is put into the link any more.
    case linkOff
    /// A setting of the whole chip.
    case configure
    /// A link is checked; no tag is needed.
    case checkLink
    /// An interrupted change is ended.
    case recover(JournalEntry, RecoveryRequest.Action)

    /// The heading of the form and of the plan it leads to.
    var title: String {
        switch self {
        case .key: "Set a key"
        case .resetKeys: "Keys to factory"
        case .rights: "Rights of a file"
        case .preset: "Usual rights"
        case .link: "Dynamic link"
        case .boltCard: "Bolt card"
        case .linkOff: "Dynamic link off"
        case .configure: "Configure the chip"
        case .checkLink: "Check a link"
        case .recover(_, .putBack): "Put back"
        case .recover(_, .undo): "Undo"
        case .recover: "Finish"
        }
    }
}

/// What an NTAG 424 DNA said of itself without a key, as far as forms and tasks need it.
struct CardView: Equatable, Sendable {
    /// The versions of the keys, by number; those that it tells.
    var versions: [UInt8: UInt8] = [:]
    /// Rights, mode and size of the files, by number; those that it tells.
    var files: [UInt8: FileSettings] = [:]
    /// Something is mirrored into the message's file.
    var hasLink = false

    /// What a report says of such a card; `nil` for any other tag.
    init?(_ report: TagReport?) {
        guard let report, Self.isCard(report.identity) else { return nil }
        versions = report.dna?.keyVersions ?? [:]
        files = report.dna?.settings ?? [:]
        hasLink = files[2]?.sdm != nil
    }

    /// The tag is an NTAG 424 DNA.
    static func isCard(_ identity: TagIdentity?) -> Bool {
        identity?.chipName.hasPrefix("NTAG 424 DNA") == true
    }

    /// The settings of a file, or those of the factory where it does not tell.
    func settings(of file: UInt8) -> FileSettings {
        files[file] ?? FileSettings.factory[file]
            ?? FileSettings(
                mode: .plain, access: AccessRights(read: .free, write: .free, readWrite: .free, change: .key(0)),
                size: 0)
    }

    /// The key that may change the settings of a file.
    func changeKey(of file: UInt8) -> UInt8? {
        if case .key(let number) = settings(of: file).access.change { number } else { nil }
    }

    /// A key with this version is taken for the factory's.
    func isTakenForFactory(_ number: UInt8) -> Bool { versions[number] == 0 }
}

extension AppModel {
    /// The NTAG 424 DNA of the deck shown.
    var card: CardView? { CardView(tagDeck.report) }

    /// The keys that the tag at hand took in this session.
    var rememberedKeys: [UInt8: [UInt8]] {
        tagDeck.identity.flatMap { changes.credentials[$0.uid]?.keys } ?? [:]
    }

    /// Opens a form for the card.
    mutating func openCard(_ form: CardForm) {
        dialogs.append(.form(FormDialog(.card(form), title: form.title, form: Form(cardFields(form, Form([]))))))
    }

    /// The fields of a form, which depend on what is filled in.
    func cardFields(_ form: CardForm, _ now: Form) -> [FormField] {
        switch form {
        case .key: keyFields(now)
        case .resetKeys: resetFields(now)
        case .rights: rightsFields(now)
        case .preset: presetFields(now)
        case .link: linkFields(now)
        case .boltCard: boltFields(now)
        case .linkOff: keysNow([card?.changeKey(of: 2) ?? 0]) + diversificationFields(now, hasNew: false)
        case .configure: chipFields(now)
        case .checkLink: checkFields(now)
        case .recover(let entry, _): recoveryFields(entry)
        }
    }

    /// What a form as it is filled comes to.
    func cardNotes(_ form: CardForm, _ dialog: FormDialog, columns: Int) -> [StyledLine] {
        switch form {
        case .key: keyNotes(dialog.form, columns: columns)
        case .resetKeys:
            StyledLine.wrapped(
                "Each key that is not the factory's becomes sixteen zeros with version 00, key 0 last: everybody can then "
                    + "change the tag.", .warning, columns: columns)
        case .rights: rightsNotes(dialog.form, columns: columns)
        case .preset: presetNotes(dialog.form, columns: columns)
        case .link: linkNotes(dialog.form, columns: columns)
        case .boltCard: boltNotes(dialog.form, columns: columns)
        case .linkOff:
            StyledLine.wrapped(
                "The link stays in the file as it was written, with zeros where the chip put something in.", .text,
                columns: columns)
        case .configure: chipNotes(dialog.form, columns: columns)
        case .checkLink: checkNotes(dialog.form, columns: columns)
        case .recover(let entry, let action): recoveryNotes(entry, action, columns: columns)
        }
    }

    /// Does what a form is for.
    mutating func acceptCard(_ form: CardForm, _ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        if form == .checkLink { return try acceptCheck(dialog) }
        if let reason = reasonAgainstCard { throw FormProblem(field: "", sentence: "Not now: \(reason)") }
        let keys = try keysNow(in: dialog.form)
        let wish: DNAWish
        switch form {
        case .key: wish = .keys([try keyChange(dialog.form)])
        case .resetKeys: wish = .keys(try resets(dialog.form, keys))
        case .rights: wish = rightsWish(dialog.form)
        case .preset: wish = .preset(Self.preset(dialog.form))
        case .link: wish = .link(try link(dialog.form))
        case .boltCard: wish = .link(try boltLink(dialog.form))
        case .linkOff: wish = .linkOff
        case .configure: wish = .configure([try chipSetting(dialog.form)])
        case .recover(let entry, let action): return try acceptRecovery(entry, action, dialog, keys)
        case .checkLink: return []
        }
        return preview(wish, keys: keys, form: dialog)
    }
}

extension CardView {
    /// Keys and files in words, one line each.
    var facts: [String] {
        let names: [UInt8: String] = [1: "CC", 2: "NDEF", 3: "data"]
        return CardWords.versions(versions)
            + files.sorted { $0.key < $1.key }.map { number, settings in
                "file \(Words.byte(number)) (\(names[number] ?? "")): \(settings.access.sentence); \(settings.mode.word)"
                    + (settings.sdm.map { "; mirrors \($0.mirrorWords)" } ?? "")
            }
    }
}
