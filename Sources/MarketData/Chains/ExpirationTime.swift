extension ExchangeCalendar {
    /// Returns the instant at which options expire: the close of the session on their expiration, or of the last
    /// session before it if the exchange is closed that day.
    public func expiration(on date: CalendarDate) -> Timestamp? {
        sessionDate(onOrBefore: date).flatMap { session(on: $0) }?.close
    }
}

extension Timestamp {
    private static let nanosecondsPerDay = 86_400_000_000_000

    /// Returns the years to another instant, by Actual/365 (Fixed) with nanoseconds; negative if the other is earlier.
    public func years(to other: Timestamp) -> Double {
        let days = Int128(date.days(to: other.date)) * Int128(Self.nanosecondsPerDay)
        return Double(days + Int128(other.nanosecondOfDay - nanosecondOfDay)) / Double(365 * Self.nanosecondsPerDay)
    }
}
