import Glibc

/// State that several threads share, with a way to wait for it to change.
///
/// A pthread mutex and condition variable (`pthread_cond_timedwait` on the monotonic clock). Every `with` wakes the
/// waiters, who look again; nothing here is called often enough for that to cost anything.
///
///     let jobs = Guarded<[Job]>([])
///     jobs.with { $0.append(job) }
///     let next = jobs.wait { $0.popLast() }
final class Guarded<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// Guards `state`.
    init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        changed = .allocate(capacity: 1)
        changed.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the state; others wait outside meanwhile. Must not be entered again from `body`.
    func with<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Waits until `body` answers something.
    func wait<Result>(for body: (inout State) -> Result?) -> Result {
        while true {
            if let result = look(body, { pthread_cond_wait(changed, mutex) == 0 }) { return result }
        }
    }

    /// Waits until `body` answers something, or until `milliseconds` have passed (then `nil`).
    func wait<Result>(milliseconds: Int, for body: (inout State) -> Result?) -> Result? {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = Int(deadline.tv_nsec) + max(0, min(milliseconds, 86_400_000)) * 1_000_000
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        return look(body) { pthread_cond_timedwait(changed, mutex, &deadline) != ETIMEDOUT }
    }

    /// Asks `body` after every change, for as long as `sleep` says that it was woken by one; a last time after it.
    private func look<Result>(_ body: (inout State) -> Result?, _ sleep: () -> Bool) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var isAwake = true
        while true {
            if let result = body(&state) {
                pthread_cond_broadcast(changed)
                return result
            }
            guard isAwake else { return nil }
            isAwake = sleep()
        }
    }
}
