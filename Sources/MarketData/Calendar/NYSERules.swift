/// The holidays and early closes of the New York Stock Exchange: sessions since 1990, closes at 13:00 since 1993.
///
/// > Source: New York Stock Exchange, Rule 7.2 (Holidays), and the announcements of single closings.
enum NYSERules {
    /// Whether the exchange is open on a day.
    static func isOpen(_ date: CalendarDate, _ weekday: Weekday) -> Bool {
        weekday.rawValue <= Weekday.friday.rawValue && !isHoliday(date, weekday) && !closings.contains(date)
    }

    /// Whether the session of a day ends at 13:00.
    static func isEarlyClose(_ date: CalendarDate) -> Bool {
        let year = date.year
        guard year >= 1993 else { return false }
        let weekday = Weekday(date)
        let isBeforeFriday = weekday.rawValue <= Weekday.thursday.rawValue
        switch (date.month, date.day) {
        case (11, _):
            return Weekday.thursday.nth(4, month: 11, year: year)?.adding(days: 1) == date
        case (12, 24):
            return isBeforeFriday
        case (7, 3):
            // If the holiday is a Thursday: before 2013, the Friday after it; since then, the day before it.
            return isBeforeFriday && year >= 1995 && (weekday != .wednesday || year >= 2013)
        case (7, 5):
            return weekday == .friday && (1995..<2013).contains(year)
        case (12, 26):
            return year == 1997 || year == 2003
        default:
            return false
        }
    }

    /// Exceptional closings: days of mourning, 11 September 2001, and storms.
    private static let closings = Set(
        [
            "1994-04-27", "2001-09-11", "2001-09-12", "2001-09-13", "2001-09-14", "2004-06-11", "2007-01-02",
            "2012-10-29", "2012-10-30", "2018-12-05", "2025-01-09",
        ].compactMap(CalendarDate.init(_:)))

    private static func isHoliday(_ date: CalendarDate, _ weekday: Weekday) -> Bool {
        let year = date.year
        switch date.month {
        case 1:
            // New Year's Day on a Saturday is not observed.
            return date.day == 1 || date.day == 2 && weekday == .monday
                || year >= 1998 && date == Weekday.monday.nth(3, month: 1, year: year)
        case 2:
            return date == Weekday.monday.nth(3, month: 2, year: year)
        case 3, 4:
            return date == goodFriday(year)
        case 5:
            return date == Weekday.monday.last(month: 5, year: year)
        case 6:
            return year >= 2022 && isObserved(date, day: 19)
        case 7:
            return isObserved(date, day: 4)
        case 9:
            return date == Weekday.monday.nth(1, month: 9, year: year)
        case 11:
            return date == Weekday.thursday.nth(4, month: 11, year: year)
        case 12:
            return isObserved(date, day: 25)
        default:
            return false
        }
    }

    /// Whether a holiday that falls on a day of the month is observed on a date. A holiday on a Saturday is observed on
    /// the Friday before it, one on a Sunday on the Monday after it.
    private static func isObserved(_ date: CalendarDate, day: Int) -> Bool {
        switch date.day - day {
        case 0: true
        case -1: Weekday(date) == .friday
        case 1: Weekday(date) == .monday
        default: false
        }
    }

    /// The Friday before Easter.
    ///
    /// > Source: Meeus, "Astronomical Algorithms", 2nd edition, 1998, chapter 8 (the algorithm of 1876, "Butcher's
    /// > ecclesiastical calendar").
    private static func goodFriday(_ year: Int) -> CalendarDate? {
        let (a, b, c) = (year % 19, year / 100, year % 100)
        let (d, e) = (b / 4, b % 4)
        let g = (8 * b + 13) / 25
        let h = (19 * a + b - d - g + 15) % 30
        let (i, k) = (c / 4, c % 4)
        let l = (32 + 2 * e + 2 * i - h - k) % 7
        let m = (a + 11 * h + 22 * l) / 451
        let (month, day) = ((h + l - 7 * m + 114) / 31, (h + l - 7 * m + 114) % 31 + 1)
        return CalendarDate(year: year, month: month, day: day)?.adding(days: -2)
    }
}
