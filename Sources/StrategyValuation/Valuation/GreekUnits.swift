public import OptionPricing

/// The units of theta, vega and rho. The units of all other greeks do not change. Raw values are the JSON names.
public enum GreekUnits: String, Hashable, Sendable, CaseIterable {
    /// Theta per year, vega per 1.00 of volatility, rho per 1.00 of rate.
    case mathematical
    /// Theta per calendar day (a 365th of a year), vega and rho per percentage point.
    case market
}

extension Greeks {
    /// Returns these greeks, which are in mathematical units, in `units`.
    ///
    /// - Parameter units: The units of the result.
    /// - Returns: In market units, theta divided by 365, and vega and rho divided by 100; price, delta and gamma
    ///   unchanged.
    public func converted(to units: GreekUnits) -> Greeks {
        guard units == .market else { return self }
        var greeks = self
        greeks.theta /= 365
        greeks.vega /= 100
        greeks.rho /= 100
        return greeks
    }
}
