/// What `--help` prints, made from the tables of commands and options.
enum Help {
    /// The page of one command, or of the program for the workstation.
    /// - Parameter chips: What the simulator can be, for the pages that name chips.
    static func page(for command: CommandSpec, chips: [String]) -> String {
        var lines = [
            "tagdesk " + (command.name.words.isEmpty ? "" : command.name.rawValue + ": ") + opening(of: command)
        ]
        lines += ["", "Usage: " + usage(of: command)]
        if command.name == .workstation {
            lines += ["       tagdesk COMMAND [OPTION...]", "", "Commands (each with --help of its own):"]
            lines += columns(
                CommandSpec.all.dropFirst().map { ($0.name.rawValue + spaced($0.operands), $0.summary) })
        }
        if !command.details.isEmpty { lines += [""] + command.details }
        if command.name == .simulate || command.name == .workstation {
            lines += [""] + wrapped("CHIP is one of: " + chips.joined(separator: ", ") + ".")
        }
        if !command.options.isEmpty { lines += ["", "Options:"] + rows(command.options) }
        lines += ["", command.name == .workstation ? "Options:" : "Common options:"] + rows(OptionSpec.common)
        lines += ["", "Exit status: 0 done, 1 failed or refused, 2 wrong usage, 3 no reader or no tag in time."]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func opening(of command: CommandSpec) -> String {
        command.name == .workstation ? "- a workstation for NFC tags" : command.summary
    }

    private static func usage(of command: CommandSpec) -> String {
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
