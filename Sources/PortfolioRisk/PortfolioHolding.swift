public import ExactPayoff
public import OptionPricing
package import StrategyValuation

/// A quantity of one option or of shares in a portfolio.
public struct PortfolioHolding: Hashable, Sendable {
    /// The instrument and its quantity. The premium is not used: profits are relative to the present value.
    public let leg: Leg
    /// The index of the underlying in the model.
    public let underlying: Int
    /// The option with its volatility; `nil` for shares.
    let contract: OptionContract?

    /// Creates a holding of a leg with its terms.
    package init(_ leg: PricedLeg, underlying: Int) {
        self.leg = leg.leg
        self.underlying = underlying
        contract = leg.contract
    }

    /// Creates a holding.
    ///
    /// - Parameters:
    ///   - leg: The instrument and its quantity.
    ///   - underlying: The index of the underlying in the model.
    ///   - timeToExpiration: Years to the expiration of an option; finite and greater than 0. Ignored for shares.
    ///   - impliedVolatility: The volatility at which an option is valued, today and at the horizon: a decimal per year,
    ///     finite, 0 or greater. Ignored for shares.
    ///   - exercise: When the holder may exercise an option. Ignored for shares.
    /// - Throws: ``RiskError`` naming the first parameter outside its domain.
    public init(
        _ leg: Leg, underlying: Int = 0, timeToExpiration: Double? = nil, impliedVolatility: Double? = nil,
        exercise: ExerciseStyle = .european
    ) throws(RiskError) {
        self.leg = leg
        self.underlying = underlying
        guard let kind = leg.optionKind, let strike = leg.strikePrice else {
            contract = nil
            return
        }
        guard let timeToExpiration else { throw .missing(.timeToExpiration) }
        guard let impliedVolatility else { throw .missing(.impliedVolatility) }
        try RiskError.requirePositive(.timeToExpiration, timeToExpiration)
        try RiskError.requireNonNegative(.impliedVolatility, impliedVolatility)
        contract = OptionContract(
            validated: OptionTerms(
                validated: kind, strike: strike, timeToExpiration: timeToExpiration, exercise: exercise),
            volatility: impliedVolatility)
    }
}
