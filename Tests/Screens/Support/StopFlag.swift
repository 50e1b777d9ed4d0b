import Foundation

/// Keeps a thread until it is told to go on.
final class StopFlag: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func set() { semaphore.signal() }
}
