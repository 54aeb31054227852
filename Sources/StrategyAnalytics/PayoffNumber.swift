/// An integer in which prices and profits are exact multiples of a power of ten.
///
/// `Int128` holds all ordinary strategies. ``WideInteger`` holds the rest, up to strikes of 10³⁰⁸ beside premiums
/// of 10⁻³²⁴.
protocol PayoffNumber: Comparable, Sendable {
    /// `decimal × 10^scale`, which is an integer.
    init(_ decimal: DecimalNumber, scale: Int)

    static var zero: Self { get }
    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    static func * (left: Self, right: Int128) -> Self

    /// `self × 10^exponent`, `exponent ≥ 0`.
    func multiplied(byTenTo exponent: Int) -> Self

    /// `self / (divisor × 10^scale)`, rounded to `places` decimals (ties to even) where they are given, and then to the
    /// nearest double; infinite beyond the range of `Double`.
    func quotient(by divisor: Int128, scale: Int, places: Int?) -> Double
}

extension PayoffNumber {
    static func += (left: inout Self, right: Self) { left = left + right }
    static func -= (left: inout Self, right: Self) { left = left - right }

    /// −1, 0 or 1.
    var sign: Int { self < .zero ? -1 : self > .zero ? 1 : 0 }
}
