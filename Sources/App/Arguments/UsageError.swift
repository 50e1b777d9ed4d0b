import Engine
import NDEF

/// What is wrong with the arguments; `sentence` and `advice` are made from it here and nowhere else.
enum UsageError: Error, Equatable, Sendable {
    case unknownCommand(String, meant: String?)
    case missingSubcommand(String, choices: [String])
    case unknownOption(String, command: CommandName, meant: String?)
    case optionOfOther(OptionName, command: CommandName, owner: CommandName)
    case missingValue(OptionName, placeholder: String)
    case unwantedValue(OptionName)
    /// The command does nothing without this option.
    case missingOption(OptionName, command: CommandName)
    /// One of these options and no other is needed.
    case eitherOption([OptionName], command: CommandName)
    case missingOperand(String, command: CommandName)
    case surplusOperand(String, command: CommandName)
    case badValue(of: String, value: String, wanted: String)
    /// A file that an argument names cannot be opened or read; the reason is in the system's words.
    case file(String, reason: String)
    /// A signal, or the person who was asked, wanted an end before all arguments were understood: no wrong usage at all.
    case cancelled
    /// A file that an argument names holds what cannot be used.
    case content(String, reason: String, advice: String)
    /// A record that cannot be built; the sentence is the builder's, without its full stop.
    case record(OptionName, sentence: String)
    case noRecords
    /// `--json` for a command that answers with no document.
    case noDocument(command: CommandName)
    case noTerminal
    /// The terminal cannot show the full screen; the sentence is without its full stop.
    case terminal(String)
}

extension UsageError {
    /// What happened, one sentence.
    var sentence: String {
        switch self {
        case .unknownCommand(let word, _): "There is no command `\(word.visible)`."
        case .missingSubcommand(let word, _): "`\(word)` needs a second word."
        case .unknownOption(let option, let command, _): "There is no option `\(option.visible)`\(for: command)."
        case .optionOfOther(let option, let command, let owner):
            "`\(option.dashed)` belongs to `tagdesk \(owner.rawValue)`, not to \(command.quoted)."
        case .missingValue(let option, let placeholder): "`\(option.dashed)` needs a value: \(placeholder)."
        case .unwantedValue(let option): "`\(option.dashed)` takes no value."
        case .missingOption(let option, let command): "\(command.quoted) needs `\(option.dashed)`."
        case .eitherOption(let options, let command):
            "\(command.quoted) needs one of " + options.map { "`\($0.dashed)`" }.joined(separator: " and ")
                + ", and only one."
        case .missingOperand(let operands, let command): "\(command.quoted) needs \(operands)."
        case .surplusOperand(let word, let command):
            "\(command.quoted) can do nothing with `\(PasswordSpec.masked(word).visible)`."
        case .badValue(let name, let value, let wanted):
            "`\(value.visible)` is no value for \(name): \(wanted)" + (wanted.hasSuffix("?") ? "" : ".")
        case .file(let path, let reason), .content(let path, let reason, _):
            "`\(path.visible)` cannot be used: \(reason)."
        case .cancelled: EngineError.cancelled.headline
        case .record(_, let sentence): sentence + "."
        case .noRecords: "No record was given."
        case .noDocument(let command):
            (command == .workstation ? "The full screen" : command.quoted) + " answers with no JSON document."
        case .noTerminal:
            "The full screen needs a terminal; commands such as `tagdesk read` work without (see `tagdesk --help`)."
        case .terminal(let sentence): sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
        }
    }

    /// What to do next, one sentence.
    /// - Parameter command: The command whose arguments these are, where the error itself does not know it.
    func advice(for command: CommandName = .workstation) -> String {
        switch self {
        case .unknownCommand(_, let meant?): "Did you mean `\(meant)`?"
        case .unknownCommand: "`tagdesk --help` lists the commands."
        case .missingSubcommand(_, let choices):
            "Use one of: " + choices.map { "`\($0)`" }.joined(separator: ", ") + "."
        case .unknownOption(_, _, let meant?): "Did you mean `\(meant)`?"
        case .missingOption(.format, _): "Give one of \(DumpTarget.words), or a file name that tells it."
        case .unknownOption(_, let command, nil), .optionOfOther(_, let command, _),
            .missingOption(_, let command), .eitherOption(_, let command), .missingOperand(_, let command),
            .surplusOperand(_, let command):
            command.helpAdvice
        case .missingValue(let option, _): "A value that begins with dashes is given as `\(option.dashed)=VALUE`."
        case .unwantedValue(let option): "Give `\(option.dashed)` alone."
        case .record, .badValue: "`\(command.line) --help` says what it takes."
        case .file: "Check the path and its permissions."
        case .content(_, _, let advice): advice
        case .cancelled: EngineError.cancelled.advice
        case .noRecords: "`tagdesk ndef encode --help` lists the record options."
        case .noDocument(let command):
            "Leave `--json` out" + (command == .workstation ? ", or name a command such as `read`." : ".")
        case .noTerminal, .terminal: ""
        }
    }
}

extension CommandName {
    /// As a sentence names it.
    var quoted: String { "`\(line)`" }

    /// As it is typed.
    fileprivate var line: String { words.isEmpty ? "tagdesk" : "tagdesk " + rawValue }

    fileprivate var helpAdvice: String {
        "`\(line) --help` " + (words.isEmpty ? "lists them." : "says what it takes.")
    }
}

extension DefaultStringInterpolation {
    fileprivate mutating func appendInterpolation(for command: CommandName) {
        if !command.words.isEmpty { appendInterpolation(" for " + command.quoted) }
    }
}
