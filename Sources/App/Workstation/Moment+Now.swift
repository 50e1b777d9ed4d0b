import Glibc
import Screens

extension Moment {
    /// The wall clock now.
    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(microseconds: UInt64(clamping: time.tv_sec) &* 1_000_000 &+ UInt64(clamping: time.tv_nsec / 1000))
    }

    /// How far the local zone is east of UTC, in seconds.
    static var secondsEastOfUTC: Int {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return local.tm_gmtoff
    }
}
