/// The wall clock of New York, by the rules of the United States since 1987. The time zone database of the system is
/// not needed.
///
/// Daylight saving time begins at 02:00 of the second Sunday of March and ends at 02:00 of the first Sunday of
/// November; in 1987 to 2006 it began on the first Sunday of April and ended on the last Sunday of October.
///
/// > Source: Energy Policy Act of 2005, section 110; Uniform Time Act amendments of 1986, Public Law 99-359.
public enum NewYorkTime {
    /// Returns the day in New York.
    public static func date(at instant: Timestamp) -> CalendarDate { local(instant).date }

    /// Returns the seconds since midnight that the clock in New York shows.
    public static func secondOfDay(at instant: Timestamp) -> Int { local(instant).nanosecondOfDay / 1_000_000_000 }

    /// Returns the instant at which the clock in New York shows a time of a day. If the clock shows the time twice,
    /// returns the first instant; if it skips the time, the instant one hour later.
    ///
    /// - Parameters:
    ///   - date: The day.
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    /// - Returns: The instant.
    public static func instant(_ date: CalendarDate, hour: Int, minute: Int = 0) -> Timestamp {
        let local = Timestamp(date).adding(seconds: hour * 3600 + minute * 60)
        let daylight = local.adding(seconds: 4 * 3600)
        return isDaylight(daylight) ? daylight : local.adding(seconds: 5 * 3600)
    }

    private static func local(_ instant: Timestamp) -> Timestamp {
        instant.adding(seconds: isDaylight(instant) ? -4 * 3600 : -5 * 3600)
    }

    /// Whether clocks are ahead: from 02:00 standard time (07:00 UTC) until 02:00 daylight time (06:00 UTC).
    private static func isDaylight(_ instant: Timestamp) -> Bool {
        let year = instant.date.year
        let (begin, end) =
            year >= 2007
            ? (Weekday.sunday.nth(2, month: 3, year: year), Weekday.sunday.nth(1, month: 11, year: year))
            : (Weekday.sunday.nth(1, month: 4, year: year), Weekday.sunday.last(month: 10, year: year))
        guard let begin, let end else { return false }
        return instant >= Timestamp(begin).adding(seconds: 7 * 3600)
            && instant < Timestamp(end).adding(seconds: 6 * 3600)
    }
}
