extension CommandSpec {
    /// The console, and the commands on traces.
    static let tracing: [CommandSpec] = [
        CommandSpec(
            name: .console, summary: "send raw commands from stdin, one a line, and print what comes back",
            options: [.confirm],
            details: [
                "00 A4 04 00 07 D2760000850101 00   an APDU; blanks and colons may stand between bytes",
                "native 30 04                       a native frame, without CRC, in the way of the reader",
                "control 42000001 FF00480000        SCardControl with this code, in hex; escape HEX is the same with",
                "                                   the code of pcsc-lite's CCID driver",
                "key = 00112233                     a variable, used as $key; # begins a comment",
                ":version                           a command by name; help lists those of the tag",
                "",
                "The connection is held from line to line: a file stays selected until the tag leaves. What can never be undone",
                "is sent only with --confirm and the tag's UID, and what changes the tag not with --read-only. A tag that",
                "refuses has answered; a line that is no command (exit 2) or fails (exit 1) ends the session there.",
                "",
                "Example: printf 'native 60\\nnative 30 04\\n' | tagdesk console",
            ]),
        CommandSpec(
            name: .traceExport, summary: "write the trace of the last session, or of a trace file, in another format",
            operands: "FILE", operandCount: 1...1, options: [.format, .out, .overwrite],
            details: [
                "Every command records what it says to readers and tags; secrets are masked. Without a trace in FILE the last",
                "session that spoke to a reader is written to FILE (- is stdout). Where FILE is a trace, that one goes to",
                "stdout, or to --out FILE.",
                "FORMAT is text, jsonl (JSON lines, which --replay opens) or pcapng (for Wireshark; what has no place in it is",
                "named).",
                "",
                "Examples: tagdesk trace export fault.jsonl; tagdesk trace export fault.jsonl --format pcapng --out fault.pcapng",
            ]),
        CommandSpec(
            name: .traceShow, summary: "print a trace file (- is stdin), or the last session's trace",
            operands: "[FILE]",
            operandCount: 0...1),
        CommandSpec(
            name: .traceReplay,
            summary: "send the commands of a trace to a simulated tag and say what it answers otherwise",
            operands: "FILE", operandCount: 1...1,
            details: [
                "--simulate=CHIP[:IMAGE] is the tag; without it, one is made of what the trace says: its chip, its UID and the",
                "pages that were read. Exit status 1 where an answer differs.",
            ]),
    ]
}
