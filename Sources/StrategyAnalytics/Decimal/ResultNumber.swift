/// A cost, a profit or a price that was computed: an exact decimal of at most 15 digits, otherwise the nearest double.
///
/// Two decimals of 15 digits never share a double, so the decimal's digits are the shortest text of its double.
package struct ResultNumber: BitwiseCopyable, Sendable {
    /// The decimal is `digits / 10^decimals`; without ``decimals``, the bits of the double.
    package let digits: Int64
    /// From 0 to 18; −1 where ``digits`` are the bits of a double.
    package let decimals: Int

    /// Every decimal stays below 10^15 units.
    static let bound: Int64 = 1_000_000_000_000_000

    /// `digits / 10^decimals`; `digits` is below ``bound`` in magnitude.
    init(digits: Int64, decimals: Int) {
        self.digits = digits
        self.decimals = decimals
    }

    /// Any double, infinite ones too.
    package init(_ value: Double) {
        digits = Int64(bitPattern: value.bitPattern)
        decimals = -1
    }

    /// The nearest double.
    @inline(__always)
    package var value: Double {
        if decimals < 0 { return Double(bitPattern: UInt64(bitPattern: digits)) }
        return Double(digits) / Double(PowersOfTen.small(decimals))
    }

    @inline(__always)
    package var isFinite: Bool { decimals >= 0 || value.isFinite }
}

extension ResultNumber: Hashable {
    package static func == (left: ResultNumber, right: ResultNumber) -> Bool {
        left.decimals == right.decimals && left.decimals >= 0 ? left.digits == right.digits : left.value == right.value
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
