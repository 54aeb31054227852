public import ExactPayoff
public import OptionPricing

/// The distribution of the price of the underlying at an expiration: with or without dividends until then, or as a
/// smile implies it.
///
/// ```swift
/// let prices = try PriceDistribution(market.carry(to: 0.25), volatility: 0.2)
/// let profit = try ProfitProbabilities(of: profile, under: prices)
/// ```
public enum PriceDistribution: Sendable {
    /// Without dividends at ex-dates.
    case lognormal(LognormalDistribution)
    /// With dividends at ex-dates.
    case afterDividends(DividendDistribution)
    /// As the prices of options imply it.
    case smile(SmileDistribution)

    /// Creates the distribution of the price at the expiration of a carry.
    ///
    /// - Parameters:
    ///   - carry: The market, with a spot price greater than 0, and the time to expiration.
    ///   - volatility: A decimal per year, finite, 0 or greater: 0.2 means 20 %.
    ///   - budget: Spent as ex-dates are passed.
    /// - Throws: `StrategyError` as ``LognormalDistribution/init(_:volatility:)`` and
    ///   ``DividendDistribution/init(_:volatility:budget:)``.
    public init(_ carry: Carry, volatility: Double, budget: WorkBudget = WorkBudget()) throws(StrategyError) {
        if carry.market.hasDividends(until: carry.timeToExpiration) {
            self = .afterDividends(try DividendDistribution(carry, volatility: volatility, budget: budget))
        } else {
            self = .lognormal(try LognormalDistribution(carry, volatility: volatility))
        }
    }

    /// The mean price.
    public var mean: Double {
        switch self {
        case .lognormal(let prices): prices.mean
        case .afterDividends(let prices): prices.mean
        case .smile(let prices): prices.mean
        }
    }

    /// Returns P(S < price).
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: The probability.
    /// - Throws: `StrategyError` naming `stockPrice` if the price is negative or NaN.
    public func probability(below price: Double) throws(StrategyError) -> Double {
        switch self {
        case .lognormal(let prices): try prices.probability(below: price)
        case .afterDividends(let prices): try prices.probability(below: price)
        case .smile(let prices): try prices.probability(below: price)
        }
    }

    /// Returns the density of the price where it is greater than 0.
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: The density, per unit of price.
    /// - Throws: `StrategyError` naming `stockPrice` if the price is negative or NaN.
    public func density(at price: Double) throws(StrategyError) -> Double {
        switch self {
        case .lognormal(let prices): try prices.density(at: price)
        case .afterDividends(let prices): try prices.density(at: price)
        case .smile(let prices): try prices.density(at: price)
        }
    }

    /// Returns the quantiles at the distances ±n of a standard normal variate.
    ///
    /// - Parameter standardDeviations: n; greater than 0, and at most that of ``DividendDistribution/expectedMove(standardDeviations:)``.
    /// - Returns: The prices.
    /// - Throws: `StrategyError` naming `standardDeviations` otherwise.
    public func expectedMove(standardDeviations: Double) throws(StrategyError) -> ExpectedMove {
        switch self {
        case .lognormal(let prices): try prices.expectedMove(standardDeviations: standardDeviations)
        case .afterDividends(let prices): try prices.expectedMove(standardDeviations: standardDeviations)
        case .smile(let prices): try prices.expectedMove(standardDeviations: standardDeviations)
        }
    }

    /// Returns the probability that the price touches a level at some time before expiration.
    ///
    /// - Parameter level: 0 or greater; it may be infinite.
    /// - Returns: The probability; `nil` except for a lognormal price.
    /// - Throws: `StrategyError` naming `stockPrice` if the level is negative or NaN.
    public func probabilityOfTouching(_ level: Double) throws(StrategyError) -> Double? {
        switch self {
        case .lognormal(let prices): return try prices.probabilityOfTouching(level)
        case .afterDividends, .smile:
            try LognormalDistribution.require(level)
            return nil
        }
    }

    /// The valuations that a probability at a price costs in addition to ``WorkCost/probability``.
    package var placeCost: Int {
        switch self {
        case .lognormal(let prices): prices.placeCost
        case .afterDividends(let prices): prices.placeCost
        case .smile(let prices): prices.placeCost
        }
    }
}
