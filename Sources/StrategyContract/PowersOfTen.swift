/// Powers of ten as integers.
@usableFromInline
package enum PowersOfTen {
    /// 10^`exponent`, from 0 to 18. The compiler makes a table of it, without the access of a global.
    @inlinable @inline(__always)
    package static func small(_ exponent: Int) -> Int64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        case 8: 100_000_000
        case 9: 1_000_000_000
        case 10: 10_000_000_000
        case 11: 100_000_000_000
        case 12: 1_000_000_000_000
        case 13: 10_000_000_000_000
        case 14: 100_000_000_000_000
        case 15: 1_000_000_000_000_000
        case 16: 10_000_000_000_000_000
        case 17: 100_000_000_000_000_000
        case 18: 1_000_000_000_000_000_000
        default: preconditionFailure("a power of ten beyond 64 bits")
        }
    }
}
