/// How far a smile is from a quote.
public struct SmileResidual: Hashable, Sendable {
    /// A difference, or a mean or maximum of differences, in three measures.
    public struct Measures: Hashable, Sendable {
        /// Of volatilities.
        public var volatility: Double
        /// Of prices, per share.
        public var price: Double
        /// What the fit makes small, in the units of ``SVISmile/weighting``: variance is fitted, so that it is, to the first
        /// order, vega times the difference of volatilities, over the half-spread.
        public var weighted: Double
    }

    /// Which quote of the chain, counted from 0.
    public let quote: Int
    /// The smile less the quote.
    public let difference: Measures
}

extension SmileResidual.Measures {
    /// Combines what each measure says of all residuals.
    init(_ residuals: [SmileResidual], _ combine: ([Double]) -> Double) {
        self.init(
            volatility: combine(residuals.map(\.difference.volatility)),
            price: combine(residuals.map(\.difference.price)),
            weighted: combine(residuals.map(\.difference.weighted)))
    }
}

/// What a fit does with a quote.
public enum QuoteUse: Hashable, Sendable {
    /// The smile is fitted to it.
    case fitted
    /// It is left out because the option of the other kind and the same strike, out of the money, says it better.
    case inTheMoney
    /// It is left out because nobody buys: the mid of such a quote says little.
    case noBid
    /// It is left out because nobody sells.
    case noAsk
    /// It is left out because its bid is above its ask.
    case crossed
    /// It is left out because its price is below what any volatility gives.
    case belowIntrinsic
    /// It is left out because its price is above what any volatility gives.
    case aboveMaximum
    /// It is left out because its price does not tell the volatility, to the digits of a `Double`.
    case notDeterminable
}
