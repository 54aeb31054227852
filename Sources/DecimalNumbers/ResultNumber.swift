/// A computed cost, profit or price: an exact decimal if it has at most 15 digits, otherwise the nearest double.
/// Different decimals of 15 digits have different nearest doubles, so the digits of the decimal are the shortest text
/// that reads back as its double.
///
/// Members are inlinable because each break-even and amount of an ordinary strategy uses them: calls cost 4 % of its
/// instructions.
@usableFromInline
package struct ResultNumber: BitwiseCopyable, Sendable {
    /// The digits of the decimal `digits / 10^decimals`, below ``bound`` in magnitude, or the bits of the double.
    @usableFromInline package let digits: Int64
    /// From 0 to 18; −1 if ``digits`` are the bits of a double.
    @usableFromInline package let decimals: Int

    /// The bound of ``digits`` in magnitude: 10¹⁵.
    @inlinable package static var bound: Int64 { 1_000_000_000_000_000 }

    /// Creates the decimal `digits / 10^decimals`.
    @inlinable @inline(__always)
    package init(digits: Int64, decimals: Int) {
        self.digits = digits
        self.decimals = decimals
    }

    /// The nearest double.
    @inlinable @inline(__always)
    package var value: Double {
        if decimals < 0 { return Double(bitPattern: UInt64(bitPattern: digits)) }
        return Double(digits) / Double(PowersOfTen.small(decimals))
    }

    @inlinable @inline(__always)
    package var isFinite: Bool { decimals >= 0 || value.isFinite }
}

extension ResultNumber: Hashable {
    /// Creates a number from any double, including infinity.
    @inlinable @inline(__always)
    package init(_ value: Double) {
        self.init(digits: Int64(bitPattern: value.bitPattern), decimals: -1)
    }

    @inlinable
    package static func == (left: ResultNumber, right: ResultNumber) -> Bool {
        left.decimals == right.decimals && left.decimals >= 0 ? left.digits == right.digits : left.value == right.value
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
