public import ExactPayoff
internal import OptionPricing

extension LognormalDistribution {
    /// The probability that the price touches a level at some time before expiration, with continuous monitoring.
    ///
    /// ## Accuracy
    /// The relative error is within 2·10⁻¹⁵, including in the far tails, and within 2·10⁻¹⁴ for levels a few rounding
    /// errors from the current price.
    ///
    /// - Parameter level: 0 or greater; it may be infinite. The present price is touched; 0 and infinity never are.
    /// - Returns: The first-passage probability, undiscounted.
    /// - Throws: `StrategyError` naming `stockPrice` if the level is negative or NaN.
    ///
    /// > Source: Rubinstein and Reiner, "Unscrambling the Binary Code", *Risk* 4(9), 1991.
    public func probabilityOfTouching(_ level: Double) throws(StrategyError) -> Double {
        try Self.require(level)
        return firstPassageProbability(level)
    }

    /// ``probabilityOfTouching(_:)`` for a level that is known to be 0 or greater.
    func firstPassageProbability(_ level: Double) -> Double {
        if level == spot { return 1 }
        guard level > 0, level < .infinity else { return 0 }
        // Without volatility, the price moves monotonically to its final value.
        if isCertain { return min(spot, mean) <= level && level <= max(spot, mean) ? 1 : 0 }

        // With y = |ln(H/S₀)|, the drift ν = (r − q − σ²/2) T counted towards H, and s = σ√T:
        // P = N((ν − y)/s) + e^(2νy/s²) N(−(ν + y)/s).
        let logarithm = DoubleDouble.logarithm(ofRatio: level, spot)
        let logDrift = growth - deviation * deviation.scaled(by: -1)
        let (way, drift) = level > spot ? (logarithm, logDrift) : (-logarithm, -logDrift)
        let near = standardDeviations(way - drift)
        let far = standardDeviations(way + drift)
        let direct = NormalDistribution.probability(below: -near)
        let reflected: Wide
        if far.high >= 0 {
            // The factor is φ(near)/φ(far), which overflows while N(−far) underflows: their product is a Mills ratio.
            reflected = NormalDistribution.density(near) * MillsRatio.value(far.high)
        } else {
            let exponent = (standardDeviations(way) * standardDeviations(drift)).scaled(by: 1)
            reflected = Wide.exponential(exponent) * NormalDistribution.probability(below: -far)
        }
        return min((direct + reflected).double, 1)
    }

    /// x/s, limited to 2⁵⁰⁰ in magnitude.
    private func standardDeviations(_ x: DoubleDouble) -> DoubleDouble {
        let quotient = x.high / deviation.high
        return quotient.magnitude < 0x1p500 ? x / deviation : DoubleDouble(quotient < 0 ? -0x1p500 : 0x1p500)
    }
}
