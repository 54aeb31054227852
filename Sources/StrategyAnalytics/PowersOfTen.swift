/// Powers of ten, and correctly rounded decimal-to-binary conversion by the standard library.
enum PowersOfTen {
    /// 10⁰ to 10²², all of them exact.
    static let exact: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// 10⁰ to 10³⁸, all that `Int128` holds.
    static let integers: [Int128] = (0...38).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// The double nearest to 10^`exponent`.
    static func nearest(_ exponent: Int) -> Double {
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
