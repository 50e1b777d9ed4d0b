import Screens

extension Help {
    /// What `--help` prints for an invocation.
    static func page(for invocation: Invocation) -> String {
        invocation.group.map(page(ofGroup:))
            ?? page(for: invocation.command, chips: TagSpec.chipWords, tags: TagSpec.benchNames)
    }

    /// The same tables as a document, for programs that complete, wrap or check command lines.
    static func document(for invocation: Invocation) -> JSONValue {
        if let group = invocation.group {
            return ["command": .string(group), "commands": commands(CommandSpec.group(group))]
        }
        let command = invocation.command
        let isProgram = command.name == .workstation
        var object: JSONObject = [
            "command": .string(command.name.rawValue), "summary": .string(command.summary),
            "usage": .string(usage(of: command)), "notes": JSONValue(strings: command.details),
        ]
        if isProgram { object["commands"] = commands(Array(CommandSpec.all.dropFirst())) }
        object["options"] = options(command.options)
        object["commonOptions"] = options(command.heeded)
        if isProgram || command.heeded.contains(.simulate) || command.name == .simulate {
            object["chips"] = JSONValue(strings: TagSpec.chipWords)
            object["benchTags"] = JSONValue(strings: TagSpec.benchNames)
        }
        return .object(object)
    }

    private static func commands(_ commands: [CommandSpec]) -> JSONValue {
        .array(
            commands.map {
                [
                    "command": .string($0.name.rawValue), "operands": .string($0.operands),
                    "summary": .string($0.summary),
                ]
            })
    }

    private static func options(_ names: [OptionName]) -> JSONValue {
        .array(
            names.compactMap(OptionSpec.of).map { option in
                var object: JSONObject = ["option": .string(option.name.dashed)]
                switch option.value {
                case .none: break
                case .required(let word):
                    object["value"] = .string(word)
                    object["valueNeeded"] = true
                case .optional(let word):
                    object["value"] = .string(word)
                    object["valueNeeded"] = false
                }
                object["summary"] = .string(option.summary)
                return .object(object)
            })
    }
}

extension JSONValue {
    /// The table of keys: what `--keys --json` prints.
    init(actions: [Action]) {
        self = [
            "actions": .array(
                actions.map { action in
                    [
                        "name": .string(action.command), "title": .string(action.title),
                        "keys": JSONValue(strings: action.keys.map(\.name)), "group": .string(action.group.rawValue),
                        "help": .string(action.help),
                    ]
                })
        ]
    }
}
