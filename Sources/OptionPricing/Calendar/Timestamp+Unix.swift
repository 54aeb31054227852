extension Timestamp {
    /// Creates the instant `seconds` seconds and `nanoseconds` nanoseconds after 1970-01-01T00:00:00Z, as Unix counts them; `nil`
    /// outside the years 1 to 9999.
    ///
    /// - Parameters:
    ///   - seconds: Of either sign.
    ///   - nanoseconds: 0 to 999,999,999.
    public init?(secondsSince1970 seconds: Int, nanoseconds: Int = 0) {
        guard (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        let day = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
        guard let date = CalendarDate.unixEpoch.adding(days: day) else { return nil }
        self.init(date, nanosecondOfDay: (seconds - day * 86_400) * 1_000_000_000 + nanoseconds)
    }

    /// The first instant of 1970, from which Unix counts.
    public static let unixEpoch = Timestamp(CalendarDate.unixEpoch)

    /// The whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public var secondsSince1970: Int {
        let days = CalendarDate.unixEpoch.days(to: date)
        return days * 86_400 + nanosecondOfDay / 1_000_000_000
    }

    /// Returns the instant `seconds` seconds later, or earlier if `seconds` is negative; the first or the last instant of the years
    /// 1 to 9999 where the result is outside of them.
    public func adding(seconds: Int) -> Timestamp {
        let (sum, overflows) = secondsSince1970.addingReportingOverflow(seconds)
        if !overflows,
            let later = Timestamp(secondsSince1970: sum, nanoseconds: nanosecondOfDay % 1_000_000_000)
        {
            return later
        }
        return seconds < 0
            ? Timestamp(CalendarDate.first)
            : Timestamp(CalendarDate.last, nanosecondOfDay: Self.nanosecondsPerDay - 1)
    }

    /// The whole seconds from this instant to `other`, rounded down; negative if `other` is earlier.
    public func seconds(to other: Timestamp) -> Int {
        let seconds = other.secondsSince1970 - secondsSince1970
        return nanosecondOfDay % 1_000_000_000 > other.nanosecondOfDay % 1_000_000_000 ? seconds - 1 : seconds
    }

    /// The instant in the format of RFC 3339, with its time also at midnight: `2026-11-21T00:00:00Z`.
    public var rfc3339: String { nanosecondOfDay == 0 ? "\(date)T00:00:00Z" : description }

    /// The instant in the format of RFC 3339 with three decimals: `2026-11-21T15:30:00.000Z`. The rest is cut off.
    public var milliseconds: String { fixed(decimals: 3) + "Z" }

    /// The instant in UTC with six decimals and without a zone: `2026-11-21T15:30:00.123456`. The rest is cut off.
    public var microseconds: String { fixed(decimals: 6) }

    private func fixed(decimals: Int) -> String {
        func digits(_ number: Int, _ count: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: count - digits.utf8.count) + digits
        }
        let (second, nanoseconds) = nanosecondOfDay.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
        return "\(date)T\(time).\(digits(nanoseconds, 9).prefix(decimals))"
    }
}
