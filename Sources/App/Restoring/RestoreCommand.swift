import Dumps
import Engine
import NDEF
import Tags

/// `tagdesk restore FILE` on one tag or several in a row, and `tagdesk clone` from one tag to the next.
enum RestoreCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        var order = try RestoreOrder(context)
        do throws(Failure) {
            if let file = context.invocation.operands.first { order.dump = try DumpArgument.open(file) }
        } catch {
            return error.tell(context.output, json: context.options.json)
        }
        let sources = try Sources.one(context)
        let telling = ChangeTelling(context)
        if let refusal = telling.refusalOfReadOnly(unless: order.dryRun) { return telling.tell(refusal) }
        for problem in order.dump?.problems ?? [] { context.output.remark("The dump: " + problem.visible) }
        let session = EngineSession(context, sources: sources, reads: false)
        telling.follow(session)
        defer {
            session.stop()
            sources.save()
        }
        guard order.count != nil else {
            return telling.tell(single(order, in: session, context))
        }
        var series = RestoreSeries(order: order, session: session, context: context, telling: telling)
        return series.run()
    }

    private static func single(
        _ order: RestoreOrder, in session: EngineSession, _ context: CommandContext
    ) -> ChangeResult {
        var identity: TagIdentity?
        do throws(EngineError) {
            guard let dump = order.dump else { throw .cancelled }
            let wish = try order.wish(for: dump.dump.report)
            let (reader, tag) = try session.tag(context.options)
            identity = tag
            var result = result(of: order, wish, on: reader.name, tag, in: session)
            result.dump = RestoredDump(format: dump.format.rawValue, problems: dump.problems)
            return result
        } catch {
            return ChangeResult(error, tag: identity)
        }
    }

    /// Restores to the tag that is there.
    static func result(
        of order: RestoreOrder, _ wish: Wish, on reader: String, _ tag: TagIdentity, in session: EngineSession
    ) -> ChangeResult {
        let request = order.request(wish, for: tag)
        return ChangeResult(
            session.perform(.change(reader: reader, request)), tag: tag, confirmedUID: request.confirmedUID,
            passwordHint: tag.type == .type4 ? nil : "Give it with --password.")
    }
}

/// The file that a restoration came from, for its document.
struct RestoredDump: Equatable, Sendable {
    /// What the file turned out to be.
    var format: String
    /// What is odd about it, one sentence each.
    var problems: [String]
}
