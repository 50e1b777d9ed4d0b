import Engine
import NDEF
import Tags

/// `tagdesk read`.
enum ReadCommand {
    static func run(
        _ context: CommandContext, sources: [any ReaderSource], options: TagReader.Options?
    ) throws(EngineError) -> ShellStatus {
        let session = EngineSession(context, sources: sources, reads: options == nil)
        defer { session.stop() }
        session.onWaiting = { context.output.remark($0) }
        let (reader, _) = try session.tag(context.options)
        let outcome = try session.read(on: reader.name, options ?? TagReader.Options())
        switch outcome {
        case .read(let report, let cost):
            tell(report, reader, cost, nil, context)
            return .done
        case .failed(let error, let partial, let cost):
            let failure = Failure(error)
            guard let partial else { return failure.tell(context.output, json: context.options.json) }
            tell(partial, reader, cost, failure, context)
            return failure.status
        case .changed, .changeFailed, .answered, .consoleClosed:
            // Nothing of the kind was asked for.
            return .failed
        }
    }

    /// Prints what was learned, also before a failure.
    private static func tell(
        _ report: TagReport, _ reader: ReaderState, _ cost: Cost, _ failure: Failure?, _ context: CommandContext
    ) {
        if context.options.json {
            context.output.print(document(report, reader: reader, cost: cost, failure: failure))
            return
        }
        let text = ReportText(report: report, paint: Paint(enabled: context.output.colour))
        context.output.print(Columns.row("Reader", reader.name.visible + " (" + reader.profile + ")"))
        for line in text.lines { context.output.print(line) }
        context.output.remark("\(cost.exchanges) exchanges, \(Int(cost.milliseconds.rounded())) ms")
        if let failure { _ = failure.tell(context.output, json: false) }
    }

    /// The document of a reading; a failure stands first, with what was learned before it.
    static func document(
        _ report: TagReport, reader: ReaderState, cost: Cost, failure: Failure? = nil
    ) -> JSONValue {
        var object = JSONObject()
        if let failure { object["error"] = failure.json }
        object["reader"] = .string(reader.name)
        object["profile"] = .string(reader.profile)
        object.add(report)
        object["exchanges"] = .integer(cost.exchanges)
        object["milliseconds"] = .integer(Int(max(0, min(cost.milliseconds, 1e12)).rounded()))
        return .object(object)
    }
}
