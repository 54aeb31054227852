public import ExactPayoff

/// States of the market: all combinations of some prices of the underlying, changes of volatility and times.
///
/// ## Units
/// Prices per share; volatility shifts are added to volatilities, so 0.05 is 5 points more; times in years from now.
public struct ScenarioGrid: Hashable, Sendable {
    /// The allowed number of scenarios.
    public static let countRange = 1...10_000_000

    /// Prices of the underlying.
    public let stockPrices: [Double]
    /// The amounts added to every volatility. A volatility that would become negative is 0.
    public let volatilityShifts: [Double]
    /// The elapsed times in years from now.
    public let elapsedTimes: [Double]

    /// Creates a grid.
    ///
    /// - Parameters:
    ///   - stockPrices: Finite, 0 or greater; at least one.
    ///   - volatilityShifts: Finite; at least one.
    ///   - elapsedTimes: Finite, 0 or greater; at least one.
    /// - Throws: `StrategyError` naming the first number outside its domain, or the number of scenarios if it is not
    ///   in ``countRange``.
    public init(stockPrices: [Double], volatilityShifts: [Double], elapsedTimes: [Double]) throws(StrategyError) {
        for price in stockPrices { try StrategyError.require(price, "stockPrice", .nonNegative) }
        for shift in volatilityShifts { try StrategyError.require(shift, "volatilityShift", .finite) }
        for time in elapsedTimes { try StrategyError.require(time, "elapsedTime", .nonNegative) }
        let count = stockPrices.count.saturatingProduct(volatilityShifts.count).saturatingProduct(elapsedTimes.count)
        try StrategyError.require(count, "scenarios", .integer(Self.countRange))
        self.stockPrices = stockPrices
        self.volatilityShifts = volatilityShifts
        self.elapsedTimes = elapsedTimes
    }

    /// The number of scenarios.
    public var count: Int { stockPrices.count * volatilityShifts.count * elapsedTimes.count }

    /// Returns the position of a scenario in results, which are ordered by price, then by shift, then by time.
    public func index(stockPrice: Int, volatilityShift: Int, elapsedTime: Int) -> Int {
        (stockPrice * volatilityShifts.count + volatilityShift) * elapsedTimes.count + elapsedTime
    }
}
