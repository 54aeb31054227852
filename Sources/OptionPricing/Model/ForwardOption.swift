/// A European option on a forward or a future, in a given market.
///
/// The initialiser validates every value, so every instance is valid.
///
/// ```swift
/// let call = try ForwardOption(.call, forward: 100, strike: 105, timeToExpiration: 0.5, riskFreeRate: 0.05)
/// let greeks = try Black76.greeks(of: call, volatility: 0.2)
/// ```
public struct ForwardOption: Hashable, Sendable {
    /// Call or put.
    public let kind: OptionKind
    /// The forward price of the underlying at the expiration, per share.
    public let forward: Double
    /// The strike price, per share.
    public private(set) var strike: Double
    /// The time to expiration in years.
    public let timeToExpiration: Double
    /// The risk-free rate: a decimal per year, continuously compounded.
    public let riskFreeRate: Double

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - forward: The forward price at the expiration; finite and greater than 0.
    ///   - strike: The strike price; finite and greater than 0.
    ///   - timeToExpiration: Years; finite, 0 or greater.
    ///   - riskFreeRate: Finite, of either sign; 0.05 means 5 % a year.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, forward: Double, strike: Double, timeToExpiration: Double, riskFreeRate: Double = 0
    ) throws(PricingError) {
        try PricingError.requirePositive(.forward, forward)
        try PricingError.requirePositive(.strike, strike)
        try PricingError.requireNonNegative(.timeToExpiration, timeToExpiration)
        try PricingError.requireFinite(.riskFreeRate, riskFreeRate)
        self.kind = kind
        self.forward = forward
        self.strike = strike
        self.timeToExpiration = timeToExpiration + 0  // turns -0 into 0
        self.riskFreeRate = riskFreeRate
    }

    /// The option on an underlying that trades at the forward price and yields the risk-free rate. It has the same value
    /// at every forward, strike, time and volatility.
    package var onSpot: EuropeanOption {
        EuropeanOption(
            validated: kind, spot: forward, strike: strike, timeToExpiration: timeToExpiration,
            riskFreeRate: riskFreeRate, dividendYield: riskFreeRate)
    }

    /// Returns the option with another strike, which is valid.
    func withStrike(_ strike: Double) -> ForwardOption {
        var option = self
        option.strike = strike
        return option
    }
}
