/// One value of an option: its price or a derivative of its price.
///
/// Raw values are the positions of the columns that the kernels write.
///
/// ## Units
/// Per share. Theta, charm and color are changes per year of passing calendar time; every other derivative is per 1.00 of
/// its variable.
public enum Greek: Int, CaseIterable, Sendable {
    /// The price or one of the first-order greeks.
    case price, delta, gamma, theta, vega, rho
    /// One of the higher-order greeks.
    case epsilon, vanna, vomma, charm, speed, zomma, color, ultima, dualDelta, dualGamma
}

/// The values that a batch computes for each option.
///
/// Each selection contains the first ``columnCount`` cases of ``Greek``.
public enum GreekSelection: Int, CaseIterable, Sendable {
    /// The price.
    case price = 1
    /// Price, delta, gamma, theta, vega and rho.
    case greeks = 6
    /// Every value of ``Greek``.
    case allGreeks = 16

    /// The number of values per option.
    public var columnCount: Int { rawValue }
}
