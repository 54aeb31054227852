/// A European option on an underlying that pays a continuous yield, in a given market.
///
/// The initialiser validates every value, so every instance is valid.
///
/// ```swift
/// let call = try EuropeanOption(.call, spot: 100, strike: 105, timeToExpiration: 0.5, riskFreeRate: 0.05)
/// let greeks = try BlackScholesMerton.greeks(of: call, volatility: 0.2)
/// ```
public struct EuropeanOption: Hashable, Sendable {
    /// Call or put.
    public let kind: OptionKind
    /// The price of the underlying, per share.
    public let spot: Double
    /// The strike price, per share.
    public private(set) var strike: Double
    /// The time to expiration in years.
    public let timeToExpiration: Double
    /// The risk-free rate: a decimal per year, continuously compounded.
    public let riskFreeRate: Double
    /// The yield of the underlying: a decimal per year, continuously compounded.
    public let dividendYield: Double

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - spot: The price of the underlying; finite and greater than 0.
    ///   - strike: The strike price; finite and greater than 0.
    ///   - timeToExpiration: Years; finite, 0 or greater.
    ///   - riskFreeRate: Finite, of either sign; 0.05 means 5 % a year.
    ///   - dividendYield: Finite, of either sign.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, spot: Double, strike: Double, timeToExpiration: Double, riskFreeRate: Double = 0,
        dividendYield: Double = 0
    ) throws(PricingError) {
        try PricingError.requirePositive(.spot, spot)
        try PricingError.requirePositive(.strike, strike)
        try PricingError.requireNonNegative(.timeToExpiration, timeToExpiration)
        try PricingError.requireFinite(.riskFreeRate, riskFreeRate)
        try PricingError.requireFinite(.dividendYield, dividendYield)
        self.kind = kind
        self.spot = spot
        self.strike = strike
        self.timeToExpiration = timeToExpiration + 0  // turns -0, whose square root is -0, into 0
        self.riskFreeRate = riskFreeRate
        self.dividendYield = dividendYield
    }

    /// Creates an option from values that have been validated.
    init(
        validated kind: OptionKind, spot: Double, strike: Double, timeToExpiration: Double, riskFreeRate: Double,
        dividendYield: Double
    ) {
        self.kind = kind
        self.spot = spot
        self.strike = strike
        self.timeToExpiration = timeToExpiration
        self.riskFreeRate = riskFreeRate
        self.dividendYield = dividendYield
    }

    /// Returns the option with another strike, which is valid.
    func withStrike(_ strike: Double) -> EuropeanOption {
        var option = self
        option.strike = strike
        return option
    }
}
