internal import _OptionsMath

extension ModelledOption {
    /// Returns the option with the strike at which its delta is `delta`; its present strike has no effect.
    ///
    /// Delta is that of the model, with respect to the spot or to the forward: ±e^(−qT) N(±d), with r in place of q for a
    /// forward. The strike is F e^(v²/2 − d v) in the lognormal model and F − d v in the normal one, with v = σ√T.
    ///
    /// - Parameters:
    ///   - delta: Between 0 and 1 for a call, between −1 and 0 for a put.
    ///   - volatility: The volatility, 0 or greater.
    /// - Returns: The option; `nil` if no strike has the delta. Its magnitude must be below e^(−qT), and neither the time nor
    ///   the volatility may be 0.
    /// - Throws: ``PricingError`` if the volatility is outside its domain, or with ``PricingError/notSupported(_:)`` as
    ///   ``price(volatility:)``.
    public func withStrike(ofDelta delta: Double, volatility: Double) throws(PricingError) -> ModelledOption? {
        let method = try method()
        try PricingError.requireNonNegative(.volatility, volatility)
        let probability = sign * delta * exp(market.dividendYield * timeToExpiration)
        let deviation = volatility * timeToExpiration.squareRoot()
        guard probability > 0, probability < 1, deviation > 0 else { return nil }
        let distance = sign * NormalQuantile.value(probability)
        let strike = try method.strike(
            forward: market.carry(to: timeToExpiration).forward, distance: distance, deviation: deviation)
        guard strike.isFinite, strike > 0 || model.allowsNegativePrices else { return nil }
        return withStrike(strike)
    }
}
