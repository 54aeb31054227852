/// Elementary functions that return the same bits on every machine.
///
/// The functions of a C library differ in the last digit between versions and processors, and a difference in the last digit can move a
/// price by a cent. These use additions, multiplications, divisions and square roots only, which IEEE 754 rounds correctly.
enum PortableMath {
    /// Returns e^x.
    ///
    /// ## Domain
    /// −700 ≤ `x` ≤ 700; arguments outside are replaced by the nearer bound.
    ///
    /// ## Accuracy
    /// Relative error below 10⁻¹⁵.
    static func exp(_ x: Double) -> Double {
        // e^x = 2^n e^r with |r| ≤ ln 2 / 2. ln 2 is subtracted in two parts, of which the first has trailing zeros, so that its product
        // with n is exact.
        let bounded = min(max(x, -700), 700)
        let n = (bounded * 1.4426950408889634).rounded()
        let r = (bounded - n * 0.693147180369123816490) - n * 1.90821492927058770002e-10
        // The Taylor series through r¹³, from the last coefficient to the first: 1/n!
        var sum = 1.0 / 6_227_020_800
        sum = sum * r + 1.0 / 479_001_600
        sum = sum * r + 1.0 / 39_916_800
        sum = sum * r + 1.0 / 3_628_800
        sum = sum * r + 1.0 / 362_880
        sum = sum * r + 1.0 / 40_320
        sum = sum * r + 1.0 / 5_040
        sum = sum * r + 1.0 / 720
        sum = sum * r + 1.0 / 120
        sum = sum * r + 1.0 / 24
        sum = sum * r + 1.0 / 6
        sum = sum * r + 1.0 / 2
        sum = sum * r + 1
        sum = sum * r + 1
        return sum * Double(sign: .plus, exponent: Int(n), significand: 1)
    }

    /// Returns the natural logarithm.
    ///
    /// ## Domain
    /// `x` is positive and normal.
    ///
    /// ## Accuracy
    /// Absolute error below 10⁻¹⁵ (1 + |ln x|).
    static func log(_ x: Double) -> Double {
        // ln x = e ln 2 + 2 artanh s with s = (m − 1) / (m + 1) and √½ ≤ m < √2
        var (mantissa, exponent) = (x.significand, Double(x.exponent))
        if mantissa > 1.4142135623730951 { (mantissa, exponent) = (mantissa / 2, exponent + 1) }
        let s = (mantissa - 1) / (mantissa + 1)
        let square = s * s
        var series = 1.0 / 21
        series = series * square + 1.0 / 19
        series = series * square + 1.0 / 17
        series = series * square + 1.0 / 15
        series = series * square + 1.0 / 13
        series = series * square + 1.0 / 11
        series = series * square + 1.0 / 9
        series = series * square + 1.0 / 7
        series = series * square + 1.0 / 5
        series = series * square + 1.0 / 3
        series = series * square + 1
        return exponent * 0.6931471805599453 + 2 * s * series
    }

    /// Returns the quantile of the standard normal distribution.
    ///
    /// ## Domain
    /// 0 < `probability` < 1.
    ///
    /// ## Accuracy
    /// Relative error below 10⁻⁷.
    ///
    /// > Source: Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution", *Applied Statistics* 37(3), 1988,
    /// > doi:10.2307/2347330 (PPND7).
    static func normalQuantile(_ probability: Double) -> Double {
        let q = probability - 0.5
        if abs(q) <= 0.425 {
            let r = 0.180625 - q * q
            let numerator = ((59.109374720 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179
            let denominator = ((67.187563600 * r + 78.757757664) * r + 17.895169469) * r + 1
            return q * numerator / denominator
        }
        let r = (-log(q < 0 ? probability : 1 - probability)).squareRoot()
        let magnitude: Double
        if r <= 5 {
            let s = r - 1.6
            let numerator = ((0.17023821103 * s + 1.3067284816) * s + 2.7568153900) * s + 1.4234372777
            magnitude = numerator / ((0.12021132975 * s + 0.73700164250) * s + 1)
        } else {
            let s = r - 5
            let numerator = ((0.017337203997 * s + 0.42868294337) * s + 3.0812263860) * s + 6.6579051150
            magnitude = numerator / ((0.012258202635 * s + 0.24197894225) * s + 1)
        }
        return q < 0 ? -magnitude : magnitude
    }
}
