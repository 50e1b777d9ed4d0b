/// A moment of wall time in microseconds since 1970, the unit exchanges carry.
///
/// Screens have no clock of their own: whoever calls them says what time it is, so that a test can say it too.
public struct Moment: Comparable, Hashable, Sendable {
    /// Microseconds since 1970-01-01 00:00 UTC.
    public var microseconds: UInt64

    /// A moment given in microseconds since 1970.
    public init(microseconds: UInt64) { self.microseconds = microseconds }

    /// The moment this many milliseconds later.
    public func advanced(milliseconds: UInt64) -> Moment {
        let (sum, overflow) = microseconds.addingReportingOverflow(milliseconds &* 1000)
        return Moment(microseconds: overflow ? .max : sum)
    }

    /// The milliseconds from this moment until `later`, 0 when that has passed; rounded up, so that a wait of this
    /// length never ends early.
    public func milliseconds(until later: Moment) -> UInt64 {
        later.microseconds > microseconds ? (later.microseconds - microseconds + 999) / 1000 : 0
    }

    /// Earlier or later.
    public static func < (left: Moment, right: Moment) -> Bool { left.microseconds < right.microseconds }

    /// The time of day, `12:04:31`, in a zone this many seconds east of UTC.
    func timeOfDay(secondsEastOfUTC offset: Int) -> String {
        let day = 86_400
        let seconds = (Int(microseconds / 1_000_000 % UInt64(day)) + offset % day + day) % day
        return [seconds / 3600, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
