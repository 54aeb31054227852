internal import _OptionsMath

/// The terms of the lognormal model in double-double precision.
extension DoubleDouble {
    /// ln(numerator / denominator) of finite numbers greater than 0.
    package static func logarithm(ofRatio numerator: Double, _ denominator: Double) -> DoubleDouble {
        let ratio = DoubleDouble(numerator.significand) / DoubleDouble(denominator.significand)
        let binary = Int(numerator.exponent) - Int(denominator.exponent)
        return logarithm(ratio, near: log(ratio.high)) + logarithmOfTwo * DoubleDouble(Double(binary))
    }

    /// rate · time, limited to 2⁴⁰ in magnitude, so that the exponents of the discount factors remain integers.
    package static func growth(rate: Double, time: Double) -> DoubleDouble {
        let product = rate * time
        if product.magnitude < 0x1p40 { return DoubleDouble(product: rate, time) }
        return DoubleDouble(product < 0 ? -0x1p40 : 0x1p40)
    }

    /// √x of a finite x ≥ 0.
    package static func squareRoot(of x: Double) -> DoubleDouble {
        // Removes an even power of two, so that the remainder x − r² is a normal double.
        guard x > 0 else { return DoubleDouble(0) }
        let half = Int(x.exponent) >> 1
        let mantissa = x.scaled(by: -2 * half)
        let root = mantissa.squareRoot()
        let remainder = DoubleDouble(mantissa) - DoubleDouble(product: root, root)
        return (DoubleDouble(root) + DoubleDouble(remainder.high / (2 * root))).scaled(by: half)
    }
}
