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
}
