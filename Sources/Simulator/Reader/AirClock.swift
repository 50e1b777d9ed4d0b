/// Time on air, counted and never waited for.
///
/// ISO/IEC 14443-3 type A at 106 kbit/s: one bit is 128 periods of the carrier of 13.56 MHz.
struct AirClock: Equatable, Sendable {
    /// Periods of the carrier so far.
    private(set) var periods = 0

    private static let bit = 128
    /// From the reader's frame to the tag's, for a last bit of 1: (9 * 128 + 84) periods.
    private static let toTag = 1236
    /// From the tag's frame to the reader's next.
    private static let toReader = 1172
    private static let perMicrosecond = 13.56

    /// Microseconds so far.
    var microseconds: Int { Int((Double(periods) / Self.perMicrosecond).rounded()) }

    /// A frame from the reader.
    mutating func sent(bytes: Int, short: Bool) { periods += (short ? 9 : 1 + 9 * bytes + 2) * Self.bit }

    /// The tag's answer of whole bytes, the pauses before and after it included.
    mutating func received(bytes: Int) { periods += (1 + 9 * bytes + 1) * Self.bit + Self.toTag + Self.toReader }

    /// The tag's answer of four bits.
    mutating func receivedNibble() { periods += 6 * Self.bit + Self.toTag + Self.toReader }

    /// Time that passes while the tag programs or the reader waits.
    mutating func passed(microseconds: Int) { periods += Int(Double(microseconds) * Self.perMicrosecond) }
}
