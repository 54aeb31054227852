package import DecimalNumbers

/// An integer type for prices and profits in units of a power of ten.
///
/// `Int64` holds ordinary strategies and `Int128` nearly all others. ``WideInteger`` holds the rest, up to strikes of 10³⁰⁸
/// with premiums of 10⁻³²⁴.
package protocol PayoffNumber: Comparable, Sendable {
    /// A number of shares, as a factor.
    associatedtype Shares: FixedWidthInteger & SignedInteger & Sendable

    /// Creates `decimal × 10^scale`, which is an integer.
    init(_ decimal: DecimalNumber, scale: Int)

    static var zero: Self { get }
    /// Whether a leg takes microseconds, so that a long list is interrupted by the check of a budget.
    static var isSlow: Bool { get }
    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    static func * (left: Self, right: Shares) -> Self

    /// Returns `self / (divisor × 10^scale)`, rounded to `places` decimals (ties to even) if given. The result is a
    /// decimal if it has at most 15 digits, and otherwise the nearest double; infinite beyond the range of `Double`.
    func result(dividedBy divisor: Shares, scale: Int, places: Int?) -> ResultNumber
}

extension PayoffNumber {
    package static var isSlow: Bool { false }

    static func += (left: inout Self, right: Self) { left = left + right }
    static func -= (left: inout Self, right: Self) { left = left - right }

    /// −1, 0 or 1.
    var sign: Int { self < .zero ? -1 : self > .zero ? 1 : 0 }
}

extension Int128: PayoffNumber {
    package func result(dividedBy divisor: Int128, scale: Int, places: Int?) -> ResultNumber {
        ResultNumber(quotient(by: divisor, scale: scale, places: places))
    }
}

extension WideInteger: PayoffNumber {
    package static var isSlow: Bool { true }

    package func result(dividedBy divisor: Int128, scale: Int, places: Int?) -> ResultNumber {
        ResultNumber(quotient(by: divisor, scale: scale, places: places))
    }
}
