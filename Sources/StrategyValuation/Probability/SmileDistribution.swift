public import ExactPayoff
internal import OptionPricing
public import VolatilitySmile
internal import _OptionsMath

/// The distribution of the price of the underlying at expiration that the prices of options imply.
///
/// An option of any strike is worth its value by Black (1976) at the volatility of a smile. With C(K) = E(S − K)⁺ for each
/// strike, P(S < K) = 1 + ∂C/∂K (Breeden and Litzenberger, 1978).
///
/// ```swift
/// let smile = RawSVI(level: 0.01, slope: 0.1, correlation: -0.4, shift: 0.02, width: 0.2)
/// let prices = try SmileDistribution(forward: 101, timeToExpiration: 0.25, smile: smile)
/// try prices.probability(below: 90)
/// ```
///
/// ## Units
/// Prices are per share; nothing is discounted.
///
/// ## Domain
/// A smile whose variance is positive and that is free of butterfly arbitrage at every strike. Both wings are flatter than 2.
///
/// ## Accuracy
/// The relative error of a probability is about 2⁻⁵² (1 + d₂²), d₂ that of the Black–Scholes formula.
///
/// > Source: Gatheral and Jacquier, "Arbitrage-free SVI volatility surfaces", *Quant. Finance* 14(1), 2014, section 2.2: the
/// > density; Breeden and Litzenberger, "Prices of State-Contingent Claims Implicit in Option Prices", *J. Bus.* 51(4), 1978.
public struct SmileDistribution: Sendable {
    /// The mean price.
    public let forward: Double
    /// The time to the expiration of the smile.
    public let timeToExpiration: Double
    /// The smile.
    public let smile: RawSVI
    private let variance: SmileVariance
    let support: ClosedRange<Double>

    /// Creates the distribution of a smile.
    ///
    /// - Parameters:
    ///   - forward: The forward price of the underlying; finite and greater than 0.
    ///   - timeToExpiration: Years; finite and greater than 0. The smile is one of total variance, which it only turns into
    ///     volatilities.
    ///   - smile: The smile.
    /// - Throws: `StrategyError` naming the first parameter outside its domain, or `distribution` with the rule
    ///   `StrategyRule/freeOfButterflyArbitrage`.
    public init(forward: Double, timeToExpiration: Double, smile: RawSVI) throws(StrategyError) {
        try StrategyError.require(forward, "forward", .positive)
        try StrategyError.require(timeToExpiration, "timeToExpiration", .positive)
        try StrategyError.require(smile.level, "level", .finite)
        try StrategyError.require(smile.slope, "slope", .nonNegative)
        try StrategyError.require(smile.correlation, "correlation", .betweenMinusOneAndOne)
        try StrategyError.require(smile.shift, "shift", .finite)
        try StrategyError.require(smile.width, "width", .positive)
        guard let variance = SmileVariance(smile) else {
            throw StrategyError("distribution", .freeOfButterflyArbitrage)
        }
        self.forward = forward
        self.timeToExpiration = timeToExpiration
        self.smile = smile
        self.variance = variance
        support = Self.support(of: variance)
    }

    /// The log-moneyness from which the probability below underflows to that from which the mean above does.
    private static func support(of variance: SmileVariance) -> ClosedRange<Double> {
        func root(_ k: Double) -> Double { variance.derivatives(at: k).variance.squareRoot() }
        var (low, high) = (-0x1p-20, 0x1p-20)
        while low > -800, -low / root(low) - root(low) / 2 < 39 { low *= 1.25 }
        while high < 800, high / root(high) - root(high) / 2 < 39 { high *= 1.25 }
        return low...high
    }

    /// The mean price: ``forward``.
    public var mean: Double { forward }

    /// The quantiles at the distances ±1 of a standard normal variate.
    public var expectedMove: PriceInterval { PriceInterval(lower: price(atDistance: -1), upper: price(atDistance: 1)) }

    /// Returns the quantiles at the distances ±n of a standard normal variate.
    ///
    /// - Parameter standardDeviations: n; finite and greater than 0.
    /// - Returns: The prices; 0 or infinite where N(±n) or the price is beyond the range of `Double`.
    /// - Throws: `StrategyError` naming `standardDeviations` otherwise.
    public func expectedMove(standardDeviations: Double) throws(StrategyError) -> ExpectedMove {
        try StrategyError.require(standardDeviations, "standardDeviations", .positive)
        return ExpectedMove(
            standardDeviations: standardDeviations, lower: price(atDistance: -standardDeviations),
            upper: price(atDistance: standardDeviations))
    }

    /// Returns the probability that the final price is below `price`.
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: P(S < price).
    /// - Throws: `StrategyError` naming `stockPrice` if the price is negative or NaN.
    public func probability(below price: Double) throws(StrategyError) -> Double {
        try LognormalDistribution.require(price)
        return standardised(price).moments.below
    }

    /// Returns the density of the final price, per unit of price.
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: The density; 0 at 0 and at infinity.
    /// - Throws: `StrategyError` naming `stockPrice` if the price is negative or NaN.
    public func density(at price: Double) throws(StrategyError) -> Double {
        try LognormalDistribution.require(price)
        guard price > 0, price < .infinity else { return 0 }
        return logDensity(at: logarithm(of: price)) / price
    }
}

extension SmileDistribution: IntegratedLaw {
    var atom: Double { 0 }
    var isCertain: Bool { false }
    var placeCost: Int { 0 }
    var factor: Double { forward }
    var amount: Double { 0 }
    var zero: PartialMoments { PartialMoments(y: -.infinity, below: 0, above: 1, meanBelow: 0, meanAbove: 1) }
    var resolution: Double { 0 }

    /// With θ = ∂√w/∂k, P(S < K) = N(−d₂) + φ(d₂) θ, and E[S; S < K]/F = N(−d₁) + φ(d₁) θ. For a smile without arbitrage, a
    /// negative second term takes at most half of the first in the tails.
    func moments(at k: Double) -> PartialMoments {
        guard k > -.infinity else { return zero }
        guard k < .infinity else { return PartialMoments(y: k, below: 1, above: 0, meanBelow: 1, meanAbove: 0) }
        let (variance, slope, _) = variance.derivatives(at: k)
        let root = variance.squareRoot()
        let theta = slope / (2 * root)
        let d2 = -k / root - root / 2
        func parts(_ z: Double) -> (below: Double, above: Double) {
            let half = 1 / 2.0.squareRoot()
            let density = exp(-z * z / 2) * 0.3989422804014327 * theta
            return (max(erfc(z * half) / 2 + density, 0), max(erfc(-z * half) / 2 - density, 0))
        }
        let (price, mean) = (parts(d2), parts(d2 + root))
        return PartialMoments(
            y: k, below: price.below, above: price.above, meanBelow: mean.below, meanAbove: mean.above)
    }

    /// φ(d₂) g/√w with Durrleman's g = (1 − k w′/2w)² − w′²/4 (1/w + 1/4) + w″/2.
    func logDensity(at k: Double) -> Double {
        let (variance, slope, curvature) = variance.derivatives(at: k)
        let root = variance.squareRoot()
        let d2 = -k / root - root / 2
        let elasticity = 1 - k * slope / (2 * variance)
        let g = elasticity * elasticity - slope * slope / 4 * (1 / variance + 0.25) + curvature / 2
        return max(exp(-d2 * d2 / 2) * 0.3989422804014327 / root * g, 0)
    }

    func panelWidth(from low: Double, to high: Double) -> Double {
        // An end at 0 or infinity makes the interval wide.
        low > -.infinity && high < .infinity ? variance.scale(from: low, to: high) : 0
    }

    func price(atDistance z: Double) -> Double {
        func distance(_ k: Double) -> Double {
            let moments = moments(at: k)
            return NormalDistribution.quantile(below: Wide(moments.below), above: Wide(moments.above))
        }
        guard distance(support.lowerBound) < z else { return 0 }
        guard distance(support.upperBound) > z else { return .infinity }
        return price(of: Bracketing.root(between: support.lowerBound, and: support.upperBound) { distance($0) - z })
    }

    func requireResolved(_ probability: Double, _ path: String) {}
}
