import CLinux
import Glibc

/// Events from any thread to the one that draws.
///
/// `push` never blocks; the drawing thread has `fileDescriptor` in its `poll` and calls `drain` when it is readable. The
/// descriptor is an `eventfd`: however many events wait, it wakes once.
public final class EventQueue: Sendable {
    /// Readable while events wait; -1 where the system gave none (then `drain` still works).
    public let fileDescriptor: Int32
    private let events = Guarded<[EngineEvent]>([])

    /// An empty queue.
    public init() { fileDescriptor = linux_eventfd() }

    deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }

    /// Adds an event and wakes the reader.
    public func push(_ event: EngineEvent) {
        events.with { events in
            events.append(event)
            guard events.count == 1, fileDescriptor >= 0 else { return }
            var one: UInt64 = 1
            _ = write(fileDescriptor, &one, 8)
        }
    }

    /// Takes all events that wait, in the order they were pushed.
    public func drain() -> [EngineEvent] {
        events.with { events in
            if fileDescriptor >= 0 {
                var count: UInt64 = 0
                _ = read(fileDescriptor, &count, 8)
            }
            defer { events = [] }
            return events
        }
    }

    /// Blocks until events wait or the time is over: for the headless commands, which have no other descriptor to watch.
    /// - Returns: The events, none when the time was over.
    public func wait(milliseconds: Int) -> [EngineEvent] {
        _ = events.wait(milliseconds: milliseconds) { $0.isEmpty ? nil : true }
        return drain()
    }
}
