internal import VolatilitySmile

/// The volatility at the money of about 30 days, and its place among those of the days before.
public struct MonthVolatility: Hashable, Sendable {
    /// The days to which volatilities are interpolated.
    public static let days = 30
    /// The number of days below which there is neither rank nor percentile.
    public static let minimumCount = 60
    /// The least days to an expiration that is used, and the most.
    private static let usedDays = 7...75

    /// A decimal per year.
    public let value: Double
    /// The place between the lowest and the highest, 0 to 100; `nil` below ``minimumCount`` days, and if all are equal.
    public let rank: Double?
    /// The percentage of the days with a lower volatility, 0 to 100; `nil` below ``minimumCount`` days.
    public let percentile: Double?

    /// Ranks the last of several volatilities; `nil` if there is none.
    ///
    /// - Parameter volatilities: Decimals per year, ascending by day.
    public init?(_ volatilities: [Double]) {
        guard let value = volatilities.last, let low = volatilities.min(), let high = volatilities.max() else {
            return nil
        }
        self.value = value
        guard volatilities.count >= Self.minimumCount else {
            (rank, percentile) = (nil, nil)
            return
        }
        rank = high > low ? 100 * (value - low) / (high - low) : nil
        percentile = 100 * Double(volatilities.count { $0 < value }) / Double(volatilities.count)
    }

    /// Returns the expirations around 30 days, at most two, ascending.
    ///
    /// - Parameters:
    ///   - expirations: Ascending.
    ///   - day: The day from which days count.
    /// - Returns: The last one of 7 to 30 days, and the first one of 31 to 75 days.
    public static func expirations(_ expirations: [CalendarDate], on day: CalendarDate) -> [CalendarDate] {
        let used = expirations.filter { usedDays.contains(day.days(to: $0)) }
        let near = used.last { day.days(to: $0) <= days }
        return [near, used.first { day.days(to: $0) > days }].compactMap { $0 }
    }

    /// Interpolates volatilities to 30 days, linearly in the total variance; a single one stays as it is.
    ///
    /// - Parameter volatilities: The years to one or two expirations, ascending, and the volatilities at the money.
    /// - Returns: A decimal per year; `nil` without a volatility.
    ///
    /// > Source: Cboe, "Volatility Index Methodology: Cboe Volatility Index", 2022, which interpolates so.
    public static func interpolated(_ volatilities: [(years: Double, volatility: Double)]) -> Double? {
        guard let first = volatilities.first, let last = volatilities.last else { return nil }
        let years = Double(days) / 365
        guard last.years > first.years, years > first.years, years < last.years else {
            return abs(first.years - years) <= abs(last.years - years) ? first.volatility : last.volatility
        }
        let (low, high) = (
            first.volatility * first.volatility * first.years, last.volatility * last.volatility * last.years
        )
        let weight = (years - first.years) / (last.years - first.years)
        return ((low + weight * (high - low)) / years).squareRoot()
    }
}

extension ChainAnalysis {
    /// The volatility of the smile at the forward; `nil` without a smile.
    public var volatilityAtTheMoney: Double? {
        forward.flatMap { forward in try? smile?.volatility(at: forward) }
    }
}
