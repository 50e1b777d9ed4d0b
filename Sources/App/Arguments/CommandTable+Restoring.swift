extension CommandSpec {
    /// The commands that put a dump on tags.
    static let restoring: [CommandSpec] = [
        CommandSpec(
            name: .restore, summary: "put a dump on a tag of the same chip: its data and, where asked for, more",
            operands: "FILE|-", operandCount: 1...1,
            options: [.withConfiguration, .withLocks, .new, .pack, .count, .each, .key] + OptionSpec.change,
            details: [
                "FILE is any dump that `tagdesk show` opens. Without more options only user memory is written (the NDEF file of a",
                "card with files); UID and signature never are. A dump of another chip is refused, unless every page has the same",
                "purpose on both.",
                "--with-configuration also writes CC, mirror, counter, limit and AUTH0, the password first and AUTH0 last. A tag",
                "never gives its password, so no dump has it: --new SPEC sets one, --new dump takes the one that somebody filled",
                "in. --with-locks also sets the lock bits, which can never be cleared: --confirm UID for each tag.",
                "--count N does N tags one after the other, --each all that come until Ctrl-C; no tag is written twice.",
                "Example: tagdesk restore badge.nfc --dry-run",
                "Example: tagdesk restore badge.nfc --with-configuration --new ascii:abcd --count 20",
            ]),
        CommandSpec(
            name: .clone, summary: "read a tag and put its data on the next ones",
            options: [.withConfiguration, .withLocks, .new, .pack, .count, .each, .key] + OptionSpec.change,
            details: [
                "The first tag is the source, and those that come after it get its data as by `restore`. One tag unless --count N",
                "or --each says more. --password opens every tag that asks for one, the source too; of an NTAG 424 DNA so does",
                "--key N=SPEC, for the key N that its file asks for.",
                "Example: tagdesk clone --count 5",
            ]),
    ]
}
