import Engine
import NDEF
import Tags

/// `tagdesk journal list`.
enum JournalListCommand {
    /// The most operations listed; more are named as left out.
    static let limit = 1_000

    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let query = JournalQuery(uidPrefix: try prefix(context.invocation), limit: limit + 1)
        let operations: [JournalSummary]
        do throws(JournalError) {
            operations = try context.journal.journal(query)
        } catch {
            return Failure(error).tell(context.output, json: context.options.json)
        }
        let shown = Array(operations.prefix(limit))
        if context.options.json {
            context.output.print(JSONValue(journal: shown, hasMore: operations.count > limit))
            return .done
        }
        for line in JournalText.lines(shown) { context.output.print(line) }
        if operations.isEmpty { context.output.remark("The journal knows no such change.") }
        if operations.count > limit { context.output.remark("There are more; --uid narrows the list.") }
        return .done
    }

    /// The first bytes of a UID.
    private static func prefix(_ invocation: Invocation) throws(UsageError) -> [UInt8] {
        guard let text = invocation.value(of: .uid) else { return [] }
        guard let bytes = Hex.bytes(text), (1...10).contains(bytes.count) else {
            throw .badValue(of: OptionName.uid.dashed, value: text, wanted: "it is a UID or its first bytes, in hex")
        }
        return bytes
    }
}

/// `tagdesk journal show ID`.
enum JournalShowCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let id = try JournalID.parse(context.invocation)
        do throws(JournalError) {
            guard let entry = try context.journal.journalEntry(id) else {
                return Failure(JournalID.unknown(id)).tell(context.output, json: context.options.json)
            }
            if context.options.json {
                context.output.print(JSONValue(entry: entry))
            } else {
                let paint = Paint(enabled: context.output.colour)
                for line in JournalText.lines(of: entry, paint: paint) { context.output.print(line) }
            }
            return .done
        } catch {
            return Failure(error).tell(context.output, json: context.options.json)
        }
    }
}

/// `tagdesk journal forget --uid UID|--all`.
enum JournalForgetCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let uid = try ChangeOrder.uid(context.invocation, .uid)
        guard (uid == nil) == context.invocation.has(.all) else {
            throw .eitherOption([.uid, .all], command: .journalForget)
        }
        do throws(JournalError) {
            let count = try context.journal.forgetReadings(uid: uid)
            if context.options.json {
                context.output.print(["forgotten": .integer(count)])
            } else {
                context.output.print(count == 1 ? "1 tag's reading forgotten." : "\(count) tags' readings forgotten.")
            }
            return .done
        } catch {
            return Failure(error).tell(context.output, json: context.options.json)
        }
    }
}

/// The number of an operation on the command line.
enum JournalID {
    static func parse(_ invocation: Invocation) throws(UsageError) -> Int64 {
        let text = invocation.operands.first ?? ""
        guard let id = Int64(text), id > 0 else {
            throw .badValue(of: "ID", value: text, wanted: "it is a number that `tagdesk journal list` shows")
        }
        return id
    }

    /// The refusal for a number the journal does not have.
    static func unknown(_ id: Int64) -> EngineError {
        .refusedHere(
            reason: "the journal has no operation \(id)", advice: "`tagdesk journal list` shows those there are.")
    }
}

extension CommandContext {
    /// An engine without readers, for the journal alone.
    var journal: Engine { Engine(sources: [], journalPath: paths.journal) }
}

extension Failure {
    /// The journal cannot be used.
    init(_ error: JournalError) {
        self.init(
            kind: "refusedHere", message: error.headline.prefix(1).uppercased() + error.headline.dropFirst() + ".",
            advice: error.advice, raw: nil, status: .failed)
    }
}
