/// Conventions that convert the days between two dates to years.
public enum DayCount {
    /// Actual/365 (Fixed): the days between the dates divided by 365, in leap years as well.
    ///
    /// ## Units
    /// Years.
    ///
    /// ## Accuracy
    /// The double nearest to the exact quotient.
    ///
    /// - Parameters:
    ///   - start: The first day, which is excluded.
    ///   - end: The last day, which is included.
    /// - Returns: The years; negative if `end` is before `start`.
    ///
    /// > Source: ISDA, "2006 ISDA Definitions", section 4.16(d), Actual/365 (Fixed).
    public static func actual365Fixed(from start: CalendarDate, to end: CalendarDate) -> Double {
        Double(start.days(to: end)) / 365
    }

    /// Actual/365 (Fixed) from an instant to the first instant of a day, 00:00 UTC, including fractions of a day.
    ///
    /// - Parameters:
    ///   - start: The instant.
    ///   - end: The day.
    /// - Returns: The years; negative if `end` is before `start`. If `start` is the first instant of a day, the result is
    ///   that of ``actual365Fixed(from:to:)-(CalendarDate,_)``.
    public static func actual365Fixed(from start: Timestamp, to end: CalendarDate) -> Double {
        guard start.nanosecondOfDay > 0 else { return actual365Fixed(from: start.date, to: end) }
        let nanoseconds =
            Int128(start.date.days(to: end)) * Int128(Timestamp.nanosecondsPerDay) - Int128(start.nanosecondOfDay)
        return Double(nanoseconds) / Double(365 * Timestamp.nanosecondsPerDay)
    }
}
