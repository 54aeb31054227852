public import StrategyAnalytics

/// Options or shares of a portfolio.
public struct PortfolioHolding: Hashable, Sendable {
    /// What is held, and how much of it. Its premium plays no part: profits are counted from the value now.
    public let leg: Leg
    /// Which of the model's underlyings it is on, counted from 0.
    public let underlying: Int
    /// The option; `nil` for shares.
    let terms: Terms?

    /// What the value of an option depends on, beside the market.
    struct Terms: Hashable {
        let isCall: Bool
        let strike, timeToExpiration, impliedVolatility: Double
    }

    /// Creates a holding.
    ///
    /// - Parameters:
    ///   - leg: What is held.
    ///   - underlying: Which of the model's underlyings it is on, counted from 0.
    ///   - timeToExpiration: Years to the expiration of an option; finite and greater than 0. Not looked at for shares.
    ///   - impliedVolatility: The volatility at which an option is valued, today and at the horizon: a decimal per year,
    ///     finite, 0 or greater. Not looked at for shares.
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
