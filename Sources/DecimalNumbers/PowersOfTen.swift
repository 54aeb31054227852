/// Powers of ten, and correctly rounded conversion from decimal to binary by the standard library.
@usableFromInline
package enum PowersOfTen {
    /// 10⁰ to 10²², which are exact.
    package static let exact: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// 10⁰ to 10³⁸, all powers that `Int128` holds.
    package static let integers: [Int128] = (0...38).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// Returns 10^`exponent`, for exponents from 0 to 18. The compiler turns the switch into a table, which avoids
    /// access to a global.
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

    /// The double nearest to 10^`exponent`.
    package static func nearest(_ exponent: Int) -> Double {
        if exact.indices.contains(exponent) { return exact[exponent] }
        // The quotient of exact numbers is correctly rounded.
        if exact.indices.contains(-exponent) { return 1 / exact[-exponent] }
        return parse(digits: "1", exponent: exponent)
    }

    /// The double nearest to `digits × 10^exponent`; infinite beyond the range of `Double`.
    static func parse(digits: String, exponent: Int) -> Double {
        guard let value = Double("\(digits)e\(exponent)") else {
            preconditionFailure("'\(digits)' is not a decimal integer")
        }
        return value
    }
}
