extension CommandSpec {
    /// The common options that make a difference to this command, in the order of `OptionSpec.common`. All commands take
    /// all of them, so that one line of options serves every command of a script; help names these alone.
    var heeded: [OptionName] {
        let heeded: Set<OptionName> =
            switch name {
            case .workstation: Set(OptionSpec.common)
            case .readers: [.json, .simulate, .replay, .noColor, .help]
            case .read, .keyStatus, .accessShow: Self.withTag
            case .sdmCheck: [.json, .noColor, .help]
            case .ndefDecode: [.json, .noColor, .help]
            case .ndefEncode: [.json, .help]
            case .write, .format, .erase, .protect, .unprotect, .lock, .configure, .keySet, .keyReset, .accessSet,
                .accessPreset, .sdmSetup, .sdmBoltCard, .sdmOff, .restore, .clone, .journalUndo, .journalRecover:
                Self.withTag.union([.readOnly])
            case .journalList, .journalShow, .journalForget: [.json, .quiet, .help]
            case .dump, .compare: Self.withTag
            case .show: [.json, .noColor, .help]
            case .convert: [.json, .quiet, .help]
            case .toolCRC, .toolATR, .toolATS, .toolTLV, .toolSAK, .toolConvert, .toolAccess: [.json, .noColor, .help]
            case .console: Self.withTag.union([.readOnly])
            case .traceExport: [.json, .quiet, .help]
            case .traceShow: [.json, .noColor, .quiet, .help]
            case .traceReplay: [.json, .simulate, .quiet, .help]
            case .simulate: [.quiet, .help]
            }
        return OptionSpec.common.filter(heeded.contains)
    }

    /// Those of every command that works with the tag on a reader.
    private static let withTag: Set<OptionName> = [
        .reader, .wait, .json, .quiet, .simulate, .replay, .noColor, .noHistory, .help,
    ]

    /// The command has an answer for `--json`.
    var hasDocument: Bool { name != .workstation && heeded.contains(.json) }

    /// The command takes passwords or keys.
    var takesSecrets: Bool { options.contains { [.password, .new, .old, .key].contains($0) } || name == .sdmCheck }

    /// What SPEC may be, for the help of the commands that take one.
    static let secretLines = [
        "SPEC is hex:DIGITS, ascii:CHARACTERS, nfctools:PHRASE (the first 4 bytes of its MD5), env:NAME (a variable of the",
        "environment), file:PATH, or ask, which asks at the terminal. A password has 4 bytes, a key 16. What a",
        "variable or a file holds, or is typed, is that as hex digits, or exactly so many bytes; a line break behind it does",
        "not count.",
    ]
}
