/// How far a smile is from a quote.
public struct SmileResidual: Hashable, Sendable {
    /// A difference, or a mean or maximum of differences, in three measures.
    public struct Measures: Hashable, Sendable {
        /// Of volatilities.
        public var volatility: Double
        /// Of prices, per share.
        public var price: Double
        /// What the fit makes small, in the units of ``VolatilitySmile/weighting``: variance is fitted, so that it is, to the first
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
