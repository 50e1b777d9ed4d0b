import Tags
import Terminal

/// The converter: one of the tools, what was typed into each, and what it comes to.
struct ToolsScreen: Equatable, Sendable {
    /// What has the keys.
    enum Focus: Equatable, Sendable { case input, results }

    var tool = Tool.convert
    /// What was typed, by tool.
    private(set) var inputs: [Tool: InputLine] = [:]
    /// What was put on the line by itself, by tool: it gives way to the next such value as long as nobody touched it.
    private var offered: [Tool: String] = [:]
    var focus = Focus.input
    /// The cursor over the results.
    var list = ListState()

    /// What was typed for the tool chosen.
    var input: InputLine {
        get { inputs[tool] ?? InputLine() }
        set {
            inputs[tool] = newValue
            list = ListState()
        }
    }

    /// What the input comes to.
    var answer: ToolAnswer { ToolAnswer(tool, input.text) }

    /// Chooses another tool, round the end.
    mutating func step(_ count: Int) {
        let all = Tool.allCases
        let index = all.firstIndex(of: tool) ?? 0
        tool = all[((index + count) % all.count + all.count) % all.count]
        list = ListState()
    }

    /// Puts a value on the line of a tool, unless something was typed there.
    /// - Returns: It is there, and was not before.
    @discardableResult
    mutating func offer(_ value: String, to tool: Tool) -> Bool {
        let typed = inputs[tool]?.text ?? ""
        guard typed.isEmpty || typed == offered[tool], typed != value else { return false }
        offered[tool] = value
        inputs[tool] = InputLine(value)
        return true
    }
}

/// What a tool says of what was typed.
struct ToolAnswer: Equatable, Sendable {
    var lines: [ToolResult.Line] = []
    /// What is wrong with it, one sentence.
    var problem: String?

    /// Nothing typed is nothing wrong.
    init(_ tool: Tool, _ text: String) {
        guard !text.trimmed.isEmpty else { return }
        do throws(ToolError) {
            let result = try tool.evaluate(text)
            lines = result.lines
            problem = result.problems.isEmpty ? nil : result.problems.joined(separator: "; ")
        } catch {
            problem = error.reason
        }
    }
}

extension ToolResult.Line {
    /// Label, value and meaning on one line.
    var text: String { [[label, value].filter { !$0.isEmpty }.joined(separator: ": "), explanation].joinedParts }
}

extension [String] {
    /// Those that are not empty, with a comma between.
    fileprivate var joinedParts: String { filter { !$0.isEmpty }.joined(separator: ", ") }
}

extension Tool {
    /// The name as the screen lists it.
    var name: String {
        switch self {
        case .crc: "CRC"
        case .atr: "ATR"
        case .ats: "ATS"
        case .tlv: "TLV"
        case .sak: "ATQA SAK"
        case .convert: "Convert"
        case .access: "Access"
        }
    }
}
