/// The terms of one option that is valued at many prices of the underlying.
///
/// ``AmericanOption`` and ``OptionWithDividends`` state units and domain.
public struct CurveTerms: Hashable, Sendable {
    /// Call or put.
    public var kind: OptionKind
    /// The strike price.
    public var strike: Double
    /// The time to expiration in years.
    public var time: Double
    /// The risk-free rate.
    public var rate: Double
    /// The dividend yield, in addition to discrete dividends.
    public var yield: Double
    /// The volatility.
    public var volatility: Double

    /// Creates terms. They are not validated; statuses tell whether they are in the domain.
    public init(_ kind: OptionKind, strike: Double, time: Double, rate: Double, yield: Double, volatility: Double) {
        self.kind = kind
        self.strike = strike
        self.time = time
        self.rate = rate
        self.yield = yield
        self.volatility = volatility
    }
}
