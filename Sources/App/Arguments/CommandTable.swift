/// The commands there are.
enum CommandName: String, CaseIterable, Sendable {
    /// No command at all: the full screen.
    case workstation = ""
    case readers
    case read
    case ndefDecode = "ndef decode"
    case ndefEncode = "ndef encode"
    case write, format, erase, protect, unprotect, lock, configure
    case keySet = "key set"
    case keyStatus = "key status"
    case keyReset = "key reset"
    case accessShow = "access show"
    case accessSet = "access set"
    case accessPreset = "access preset"
    case sdmSetup = "sdm setup"
    case sdmBoltCard = "sdm boltcard"
    case sdmOff = "sdm off"
    case sdmCheck = "sdm check"
    case restore, clone
    case journalList = "journal list"
    case journalShow = "journal show"
    case journalUndo = "journal undo"
    case journalForget = "journal forget"
    case journalRecover = "journal recover"
    case dump, show, convert, compare
    case toolCRC = "tool crc"
    case toolATR = "tool atr"
    case toolATS = "tool ats"
    case toolTLV = "tool tlv"
    case toolSAK = "tool sak"
    case toolConvert = "tool convert"
    case toolAccess = "tool access"
    case console
    case traceExport = "trace export"
    case traceShow = "trace show"
    case traceReplay = "trace replay"
    case simulate

    /// The words the shell uses for it.
    var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// One command as the table has it.
struct CommandSpec: Sendable {
    var name: CommandName
    /// What it does, for the list of commands.
    var summary: String
    /// What stands after the options, as help shows it; empty where nothing may.
    var operands = ""
    /// The least and the most operands.
    var operandCount = 0...0
    /// The options beside the common ones.
    var options: [OptionName] = []
    /// What else help says, one line a paragraph.
    var details: [String] = []
}

extension CommandSpec {
    /// Every command, in the order in which help lists them.
    static let all: [CommandSpec] =
        [
            CommandSpec(
                name: .workstation, summary: "open the workstation", operands: "[FILE|-]", operandCount: 0...1,
                details: [
                    "Without a reader it opens on the built-in simulator and takes readers as they are plugged in. With FILE, or",
                    "with - the dump on stdin, that is open in the panes; where stdout is no terminal it is shown as `show` does.",
                ]),
            CommandSpec(name: .readers, summary: "list the readers, what they can do and what is wrong"),
            CommandSpec(
                name: .read, summary: "identify the tag on the reader and read all of it",
                options: [.password, .confirm],
                details: [
                    "--wait counts for a reader that is still to be plugged in, too; and for pcscd where --wait is given: without",
                    "it, pcscd that is not running is told at once.",
                ]),
            CommandSpec(
                name: .ndefDecode, summary: "decode an NDEF message", operands: "HEX...|FILE|-",
                operandCount: 1...4096,
                details: [
                    "The message is given as hex (in one argument or many; spaces and colons may stand between the bytes), as",
                    "a file of raw bytes or hex text, or on stdin (-). One argument alone that names a file is the file.",
                ]),
            CommandSpec(
                name: .ndefEncode, summary: "encode records, in the order given, as an NDEF message",
                options: OptionSpec.records),
        ] + changing + restoring + keying + journal + dumps + tools + tracing + [
            CommandSpec(
                name: .simulate, summary: "be a reader with tags behind a real pcscd", operands: "[[HOST:]PORT]",
                operandCount: 0...1, options: [.serve, .profile, .tag, .tear, .seed],
                details: [
                    "On stdin, one a line: insert NAME, remove, pull-after N, save NAME FILE, quit; each is",
                    "answered by a line `ok ...` or `error ...` on stdout.",
                ])
        ]

    /// The command that is meant when none is named.
    static let workstation = all[0]

    /// The command of these words.
    static func named(_ words: [String]) -> CommandSpec? { all.first { $0.name.words == words && !words.isEmpty } }

    /// The commands whose first word is `word` and that need a second.
    static func group(_ word: String) -> [CommandSpec] {
        all.filter { $0.name.words.count > 1 && $0.name.words.first == word }
    }

    /// What an option means to this command: `--version N` and `--keys FILE` are its own where it takes a key's version or a
    /// file of keys.
    /// - Parameter value: What is given with it, or stands behind it.
    func meaning(of name: OptionName, value: String?) -> OptionName {
        switch name {
        case .version where options.contains(.keyVersion) && value.flatMap(Int.init) != nil: .keyVersion
        case .keys where options.contains(.keyFile) && value.map { !$0.hasPrefix("-") } == true: .keyFile
        default: name
        }
    }

    /// True where the option may stand with this command.
    func takes(_ option: OptionName) -> Bool { OptionSpec.common.contains(option) || options.contains(option) }
}
