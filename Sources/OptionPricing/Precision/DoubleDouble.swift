/// A double-double number: the unevaluated sum of two doubles, with about 106 binary digits.
///
/// > Source: Dekker, "A Floating-Point Technique for Extending the Available Precision", *Numer. Math.* 18, 1971,
/// > doi:10.1007/BF01397083.
package struct DoubleDouble: Sendable {
    /// The nearest double, and the remainder: at most half a unit in the last place of `high`.
    package var high, low: Double

    @inlinable
    package init(_ value: Double) {
        high = value
        low = 0
    }

    /// Adds a tail that is smaller than the head.
    @inlinable
    package init(head: Double, tail: Double) {
        high = head + tail
        low = tail - (high - head)
    }

    /// Returns the exact product.
    @inlinable
    package init(product left: Double, _ right: Double) {
        high = left * right
        low = (-high).addingProduct(left, right)
    }

    @inlinable
    package static func + (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
        let sum = left.high + right.high
        let rounded = sum - left.high
        let error = (left.high - (sum - rounded)) + (right.high - rounded)
        return DoubleDouble(head: sum, tail: error + (left.low + right.low))
    }

    @inlinable
    package static prefix func - (value: DoubleDouble) -> DoubleDouble {
        var result = value
        result.high.negate()
        result.low.negate()
        return result
    }

    @inlinable
    package static func - (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble { left + -right }

    @inlinable
    package static func * (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
        let product = DoubleDouble(product: left.high, right.high)
        return DoubleDouble(head: product.high, tail: product.low + (left.high * right.low + left.low * right.high))
    }

    @inlinable
    package static func / (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
        let first = left.high / right.high
        let rest = left - right * DoubleDouble(first)
        let second = rest.high / right.high
        return DoubleDouble(head: first, tail: second)
    }

    package static func < (left: DoubleDouble, right: DoubleDouble) -> Bool {
        left.high < right.high || (left.high == right.high && left.low < right.low)
    }

    /// Returns self · 2^exponent.
    @inlinable
    package func scaled(by exponent: Int) -> DoubleDouble {
        var result = self
        result.high = high.scaled(by: exponent)
        result.low = low.scaled(by: exponent)
        return result
    }

    /// ln 2 in two doubles.
    package static let logarithmOfTwo = {
        var value = DoubleDouble(0x1.62e42fefa39efp-1)
        value.low = 0x1.abc9e3b39803fp-56
        return value
    }()

    /// 1/6 in two doubles.
    private static let sixth = DoubleDouble(1) / DoubleDouble(6)

    /// e^x = significand · 2^exponent for |x| ≤ 2⁴⁰. The significand is near 1; the relative error is below
    /// 2⁻⁹⁵ + 2⁻¹⁰⁰ |x|.
    package static func exponential(_ x: DoubleDouble) -> (significand: DoubleDouble, exponent: Int) {
        let binary = (x.high / 0x1.62e42fefa39efp-1).rounded()
        // The reduced argument is at most ln 2 / 2 in magnitude and is halved eight times. Then follow r + r²/2 + r³/6 + r⁴/24,
        // the remaining terms, which are below 2⁻⁴⁵ of the sum, in double precision, and eight squarings of 1 + s as
        // s (2 + s).
        let r = (x - logarithmOfTwo * DoubleDouble(binary)).scaled(by: -8)
        let square = r * r
        var tail = 1 + (1 + (1 + (1 + r.high / 9) * r.high / 8) * r.high / 7) * r.high / 6
        tail *= square.high * square.high * r.high / 120
        let third = square * r * sixth
        var sum = (r + square * DoubleDouble(0.5)) + (third + (third * r * DoubleDouble(0.25) + DoubleDouble(tail)))
        for _ in 0..<8 { sum = sum * (DoubleDouble(2) + sum) }
        return (DoubleDouble(1) + sum, Int(binary))
    }

    /// ln x for x from 2⁻¹⁰⁰⁰ to 2¹⁰⁰⁰, from an approximation whose error one step of Newton's iteration squares.
    package static func logarithm(_ x: DoubleDouble, near approximation: Double) -> DoubleDouble {
        let (significand, exponent) = exponential(DoubleDouble(-approximation))
        let rest = (x * significand).scaled(by: exponent) - DoubleDouble(1)
        let half = DoubleDouble(0.5)
        return DoubleDouble(approximation) + (rest - rest * rest * half)
    }
}
