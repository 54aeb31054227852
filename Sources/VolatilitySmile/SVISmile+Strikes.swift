public import OptionPricing

extension SVISmile {
    /// Returns the implied volatility at a strike: a decimal per year.
    ///
    /// - Parameter strike: Finite and greater than 0.
    /// - Returns: The volatility, 0 or greater.
    /// - Throws: `PricingError` if the strike is outside its domain.
    public func volatility(at strike: Double) throws(PricingError) -> Double {
        try PricingError.requirePositive(.strike, strike)
        return (shape.variance(chain.logMoneyness(strike)) / chain.timeToExpiration).squareRoot()
    }

    /// Computes the price and the first-order greeks of an option at the smile's volatility.
    ///
    /// The greeks are those of the Black–Scholes–Merton model with a sticky strike: each strike keeps its volatility as the
    /// underlying moves.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - strike: Finite and greater than 0.
    /// - Returns: Price, delta, gamma, theta, vega and rho.
    /// - Throws: `PricingError` if the strike is outside its domain or the price is too large for a `Double`.
    public func greeks(_ kind: OptionKind, strike: Double) throws(PricingError) -> Greeks {
        try chain.option(kind, strike: strike).greeks(volatility: volatility(at: strike))
    }

    /// Computes the price of an option at the smile's volatility, per share.
    ///
    /// Parameters and errors are those of ``greeks(_:strike:)``.
    public func price(_ kind: OptionKind, strike: Double) throws(PricingError) -> Double {
        try chain.option(kind, strike: strike).price(volatility: volatility(at: strike))
    }

    /// Computes the delta of an option, with the volatility of its strike held constant.
    ///
    /// Parameters and errors are those of ``greeks(_:strike:)``.
    public func delta(_ kind: OptionKind, strike: Double) throws(PricingError) -> Double {
        try greeks(kind, strike: strike).delta
    }

    /// Finds the strike of the option with a given delta, at the smile's volatility of that strike.
    ///
    /// Delta is that of ``delta(_:strike:)``, with respect to the spot; delta with respect to the forward is
    /// e^(yield · time) times as large in magnitude.
    ///
    /// If the smile is free of butterfly arbitrage, delta decreases with the strike (Fukasawa 2012), so the strike is unique.
    /// Otherwise delta may rise and fall along the smile, and several strikes may have it. The result is then one of those at
    /// which delta falls through the value as the strike rises; which one of several is unspecified, but the same in every
    /// call. The result is the largest `Double` near that strike at which delta is not below the given value.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - delta: Between 0 and e^(−yield · time) for a call, between −e^(−yield · time) and 0 for a put.
    /// - Returns: The strike, from 2⁻²⁵⁶ to 2²⁵⁶ times the forward; `nil` if delta is below the value at the lowest of these
    ///   strikes, or not below it at the highest. Without butterfly arbitrage, no strike then has the delta.
    ///
    /// > Source: Fukasawa, "The normalizing transformation of the implied volatility smile", *Math. Finance* 22(4), 2012,
    /// > doi:10.1111/j.1467-9965.2011.00499.x.
    public func strike(_ kind: OptionKind, delta: Double) -> Double? {
        func isReached(_ strike: Double) -> Bool {
            guard let value = try? self.delta(kind, strike: strike) else { return false }
            return value >= delta
        }
        var low = max(chain.forward * 0x1p-256, .leastNormalMagnitude)
        var high = min(chain.forward * 0x1p256, .greatestFiniteMagnitude)
        guard isReached(low), !isReached(high) else { return nil }
        while low.nextUp < high {
            let middle = Double(bitPattern: low.bitPattern + (high.bitPattern - low.bitPattern) / 2)
            if isReached(middle) { low = middle } else { high = middle }
        }
        return low
    }
}
