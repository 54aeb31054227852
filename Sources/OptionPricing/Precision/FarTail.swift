internal import _OptionsMath

/// Implied volatility where the value is less than 2⁻¹⁰⁰⁰ of its bound: with prices and strikes hundreds of orders of
/// magnitude apart that happens to representable prices, and the ratio itself would leave the doubles.
enum FarTail {
    /// The total volatility of an out-of-the-money value.
    ///
    /// With w/b = φ(z₁) D, as in `docs/kernels.md`, D changes little with z₁ = t − h < −36, so that
    /// z₁ = −√(−2 ln(w/b) − ln 2π + 2 ln D) converges by two to three digits a step.
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
            // z = s/2 − a/s, of whose two forms this one does not cancel for negative z.
            total = 2 * a / ((z * z + 2 * a).squareRoot() - z)
            z = -(-2 * logValue - log(2 * Double.pi) + 2 * log(MillsRatio.difference(-z, -z + total, width: total)))
                .squareRoot()
        }
        return 2 * a / ((z * z + 2 * a).squareRoot() - z)
    }
}
