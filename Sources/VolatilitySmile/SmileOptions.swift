/// How a fit treats butterfly arbitrage.
public enum ButterflyArbitrage: Hashable, Sendable {
    /// The smile is the best fit to the quotes. ``SVISmile/butterflyArbitrage`` lists the strikes at which butterflies have
    /// negative prices.
    case reported
    /// The smile is the best fit that the search finds among the smiles without butterflies of negative price.
    case excluded
}

/// The form of a smile, which depends on the number of fitted strikes.
public enum SmileForm: Hashable, Sendable {
    /// A constant volatility, for 1 or 2 strikes, or for strikes whose relative range is within 10⁻⁹.
    case flat
    /// ``RawSVI`` with fitted level, slope and correlation, for 3 or 4 strikes. The shift is 0. The width is half the range of
    /// log-moneyness or, if greater, the total volatility (volatility times the square root of time) at the strike nearest
    /// to the forward.
    case centred
    /// ``RawSVI`` with five fitted parameters, for 5 strikes or more.
    case full
}

/// The unit in which a fit measures differences.
public enum SmileWeighting: Hashable, Sendable {
    /// Half-spreads: the difference of volatilities times vega, divided by half of ask − bid. Used if all fitted quotes have a
    /// bid and an ask. A quote whose bid equals its ask has the smallest nonzero half-spread.
    case halfSpreads
    /// Prices: the difference of volatilities times vega.
    case vega
}
