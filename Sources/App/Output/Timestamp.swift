import Glibc

/// Moments of the journal as text.
enum Timestamp {
    /// `2026-11-30T12:04:31Z`, from milliseconds since 1970; `nil` for a moment the calendar of the system does not reach.
    static func text(_ milliseconds: Int64) -> String? {
        // Rounded down, also before 1970.
        var seconds = time_t(milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0))
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil, (0...9999).contains(Int(parts.tm_year) + 1900) else { return nil }
        func digits(_ number: Int32, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1) + "-" + digits(parts.tm_mday) + "T"
            + digits(parts.tm_hour) + ":" + digits(parts.tm_min) + ":" + digits(parts.tm_sec) + "Z"
    }
}
