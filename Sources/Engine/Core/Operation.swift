import Tags

/// One operation on its way, and whether the user still wants it.
final class Operation: Sendable {
    let id: OperationID
    let command: Command
    private let cancelled = Guarded(false)

    init(id: OperationID, command: Command) {
        self.id = id
        self.command = command
    }

    /// The user does not want it any more; it stops at the next safe point.
    func cancel() { cancelled.with { $0 = true } }

    var isCancelled: Bool { cancelled.with { $0 } }

    var kind: OperationKind {
        switch command {
        case .read: .read
        case .change(_, let request): .change(request.wish.kind)
        case .recover: .recover
        case .console, .closeConsole: .console
        }
    }

    var reader: String {
        switch command {
        case .read(let reader, _), .change(let reader, _), .recover(let reader, _), .console(let reader, _),
            .closeConsole(let reader):
            reader
        }
    }

    /// The outcome of an operation that failed before it learned anything of the tag.
    func failure(_ error: EngineError, _ cost: Cost = Cost()) -> OperationOutcome {
        switch command {
        case .closeConsole: .consoleClosed
        case .read, .console: .failed(error, partial: nil, cost)
        case .change, .recover: .changeFailed(error, nil, cost)
        }
    }
}
