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
        }
    }

    var reader: String {
        switch command {
        case .read(let reader, _): reader
        }
    }
}
