public import ExactPayoff
internal import OptionPricing

extension LognormalDistribution {
    /// The probability density of the price at expiration, φ(d₂)/(K σ√T), with d₂ as in the Black–Scholes formula.
    ///
    /// ## Units
    /// Per unit of price; the integral over all prices is 1.
    ///
    /// ## Domain
    /// At 0 and at infinity, the density is 0. If the price is certain, it is infinite at that price, and 0 elsewhere.
    ///
    /// ## Accuracy
    /// The relative error is within 10⁻¹⁵ for the given doubles, also in the far tails, if the density is a normal double.
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: The density; infinite if it is too large for a `Double`.
    /// - Throws: `StrategyError` naming `stockPrice` if the price is negative or NaN.
    public func density(at price: Double) throws(StrategyError) -> Double {
        try Self.require(price)
        guard price > 0, price < .infinity else { return 0 }
        if isCertain { return price == mean ? .infinity : 0 }
        let logMoneyness = growth - DoubleDouble.logarithm(ofRatio: price, spot)
        // Beyond this distance the density is 0 for every purpose.
        guard (logMoneyness.high / deviation.high).magnitude < 0x1p500 else { return 0 }
        let d2 = logMoneyness / deviation - deviation.scaled(by: -1)
        return (NormalDistribution.density(d2) / (Wide(price) * deviation.high)).double
    }
}
