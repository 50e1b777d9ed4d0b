import Dumps
import Engine
import NDEF
import Tags

/// `tagdesk compare A B`, where `tag` on either side is the tag on the reader, and `last` is how the journal last knew it.
enum CompareCommand {
    /// The word for the tag on the reader; a file of that name is `./tag`.
    static let tagWord = "tag"
    /// The word for that tag as it was last seen; a file of that name is `./last`.
    static let lastWord = "last"

    static func run(_ context: CommandContext, options: TagReader.Options?) throws(UsageError) -> ShellStatus {
        let operands = context.invocation.operands
        for word in [tagWord, lastWord] where operands.filter({ $0 == word }).count > 1 {
            throw .badValue(of: "B", value: word, wanted: "it can be one side only")
        }
        guard operands != ["-", "-"] else { throw .badValue(of: "B", value: "-", wanted: "stdin can be one side only") }
        let needsTag = operands.contains(tagWord) || operands.contains(lastWord)
        let sources = needsTag ? try Sources.one(context) : []
        do throws(Failure) {
            // Files first: nobody wants to put a tag on for a file that is not there.
            var sides: [Dump?] = [nil, nil]
            for (index, operand) in operands.enumerated() where operand != tagWord && operand != lastWord {
                let opened = try DumpArgument.open(operand)
                for problem in opened.problems {
                    context.output.remark("Note on \(DumpArgument.name(operand).visible): \(problem.visible).")
                }
                sides[index] = opened.dump
            }
            if needsTag {
                let reading = try TagOnReader.read(
                    context, sources: sources, options: options, remembering: operands.contains(lastWord))
                if let failure = reading.failure { throw failure }
                if let index = operands.firstIndex(of: tagWord) { sides[index] = Dump(reading) }
                if let index = operands.firstIndex(of: lastWord) {
                    guard let last = reading.lastSeen?.report(like: reading.report) else {
                        throw Failure(
                            .refusedHere(
                                reason:
                                    "the journal does not know this tag from before: it was neither read nor changed here",
                                advice: "Now it does: compare again later, or compare with a dump."))
                    }
                    sides[index] = Dump(report: last)
                }
            }
            guard let a = sides[0], let b = sides[1] else { return .usage }
            return tell(Comparison(a: a, b: b, names: names(operands)), context)
        } catch {
            // Exit 1 means that they differ.
            let status = error.tell(context.output, json: context.options.json)
            return status == .failed ? .usage : status
        }
    }

    /// The sides in sentences: the files' names where they are short and differ.
    private static func names(_ operands: [String]) -> (a: String, b: String) {
        func name(_ operand: String, _ letter: String) -> String {
            if operand == tagWord { return "the tag" }
            if operand == lastWord { return "last time" }
            let last = DumpArgument.name(operand).split(separator: "/").last.map { String($0).visible } ?? letter
            return last.count <= 40 ? last : letter
        }
        let (a, b) = (name(operands[0], "A"), name(operands[1], "B"))
        return a == b ? ("A", "B") : (a, b)
    }

    private static func tell(_ comparison: Comparison, _ context: CommandContext) -> ShellStatus {
        if let obstacle = comparison.obstacle {
            let failure = Failure(
                kind: "refusedHere", message: "These two cannot be compared: \(obstacle).",
                advice: "Compare dumps of tags of one kind.", raw: nil, status: .usage)
            return failure.tell(context.output, json: context.options.json)
        }
        if context.options.json {
            context.output.print(JSONValue(comparison: comparison))
        } else {
            let text = ComparisonText(comparison: comparison, paint: Paint(enabled: context.output.colour))
            for line in text.lines { context.output.print(line) }
        }
        return comparison.same ? .done : .failed
    }
}
