internal import _OptionsMath

/// Implied volatility of values below 2⁻¹⁰⁰⁰ of their bound. Representable prices reach this region if spot and strike are
/// hundreds of orders of magnitude apart; the ratio of value and bound is then not a normal double.
enum FarTail {
    /// Finds the total volatility from an out-of-the-money value.
    ///
    /// With w/b = φ(z₁) D, as in `docs/kernels.md`, D depends only weakly on z₁ = t − h < −36, so that
    /// z₁ = −√(−2 ln(w/b) − ln 2π + 2 ln D) converges by two to three digits per step.
    ///
    /// - Parameters:
    ///   - logValue: ln(w/b), below −690.
    ///   - logMoneyness: a = |ln(forward / strike)|, greater than 0.
    /// - Returns: σ√T.
    static func totalVolatility(logValue: Double, logMoneyness: Double) -> Double {
        let a = logMoneyness
        var z = -(-2 * logValue).squareRoot()
        var total = 0.0
        for _ in 0..<10 {
            // Solves z = s/2 − a/s for s, in the form that does not cancel for negative z.
            total = 2 * a / ((z * z + 2 * a).squareRoot() - z)
            z = -(-2 * logValue - log(2 * Double.pi) + 2 * log(MillsRatio.difference(-z, -z + total, width: total)))
                .squareRoot()
        }
        return 2 * a / ((z * z + 2 * a).squareRoot() - z)
    }
}
