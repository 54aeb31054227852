internal import _OptionsMath

extension ModelledOption {
    /// Returns the option with the strike at which its delta is `delta`; its present strike has no effect.
    ///
    /// Delta is that of the model, with respect to the spot or to the forward: ±e^(−qT) N(±d), with r in place of q for a
    /// forward. The strike is F e^(v²/2 − d v) in the lognormal models and F − d v in the normal one, with v = σ√T.
    ///
    /// - Parameters:
    ///   - delta: Between 0 and 1 for a call, between −1 and 0 for a put.
    ///   - volatility: The volatility, 0 or greater.
    /// - Returns: The option; `nil` if no strike has the delta. Its magnitude must be below e^(−qT), and neither the time nor
    ///   the volatility may be 0.
    /// - Throws: ``PricingError`` if the volatility is outside its domain.
    public func withStrike(ofDelta delta: Double, volatility: Double) throws(PricingError) -> ModelledOption? {
        try PricingError.requireNonNegative(.volatility, volatility)
        let sign: Double = kind == .call ? 1 : -1
        let (forward, yield) = forwardAndYield
        let probability = sign * delta * exp(yield * timeToExpiration)
        let deviation = volatility * timeToExpiration.squareRoot()
        guard probability > 0, probability < 1, deviation > 0 else { return nil }
        let distance = sign * NormalQuantile.value(probability)
        switch self {
        case .blackScholesMerton(let option):
            let strike = forward * exp(deviation * (deviation / 2 - distance))
            guard strike > 0, strike.isFinite else { return nil }
            return .blackScholesMerton(option.withStrike(strike))
        case .black76(let option):
            let strike = forward * exp(deviation * (deviation / 2 - distance))
            guard strike > 0, strike.isFinite else { return nil }
            return .black76(option.withStrike(strike))
        case .bachelier(let option):
            let strike = forward - distance * deviation
            guard strike.isFinite else { return nil }
            return .bachelier(option.withStrike(strike))
        }
    }

    /// The forward, and the yield that discounts delta.
    private var forwardAndYield: (forward: Double, yield: Double) {
        func grown(_ spot: Double, _ rate: Double, _ yield: Double) -> Double {
            spot * exp((rate - yield) * timeToExpiration)
        }
        switch self {
        case .blackScholesMerton(let option):
            return (grown(option.spot, option.riskFreeRate, option.dividendYield), option.dividendYield)
        case .black76(let option):
            return (option.forward, option.riskFreeRate)
        case .bachelier(let option):
            switch option.underlying {
            case .spot(let spot, let yield): return (grown(spot, option.riskFreeRate, yield), yield)
            case .forward(let forward): return (forward, option.riskFreeRate)
            }
        }
    }
}
