/// A floating-point number with an `Int` exponent: significand · 2^exponent. The significand is 0 or in [1, 2) in magnitude.
package struct Wide: Sendable {
    private let significand: Double
    private let exponent: Int

    /// Creates value · 2^power from a finite value.
    package init(_ value: Double, power: Int = 0) {
        if value == 0 {
            (significand, exponent) = (0, 0)
        } else {
            significand = value < 0 ? -value.significand : value.significand
            exponent = Int(value.exponent) + power
        }
    }

    /// e^x, with x limited to 2⁴⁰ in magnitude.
    package static func exponential(_ x: DoubleDouble) -> Wide {
        let bounded = x.high.magnitude <= 0x1p40 ? x : DoubleDouble(x.high < 0 ? -0x1p40 : 0x1p40)
        let (significand, exponent) = DoubleDouble.exponential(bounded)
        return Wide(significand.high, power: exponent)
    }

    package var isZero: Bool { significand == 0 }
    package var isPositive: Bool { significand > 0 }

    /// The nearest double; infinite if the number is too large.
    package var double: Double { significand.scaled(by: exponent) }

    package static func * (left: Wide, right: Wide) -> Wide {
        Wide(left.significand * right.significand, power: left.exponent + right.exponent)
    }

    package static func * (left: Wide, right: Double) -> Wide { left * Wide(right) }

    /// The quotient; the divisor must not be 0.
    package static func / (left: Wide, right: Wide) -> Wide {
        Wide(left.significand / right.significand, power: left.exponent - right.exponent)
    }

    package static func + (left: Wide, right: Wide) -> Wide {
        if left.isZero { return right }
        if right.isZero { return left }
        let (greater, lesser) = left.exponent >= right.exponent ? (left, right) : (right, left)
        let rest = lesser.significand.scaled(by: max(lesser.exponent - greater.exponent, -1000))
        return Wide(greater.significand + rest, power: greater.exponent)
    }

    package static prefix func - (value: Wide) -> Wide { value * -1 }

    package static func - (left: Wide, right: Wide) -> Wide { left + -right }
}

extension Double {
    /// self · 2^exponent, rounded once unless the result is subnormal.
    func scaled(by exponent: Int) -> Double {
        Double(sign: .plus, exponent: exponent, significand: self)
    }
}
