internal import MarketData

/// Ranges of days, ascending, without two that overlap or follow each other.
struct DayRuns {
    private(set) var ranges: [ClosedRange<CalendarDate>] = []

    /// Creates the ranges that cover the same days as others.
    ///
    /// - Parameters:
    ///   - others: The ranges, in any order.
    ///   - areConsecutive: Whether no day can have a price between two days, the first of which is the earlier one.
    init(
        _ others: [ClosedRange<CalendarDate>], areConsecutive: (CalendarDate, CalendarDate) -> Bool
    ) {
        for range in others.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = ranges.last,
                range.lowerBound <= last.upperBound || last.upperBound.days(to: range.lowerBound) == 1
                    || areConsecutive(last.upperBound, range.lowerBound)
            else {
                ranges.append(range)
                continue
            }
            ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
    }
}
