/// A day of the week.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
    // Raw values count from Monday, as in ISO 8601, but from 0.
    /// Monday.
    case monday
    /// Tuesday.
    case tuesday
    /// Wednesday.
    case wednesday
    /// Thursday.
    case thursday
    /// Friday.
    case friday
    /// Saturday.
    case saturday
    /// Sunday.
    case sunday

    // 0001-01-01 was a Monday.
    private static let firstMonday = CalendarDate(year: 1, month: 1, day: 1)

    /// Creates the weekday of a date.
    public init(_ date: CalendarDate) {
        let days = Self.firstMonday?.days(to: date) ?? 0
        self = Self.allCases[days % 7]
    }

    /// Returns the `count`th occurrence of the weekday in a month, counted from 1; `nil` if there is none.
    public func nth(_ count: Int, month: Int, year: Int) -> CalendarDate? {
        guard count >= 1, let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
        let offset = (rawValue - Weekday(first).rawValue + 7) % 7
        return CalendarDate(year: year, month: month, day: 1 + offset + 7 * (count - 1))
    }

    /// Returns the last occurrence of the weekday in a month.
    public func last(month: Int, year: Int) -> CalendarDate? {
        nth(5, month: month, year: year) ?? nth(4, month: month, year: year)
    }
}
