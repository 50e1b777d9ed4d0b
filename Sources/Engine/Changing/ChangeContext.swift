import Tags

/// What a change needs besides the wish: the tag under the hand, the journal, and the way to tell how far it is.
///
/// Belongs to the reader's worker thread, for one operation.
final class ChangeContext {
    let reader: String
    let writer: TagWriter
    let keeper: JournalKeeper
    let attempts: PasswordAttempts
    /// The user or the engine wants an end.
    let wantsEnd: () -> Bool
    /// From here on every exchange is made, whoever wants an end: only the steps themselves are places to stop.
    let holdGate: () -> Void
    let tell: (OperationProgress) -> Void
    /// Milliseconds since 1970.
    let now: () -> Int64

    init(
        reader: String, writer: TagWriter, keeper: JournalKeeper, wantsEnd: @escaping () -> Bool,
        holdGate: @escaping () -> Void, tell: @escaping (OperationProgress) -> Void, now: @escaping () -> Int64
    ) {
        self.reader = reader
        self.writer = writer
        self.keeper = keeper
        attempts = PasswordAttempts(keeper: keeper, identity: writer.identity)
        self.wantsEnd = wantsEnd
        self.holdGate = holdGate
        self.tell = tell
        self.now = now
    }

    var identity: TagIdentity { writer.identity }

    /// A driver's error in the words of what was being done.
    func error(_ error: TagError, during work: String) -> EngineError {
        EngineError(error, reader: reader, during: work)
    }
}

/// A change that ended early: why, and what is known by then.
struct ChangeFailure: Error {
    var error: EngineError
    var outcome: ChangeOutcome?

    init(_ error: EngineError, _ outcome: ChangeOutcome? = nil) {
        self.error = error
        self.outcome = outcome
    }
}
