/// Consecutive days from one through another: sessions of the exchange for shares, UTC days for coins.
///
/// Days between the ends that are not sessions do not count. Stored days, and days for which a source had no price, are
/// kept as runs.
public struct DayRun: Hashable, Sendable {
    /// The first day.
    public let first: CalendarDate
    /// The last day.
    public let last: CalendarDate

    /// Creates a run.
    ///
    /// - Precondition: `first` is not later than `last`.
    public init(_ first: CalendarDate, _ last: CalendarDate) {
        precondition(first <= last, "a run must not end before it begins")
        self.first = first
        self.last = last
    }

    /// Whether a day lies in the run.
    public func contains(_ date: CalendarDate) -> Bool { first <= date && date <= last }
}

extension DayRun: CustomStringConvertible {
    /// `2026-01-02 to 2026-01-09`
    public var description: String { "\(first) to \(last)" }
}

/// Days that are missing, without a stored or marked day among them.
public struct DayGap: Hashable, Sendable {
    /// The missing days. Both ends are missing days.
    public let run: DayRun
    /// The number of missing days of each year that has some, ascending.
    public let years: [YearDays]
    /// The number of missing days: sessions or UTC days.
    public var days: Int { years.reduce(0) { $0 + $1.days } }

    /// The number of days of a year.
    public struct YearDays: Hashable, Sendable {
        /// The year.
        public let year: Int
        /// The number of days, at least 1.
        public let days: Int
    }
}
