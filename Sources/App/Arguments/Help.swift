/// What `--help` prints, made from the tables of commands and options.
enum Help {
    /// The page of one command, or of the program for the workstation.
    /// - Parameters:
    ///   - chips: What the simulator can be.
    ///   - tags: The names of the bench's tags.
    static func page(for command: CommandSpec, chips: [String], tags: [String]) -> String {
        let isProgram = command.name == .workstation
        var lines = [
            "tagdesk " + (isProgram ? "- a workstation for NFC tags" : "\(command.name.rawValue): \(command.summary)")
        ]
        lines += ["", "Usage: " + usage(of: command)]
        if isProgram {
            lines += ["       tagdesk COMMAND [OPTION...]", "", "Commands (each with --help of its own):"]
            lines += list(of: CommandSpec.all.dropFirst())
        }
        if !command.details.isEmpty { lines += [""] + command.details }
        let simulated =
            [""] + wrapped("CHIP is one of: " + chips.joined(separator: ", ") + ".") + imageLines
            + wrapped("NAME is a tag of the bench: " + tags.joined(separator: ", ") + ".")
        if isProgram || command.name == .simulate { lines += simulated }
        if command.takesSecrets { lines += [""] + CommandSpec.secretLines }
        if !command.options.isEmpty { lines += ["", "Options:"] + rows(command.options) }
        lines += ["", isProgram ? "Options:" : "Common options:"] + rows(command.heeded)
        if !isProgram, command.heeded.contains(.simulate) { lines += simulated }
        lines += ["", exitLine]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The page of the commands that begin with one word.
    static func page(ofGroup word: String) -> String {
        let commands = CommandSpec.group(word)
        let lines =
            ["tagdesk \(word): several commands", "", "Commands (each with --help of its own):"]
            + list(of: commands[...])
            + ["", exitLine]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let exitLine =
        "Exit status: 0 done, 1 failed or refused, 2 wrong usage, 3 no reader or no tag in time."

    private static let imageLines = [
        "IMAGE is a dump that `tagdesk show` opens, or a file of the chip's pages from 00 on, as raw bytes or as hex text (a",
        "page a line or all in one); what it does not hold is as delivered.",
    ]

    private static func list(of commands: ArraySlice<CommandSpec>) -> [String] {
        columns(commands.map { ($0.name.rawValue + spaced($0.operands), $0.summary) })
    }

    static func usage(of command: CommandSpec) -> String {
        let name = command.name.words.isEmpty ? "" : " " + command.name.rawValue
        return "tagdesk" + name + " [OPTION...]" + spaced(command.operands)
    }

    private static func spaced(_ text: String) -> String { text.isEmpty ? "" : " " + text }

    private static func rows(_ names: [OptionName]) -> [String] {
        columns(names.compactMap(OptionSpec.of).map { ($0.usage, $0.summary) })
    }

    /// The text broken at blanks into lines of at most 100 columns.
    private static func wrapped(_ text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + word.count < 100 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Two columns; what is too long for the left one gets a line of its own.
    private static func columns(_ rows: [(String, String)]) -> [String] {
        let width = 30
        var lines: [String] = []
        for (left, right) in rows {
            if left.count > width - 4 {
                lines += ["  " + left, String(repeating: " ", count: width) + right]
            } else {
                lines.append(Columns.pad("  " + left, width) + right)
            }
        }
        return lines
    }
}
