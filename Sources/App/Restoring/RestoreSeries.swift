import Dumps
import Engine
import NDEF
import Tags

/// The same dump on one tag after the other.
///
/// A tag that was written, or refused, is not taken again in the same series, so that one that stays on the reader is never
/// written twice. One that was taken away before anything was written may come back.
struct RestoreSeries {
    let order: RestoreOrder
    let session: EngineSession
    let context: CommandContext
    let telling: ChangeTelling

    private var results: [ChangeResult] = []
    /// The tags that are not taken any more, the source of a clone among them.
    private var settled: Set<[UInt8]> = []
    private var sourceTag: TagIdentity?

    init(order: RestoreOrder, session: EngineSession, context: CommandContext, telling: ChangeTelling) {
        self.order = order
        self.session = session
        self.context = context
        self.telling = telling
    }

    private var done: Int { results.count { $0.failure == nil } }
    private var failed: Int { results.count - done }

    /// Goes on until enough tags are done, nobody puts one on any more, or a signal asks for an end.
    mutating func run() -> ShellStatus {
        var end: EngineError?
        do throws(EngineError) {
            let wish = try order.wish(for: try source())
            while order.count?.isReached(by: done) != true {
                let (reader, tag) = try session.tag(waiting) { [settled] tag in !settled.contains(tag.uid) }
                let result = RestoreCommand.result(of: order, wish, on: reader.name, tag, in: session)
                take(result, of: tag)
                if result.failure?.kind == "cancelled" { throw .cancelled }
            }
        } catch {
            end = error
        }
        return finish(end)
    }

    /// Everybody has time to take a tag off and put the next one on, unless --wait says how much.
    private var waiting: CommonOptions {
        var options = context.options
        if !context.invocation.has(.wait) { options.wait = Self.patience }
        return options
    }

    private static let patience = 86_400.0

    /// What goes onto the tags: the dump, or the first tag.
    private mutating func source() throws(EngineError) -> TagReport {
        if let dump = order.dump { return dump.dump.report }
        let (reader, tag) = try session.tag(context.options)
        let takesKey = tag.chip?.authentication == .tripleDES || tag.type == .type4
        var options = TagReader.Options(
            password: tag.chip?.authentication == .password ? order.credential.password : nil,
            key: takesKey ? order.credential.key : nil, confirmedUID: order.confirmation(for: tag))
        options.keys = order.credential.keys
        switch session.perform(.read(reader: reader.name, options)) {
        case .read(let report, _):
            settled.insert(tag.uid)
            sourceTag = tag
            context.output.remark(
                "Read \(tag.chipName.visible) \(Hex.string(tag.uid, separator: ":")). Take it off and put the next tag on."
            )
            return report
        case .failed(let error, _, _), .changeFailed(let error, _, _): throw error
        case .changed, .answered, .consoleClosed: throw .cancelled
        }
    }

    private mutating func take(_ result: ChangeResult, of tag: TagIdentity) {
        let isLost = result.failure?.kind == "tagLost" && result.outcome?.journalNumber == nil
        if !isLost { settled.insert(tag.uid) }
        results.append(result)
        guard !context.options.json else { return }
        _ = telling.tell(result)
        if order.count?.isReached(by: done) != true { context.output.remark("Take it off and put the next tag on.") }
    }

    // MARK: - The end

    private func finish(_ end: EngineError?) -> ShellStatus {
        let summary = ChangeResult(summary: words, failed: failed, end: failure(of: end))
        if context.options.json {
            context.output.print(
                JSONValue(series: summary, results, source: sourceTag, done: done, failed: failed, order))
        } else if let failure = summary.failure, results.isEmpty {
            _ = failure.tell(context.output, json: false)
        } else {
            context.output.print(Columns.row("Series", words))
            if let failure = summary.failure, end != nil { _ = failure.tell(context.output, json: false) }
        }
        return summary.status
    }

    /// An end that is no failure: all that were wanted are done, or nobody named a number and somebody ended it.
    private func failure(of end: EngineError?) -> Failure? {
        guard let end else { return nil }
        if order.count == .each, done > 0 {
            switch end {
            case .cancelled, .noTag: return nil
            default: break
            }
        }
        return Failure(end)
    }

    private var words: String {
        let tags = order.dryRun ? "\(counted(done, "tag")) planned" : "\(counted(done, "tag")) done"
        return tags + (failed > 0 ? ", \(failed) not" : "")
    }
}

extension ChangeResult {
    /// How a series of tags ended.
    fileprivate init(summary: String, failed: Int, end: Failure?) {
        self.init(
            word: end.map { $0.kind } ?? ChangeOutcome.Result.done.rawValue, reason: summary + ".",
            advice: failed > 0 ? "Look at those that were not done one by one." : "There is nothing more to do.")
        if let end {
            failure = end
            reason = end.message
            advice = end.advice
        } else if failed > 0 {
            word = "refusedHere"
            failure = Failure(
                kind: "refusedHere", message: summary + ".", advice: advice, raw: nil, status: .failed)
        }
    }
}

extension JSONValue {
    /// The document of a series: how it ended, and each tag as a document of its own.
    fileprivate init(
        series summary: ChangeResult, _ results: [ChangeResult], source: TagIdentity?, done: Int, failed: Int,
        _ order: RestoreOrder
    ) {
        var object: JSONObject = [
            "result": .string(summary.word ?? ""), "reason": .string(summary.reason),
            "advice": .string(summary.advice), "done": .integer(done), "failed": .integer(failed),
            "tags": .array(results.map { JSONValue(change: $0) }),
        ]
        if let failure = summary.failure { object["error"] = failure.json }
        if let dump = order.dump {
            object.add(RestoredDump(format: dump.format.rawValue, problems: dump.problems))
        }
        if let source {
            object["source"] = [
                "uid": .string(Hex.string(source.uid, separator: ":")), "chip": .string(source.chipName),
            ]
        }
        self = .object(object)
    }
}

extension JSONObject {
    /// Adds the file that was restored.
    mutating func add(_ dump: RestoredDump) {
        self["format"] = .string(dump.format)
        if !dump.problems.isEmpty { self["problems"] = JSONValue(strings: dump.problems) }
    }
}
