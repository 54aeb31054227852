/// The value of today's positions on a past day.
public struct PortfolioDay: Hashable, Sendable {
    /// The day.
    public let date: CalendarDate
    /// The sum of the market values, each at the last close on or before the day.
    public let marketValue: ExactDecimal
    /// The cost of the positions that have such a close.
    public let cost: ExactDecimal
}

/// The daily history of the market value of positions.
public enum PortfolioHistory {
    /// A position and the closes of its asset.
    public struct Series: Sendable {
        /// The position.
        public let position: PortfolioPosition
        /// The closes, ascending by day. The last one before the first day of the history is its initial close.
        public let closes: [DailyPrice]

        /// Creates a series.
        public init(_ position: PortfolioPosition, closes: [DailyPrice]) {
            self.position = position
            self.closes = closes
        }
    }

    /// Computes the history of today's positions: for the first day, and for each later day on which any of them has a
    /// close. Days before the earliest close are omitted.
    ///
    /// A position counts, in value and in cost, from its first close on. The caller must omit positions in currencies
    /// other than dollars.
    ///
    /// - Parameters:
    ///   - series: The positions and their closes.
    ///   - first: The first day.
    ///   - last: The last day.
    /// - Returns: The days, ascending.
    /// - Complexity: O(*n*) for *n* closes, and one sum of the positions a day.
    public static func days(
        of series: [Series], from first: CalendarDate, through last: CalendarDate
    ) -> [PortfolioDay] {
        guard first <= last else { return [] }
        // The next close of each series, and its market value at the close before
        var next = [Int](repeating: 0, count: series.count)
        var values = [ExactDecimal?](repeating: nil, count: series.count)
        func advance(through date: CalendarDate) {
            for (index, series) in series.enumerated() {
                var place = next[index]
                while place < series.closes.count, series.closes[place].date <= date { place += 1 }
                guard place > next[index] else { continue }
                next[index] = place
                values[index] = series.position.quantity.multiplied(by: series.closes[place - 1].close)
            }
        }
        var days: [PortfolioDay] = []
        var day: CalendarDate? = first
        while let date = day, date <= last {
            advance(through: date)
            if let sum = sum(series, values, on: date) { days.append(sum) }
            day = series.indices.lazy.compactMap { index in
                next[index] < series[index].closes.count ? series[index].closes[next[index]].date : nil
            }.min()
        }
        return days
    }

    /// The sum of a day; `nil` if no position has a value.
    private static func sum(_ series: [Series], _ values: [ExactDecimal?], on date: CalendarDate) -> PortfolioDay? {
        var (value, cost, isEmpty) = (ExactDecimal.zero, ExactDecimal.zero, true)
        for (series, worth) in zip(series, values) {
            guard let worth, let newValue = value.adding(worth), let newCost = cost.adding(series.position.cost)
            else { continue }
            (value, cost, isEmpty) = (newValue, newCost, false)
        }
        return isEmpty ? nil : PortfolioDay(date: date, marketValue: value, cost: cost)
    }
}
