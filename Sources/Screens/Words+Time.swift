extension Words {
    /// A day and time of day, `2026-11-30 12:04`, from milliseconds since 1970, in a zone this many seconds east of UTC.
    static func date(_ milliseconds: Int64, secondsEastOfUTC offset: Int) -> String {
        let seconds = milliseconds / 1000 &+ Int64(offset)
        let day = Int(clamping: (seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
        let rest = Int(clamping: seconds - Int64(day) * 86_400)
        let (year, month, dayOfMonth) = civil(day)
        return "\(year)-\(two(month))-\(two(dayOfMonth)) \(two(rest / 3600)):\(two(rest / 60 % 60))"
    }

    /// The days since 1970 of a date in the Gregorian calendar.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of a day counted from 1970-01-01. Eras are 400 years; the year begins in March, so that the leap day is
    /// the last of it.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
