import Glibc

/// The engine's clocks.
enum Clock {
    /// Microseconds since 1970 (`CLOCK_REALTIME`), for the trace.
    static var microsecondsSince1970: UInt64 { microseconds(CLOCK_REALTIME) }

    /// Microseconds on a clock that never jumps (`CLOCK_MONOTONIC`), for durations.
    static var monotonicMicroseconds: UInt64 { microseconds(CLOCK_MONOTONIC) }

    /// Blocks this thread; only ever called on a reader's worker.
    static func pause(milliseconds: Int) {
        var left = timespec(tv_sec: milliseconds / 1000, tv_nsec: (milliseconds % 1000) * 1_000_000)
        var rest = timespec()
        while nanosleep(&left, &rest) == -1, errno == EINTR { left = rest }
    }

    private static func microseconds(_ clock: clockid_t) -> UInt64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return UInt64(max(0, now.tv_sec)) &* 1_000_000 &+ UInt64(max(0, now.tv_nsec)) / 1000
    }
}
