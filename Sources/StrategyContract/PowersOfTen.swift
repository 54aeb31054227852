/// Powers of ten as integers.
@usableFromInline
package enum PowersOfTen {
    @usableFromInline
    package static let table: InlineArray<19, Int64> = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]

    /// 10^`exponent`, from 0 to 18.
    @inlinable @inline(__always)
    package static func small(_ exponent: Int) -> Int64 { table[exponent] }
}
