/// The difference between a smile and a quote.
public struct SmileResidual: Hashable, Sendable {
    /// A difference, or a mean or maximum of differences, in three units.
    public struct Measures: Hashable, Sendable {
        /// The difference of volatilities.
        public var volatility: Double
        /// The difference of prices, per share.
        public var price: Double
        /// The difference that the fit minimises, in the unit of ``SVISmile/weighting``. The fit minimises differences of
        /// variance, which equal the weighted differences of volatility to first order.
        public var weighted: Double
    }

    /// The index of the quote in the chain.
    public let quote: Int
    /// The value of the smile minus that of the quote.
    public let difference: Measures
}

extension SmileResidual.Measures {
    /// Combines the residuals separately in each unit.
    init(_ residuals: [SmileResidual], _ combine: ([Double]) -> Double) {
        self.init(
            volatility: combine(residuals.map(\.difference.volatility)),
            price: combine(residuals.map(\.difference.price)),
            weighted: combine(residuals.map(\.difference.weighted)))
    }
}

/// How a fit uses a quote, or why it omits the quote.
public enum QuoteUse: Hashable, Sendable {
    /// The smile is fitted to the quote.
    case fitted
    /// Omitted: the out-of-the-money option of the same strike is used instead.
    case inTheMoney
    /// Omitted: there is no bid, so the mid is not meaningful.
    case noBid
    /// Omitted: there is no ask.
    case noAsk
    /// Omitted: the bid is above the ask.
    case crossed
    /// Omitted: the price is below the discounted intrinsic value.
    case belowIntrinsic
    /// Omitted: the price is above the value at any volatility.
    case aboveMaximum
    /// Omitted: the price does not determine the volatility to the precision of a `Double`.
    case notDeterminable
}
