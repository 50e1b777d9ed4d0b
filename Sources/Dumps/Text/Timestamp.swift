/// A time of a dump as text: `2026-11-30T12:04:31.000250Z`, and back.
///
/// The calendar is the proleptic Gregorian one, by the arithmetic of days from a year that begins in March.
enum Timestamp {
    private static let secondsADay: UInt64 = 86_400

    /// The text for microseconds since 1970 UTC; `nil` beyond the year 9999.
    static func text(_ microseconds: UInt64) -> String? {
        let seconds = microseconds / 1_000_000
        let days = Int(seconds / secondsADay)
        guard days <= 2_932_896 else { return nil }
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * march + 2) / 5 + 1
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let clock = Int(seconds % secondsADay)
        let fraction = Int(microseconds % 1_000_000)
        let parts = [digits(year, 4), digits(month, 2), digits(day, 2)].joined(separator: "-")
        let time = [clock / 3600, clock / 60 % 60, clock % 60].map { digits($0, 2) }.joined(separator: ":")
        return parts + "T" + time + (fraction == 0 ? "" : "." + digits(fraction, 6)) + "Z"
    }

    /// The microseconds since 1970 UTC of a text as above, or with a blank in place of `T` and without `Z`; `nil` for
    /// another text or a time before 1970.
    static func microseconds(_ text: String) -> UInt64? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            bytes.count >= range.upperBound ? bytes[range].decimal : nil
        }
        guard bytes.count >= 19, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
            bytes[10] == 0x54 || bytes[10] == 0x20,
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61, year >= 1970
        else { return nil }
        var fraction = 0
        if bytes.count > 20, bytes[19] == 0x2E {
            let digits = bytes[20...].prefix { (0x30...0x39).contains($0) }.prefix(6)
            guard let value = digits.decimal else { return nil }
            fraction = (digits.count..<6).reduce(value) { value, _ in value * 10 }
        }
        let seconds = days(year, month, day) * Int(secondsADay) + hour * 3600 + minute * 60 + second
        return UInt64(max(0, seconds)) * 1_000_000 + UInt64(fraction)
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
