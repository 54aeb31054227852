/// A day of the proleptic Gregorian calendar, as in ISO 8601; years 1 to 9999.
///
/// ```swift
/// let expiration = CalendarDate("2026-12-18")
/// let leapDay = CalendarDate(year: 2028, month: 2, day: 29)
/// ```
///
/// A date has no time of day and no time zone. This type never reads a clock.
///
/// > Source: ISO 8601-1:2019, "Date and time: Representations for information interchange", 5.2.2 (calendar date,
/// > extended format).
public struct CalendarDate: Hashable, Sendable {
    // Four bytes, since every leg of a strategy holds a date.
    private let compactYear: Int16
    private let compactMonth, compactDay: Int8

    /// The year, 1 to 9999.
    public var year: Int { Int(compactYear) }
    /// The month, 1 to 12.
    public var month: Int { Int(compactMonth) }
    /// The day of the month, from 1.
    public var day: Int { Int(compactDay) }

    /// Creates a date from its components; `nil` if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        guard day <= Self.days(inMonth: month, of: year) else { return nil }
        compactYear = Int16(year)
        compactMonth = Int8(month)
        compactDay = Int8(day)
    }

    /// The first and the last day that the type represents, and the first that Unix counts.
    static let (first, last, unixEpoch) = (
        CalendarDate(existing: 1, 1, 1), CalendarDate(existing: 9999, 12, 31), CalendarDate(existing: 1970, 1, 1)
    )

    private init(existing year: Int16, _ month: Int8, _ day: Int8) {
        compactYear = year
        compactMonth = month
        compactDay = day
    }

    /// Parses `YYYY-MM-DD`, exactly ten ASCII characters; `nil` for any other text and for a day that does not exist.
    public init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// Parses `YYYY-MM-DD` from bytes, by the rules of ``init(_:)``.
    public init?(utf8 text: Span<UInt8>) {
        let hyphen = UInt8(ascii: "-")
        guard text.count == 10, text[4] == hyphen, text[7] == hyphen,
            let year = Self.number(text, 0..<4), let month = Self.number(text, 5..<7),
            let day = Self.number(text, 8..<10)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Returns the exact number of days from this date to `other`; negative if `other` is earlier.
    public func days(to other: CalendarDate) -> Int {
        other.dayNumber - dayNumber
    }

    /// Returns the date `days` days later, or earlier if `days` is negative; `nil` outside the years 1 to 9999.
    ///
    /// > Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013,
    /// > https://howardhinnant.github.io/date_algorithms.html (`civil_from_days`).
    public func adding(days: Int) -> CalendarDate? {
        guard days.magnitude < 4_000_000 else { return nil }
        let number = dayNumber + days
        guard number >= 0 else { return nil }
        // Eras of 400 years. Years begin in March.
        let (era, day) = number.quotientAndRemainder(dividingBy: 146_097)
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        return CalendarDate(
            year: 400 * era + year + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
            day: dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// Days since 0000-03-01.
    ///
    /// If years begin in March, the leap day is the last day of a year, and the lengths of the months repeat every five
    /// months as 31, 30, 31, 30, 31. The days before month m, counted from March, are then ⌊(153 m + 2) / 5⌋.
    ///
    /// > Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013,
    /// > https://howardhinnant.github.io/date_algorithms.html (`days_from_civil`).
    private var dayNumber: Int {
        let years = month > 2 ? year : year - 1
        let months = month > 2 ? month - 3 : month + 9
        return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// Parses the ASCII digits in `range`; `nil` if another character occurs.
    static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var number = 0
        for index in range {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = 10 * number + Int(digit)
        }
        return number
    }
}

extension CalendarDate: Comparable {
    /// Whether `left` is earlier than `right`.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: CustomStringConvertible {
    /// `YYYY-MM-DD`
    public var description: String {
        func digits(_ number: Int) -> (UInt8, UInt8) {
            (UInt8(ascii: "0") + UInt8(number / 10), UInt8(ascii: "0") + UInt8(number % 10))
        }
        let (century, years, months, days) = (digits(year / 100), digits(year % 100), digits(month), digits(day))
        let hyphen = UInt8(ascii: "-")
        let text = [
            century.0, century.1, years.0, years.1, hyphen, months.0, months.1, hyphen, days.0, days.1,
        ]
        return String(decoding: text, as: UTF8.self)
    }
}
