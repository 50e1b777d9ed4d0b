import Engine
import NDEF
import Tags

/// Orders on keys, rights and links of an NTAG 424 DNA.
extension ChangeOrder {
    /// `key set N`: for an NTAG 424 DNA, or for an Ultralight C, which the tag on the reader decides.
    mutating func setKey(_ invocation: Invocation, _ secrets: SecretReader) throws(UsageError) {
        let text = invocation.operands.first ?? ""
        guard let number = KeyOptions.number(text) else {
            throw .badValue(of: "N", value: text, wanted: "an NTAG 424 DNA has keys 0 to 4, an Ultralight C key 0")
        }
        guard invocation.has(.new) else { throw .missingOption(.new, command: .keySet) }
        let options = KeyOptions(secrets: secrets)
        secret = try secrets.read(.old, SecretReader.key, "Present key: ", twice: false)
        let new = try secrets.read(.new, SecretReader.key, "New key: ", twice: true) ?? []
        keys = try options.keys(.key)
        if let secret { keys[number] = secret }
        deed = .key(
            DNAKeyChange(
                number: number, new: new, version: try options.version() ?? Self.version(of: new),
                diversification: try options.diversification()))
    }

    /// The version of a key that is given without one: 00 is the factory's, and taken for it.
    private static func version(of key: [UInt8]) -> UInt8 { key == NTAG424.factoryKey ? 0 : 1 }

    /// `key reset`: every key that is given.
    mutating func resetKeys(_ invocation: Invocation, _ secrets: SecretReader) throws(UsageError) {
        let options = KeyOptions(secrets: secrets)
        keys = try options.file().merging(try options.keys(.key)) { _, given in given }
        guard !keys.isEmpty else { throw .missingOption(.keyFile, command: .keyReset) }
        deed = .wish(
            .dna(
                .keys(
                    keys.keys.sorted().map { DNAKeyChange(number: $0, new: NTAG424.factoryKey, version: 0) })))
    }

    /// `access set FILE right=..`.
    mutating func setAccess(_ invocation: Invocation, _ secrets: SecretReader) throws(UsageError) {
        keys = try KeyOptions(secrets: secrets).keys(.key)
        let name = invocation.operands.first ?? ""
        guard let file = Self.file(name) else {
            throw .badValue(of: "FILE", value: name, wanted: "it is 1, 2 or 3, or E103, E104 or E105")
        }
        var change = AccessChange()
        for word in invocation.operands.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw .badValue(
                    of: "a right", value: word, wanted: "it is read=.., write=.., readWrite=.., change=.. or mode=..")
            }
            try Self.set(parts[0], parts[1], in: &change)
        }
        deed = .wish(.dna(.access([file: change])))
    }

    private static func set(_ name: String, _ value: String, in change: inout AccessChange) throws(UsageError) {
        if name == "mode" {
            guard let mode = CommunicationMode(word: value.lowercased()) else {
                throw .badValue(of: name, value: value, wanted: "it is plain, mac or full")
            }
            change.mode = mode
            return
        }
        let field: WritableKeyPath<AccessChange, AccessCondition?>
        switch name.lowercased() {
        case "read": field = \.read
        case "write": field = \.write
        case "readwrite": field = \.readWrite
        case "change": field = \.change
        default:
            throw .badValue(of: "a right", value: name, wanted: "it is read, write, readWrite, change or mode")
        }
        guard let condition = AccessCondition(word: value) else {
            throw .badValue(of: name, value: value, wanted: "it is a key 0 to 4, free or never")
        }
        change[keyPath: field] = condition
    }

    private static func file(_ name: String) -> UInt8? {
        if let number = UInt8(name), NTAG424.fileIDs[number] != nil { return number }
        guard let id = Hex.bytes(name), id.count == 2 else { return nil }
        return NTAG424.fileIDs.first { $0.value == UInt16(id[0]) << 8 | UInt16(id[1]) }?.key
    }

    /// `access preset NAME`.
    mutating func setPreset(_ invocation: Invocation, _ secrets: SecretReader) throws(UsageError) {
        keys = try KeyOptions(secrets: secrets).keys(.key)
        let name = invocation.operands.first ?? ""
        guard let preset = AccessPreset(rawValue: name) else {
            throw .badValue(
                of: "the preset", value: name,
                wanted: "it is " + AccessPreset.allCases.map(\.rawValue).joined(separator: ", "))
        }
        deed = .wish(.dna(.preset(preset)))
    }

    /// `sdm setup`, `sdm boltcard` and `sdm off`.
    mutating func setLink(_ invocation: Invocation, _ secrets: SecretReader) throws(UsageError) {
        let options = KeyOptions(secrets: secrets)
        keys = try options.keys(.key)
        let command = invocation.command.name
        if command == .sdmOff {
            deed = .wish(.dna(.linkOff))
            return
        }
        guard let url = invocation.value(of: .url) else { throw .missingOption(.url, command: command) }
        if command == .sdmBoltCard {
            guard let spec = invocation.value(of: .issuer) else { throw .missingOption(.issuer, command: command) }
            var version: UInt32 = 1
            if let text = invocation.value(of: .cardVersion) {
                guard let number = UInt32(text) else {
                    throw .badValue(of: OptionName.cardVersion.dashed, value: text, wanted: "it is a number from 0")
                }
                version = number
            }
            deed = .wish(
                .dna(
                    .link(
                        DNALink(
                            template: try SDMTemplate.parsed(BoltCard.template(url: url), .url),
                            rights: SDMTemplate.Rights(meta: .key(BoltCard.metaKey), file: .key(BoltCard.fileKey)),
                            access: AccessPreset.publicRead.changes[2] ?? AccessChange(),
                            issuer: DNALink.Issuer(
                                key: try options.secret(spec, .issuer, "Issuer's key: "), version: version)))))
            return
        }
        var limit: Int?
        if let text = invocation.value(of: .counterLimit) {
            guard let number = Int(text), (1...0xFF_FFFF).contains(number) else {
                throw .badValue(of: OptionName.counterLimit.dashed, value: text, wanted: "it is 1 to 16777215")
            }
            limit = number
        }
        let rights = SDMTemplate.Rights(
            meta: try Self.condition(invocation, .meta), file: try Self.condition(invocation, .file),
            counter: try Self.condition(invocation, .counter) ?? .never)
        deed = .wish(
            .dna(
                .link(
                    DNALink(template: try SDMTemplate.parsed(url, .url), rights: rights, counterLimit: limit))))
    }

    private static func condition(_ invocation: Invocation, _ option: OptionName) throws(UsageError) -> AccessCondition?
    {
        guard let text = invocation.value(of: option) else { return nil }
        guard let condition = AccessCondition(word: text) else {
            throw .badValue(of: option.dashed, value: text, wanted: "it is a key 0 to 4, free or never")
        }
        return condition
    }
}

extension SDMTemplate {
    /// The template of an option's value.
    static func parsed(_ text: String, _ option: OptionName) throws(UsageError) -> SDMTemplate {
        do throws(Refusal) {
            return try SDMTemplate(text)
        } catch {
            throw .badValue(of: option.dashed, value: text, wanted: error.reason)
        }
    }
}
