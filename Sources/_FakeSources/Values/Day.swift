/// A day of the Gregorian calendar, as the number of days since 1970-01-01.
public struct Day: Hashable, Comparable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    /// Creates a day from its year, month and day of the month.
    ///
    /// > Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013.
    init(_ year: Int, _ month: Int, _ day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Creates a day from `YYYY-MM-DD`; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year, month, day)
        guard civil.year == year, civil.month == month, civil.day == day else { return nil }
    }

    /// The day in UTC at a Unix time.
    init(seconds: Int) { number = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400 }

    var civil: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// 0 for Sunday to 6 for Saturday.
    var weekday: Int { ((number + 4) % 7 + 7) % 7 }

    /// The Unix time at which the day begins in UTC.
    var midnight: Int { number * 86_400 }

    /// Whether `left` is earlier.
    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
    static func + (day: Day, days: Int) -> Day { Day(day.number + days) }
    static func - (day: Day, days: Int) -> Day { Day(day.number - days) }
}

extension Day: CustomStringConvertible {
    /// The day as `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = civil
        return "\(Digits.padded(year, 4))-\(Digits.padded(month, 2))-\(Digits.padded(day, 2))"
    }

    /// The day as `YYMMDD`.
    var compact: String { description.dropFirst(2).filter { $0 != "-" } }
}

enum Digits {
    static func padded(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// `2026-02-10T21:00:00` with a separator of choice.
    static func time(_ seconds: Int, separator: String = "T") -> String {
        let day = Day(seconds: seconds)
        let second = seconds - day.midnight
        return "\(day)\(separator)\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    }
}

/// Daylight saving time of New York, from 2007: from the second Sunday of March to the first of November.
enum NewYork {
    /// The seconds from UTC at nine in the morning of a day.
    static func offset(_ day: Day) -> Int { isSummer(day) ? -14_400 : -18_000 }

    /// The seconds from UTC at a Unix time. Clocks change at 02:00.
    static func offset(at seconds: Int) -> Int {
        // The day in standard time determines the offset, except in the hours around a change, when no exchange trades.
        offset(Day(seconds: seconds - 18_000))
    }

    static func day(at seconds: Int) -> Day { Day(seconds: seconds + offset(at: seconds)) }

    /// The Unix time of a clock time in New York.
    static func time(_ day: Day, _ hour: Int, _ minute: Int = 0) -> Int {
        day.midnight + hour * 3600 + minute * 60 - offset(day)
    }

    static func zone(_ day: Day) -> String { isSummer(day) ? "EDT" : "EST" }

    private static func isSummer(_ day: Day) -> Bool {
        let year = day.civil.year
        return day >= sunday(2, year, 3) && day < sunday(1, year, 11)
    }

    private static func sunday(_ count: Int, _ year: Int, _ month: Int) -> Day {
        let first = Day(year, month, 1)
        return first + (7 - first.weekday) % 7 + 7 * (count - 1)
    }
}
