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
    /// a: shifts the smile vertically; may be negative.
    public let level: Double
    /// b ≥ 0: half the sum of the slopes of the wings.
    public let slope: Double
    /// ρ, from −1 to 1: the difference of the slopes of the wings divided by their sum; 0 if both are 0.
    public let correlation: Double
    /// m: shifts the smile horizontally.
    public let shift: Double
    /// σ > 0: the width of the rounded region around the minimum.
    public let width: Double

    /// Creates parameters. They are not validated.
    public init(level: Double, slope: Double, correlation: Double, shift: Double, width: Double) {
        self.level = level
        self.slope = slope
        self.correlation = correlation
        self.shift = shift
        self.width = width
    }
}
