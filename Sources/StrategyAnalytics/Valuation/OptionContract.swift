public import OptionPricing

/// The terms of an option that determine its value, independent of any position in it.
///
/// ## Units
/// The strike price is per share, the time in years, the volatility a decimal per year: 0.2 is 20 %.
public struct OptionContract: Hashable, Sendable {
    /// Call or put.
    public let kind: OptionKind
    /// The strike price.
    public let strikePrice: Double
    /// Years from the valuation to the expiration.
    public let timeToExpiration: Double
    /// The volatility at which the option is valued.
    public let volatility: Double

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - strikePrice: Finite and greater than 0.
    ///   - timeToExpiration: Finite, 0 or greater.
    ///   - volatility: Finite, 0 or greater.
    /// - Throws: ``StrategyError`` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, strikePrice: Double, timeToExpiration: Double, volatility: Double
    ) throws(StrategyError) {
        try StrategyError.require(strikePrice, "strikePrice", .positive)
        try StrategyError.require(timeToExpiration, "timeToExpiration", .nonNegative)
        try StrategyError.require(volatility, "volatility", .nonNegative)
        self.kind = kind
        self.strikePrice = strikePrice
        self.timeToExpiration = timeToExpiration
        self.volatility = volatility
    }

    /// Returns the option in `market`.
    func option(in market: MarketState) throws(PricingError) -> EuropeanOption {
        try EuropeanOption(
            kind, spot: market.spot, strike: strikePrice, timeToExpiration: timeToExpiration,
            riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield)
    }
}
