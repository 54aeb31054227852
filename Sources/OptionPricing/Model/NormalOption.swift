/// A European option for the normal model: prices and strikes may be 0 or negative, as those of rates and spreads are.
///
/// The initialisers validate every value, so every instance is valid.
///
/// ```swift
/// let call = try NormalOption(.call, forward: -0.25, strike: 0, timeToExpiration: 0.5)
/// let greeks = try Bachelier.greeks(of: call, volatility: 1.2)
/// ```
public struct NormalOption: Hashable, Sendable {
    /// The price of the underlying to which the greeks refer.
    public enum Underlying: Hashable, Sendable {
        /// The price now, of an underlying that pays a continuous yield. The forward is S e^((r−q)T).
        case spot(Double, dividendYield: Double)
        /// The forward price at the expiration.
        case forward(Double)
    }

    /// Call or put.
    public let kind: OptionKind
    /// The price of the underlying, per share.
    public let underlying: Underlying
    /// The strike price, per share.
    public private(set) var strike: Double
    /// The time to expiration in years.
    public let timeToExpiration: Double
    /// The risk-free rate: a decimal per year, continuously compounded.
    public let riskFreeRate: Double

    /// Creates an option on a spot price.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - spot: The price of the underlying; finite.
    ///   - strike: The strike price; finite.
    ///   - timeToExpiration: Years; finite, 0 or greater.
    ///   - riskFreeRate: Finite, of either sign; 0.05 means 5 % a year.
    ///   - dividendYield: Finite, of either sign.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, spot: Double, strike: Double, timeToExpiration: Double, riskFreeRate: Double = 0,
        dividendYield: Double = 0
    ) throws(PricingError) {
        try PricingError.requireFinite(.spot, spot)
        try PricingError.requireFinite(.dividendYield, dividendYield)
        try self.init(kind, .spot(spot, dividendYield: dividendYield), strike, timeToExpiration, riskFreeRate)
    }

    /// Creates an option on a forward.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - forward: The forward price at the expiration; finite.
    ///   - strike: The strike price; finite.
    ///   - timeToExpiration: Years; finite, 0 or greater.
    ///   - riskFreeRate: Finite, of either sign.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, forward: Double, strike: Double, timeToExpiration: Double, riskFreeRate: Double = 0
    ) throws(PricingError) {
        try PricingError.requireFinite(.forward, forward)
        try self.init(kind, .forward(forward), strike, timeToExpiration, riskFreeRate)
    }

    private init(
        _ kind: OptionKind, _ underlying: Underlying, _ strike: Double, _ timeToExpiration: Double,
        _ riskFreeRate: Double
    ) throws(PricingError) {
        try PricingError.requireFinite(.strike, strike)
        try PricingError.requireNonNegative(.timeToExpiration, timeToExpiration)
        try PricingError.requireFinite(.riskFreeRate, riskFreeRate)
        self.kind = kind
        self.underlying = underlying
        self.strike = strike
        self.timeToExpiration = timeToExpiration + 0  // turns -0 into 0
        self.riskFreeRate = riskFreeRate
    }

    /// Returns the option with another strike, which is valid.
    func withStrike(_ strike: Double) -> NormalOption {
        var option = self
        option.strike = strike
        return option
    }
}
