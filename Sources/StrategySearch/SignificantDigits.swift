internal import _OptionsMath

/// Rounding to the 10 significant digits by which objectives are compared.
enum SignificantDigits {
    private static let powers = (0...22).map { pow(10, Double($0)) }

    /// x · 10^(9 − e), rounded to the nearest integer, ties to even, and scaled back; e is the exponent of the first digit.
    static func rounded(_ value: Double) -> Double {
        let magnitude = value.magnitude
        guard magnitude > 1e-13, magnitude < 1e22 else { return value + 0 }
        let exponent = 9 - Int(log10(magnitude).rounded(.down))
        if exponent >= 0 {
            let power = powers[min(exponent, 22)]
            return (value * power).rounded(.toNearestOrEven) / power
        }
        let power = powers[-exponent]
        return (value / power).rounded(.toNearestOrEven) * power
    }
}
