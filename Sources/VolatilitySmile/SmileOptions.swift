/// What becomes of butterfly arbitrage in a fitted smile.
public enum ButterflyArbitrage: Hashable, Sendable {
    /// The smile is the nearest to the quotes, and ``SVISmile/butterflyArbitrage`` says where it gives butterflies
    /// negative prices.
    case reported
    /// The smile is the nearest of those that give no butterfly a negative price.
    case excluded
}

/// The form that a smile takes, by the number of strikes that it is fitted to.
public enum SmileForm: Hashable, Sendable {
    /// One volatility, for 1 or 2 strikes, or for strikes that are all within 10⁻⁹ of one another.
    case flat
    /// For 3 or 4 strikes: ``RawSVI`` whose level, slope and correlation are fitted. The shift is 0, the width half the range of
    /// log-moneyness or, if that is greater, the total standard deviation (volatility times the square root of time) at the
    /// strike nearest to the forward.
    case centred
    /// For 5 strikes or more: ``RawSVI``, whose five parameters are fitted.
    case full
}

/// What the differences of a fit are measured in.
public enum SmileWeighting: Hashable, Sendable {
    /// Half-spreads, since all quotes that are fitted have bid and ask: the difference of volatilities times vega, over half of
    /// ask − bid. A quote whose bid is its ask counts as the narrowest that is not so.
    case halfSpreads
    /// The price: the difference of volatilities times vega.
    case vega
}
