import CReference

/// The error of one value.
struct ValueError {
    /// The error divided by the permitted error,
    /// tolerance · magnitude · (1 + d₁² + d₂² + (1 + |d₁|) / (σ√T)), and the least normal double. In the normal model, the
    /// last factor is 1 + d², and every tolerance is that of the price.
    let share: Double
    /// The relative error; 0 if the exact value is subnormal.
    let relative: Double

    /// Creates the error; `nil` if the exact value is too large for a double.
    init?(_ result: Double, _ value: OptionValue, model: Model, exact: Reference.Values) {
        let reference = exact[value]
        guard reference.value.isFinite, reference.magnitude.isFinite else { return nil }
        let error = abs((result - reference.value) - reference.rest)
        let tolerance = model == .bachelier ? OptionValue.price.tolerance : value.tolerance
        share = error / (tolerance * reference.magnitude * exact.conditioning + .leastNormalMagnitude)
        relative = reference.value.isNormal ? error / abs(reference.value) : 0
    }
}

/// The measured values of an option, in the order of the reference.
///
/// Per share, per year and per 1.00 of volatility, rate and yield; the derivatives by time are d/dt = −d/dT.
enum OptionValue: Int, CaseIterable, Sendable {
    case price, delta, gamma, theta, vega, rho, epsilon, vanna, vomma, charm, speed, zomma, color, ultima
    case dualDelta, dualGamma

    /// The permitted error, relative to the magnitude of the terms and to the conditioning of d₁ and d₂.
    var tolerance: Double {
        switch self {
        case .price, .delta, .gamma, .theta, .vega, .rho, .epsilon, .dualDelta, .dualGamma: 4e-15
        case .vanna, .vomma, .charm, .speed, .zomma, .color, .ultima: 1e-12
        }
    }
}

/// The error of one implied volatility.
struct VolatilityError {
    /// The error divided by the permitted error. The permitted error is 8 · 2⁻⁵³ · max(1, condition). If the condition is so
    /// large that this bound is meaningless, or the engine found no volatility, a change of the price by 8 · 2⁻⁵³ is permitted
    /// instead. An engine may find no volatility if the price determines fewer than seven binary digits.
    let share: Double
    /// The relative error of the volatility.
    let relative: Double

    init(_ result: Double, of option: OptionInput, model: Model, price: Double, exact: Reference.Volatility) {
        let tolerance = 8 * 0x1p-53
        relative = result.isNaN ? 0 : abs((result - exact.value) - exact.rest) / exact.value
        let forward = result.isNaN ? .infinity : relative / (tolerance * max(1, exact.condition))
        if result.isNaN, exact.condition > 0x1p46 {
            share = 0
        } else if forward <= 1 {
            share = forward
        } else {
            let backward = Reference.priceError(option, model: model, price: price, volatility: result) / tolerance
            share = forward.isNaN ? backward : min(forward, backward)
        }
    }
}
