import Dumps

/// One option as it was given.
struct GivenOption: Equatable, Sendable {
    var name: OptionName
    /// `nil` where it takes none or none was given.
    var value: String?
}

/// The arguments, understood: which command, its options in order, and what else stands there.
struct Invocation: Sendable {
    var command: CommandSpec
    var options: [GivenOption] = []
    var operands: [String] = []
    /// The first word of commands of two words, where help was asked for all of them: `tagdesk ndef --help`.
    var group: String?

    /// The option was given.
    func has(_ name: OptionName) -> Bool { options.contains { $0.name == name } }

    /// The value that was given last; `nil` without one.
    func value(of name: OptionName) -> String? { options.last { $0.name == name }?.value }

    /// `tagdesk FILE`, or `tagdesk -` with a dump on stdin, is shown where nobody could look at the full screen.
    var showingInput: Invocation {
        guard command.name == .workstation, !operands.isEmpty, let show = CommandSpec.named(["show"]) else {
            return self
        }
        var invocation = self
        invocation.command = show
        return invocation
    }

    /// The values in order, for a repeatable option.
    func values(of name: OptionName) -> [String] { options.filter { $0.name == name }.compactMap(\.value) }
}

extension Invocation {
    /// Understands the arguments (without the program's name).
    ///
    /// Options may stand before or after the command, `--` ends them, `--name=value` and `--name value` are the same.
    /// `help` in place of a command is `--help`.
    init(parsing arguments: [String]) throws(UsageError) {
        var words: [String] = []
        var given: [(name: OptionName, value: String?)] = []
        var command = CommandSpec.workstation
        var pendingGroup: String?
        var onlyOperands = false
        var index = 0

        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if onlyOperands || argument == "-" || !argument.hasPrefix("-") {
                if command.name == .workstation, argument == "help" {
                    given.append((.help, nil))
                } else if let group = pendingGroup {
                    guard let found = CommandSpec.named([group, argument]) else {
                        let choices = CommandSpec.group(group).map(\.name.rawValue)
                        throw .unknownCommand(
                            group + " " + argument,
                            meant: Spelling.nearest(to: group + " " + argument, among: choices) ?? choices.first)
                    }
                    (command, pendingGroup) = (found, nil)
                } else if command.name == .workstation {
                    if Self.namesFile(argument) {
                        words.append(argument)
                    } else if let found = CommandSpec.named([argument]) {
                        command = found
                    } else if !CommandSpec.group(argument).isEmpty {
                        pendingGroup = argument
                    } else {
                        let all = CommandSpec.all.compactMap(\.name.words.first)
                        throw .unknownCommand(argument, meant: Spelling.nearest(to: argument, among: all))
                    }
                } else {
                    words.append(argument)
                }
            } else if argument == "--" {
                onlyOperands = true
            } else {
                try given.append(Invocation.option(argument, arguments, &index, command))
            }
        }

        for (name, value) in given {
            guard let value, !name.takesPath, SystemPath.holdsForeignBytes(value) else { continue }
            throw .badValue(of: name.dashed, value: value, wanted: "it is no text in UTF-8")
        }
        if command.name.tool != nil, let word = words.first(where: { SystemPath.holdsForeignBytes($0) }) {
            throw .badValue(of: command.operands, value: word, wanted: "it is no text in UTF-8")
        }
        let options = given.map { GivenOption(name: $0.name, value: $0.value) }
        let asksHelp = options.contains { $0.name == .help || $0.name == .version }
        if let group = pendingGroup, !asksHelp {
            throw .missingSubcommand(group, choices: CommandSpec.group(group).map(\.name.rawValue))
        }
        for option in options where !command.takes(option.name) && pendingGroup == nil {
            guard let owner = CommandSpec.all.first(where: { $0.takes(option.name) }) else { continue }
            throw .optionOfOther(option.name, command: command.name, owner: owner.name)
        }
        if !asksHelp {
            if words.count < command.operandCount.lowerBound {
                throw .missingOperand(command.operands, command: command.name)
            }
            if words.count > command.operandCount.upperBound {
                throw .surplusOperand(words[command.operandCount.upperBound], command: command.name)
            }
        }
        self.init(command: command, options: options, operands: words, group: pendingGroup)
    }

    /// No command: the path of a dump for the full screen, or `-` for stdin. No command has a dot or a slash in it.
    private static func namesFile(_ argument: String) -> Bool {
        argument == "-" || argument.contains { $0 == "." || $0 == "/" }
    }

    /// One option, with its value where it takes one; moves `index` past the value.
    private static func option(
        _ argument: String, _ arguments: [String], _ index: inout Int, _ command: CommandSpec
    ) throws(UsageError) -> (name: OptionName, value: String?) {
        if argument == "-h" { return (.help, nil) }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let dashed = String(parts[0])
        let inline = parts.count > 1 ? String(parts[1]) : nil
        guard dashed.hasPrefix("--"),
            let name = OptionName(rawValue: String(dashed.dropFirst(2))).map({
                command.meaning(of: $0, value: inline ?? (index < arguments.count ? arguments[index] : nil))
            }),
            let spec = OptionSpec.of(name)
        else {
            let known = OptionName.allCases.filter { command.takes($0) }.map(\.dashed)
            throw .unknownOption(dashed, command: command.name, meant: Spelling.nearest(to: dashed, among: known))
        }
        switch spec.value {
        case .none:
            if inline != nil { throw .unwantedValue(name) }
            return (name, nil)
        case .optional:
            return (name, inline)
        case .required(let placeholder):
            if let inline { return (name, inline) }
            guard index < arguments.count, !arguments[index].hasPrefix("--") else {
                throw .missingValue(name, placeholder: placeholder)
            }
            index += 1
            return (name, arguments[index - 1])
        }
    }
}
