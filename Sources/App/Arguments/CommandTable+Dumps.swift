import Dumps
import Tags

extension CommandSpec {
    private static let formatLines = [
        "FORMAT is one of: " + DumpTarget.words + ".",
        "Without --format the name of the file tells it: .nfc is flipper, .eml eml, .ndef ndef, .bin and .mfd raw (the memory",
        "alone), .json tagdesk, which keeps everything (and is what `dump` writes under any other name). What a format cannot",
        "hold is said on stderr before it is written, and in `lost`.",
    ]

    /// The commands on dumps.
    static let dumps: [CommandSpec] = [
        CommandSpec(
            name: .dump, summary: "read the tag into a file",
            options: [.out, .format, .overwrite, .password, .keepPassword, .confirm],
            details: [
                "Without --out it goes into the library (`tagdesk --paths` says where) under a name of chip, UID and time. What",
                "could not be read stays unread in the dump, and what was read before a tag went away is kept.",
            ] + formatLines + [
                "Examples: tagdesk dump; tagdesk dump --format flipper; tagdesk dump --out badge.nfc; tagdesk dump --out - --format eml"
            ]),
        CommandSpec(
            name: .show, summary: "show what is in a dump or report, whatever its format", operands: "FILE|-",
            operandCount: 1...1,
            details: [
                "Flipper .nfc, Proxmark3 .bin, .json and .eml, plain .bin and .mfd, NXP TagInfo XML and text, MIFARE Classic",
                "Tool, Metrodroid, .ndef and our own: told by the content, whatever the name is. `tagdesk -` is `tagdesk show -`.",
                "Examples: tagdesk show badge.nfc; xclip -o | tagdesk show -; tagdesk show --json scan.xml",
            ]),
        CommandSpec(
            name: .convert, summary: "put a dump into another format", operands: "IN OUT", operandCount: 2...2,
            options: [.format, .overwrite],
            details: formatLines + [
                "IN and OUT may be - for stdin and stdout. Examples: tagdesk convert badge.nfc badge.tagdesk.json;",
                "tagdesk convert --format proxmark-bin badge.nfc hf-mfu-dump.bin",
            ]),
        CommandSpec(
            name: .compare, summary: "say what differs between two dumps, or a dump and the tag", operands: "A B",
            operandCount: 2...2, options: [.password, .confirm],
            details: [
                "A and B are files, - for stdin, the word tag for the tag on the reader, or the word last for that tag as the",
                "journal knows it from before (as it was last read, or left by a change). Only what both sides know is",
                "compared; what one of them did not read is said. Exit status: 0 the same, 1 different, 2 could not compare.",
                "Examples: tagdesk compare before.nfc tag; tagdesk compare last tag; tagdesk compare --json a.bin b.bin",
            ]),
    ]

    /// The tools.
    static let tools: [CommandSpec] = CommandName.tools.map { name, tool in
        CommandSpec(
            name: name, summary: tool.title, operands: tool.operands, operandCount: 1...4096,
            details: ["Example: tagdesk \(name.rawValue) \(tool.example)"])
    }
}

extension CommandName {
    /// The commands of the tools, in the order in which help lists them.
    static let tools: [(name: CommandName, tool: Tool)] = [
        (.toolCRC, .crc), (.toolATR, .atr), (.toolATS, .ats), (.toolSAK, .sak), (.toolTLV, .tlv),
        (.toolAccess, .access), (.toolConvert, .convert),
    ]

    /// The tool that the command stands for; `nil` where it is none.
    var tool: Tool? { Self.tools.first { $0.name == self }?.tool }
}
