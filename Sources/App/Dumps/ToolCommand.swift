import NDEF
import Tags

/// `tagdesk tool NAME ...`.
enum ToolCommand {
    static func run(_ tool: Tool, _ context: CommandContext) throws(UsageError) -> ShellStatus {
        let input = context.invocation.operands.joined(separator: " ")
        let result: ToolResult
        do throws(ToolError) {
            result = try tool.evaluate(input)
        } catch {
            throw .badValue(of: tool.operands, value: String(input.prefix(40)), wanted: error.reason)
        }
        if context.options.json {
            context.output.print(JSONValue(tool: tool, result))
        } else {
            for line in ToolText.lines(of: result, paint: Paint(enabled: context.output.colour)) {
                context.output.print(line)
            }
            for problem in result.problems { context.output.failure("problem: " + problem.visible) }
        }
        return result.problems.isEmpty ? .done : .failed
    }
}
