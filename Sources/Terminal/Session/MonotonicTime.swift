import Glibc

/// A moment on the clock that never jumps (CLOCK_MONOTONIC). Swift's own clocks would bring its concurrency runtime in.
public struct MonotonicTime: Comparable, Hashable, Sendable {
    /// Nanoseconds since some moment before the program started.
    public var nanoseconds: UInt64

    /// The moment of this number.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// This moment.
    public static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    /// A moment later by this many milliseconds.
    public func adding(milliseconds: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds &+ UInt64(max(0, milliseconds)) &* 1_000_000)
    }

    /// Whole milliseconds until a later moment, rounded up; 0 where it has passed.
    public func milliseconds(until later: MonotonicTime) -> Int {
        later > self ? Int(truncatingIfNeeded: (later.nanoseconds - nanoseconds + 999_999) / 1_000_000) : 0
    }

    /// Earlier than the other.
    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
