import Engine
import NDEF
import Tags

/// What a changing command says on the way and at its end.
struct ChangeTelling {
    private let context: CommandContext
    private let line: ProgressLine

    init(_ context: CommandContext) {
        self.context = context
        line = ProgressLine(options: context.options)
    }

    /// With `--read-only` nothing is changed; nothing is even asked of a tag.
    func refusalOfReadOnly(unless allowed: Bool = false) -> ChangeResult? {
        guard context.options.readOnly, !allowed else { return nil }
        return .refused(
            "--read-only was given, and this would change the tag", advice: "Leave --read-only out to do it.")
    }

    /// Has the session say on stderr what goes on.
    func follow(_ session: EngineSession) {
        let (output, line) = (context.output, line)
        session.onWaiting = { output.remark($0) }
        session.onProgress = { line.show($0) }
        session.onCancelling = {
            line.clear()
            output.remark("Cancelling at the next point where that is safe.")
        }
        session.onInterrupted = { entry in
            line.clear()
            output.remark(
                "This tag was being changed (\(entry.kind.rawValue), operation \(entry.id)): "
                    + "\(entry.acknowledgedCount) of \(counted(entry.steps.count, "step")) done. "
                    + "`tagdesk journal recover` ends that.")
        }
    }

    /// Tells the result, on stdout or, where it failed, in sentences on stderr.
    func tell(_ result: ChangeResult) -> ShellStatus {
        line.clear()
        if context.options.json {
            context.output.print(JSONValue(change: result))
            return result.status
        }
        let output = context.output
        let paint = Paint(enabled: output.colour)
        if let outcome = result.outcome {
            let uid = Hex.string(outcome.plan.uid, separator: ":")
            output.print(Columns.row("Tag", paint(.title, outcome.plan.chipName.visible) + "  " + uid))
            let begun = outcome.journalNumber != nil
            let text = PlanText(plan: outcome.plan, sent: begun ? outcome.sent : nil, paint: paint)
            for line in text.lines { output.print(line) }
            for difference in outcome.differences {
                let found = difference.found.map { Hex.string($0, separator: " ") } ?? "no answer"
                output.print(
                    Columns.row(
                        "Differs",
                        "\(difference.place): \(Hex.string(difference.expected, separator: " ")) "
                            + "was written, \(found) was read"))
            }
        }
        for remark in result.outcome?.remarks ?? [] { output.print(Columns.row("Note", remark.visible)) }
        if let failure = result.failure {
            let status = failure.tell(output, json: false)
            if let state = result.state { output.failure("  " + state.visible) }
            return status
        }
        output.print(Columns.row("Result", paint(.good, result.reason.visible)))
        output.print(Columns.row("", result.advice.visible))
        if let number = result.outcome?.journalNumber {
            output.remark("Operation \(number) of the journal.")
        }
        output.remark("\(result.cost.exchanges) exchanges, \(Int(result.cost.milliseconds.rounded())) ms")
        return .done
    }
}
