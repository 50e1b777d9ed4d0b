/// Rings when something lasts: for system calls that may block and cannot say for how long.
///
/// Costs a thread that sleeps meanwhile; rings at most once, never after `stop` has returned.
final class Alarm: Sendable {
    private let over = Guarded(false)
    private let thread: WorkerThread?

    /// Rings after so many milliseconds, on a thread of its own.
    init(after milliseconds: Int, ring: @escaping @Sendable () -> Void) {
        thread = WorkerThread(name: "alarm") { [over] in
            if over.wait(milliseconds: milliseconds, for: { $0 ? true : nil }) == nil { ring() }
        }
    }

    /// It is over.
    func stop() {
        over.with { $0 = true }
        thread?.join()
    }
}
