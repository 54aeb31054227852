#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

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
    static func totalVolatility(logValue: Double, logMoneyness a: Double) -> Double {
        var z = -(-2 * logValue).squareRoot()
        var total = 0.0
        for _ in 0..<10 {
            // z = s/2 − a/s, of whose two forms this one does not cancel for negative z.
            total = 2 * a / ((z * z + 2 * a).squareRoot() - z)
            z = -(-2 * logValue - log(2 * Double.pi) + 2 * log(difference(-z, -z + total, total))).squareRoot()
        }
        return 2 * a / ((z * z + 2 * a).squareRoot() - z)
    }

    /// m(y₁) − m(y₂), the difference of two Mills ratios m(y) = 1/y − 1/y³ + 3/y⁵ − …, whose arguments are `width`
    /// apart: 1/y₁ⁿ − 1/y₂ⁿ has the factor 1/y₁ − 1/y₂ = width / (y₁ y₂).
    private static func difference(_ y1: Double, _ y2: Double, _ width: Double) -> Double {
        let (u, v) = (1 / y1, 1 / y2)
        let (u2, v2) = (u * u, v * v)
        let third = u2 + u * v + v2
        let fifth = u2 * u2 + u * v * third + v2 * v2
        let seventh = u2 * u2 * u2 + u * v * fifth + v2 * v2 * v2
        let ninth = u2 * u2 * u2 * u2 + u * v * seventh + v2 * v2 * v2 * v2
        let eleventh = u2 * u2 * u2 * u2 * u2 + u * v * ninth + v2 * v2 * v2 * v2 * v2
        return width * u * v * (1 - third + 3 * fifth - 15 * seventh + 105 * ninth - 945 * eleventh)
    }
}
