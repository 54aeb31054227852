internal import _OptionsMath

/// What the lognormal model makes of its inputs, with twice the digits.
extension DoubleDouble {
    /// ln(numerator / denominator) of finite numbers greater than 0.
    package static func logarithm(ofRatio numerator: Double, _ denominator: Double) -> DoubleDouble {
        let ratio = DoubleDouble(numerator.significand) / DoubleDouble(denominator.significand)
        let binary = Int(numerator.exponent) - Int(denominator.exponent)
        return logarithm(ratio, near: log(ratio.high)) + logarithmOfTwo * DoubleDouble(Double(binary))
    }

    /// rate · time, at most 2⁴⁰ in magnitude: beyond, the exponents of the discount factors would leave the integers.
    package static func growth(rate: Double, time: Double) -> DoubleDouble {
        let product = rate * time
        if product.magnitude < 0x1p40 { return DoubleDouble(product: rate, time) }
        return DoubleDouble(product < 0 ? -0x1p40 : 0x1p40)
    }

    /// √x of a finite x ≥ 0.
    package static func squareRoot(of x: Double) -> DoubleDouble {
        // An even power of two apart, so that the remainder x − r² is normal.
        guard x > 0 else { return DoubleDouble(0) }
        let half = Int(x.exponent) >> 1
        let mantissa = x.scaled(by: -2 * half)
        let root = mantissa.squareRoot()
        let remainder = DoubleDouble(mantissa) - DoubleDouble(product: root, root)
        return (DoubleDouble(root) + DoubleDouble(remainder.high / (2 * root))).scaled(by: half)
    }
}
