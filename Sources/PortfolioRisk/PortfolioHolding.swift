public import StrategyAnalytics

/// A quantity of one option or of shares in a portfolio.
public struct PortfolioHolding: Hashable, Sendable {
    /// The instrument and its quantity. The premium is not used: profits are relative to the present value.
    public let leg: Leg
    /// The index of the underlying in the model.
    public let underlying: Int
    /// The terms of an option; `nil` for shares.
    let terms: Terms?

    /// The inputs of an option's value other than the market.
    struct Terms: Hashable {
        let isCall: Bool
        let strike, timeToExpiration, impliedVolatility: Double
    }

    /// Creates a holding.
    ///
    /// - Parameters:
    ///   - leg: The instrument and its quantity.
    ///   - underlying: The index of the underlying in the model.
    ///   - timeToExpiration: Years to the expiration of an option; finite and greater than 0. Ignored for shares.
    ///   - impliedVolatility: The volatility at which an option is valued, today and at the horizon: a decimal per year,
    ///     finite, 0 or greater. Ignored for shares.
    /// - Throws: ``RiskError`` naming the first parameter outside its domain.
    public init(
        _ leg: Leg, underlying: Int = 0, timeToExpiration: Double? = nil, impliedVolatility: Double? = nil
    ) throws(RiskError) {
        self.leg = leg
        self.underlying = underlying
        let (isCall, strike): (Bool, Double)
        switch leg.instrument {
        case .call(let strikePrice): (isCall, strike) = (true, strikePrice)
        case .put(let strikePrice): (isCall, strike) = (false, strikePrice)
        case .stock:
            terms = nil
            return
        }
        guard let timeToExpiration else { throw .missing(.timeToExpiration) }
        guard let impliedVolatility else { throw .missing(.impliedVolatility) }
        try RiskError.requirePositive(.timeToExpiration, timeToExpiration)
        try RiskError.requireNonNegative(.impliedVolatility, impliedVolatility)
        terms = Terms(
            isCall: isCall, strike: strike, timeToExpiration: timeToExpiration, impliedVolatility: impliedVolatility)
    }
}
