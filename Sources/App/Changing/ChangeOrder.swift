import Engine
import NDEF
import Tags

/// A change as the command line asks for it, before the tag is known.
struct ChangeOrder: Equatable, Sendable {
    /// What is to be done.
    enum Deed: Equatable, Sendable {
        /// What can be wished for without knowing the tag.
        case wish(Wish)
        /// These records behind those that are there; the encoded message of them alone goes along.
        case append([UInt8])
        /// A new password on an open tag; on a guarded one the given password is the present one and stays.
        case protect(Wish.Protection)
        /// A key of an NTAG 424 DNA, or of an Ultralight C: the tag decides.
        case key(DNAKeyChange)
    }

    /// What is to be done.
    var deed: Deed
    /// The password or key that the command line names as the present one.
    var secret: [UInt8]?
    /// The UID after `--confirm`.
    var confirmedUID: [UInt8]?
    /// Plan only.
    var dryRun = false
    /// The AES keys that the command line names as the present ones, by number.
    var keys: [UInt8: [UInt8]] = [:]

    /// The tag has to be read before it is clear what is wished.
    var needsReading: Bool {
        switch deed {
        case .wish, .key: false
        case .append, .protect: true
        }
    }

    /// What opens the tag.
    var credential: Credential {
        var credential = ChangeOrder.credential(secret)
        credential.keys = keys
        return credential
    }

    /// Four bytes are a password, sixteen a key.
    static func credential(_ secret: [UInt8]?) -> Credential {
        secret?.count == PasswordSpec.keyLength ? Credential(key: secret) : Credential(password: secret)
    }
}

extension ChangeOrder {
    /// The order that an invocation of a changing command gives.
    /// - Parameter secrets: Reads the passwords and keys it names.
    init(_ invocation: Invocation, secrets: SecretReader) throws(UsageError) {
        deed = .wish(.format)
        dryRun = invocation.has(.dryRun)
        confirmedUID = try ChangeOrder.uid(invocation, .confirm)
        switch invocation.command.name {
        case .write:
            deed = try ChangeOrder.writing(invocation)
            keys = try KeyOptions(secrets: secrets).keys(.key)
        case .format: deed = .wish(.format)
        case .erase: deed = .wish(.erase)
        case .unprotect: deed = .wish(.unprotect)
        case .lock: deed = .wish(.lock(try ChangeOrder.locks(invocation)))
        case .configure:
            keys = try KeyOptions(secrets: secrets).keys(.key)
            let isDNA = !keys.isEmpty || DNASettingWord.isMeant(by: invocation.operands)
            deed = .wish(
                isDNA
                    ? .dna(.configure(try DNASettingWord.settings(invocation.operands)))
                    : .configure(try SettingWord.changes(invocation.operands)))
        case .protect:
            try protect(invocation, secrets)
            return
        case .keySet:
            try setKey(invocation, secrets)
            return
        case .keyReset:
            try resetKeys(invocation, secrets)
            return
        case .accessSet:
            try setAccess(invocation, secrets)
            return
        case .accessPreset:
            try setPreset(invocation, secrets)
            return
        case .sdmSetup, .sdmBoltCard, .sdmOff:
            try setLink(invocation, secrets)
            return
        default: break
        }
        secret = try secrets.read(.password, SecretReader.either, "Password: ", twice: false)
    }

    /// The UID that an option gives.
    static func uid(_ invocation: Invocation, _ option: OptionName) throws(UsageError) -> [UInt8]? {
        guard let text = invocation.value(of: option) else { return nil }
        guard let uid = UIDText.parse(text) else {
            throw .badValue(of: option.dashed, value: text, wanted: UIDText.form)
        }
        return uid
    }

    /// The PACK that is given; a message never repeats it.
    static func pack(_ invocation: Invocation) throws(UsageError) -> [UInt8]? {
        guard let text = invocation.value(of: .pack) else { return nil }
        guard let pack = Hex.bytes(text), pack.count == 2 else {
            throw .badValue(of: OptionName.pack.dashed, value: PasswordSpec.hidden, wanted: "a PACK is 4 hex digits")
        }
        return pack
    }

    private static func writing(_ invocation: Invocation) throws(UsageError) -> Deed {
        let records = try RecordOptions.records(of: invocation.options)
        if records.isEmpty { throw .noRecords }
        let message = NDEFMessage(records).encoded()
        return invocation.has(.append) ? .append(message) : .wish(.write(message: message))
    }

    private static func locks(_ invocation: Invocation) throws(UsageError) -> Wish.Locks {
        guard let text = invocation.value(of: .pages) else {
            guard invocation.has(.all) else { throw .eitherOption([.all, .pages], command: .lock) }
            return Wish.Locks(pages: nil, freezes: invocation.has(.blockLocking))
        }
        guard !invocation.has(.all) else { throw .eitherOption([.all, .pages], command: .lock) }
        guard let pages = PageNumber.parseList(text) else {
            throw .badValue(
                of: OptionName.pages.dashed, value: text,
                wanted: "it is pages and ranges such as 04-0F,10; " + PageNumber.form)
        }
        return Wish.Locks(pages: pages, freezes: invocation.has(.blockLocking))
    }

    private mutating func protect(_ invocation: Invocation, _ secrets: SecretReader) throws(UsageError) {
        var wish = Wish.Protection(password: nil)
        if let text = invocation.value(of: .mode) {
            switch text {
            case "write": wish.guardsReading = false
            case "readwrite": wish.guardsReading = true
            default: throw .badValue(of: OptionName.mode.dashed, value: text, wanted: "it is write or readwrite")
            }
        }
        if let text = invocation.value(of: .from) {
            guard let page = PageNumber.parse(text) else {
                throw .badValue(of: OptionName.from.dashed, value: text, wanted: PageNumber.form)
            }
            wish.firstPage = page
        }
        wish.pack = try ChangeOrder.pack(invocation)
        if let text = invocation.value(of: .limit) {
            guard let limit = Int(text), (0...7).contains(limit) else {
                throw .badValue(of: OptionName.limit.dashed, value: text, wanted: "it is 0 (no limit) to 7")
            }
            wish.limit = limit
        }
        guard invocation.has(.password) || invocation.has(.new) else {
            throw .missingOption(.password, command: .protect)
        }
        let changes = invocation.has(.new)
        secret = try secrets.read(.password, SecretReader.either, "Password: ", twice: !changes)
        wish.password = try secrets.read(.new, SecretReader.either, "New password: ", twice: true)
        deed = changes ? .wish(.protect(wish)) : .protect(wish)
    }
}
