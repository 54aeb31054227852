/// The normal distribution with unlimited exponents.
extension Wide {
    /// φ(x) with full relative precision for every x: the square is computed in double-double precision.
    static func normalDensity(_ x: Double) -> Wide {
        let (significand, exponent) = DoubleDouble.exponential(DoubleDouble(product: x, -x / 2))
        return Wide(significand.high * 0.3989422804014327, power: exponent)
    }

    /// N(x), with full relative precision in the lower tail.
    static func normalDistribution(_ x: Double) -> Wide {
        let z = x.magnitude
        let tail = normalDensity(z) * MillsRatio.value(z)
        return x < 0 ? tail : Wide(1) - tail
    }
}
