/// A share or index whose price moves: lognormally, with a yield.
public struct Underlying: Hashable, Sendable {
    /// The price now.
    public let price: Double
    /// The volatility of the price: a decimal per year, 0.2 means 20 %.
    public let volatility: Double
    /// The yield: a decimal per year, continuously compounded.
    public let dividendYield: Double

    /// Creates an underlying.
    ///
    /// - Parameters:
    ///   - price: The price now; finite and greater than 0.
    ///   - volatility: Finite, 0 or greater.
    ///   - dividendYield: Finite, of either sign.
    /// - Throws: ``RiskError`` naming the first parameter outside its domain.
    public init(price: Double, volatility: Double, dividendYield: Double = 0) throws(RiskError) {
        try RiskError.requirePositive(.price, price)
        try RiskError.requireNonNegative(.volatility, volatility)
        try RiskError.requireFinite(.dividendYield, dividendYield)
        self.price = price
        self.volatility = volatility
        self.dividendYield = dividendYield
    }
}
