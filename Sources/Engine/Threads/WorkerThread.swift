import CLinux
import Glibc

/// A thread of our own (`pthread_create`), for calls that block: never Swift's cooperative pool.
///
/// All signals are blocked in it; they belong to the program's main thread.
final class WorkerThread: @unchecked Sendable {
    private var thread = pthread_t()
    private let joined = Guarded(false)

    private final class Body {
        let name: String
        let run: @Sendable () -> Void
        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts a thread.
    /// - Parameters:
    ///   - name: Shown by `ps -L` and debuggers; cut to the 15 bytes Linux keeps.
    ///   - run: What it does; the thread ends with it.
    /// - Returns: `nil` where the system gives no thread.
    init?(name: String, run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(name: name, run: run))
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                linux_name_thread(body.name)
                body.run()
                return nil
            }, body.toOpaque())
        if status != 0 {
            body.release()
            return nil
        }
    }

    /// Waits until the thread has ended. Does nothing the second time, nor on the thread itself.
    func join() {
        let first = joined.with { done in
            defer { done = true }
            return !done
        }
        if first, pthread_equal(pthread_self(), thread) == 0 { pthread_join(thread, nil) }
    }
}
