public import ExactPayoff
public import OptionPricing

/// The price of the underlying at expiration in the Black–Scholes–Merton model: ln S is normal with mean
/// ln S₀ + (r − q − σ²/2) T and variance σ² T.
///
/// ```swift
/// let prices = try LognormalDistribution(spot: 100, volatility: 0.2, timeToExpiration: 0.25, riskFreeRate: 0.05)
/// try prices.probability(below: 90)
/// prices.expectedMove                     // 91.1… to 111.3…
/// ```
///
/// ## Units
/// Prices are per share; nothing is discounted.
///
/// ## Domain
/// With zero volatility or time, the price is certainly S₀ e^((r−q)T), and every result is that of this price. A result
/// too large for a `Double` is infinite.
///
/// ## Accuracy
/// The relative errors of probabilities and partial means are within 2·10⁻¹⁵ for the given doubles, including in the
/// far tails and over narrow intervals, if the result is a normal double; `docs/accuracy.md` lists the measurements.
/// Quantiles are within 4·10⁻¹⁶ (1 + 10 σ√T).
///
/// > Source: Black and Scholes, "The Pricing of Options and Corporate Liabilities", *J. Polit. Econ.* 81(3), 1973,
/// > doi:10.1086/260062.
public struct LognormalDistribution: Sendable {
    /// The current price.
    public let spot: Double

    /// σ√T; 0 if the price is certain.
    let deviation: DoubleDouble
    /// (r − q) T.
    let growth: DoubleDouble
    /// The mean, S₀ e^((r−q)T).
    let forward: Wide

    /// At this σ√T all but e^(−2²⁹) of the probability lies below the least double, and a greater one changes no result.
    private static let largestDeviation = 0x1p16
    /// Below this σ√T the price is certain to half a unit in the last place of a double.
    private static let leastDeviation = 0x1p-54

    /// Creates the distribution of the price at the expiration of a carry.
    ///
    /// - Parameters:
    ///   - carry: The market, with a spot price greater than 0, and the time to expiration.
    ///   - volatility: A decimal per year, finite, 0 or greater: 0.2 means 20 %.
    /// - Throws: `StrategyError` naming the first parameter outside its domain; with the rule `StrategyRule/supported` for
    ///   dividends at ex-dates until the expiration, and for a forward price.
    public init(_ carry: Carry, volatility: Double) throws(StrategyError) {
        try carry.market.requireSpot()
        try StrategyError.require(volatility, "volatility", .nonNegative)
        try StrategyError.require(carry.timeToExpiration, "timeToExpiration", .nonNegative)
        try StrategyError.converting { () throws(PricingError) in
            try carry.market.requireNoDividends(until: carry.timeToExpiration)
        }
        spot = carry.market.underlyingPrice
        let plainDeviation = volatility * carry.timeToExpiration.squareRoot()
        deviation =
            if plainDeviation < Self.leastDeviation {
                DoubleDouble(0)
            } else if plainDeviation < Self.largestDeviation {
                DoubleDouble(volatility) * DoubleDouble.squareRoot(of: carry.timeToExpiration)
            } else {
                DoubleDouble(Self.largestDeviation)
            }
        growth = carry.growth
        forward = Wide.exponential(growth) * spot
    }

    /// Creates the distribution in a market without dividends at ex-dates.
    ///
    /// - Parameters:
    ///   - spot: The price of the underlying now; finite and greater than 0.
    ///   - volatility: A decimal per year, finite, 0 or greater: 0.2 means 20 %.
    ///   - timeToExpiration: Years; finite, 0 or greater.
    ///   - riskFreeRate: A decimal per year, continuously compounded; finite.
    ///   - dividendYield: A decimal per year, continuously compounded; finite.
    /// - Throws: `StrategyError` naming the first parameter outside its domain.
    public init(
        spot: Double, volatility: Double, timeToExpiration: Double, riskFreeRate: Double = 0, dividendYield: Double = 0
    ) throws(StrategyError) {
        try StrategyError.require(spot, "currentPrice", .positive)
        try StrategyError.require(volatility, "volatility", .nonNegative)
        try StrategyError.require(timeToExpiration, "timeToExpiration", .nonNegative)
        let market = try StrategyError.converting { () throws(PricingError) in
            try OptionMarket(spot: spot, riskFreeRate: riskFreeRate, dividendYield: dividendYield)
        }
        try self.init(market.carry(to: timeToExpiration), volatility: volatility)
    }

    /// The mean price, S₀ e^((r−q)T).
    public var mean: Double { forward.double }

    /// The quantiles one standard deviation of ln S below and above its mean: S₀ e^((r−q−σ²/2)T ∓ σ√T).
    public var expectedMove: PriceInterval { PriceInterval(lower: price(atDistance: -1), upper: price(atDistance: 1)) }

    /// Returns the probability that the final price is below `price`.
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: P(S < price).
    /// - Throws: `StrategyError` naming `stockPrice` if the price is negative or NaN.
    public func probability(below price: Double) throws(StrategyError) -> Double {
        try Self.require(price)
        if isCertain { return mean < price ? 1 : 0 }
        return probability(from: standardised(0), to: standardised(price)).double
    }

    /// The probability that the price ends above one, accurate in the upper tail, where 1 − P(S ≤ price) would cancel.
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: P(S > price).
    /// - Throws: `StrategyError`, under the same conditions as ``probability(below:)``.
    public func probability(above price: Double) throws(StrategyError) -> Double {
        try Self.require(price)
        if isCertain { return mean > price ? 1 : 0 }
        return probability(from: standardised(price), to: standardised(.infinity)).double
    }

    /// Returns the probability that the final price is in a closed interval.
    ///
    /// - Parameter interval: Ends of 0 or greater.
    /// - Returns: P(lower ≤ S ≤ upper); 0 if the lower end is above the upper one.
    /// - Throws: `StrategyError`, under the same conditions as ``probability(below:)``.
    public func probability(of interval: PriceInterval) throws(StrategyError) -> Double {
        try share(of: interval, ofCertain: 1) { probability(from: $0, to: $1) }
    }

    /// The contribution of an interval to the mean price.
    ///
    /// - Parameter interval: Ends of 0 or greater.
    /// - Returns: E[S; lower ≤ S ≤ upper], the mean of S inside the interval and of 0 outside.
    /// - Throws: `StrategyError`, under the same conditions as ``probability(below:)``.
    public func partialMean(over interval: PriceInterval) throws(StrategyError) -> Double {
        try share(of: interval, ofCertain: mean) { partialMean(from: $0, to: $1) }
    }

    /// Returns the contribution of an interval; `whole` if the price is certain and in the interval.
    private func share(
        of interval: PriceInterval, ofCertain whole: Double, _ share: (StandardisedPrice, StandardisedPrice) -> Wide
    ) throws(StrategyError) -> Double {
        try Self.require(interval.lower)
        try Self.require(interval.upper)
        guard interval.lower <= interval.upper else { return 0 }
        if isCertain { return interval.lower <= mean && mean <= interval.upper ? whole : 0 }
        return share(standardised(interval.lower), standardised(interval.upper)).double
    }

    /// The quantile of the price at expiration.
    ///
    /// - Parameter probability: Greater than 0 and less than 1.
    /// - Returns: The price K with P(S < K) = `probability`.
    /// - Throws: `StrategyError` otherwise.
    public func quantile(_ probability: Double) throws(StrategyError) -> Double {
        try StrategyError.require(probability, "probability", .betweenZeroAndOne)
        return price(atDistance: NormalDistribution.quantile(below: Wide(probability), above: Wide(1 - probability)))
    }

    static func require(_ price: Double) throws(StrategyError) {
        if price != .infinity { try StrategyError.require(price, "stockPrice", .nonNegative) }
    }

    /// Whether the price at expiration is certain, because volatility or time is 0.
    var isCertain: Bool { deviation.high == 0 }

    /// The price at a distance of z standard deviations of ln S from its mean: S₀ e^((r−q)T − s²/2 + s z), s = σ√T.
    func price(atDistance z: Double) -> Double {
        let exponent = growth + deviation * (DoubleDouble(z) - deviation.scaled(by: -1))
        return (Wide.exponential(exponent) * spot).double
    }
}
