extension CommandSpec {
    private static let pageRule =
        "Pages are in hex, as the screen shows them (10 is the seventeenth); 0x10 and decimal #16 are taken too."

    private static let passwordRule =
        "The journal keeps no password: --password opens the tag now, --new shall be on it afterwards where that is another."

    private static let keysRule =
        "Of an NTAG 424 DNA --key N=SPEC is the key as it was before the change, --new-key N=SPEC the one the change sets."

    /// The commands that change a tag.
    static let changing: [CommandSpec] = [
        CommandSpec(
            name: .write, summary: "write records, in the order given, as the tag's NDEF message",
            options: OptionSpec.records + [.append, .key] + OptionSpec.change,
            details: [
                "Only pages that differ are written, in an order in which a torn write loses nothing, and all is read back.",
                "Every change is kept in the journal first: `tagdesk journal` finishes it, puts it back or undoes it.",
            ]),
        CommandSpec(
            name: .format, summary: "bring user memory to factory content; CC, locks and configuration stay",
            options: OptionSpec.change),
        CommandSpec(
            name: .erase, summary: "clear user memory and leave an empty message", options: OptionSpec.change),
        CommandSpec(
            name: .protect, summary: "set or change the password and what it guards",
            options: [.password, .new, .mode, .from, .pack, .limit, .dryRun, .confirm],
            details: [
                "On an open tag --password is the new password. On a tag that has one it is the present one: with --new it is",
                "changed, without only what it guards is. An Ultralight C takes a key of 16 bytes in its place.",
                pageRule,
            ]),
        CommandSpec(
            name: .unprotect, summary: "take the password's guard off; PWD and PACK as delivered",
            options: OptionSpec.change),
        CommandSpec(
            name: .lock, summary: "lock pages against writing, for ever",
            options: [.all, .pages, .blockLocking, .password, .dryRun, .confirm],
            details: [
                "Lock bits can never be cleared. One bit may cover several pages: those that were not named are locked with the",
                "others, and the plan (--dry-run) names them.", pageRule,
            ]),
        CommandSpec(
            name: .configure, summary: "change configuration bits", operands: "KEY=VALUE...", operandCount: 1...32,
            options: OptionSpec.change + [.key],
            details: ["The settings, as far as the chip has them:"] + SettingWord.helpLines + [
                pageRule, "On an NTAG 424 DNA, with key 0 (--key 0=SPEC):",
            ]
                + DNASettingWord.helpLines),
    ]

    /// The commands on the journal of changes.
    static let journal: [CommandSpec] = [
        CommandSpec(name: .journalList, summary: "list the changes made, the newest first", options: [.uid]),
        CommandSpec(
            name: .journalShow, summary: "show one change: its steps, the memory before and after", operands: "ID",
            operandCount: 1...1),
        CommandSpec(
            name: .journalUndo, summary: "bring back what a tag held before a change", operands: "ID",
            operandCount: 1...1, options: [.password, .new, .key, .newKey, .confirm],
            details: [passwordRule, keysRule]),
        CommandSpec(
            name: .journalForget, summary: "forget how tags were read, one or all; what was changed stays",
            options: [.uid, .all],
            details: [
                "The journal keeps what was last read of each tag, the newest 1000 of them, so that `tagdesk compare last tag`",
                "can say what has changed since. Passwords and keys are in no reading. --no-history keeps nothing.",
            ]),
        CommandSpec(
            name: .journalRecover,
            summary: "finish an interrupted change, put back what was there before it, or leave it",
            options: [.finish, .putBack, .leave, .uid, .password, .new, .pack, .key, .newKey, .confirm],
            details: [
                "It waits for the tag: the one named by --uid, or one whose change was interrupted.",
                passwordRule,
                keysRule,
                "--pack is the PACK that goes with it; a password that has to be written anew gets PACK 0000 without.",
            ]),
    ]
}
