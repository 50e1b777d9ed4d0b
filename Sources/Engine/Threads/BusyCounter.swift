/// Counts the work that is going on, raised before the work starts, so that a test can wait for idle and never sleeps.
final class BusyCounter: Sendable {
    private let count = Guarded(0)

    /// Work is about to start.
    func raise() { count.with { $0 += 1 } }

    /// It ended, and all its events are in the queue.
    func lower() { count.with { $0 -= 1 } }

    /// Blocks until no work goes on.
    func waitUntilIdle() { count.wait { $0 <= 0 ? () : nil } }
}
