import Tags

/// A command of the console that has a name, for the chip on the reader.
public struct NamedCommand: Equatable, Sendable {
    /// The name, as it is typed after a colon: `version`.
    public var name: String
    /// What it does, a few words.
    public var summary: String
    /// What is sent, in order; an answer that is a refusal ends it.
    public var commands: [ConsoleCommand]

    /// A named command of these parts.
    public init(name: String, summary: String, commands: [ConsoleCommand]) {
        self.name = name
        self.summary = summary
        self.commands = commands
    }

    /// What can be asked of this tag.
    public static func library(for identity: TagIdentity?) -> [NamedCommand] {
        guard let identity else { return Library.reader }
        switch identity.type {
        case .type4: return Library.reader + Library.card(identity)
        case .type2: return Library.reader + Library.type2(identity.chip)
        case .type5, .unknown: return Library.reader
        }
    }
}

/// The table of named commands. Sources: NTAG21x data sheet rev 3.2, 10; MF0ULx1 rev 3.3, 10; NT4H2421Gx rev 3.0, 11.
private enum Library {
    static let reader = [
        NamedCommand(name: "uid", summary: "the UID, as the reader has it", commands: [.apdu([0xFF, 0xCA, 0, 0, 0])]),
        NamedCommand(
            name: "ats", summary: "the answer to select, where the reader gives it",
            commands: [.apdu([0xFF, 0xCA, 1, 0, 0])]),
    ]

    static func type2(_ chip: Type2Chip?) -> [NamedCommand] {
        var commands = [
            NamedCommand(name: "head", summary: "pages 00-03: UID, lock bytes, CC", commands: [.native([0x30, 0x00])]),
            NamedCommand(name: "user", summary: "pages 04-07", commands: [.native([0x30, 0x04])]),
        ]
        guard let chip else {
            return commands + [NamedCommand(name: "version", summary: "GET_VERSION", commands: [.native([0x60])])]
        }
        func add(_ name: String, _ summary: String, _ frames: [[UInt8]]) {
            commands.append(NamedCommand(name: name, summary: summary, commands: frames.map(ConsoleCommand.native)))
        }
        let has = chip.commands
        if has.contains(.getVersion) { add("version", "GET_VERSION", [[0x60]]) }
        if has.contains(.readSignature) { add("signature", "READ_SIG: the originality signature", [[0x3C, 0x00]]) }
        if has.contains(.readCounter) {
            if chip.counters == .three {
                add("counters", "READ_CNT: the three counters", [[0x39, 0x00], [0x39, 0x01], [0x39, 0x02]])
            } else {
                add("counter", "READ_CNT: the NFC counter", [[0x39, 0x02]])
            }
        }
        if has.contains(.checkTearing) {
            add("tearing", "CHECK_TEARING_EVENT of each counter", [[0x3E, 0x00], [0x3E, 0x01], [0x3E, 0x02]])
        }
        if has.contains(.readTagTamper) { add("tamper", "READ_TT_STATUS: the tag tamper loop", [[0xA4, 0x00]]) }
        if let lock = chip.dynamicLock, let page = UInt8(exactly: lock.page) {
            add("locks", "the dynamic lock page", [[0x30, page]])
        }
        if let configuration = chip.configuration, let page = UInt8(exactly: configuration.cfg0) {
            add("config", "the configuration pages", [[0x30, page]])
        }
        return commands
    }

    static func card(_ identity: TagIdentity) -> [NamedCommand] {
        let application = CommandAPDU(
            0x00, 0xA4, 0x04, 0x00, data: [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01],
            expected: CommandAPDU.shortExpected
        ).bytes
        func select(_ id: [UInt8]) -> [UInt8] { CommandAPDU(0x00, 0xA4, 0x00, 0x0C, data: id).bytes }
        func read(_ count: Int) -> [UInt8] { CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: count).bytes }
        func native(_ instruction: UInt8, _ data: [UInt8] = []) -> ConsoleCommand {
            .apdu(CommandAPDU.native(instruction, data).bytes)
        }
        var commands = [
            NamedCommand(name: "ndef", summary: "select the NDEF application", commands: [.apdu(application)]),
            NamedCommand(
                name: "cc", summary: "select and read the capability container",
                commands: [.apdu(application), .apdu(select([0xE1, 0x03])), .apdu(read(15))]),
            NamedCommand(
                name: "file", summary: "select and read the start of the NDEF file E104",
                commands: [.apdu(application), .apdu(select([0xE1, 0x04])), .apdu(read(32))]),
        ]
        guard identity.version != nil else { return commands }
        commands.append(
            NamedCommand(
                name: "version", summary: "GetVersion, all three parts",
                commands: [native(0x60), native(0xAF), native(0xAF)]))
        if identity.chipName.contains("424") || identity.chipName.contains("413") {
            commands += [
                NamedCommand(
                    name: "settings", summary: "GetFileSettings of files 01, 02 and 03",
                    commands: [.apdu(application)] + [1, 2, 3].map { native(0xF5, [$0]) }),
                NamedCommand(
                    name: "keys", summary: "the versions of keys 0 to 4",
                    commands: [.apdu(application)] + (0...4).map { native(0x64, [$0]) }),
                NamedCommand(
                    name: "signature", summary: "Read_Sig: the originality signature",
                    commands: [native(0x3C, [0x00])]),
            ]
        } else if identity.chipName.contains("DESFire") {
            commands += [
                NamedCommand(name: "applications", summary: "GetApplicationIDs", commands: [native(0x6A)]),
                NamedCommand(name: "free", summary: "GetFreeMemory", commands: [native(0x6E)]),
                NamedCommand(name: "keysettings", summary: "GetKeySettings", commands: [native(0x45)]),
            ]
        }
        return commands
    }
}
