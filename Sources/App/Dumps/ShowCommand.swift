import Dumps
import NDEF
import Tags

/// `tagdesk show FILE|-`.
enum ShowCommand {
    static func run(_ context: CommandContext) -> ShellStatus {
        do throws(Failure) {
            let argument = context.invocation.operands.first ?? "-"
            let opened = try DumpArgument.open(argument)
            if context.options.json {
                context.output.print(JSONValue(opened: opened))
            } else {
                let text = DumpText(
                    opened: opened, name: DumpArgument.name(argument),
                    paint: Paint(enabled: context.output.colour))
                for line in text.lines { context.output.print(line) }
            }
            return .done
        } catch {
            return error.tell(context.output, json: context.options.json)
        }
    }
}
