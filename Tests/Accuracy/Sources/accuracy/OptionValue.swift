/// What is measured of an option, in the order of the reference.
///
/// Per share, per year and per 1.00 of volatility, rate and yield; the derivatives by time are d/dt = −d/dT.
enum OptionValue: Int, CaseIterable, Sendable {
    case price, delta, gamma, theta, vega, rho, epsilon, vanna, vomma, charm, speed, zomma, color, ultima
    case dualDelta, dualGamma

    /// The error allowed, relative to the magnitude of the terms and to what the conditioning of d₁ and d₂ adds.
    var tolerance: Double {
        switch self {
        case .price, .delta, .gamma, .theta, .vega, .rho, .epsilon, .dualDelta, .dualGamma: 4e-15
        case .vanna, .vomma, .charm, .speed, .zomma, .color, .ultima: 1e-12
        }
    }
}
