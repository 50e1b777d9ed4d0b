import Tags

/// One operation's lines in the journal, from the first to the last.
///
/// Beginning fails where the journal cannot be written. Once a tag is half changed, finishing it is better than stopping for
/// the journal's sake: what fails from then on is kept as `trouble`, and recovery reads the tag itself anyway.
final class OperationRecord {
    let number: Int64
    private let journal: Journal
    private let now: () -> Int64
    private var hasEnded = false
    /// The first failure after the beginning.
    private(set) var trouble: JournalError?

    init(beginning entry: JournalEntry, in journal: Journal, now: @escaping () -> Int64) throws(JournalError) {
        self.journal = journal
        self.now = now
        number = try journal.begin(entry)
    }

    /// The tag acknowledged a step, or was found to hold it.
    func acknowledge(_ step: Int) {
        attempt { () throws(JournalError) in
            try journal.acknowledge(operation: number, step: step, at: now())
        }
    }

    /// The operation is over. Only the first end counts.
    func end(_ result: JournalEntry.Result, readBack: TagReport? = nil, verified: Bool) {
        guard !hasEnded else { return }
        hasEnded = true
        attempt { () throws(JournalError) in
            try journal.end(
                operation: number, result: result, readBack: readBack?.pages, readBackFiles: readBack?.fileContents,
                verified: verified, at: now())
        }
    }

    private func attempt(_ body: () throws(JournalError) -> Void) {
        do throws(JournalError) {
            try body()
        } catch {
            if trouble == nil { trouble = error }
        }
    }
}
