public import OptionPricing

/// The units of theta, vega and rho; those of all other greeks are the same in both.
public enum GreekUnits: Hashable, Sendable, CaseIterable {
    /// Theta per year, vega per 1.00 of volatility, rho per 1.00 of rate.
    case annual
    /// Theta per calendar day (a 365th of a year), vega and rho per percentage point.
    case market
}

extension Greeks {
    /// The same greeks, which are in annual units, in `units`.
    ///
    /// - Parameter units: The units of the result.
    /// - Returns: Theta over 365, vega and rho over 100 in market units; price, delta and gamma as they are.
    public func converted(to units: GreekUnits) -> Greeks {
        guard units == .market else { return self }
        var greeks = self
        greeks.theta /= 365
        greeks.vega /= 100
        greeks.rho /= 100
        return greeks
    }
}
