internal import MarketData

/// Ranges of days, ascending, which neither overlap nor touch.
struct DayRuns {
    private(set) var ranges: [ClosedRange<CalendarDate>] = []

    /// Creates the ranges that cover the same days as others.
    ///
    /// - Parameters:
    ///   - others: The ranges, in any order.
    ///   - days: The days that count.
    init(_ others: [ClosedRange<CalendarDate>], of days: TradingDays) {
        for range in others.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = ranges.last,
                days.areConsecutive(last.upperBound, range.lowerBound)
            else {
                ranges.append(range)
                continue
            }
            ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
    }
}
