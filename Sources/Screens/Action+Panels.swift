extension Action {
    /// The actions of the screens Console, Trace and Tools.
    static let panels: [Action] = [
        Action(
            .console, .tag, "Console for raw commands", command: "console", keys: ["C"],
            help: "Sends APDUs, native frames and reader commands as typed, and reads the answers in words"),
        Action(
            .trace, .tag, "Trace of exchanges", command: "trace", keys: ["T"],
            help: "Every exchange of the session with time, bytes and meaning; filter, search and export"),
        Action(
            .tools, .tag, "Tools and converter", command: "tools", keys: ["O"],
            help: "Converts values, counts CRCs, and takes ATR, ATS, SAK, TLV and access bits apart as you type"),

        Action(
            .namedCommands, .console, "Named commands", command: "commands", keys: ["Ctrl-K", "c"],
            help: "Lists commands for the chip on the reader; Enter puts one on the line"),
        Action(
            .stopCommand, .console, "Stop the command", command: "stopcommand", keys: ["Ctrl-X"],
            help: "Stops the command that runs, also while a line is typed"),
        Action(
            .clearConsole, .console, "Clear the transcript", command: "clearconsole", keys: ["X"],
            help: "Empties the transcript; lines typed before and variables stay"),

        Action(
            .filterTrace, .trace, "Filter exchanges", command: "filtertrace", keys: ["f"],
            help: "Lists only some: by text, failures, reader and layer"),
        Action(
            .failuresOnly, .trace, "Only what went wrong", command: "failures", keys: ["F"],
            help: "Lists failures and refusals alone, or all again"),
        Action(
            .exportTrace, .trace, "Export the trace", command: "exporttrace", keys: ["e"],
            help: "Writes it to a file as text, JSON lines or pcapng for Wireshark"),
        Action(
            .openTraceFile, .trace, "Open a trace file", command: "opentrace", keys: ["o"],
            help: "Lists a trace that was exported or kept before, until Esc goes back to this session's"),

        Action(
            .nextTool, .tools, "Next tool", command: "nexttool", keys: ["Ctrl-N"],
            help: "Chooses the tool below, what was typed in each stays"),
        Action(
            .previousTool, .tools, "Tool before", command: "previoustool", keys: ["Ctrl-P"],
            help: "Chooses the tool above"),
        Action(
            .takeValue, .tools, "Take the value from the tag", command: "takevalue", keys: ["Ctrl-T"],
            help: "Puts the selected bytes, the ATR or what else the tag told on the line"),
    ]
}
