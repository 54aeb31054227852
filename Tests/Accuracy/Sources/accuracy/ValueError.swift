import CReference

/// The error of one value.
struct ValueError {
    /// As a part of what is allowed:
    /// tolerance · magnitude · (1 + d₁² + d₂² + (1 + |d₁|) / (σ√T)), and the least normal double.
    let share: Double
    /// Relative to the exact value; 0 below the normal doubles, where digits do not count.
    let relative: Double

    /// Nil where the exact value is too large for a double.
    init?(_ result: Double, _ value: OptionValue, of option: OptionInput, exact: Reference.Values) {
        let reference = exact[value]
        guard reference.value.isFinite, reference.magnitude.isFinite else { return nil }
        let error = abs((result - reference.value) - reference.rest)
        let (d1, d2) = (exact.d1, exact.d2)
        let deviation = option.volatility * option.time.squareRoot()
        let conditioning = 1 + d1 * d1 + d2 * d2 + (1 + abs(d1)) / deviation
        share = error / (value.tolerance * reference.magnitude * conditioning + .leastNormalMagnitude)
        relative = reference.value.isNormal ? error / abs(reference.value) : 0
    }
}
