import Dumps
import NDEF
import Tags

/// `tagdesk convert IN OUT`.
enum ConvertCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let (input, path) = (context.invocation.operands[0], context.invocation.operands[1])
        let target = try DumpTarget(context, path: path)
        do throws(Failure) {
            try target.check()
            let opened = try DumpArgument.open(input)
            for problem in opened.problems { context.output.remark("Note on \(name(input)): \(problem.visible).") }
            let written = try WrittenDump(opened, to: target, context.output)
            if context.options.json {
                var object = written.json
                object["from"] = .string(opened.format.rawValue)
                if !opened.problems.isEmpty { object["problems"] = JSONValue(strings: opened.problems) }
                context.output.print(.object(object))
            }
            return .done
        } catch {
            return error.tell(context.output, json: context.options.json)
        }
    }

    private static func name(_ argument: String) -> String { DumpArgument.name(argument).visible }
}

/// A dump that was put into a file.
struct WrittenDump {
    let target: DumpTarget
    /// What the format could not hold, one sentence part each.
    let lost: [String]
    let byteCount: Int

    /// Says what the format cannot hold, then writes.
    init(_ opened: OpenedDump, to target: DumpTarget, _ output: Output) throws(Failure) {
        self.target = target
        let export: DumpExport
        do throws(DumpError) {
            export = try opened.encoded(as: target.format)
        } catch { throw Failure(error, unwritten: target.path) }
        (lost, byteCount) = (export.lost, export.bytes.count)
        output.tell(lost: export, as: target.format)
        try target.write(export.bytes, output)
        if target.path != "-" {
            output.remark("Wrote \(byteCount) bytes as \(target.format.title) to \(target.path.visible).")
        }
    }

    /// `format`, `lost`, and where it lies.
    var json: JSONObject {
        [
            "format": .string(target.format.rawValue), "lost": JSONValue(strings: lost),
            "file": .string(SystemPath.shown(target.path)),
            "bytes": .integer(byteCount),
        ]
    }
}

extension Output {
    /// Says what a format could not hold.
    func tell(lost export: DumpExport, as format: DumpFormat) {
        for loss in export.lost { remark("\(format.title) cannot hold: \(loss.visible).") }
    }
}
