/// A number whose exponent cannot overflow: significand · 2^exponent, the significand 0 or in [1, 2) in magnitude.
package struct Wide: Sendable {
    @usableFromInline let significand: Double
    @usableFromInline let exponent: Int

    /// Creates the number `value` · 2^`power` from a finite value.
    @inlinable
    package init(_ value: Double, power: Int = 0) {
        let bits = value.bitPattern
        let exponentBits = bits & 0x7FF0_0000_0000_0000
        if exponentBits != 0, exponentBits != 0x7FF0_0000_0000_0000 {
            significand = Double(bitPattern: bits ^ exponentBits | 0x3FF0_0000_0000_0000)
            exponent = Int(exponentBits >> 52) - 1023 + power
        } else if value == 0 {
            (significand, exponent) = (0, 0)
        } else {
            significand = value < 0 ? -value.significand : value.significand
            exponent = Int(value.exponent) + power
        }
    }

    /// Computes e^x; an `x` beyond 2⁴⁰ in magnitude counts as 2⁴⁰ of the same sign.
    package static func exponential(_ x: DoubleDouble) -> Wide {
        let bounded = x.high.magnitude <= 0x1p40 ? x : DoubleDouble(x.high < 0 ? -0x1p40 : 0x1p40)
        let (significand, exponent) = DoubleDouble.exponential(bounded)
        return Wide(significand.high, power: exponent)
    }

    /// Whether the number is 0.
    @inlinable package var isZero: Bool { significand == 0 }
    /// Whether the number is greater than 0.
    @inlinable package var isPositive: Bool { significand > 0 }

    /// The product with infinity: infinite with the sign of the number, or 0 if it is 0.
    package var infinite: Double { isZero ? 0 : isPositive ? .infinity : -.infinity }

    /// The nearest double; infinite where the number is too large.
    @inlinable package var double: Double { significand.scaled(by: exponent) }

    @inlinable
    package static func * (left: Wide, right: Wide) -> Wide {
        Wide(left.significand * right.significand, power: left.exponent + right.exponent)
    }

    @inlinable
    package static func * (left: Wide, right: Double) -> Wide { left * Wide(right) }

    /// Divides by a number other than 0.
    @inlinable
    package static func / (left: Wide, right: Wide) -> Wide {
        Wide(left.significand / right.significand, power: left.exponent - right.exponent)
    }

    @inlinable
    package static func + (left: Wide, right: Wide) -> Wide {
        if left.isZero { return right }
        if right.isZero { return left }
        let (greater, lesser) = left.exponent >= right.exponent ? (left, right) : (right, left)
        let rest = lesser.significand.scaled(by: max(lesser.exponent - greater.exponent, -1000))
        return Wide(greater.significand + rest, power: greater.exponent)
    }

    @inlinable
    package static prefix func - (value: Wide) -> Wide { value * -1 }

    @inlinable
    package static func - (left: Wide, right: Wide) -> Wide { left + -right }
}

extension Double {
    /// Returns self · 2^exponent, rounded once unless the result is subnormal.
    @inlinable
    package func scaled(by exponent: Int) -> Double {
        guard -1022...1023 ~= exponent else { return Double(sign: .plus, exponent: exponent, significand: self) }
        return self * Double(bitPattern: UInt64(exponent + 1023) << 52)
    }
}
