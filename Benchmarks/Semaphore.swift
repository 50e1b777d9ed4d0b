import Glibc

/// A semaphore of the C library, for a thread that waits for its end.
final class Semaphore: Sendable {
    private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Blocks until `signal` was called.
    func wait() { while sem_wait(semaphore) != 0, errno == EINTR {} }

    /// Lets `wait` return.
    func signal() { sem_post(semaphore) }
}
