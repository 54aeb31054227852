/// A strategy before expiration: legs with their times and volatilities, in a market.
///
/// ```swift
/// let market = try MarketState(spot: 100, riskFreeRate: 0.04)
/// let call = try Leg.call(.long, strikePrice: 105, premium: 2.5, quantity: 1)
/// let strategy = try PricedStrategy([PricedLeg(call, timeToExpiration: 0.25, volatility: 0.2)], in: market)
/// try strategy.greeks().net.delta
/// let grid = try ScenarioGrid(stockPrices: [95, 100, 105], volatilityShifts: [0], elapsedTimes: [0.1])
/// try strategy.profits(in: grid)
/// ```
///
/// Options are European and valued by `BlackScholesMerton`, each at its own volatility.
public struct PricedStrategy: Hashable, Sendable {
    /// The legs, in the given order.
    public let legs: [PricedLeg]
    /// The market data that the legs share.
    public let market: MarketState
    /// The years to the first expiration; infinite for shares alone.
    public let firstExpiration: Double

    /// Creates a strategy.
    ///
    /// - Parameters:
    ///   - legs: The legs; their number must be in ``PayoffProfile/legCountRange``.
    ///   - market: The market data that the legs share.
    /// - Throws: ``StrategyError`` for another number of legs.
    public init(_ legs: [PricedLeg], in market: MarketState) throws(StrategyError) {
        try StrategyError.require(legs.count, "legs", .count(PayoffProfile.legCountRange, .legs))
        self.legs = legs
        self.market = market
        firstExpiration = legs.reduce(.infinity) { min($0, $1.contract?.timeToExpiration ?? .infinity) }
    }
}
