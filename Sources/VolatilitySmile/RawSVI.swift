/// The parameters of a smile in Gatheral's form, the "raw" stochastic-volatility-inspired parametrisation:
///
///     w(k) = a + b (ρ (k − m) + √((k − m)² + σ²))
///
/// is the total variance, implied volatility squared times time, at the log-moneyness k = ln(strike / forward).
///
/// > Source: Gatheral, "A parsimonious arbitrage-free implied volatility parameterization", Global Derivatives, Madrid, 2004;
/// > Gatheral and Jacquier, "Arbitrage-free SVI volatility surfaces", *Quant. Finance* 14(1), 2014,
/// > doi:10.1080/14697688.2013.819986.
public struct RawSVI: Hashable, Sendable {
    /// a: moves the smile up and down. It may be negative.
    public let level: Double
    /// b ≥ 0: half the sum of the slopes of the wings.
    public let slope: Double
    /// ρ, from −1 to 1: the difference of the wings' slopes over their sum; 0 where both are level.
    public let correlation: Double
    /// m: moves the smile left and right.
    public let shift: Double
    /// σ > 0: how round the smile is.
    public let width: Double
}
