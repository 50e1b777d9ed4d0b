import Dumps
import Engine
import Glibc
import NDEF

/// `tagdesk trace export`.
enum TraceExportCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let file = context.invocation.operands.first ?? "-"
        let out = context.invocation.value(of: .out)
        let overwrite = context.invocation.has(.overwrite)
        let wanted = try format(context.invocation)
        // A trace that is there is the one that is meant, unless it is to be replaced.
        if file != "-", !overwrite || out != nil, let trace = TraceInput.trace(in: file) {
            let target = out ?? "-"
            return try write(trace, as: wanted ?? format(ofFile: target), to: target, overwrite, context)
        }
        let target = out ?? file
        if target != "-", Files.isThere(target), !overwrite {
            throw .content(
                target, reason: out == nil ? "it is there already and is no trace" : "it is there already",
                advice: "Name another file, or replace it with --overwrite.")
        }
        guard let trace = TraceInput.last(in: context.paths.traces) else {
            return TraceInput.nothingKept.tell(context.output, json: context.options.json)
        }
        return try write(trace, as: wanted ?? format(ofFile: target), to: target, overwrite, context)
    }

    private static func format(_ invocation: Invocation) throws(UsageError) -> TraceFormat? {
        guard let word = invocation.value(of: .format) else { return nil }
        guard let format = TraceFormat(rawValue: word.lowercased()) else {
            throw .badValue(
                of: OptionName.format.dashed, value: word,
                wanted: Spelling.choices(TraceFormat.allCases.map(\.rawValue), insteadOf: word))
        }
        return format
    }

    /// By the end of a file's name; JSON lines where that says nothing.
    private static func format(ofFile path: String) -> TraceFormat {
        TraceFormat.allCases.first { path.lowercased().hasSuffix($0.fileEnding) } ?? .jsonl
    }

    private static func write(
        _ trace: Trace, as format: TraceFormat, to path: String, _ overwrite: Bool, _ context: CommandContext
    ) throws(UsageError) -> ShellStatus {
        for problem in trace.problems { context.output.failure("warning: " + problem) }
        let export = trace.exported(as: format)
        if path == "-" { return try print(export, format, context) }
        if Files.isThere(path), !overwrite {
            throw .content(
                path, reason: "it is there already", advice: "Name another file, or replace it with --overwrite.")
        }
        do throws(FileError) { try Files.replace(path, with: export.bytes) } catch { throw error.usage(of: path) }
        if context.options.json {
            context.output.print([
                "result": "done", "file": .string(SystemPath.shown(path)), "format": .string(format.rawValue),
                "exchanges": .integer(export.exchanges), "lost": JSONValue(strings: export.lost),
            ])
        } else {
            context.output.remark(
                "\(export.exchanges) exchange\(export.exchanges == 1 ? "" : "s") written to \(path.visible)")
            for sentence in export.lost { context.output.remark("  " + sentence) }
        }
        return .done
    }

    private static func print(
        _ export: TraceExport, _ format: TraceFormat, _ context: CommandContext
    ) throws(UsageError) -> ShellStatus {
        if context.options.json { throw .noDocument(command: .traceExport) }
        if format == .pcapng {
            guard isatty(STDOUT_FILENO) == 0 else {
                throw .content(
                    "-", reason: "a terminal cannot show a capture", advice: "Write it to a file with --out FILE.")
            }
            do throws(FileError) { try Files.write(export.bytes, to: STDOUT_FILENO, named: "stdout") } catch {
                if !error.isClosedPipe { context.output.failure("tagdesk: stdout: \(error.reason)") }
                return .failed
            }
        } else {
            context.output.write(String(decoding: export.bytes, as: UTF8.self))
        }
        for sentence in export.lost { context.output.remark(sentence) }
        return .done
    }
}
