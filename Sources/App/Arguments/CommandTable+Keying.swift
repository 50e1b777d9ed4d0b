extension CommandSpec {
    /// The commands on keys, rights and links of NTAG 424 DNA; `key set` also for an Ultralight C.
    static let keying: [CommandSpec] = [
        CommandSpec(
            name: .keySet, summary: "replace a key of an NTAG 424 DNA or an Ultralight C", operands: "N",
            operandCount: 1...1,
            options: [.old, .new, .keyVersion, .diversify, .key, .dryRun, .confirm],
            details: [
                "N is the key's number, 0 to 4; an Ultralight C has one, 0, and --old may be left out where it is open.",
                "On an NTAG 424 DNA key 0 opens all the others: it is given with --key 0=SPEC, or --old where N is 0. The new",
                "key is proved before the change counts as done. AID is 6 hex digits, SYSTEM hex or text.", keyRule,
            ]),
        CommandSpec(
            name: .keyStatus, summary: "show the versions of the keys, and what the journal knows of them"),
        CommandSpec(
            name: .keyReset, summary: "bring keys back to the factory's, version 00",
            options: [.keyFile, .key, .dryRun],
            details: ["Every key that is given is set back, key 0 last. The file has a line a key: N=HEX."]),
        CommandSpec(
            name: .accessShow, summary: "show who may read, write and change each file, in words"),
        CommandSpec(
            name: .accessSet, summary: "set who may do what with a file",
            operands: "FILE [read=..] [write=..] [readWrite=..] [change=..] [mode=..]", operandCount: 2...6,
            options: [.key, .dryRun, .confirm],
            details: [
                "FILE is 1 (CC), 2 (NDEF) or 3, or its identifier such as E104. A right is a key 0 to 4, free or never; the mode",
                "is plain, mac or full. change=never can never be undone.", keyRule,
            ]),
        CommandSpec(
            name: .accessPreset, summary: "set one of the usual sets of rights",
            operands: "public-read|private|factory",
            operandCount: 1...1, options: [.key, .dryRun, .confirm],
            details: [
                "public-read: everybody reads, so that phones do it in the background; key 0 writes. private: key 0 reads and",
                "writes, encrypted. factory: as delivered, the capability container too.", keyRule,
            ]),
        CommandSpec(
            name: .sdmSetup, summary: "write a link in which the tag puts UID, counter and MAC at every reading",
            options: [.url, .meta, .file, .counter, .counterLimit, .key, .dryRun, .confirm],
            details: [
                "Every offset is computed on the bytes as they are written; what the chip would refuse is refused before. The",
                "link is then read once and checked.", keyRule,
            ]),
        CommandSpec(
            name: .sdmBoltCard, summary: "make a bolt card: the link, and five keys from the issuer's",
            options: [.url, .issuer, .cardVersion, .key, .dryRun, .confirm],
            details: ["--url is the service's address; p={picc} and c={mac} are put behind it.", keyRule]),
        CommandSpec(
            name: .sdmOff, summary: "mirror nothing any more; the file stays as it is",
            options: [.key, .dryRun, .confirm]),
        CommandSpec(
            name: .sdmCheck, summary: "check such a link on this desk, without a tag or a service", operands: "URL",
            operandCount: 1...1, options: [.meta, .file, .lrp, .template],
            details: [
                "--meta is the key that encrypts UID and counter, --file the one that makes the MAC; both are the factory's (zero)",
                "where neither is given. Exit status 0 only where the MAC holds.",
            ]),
    ]

    private static let keyRule = "A key whose version is 00 and that is not given is taken for the factory's."
}
