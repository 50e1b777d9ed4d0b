import NDEF
import Tags

/// `tagdesk ndef encode RECORD...`.
enum NDEFEncodeCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let records = try RecordOptions.records(of: context.invocation.options)
        if records.isEmpty { throw .noRecords }
        let bytes = NDEFMessage(records).encoded()
        let hex = Hex.string(bytes)
        if context.options.json {
            context.output.print(["hex": .string(hex), "bytes": .integer(bytes.count)])
        } else {
            context.output.print(hex)
        }
        return .done
    }
}
