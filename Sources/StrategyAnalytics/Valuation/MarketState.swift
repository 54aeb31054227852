/// The market data that all legs of a strategy share.
public struct MarketState: Hashable, Sendable {
    /// The price of the underlying now, per share.
    public let spot: Double
    /// The risk-free rate: a decimal per year, continuously compounded.
    public let riskFreeRate: Double
    /// The yield of the underlying: a decimal per year, continuously compounded.
    public let dividendYield: Double

    /// Creates a market.
    ///
    /// - Parameters:
    ///   - spot: The price of the underlying; finite and greater than 0.
    ///   - riskFreeRate: Finite, of either sign; 0.05 means 5 % a year.
    ///   - dividendYield: Finite, of either sign.
    /// - Throws: ``StrategyError`` naming the first parameter outside its domain.
    public init(spot: Double, riskFreeRate: Double = 0, dividendYield: Double = 0) throws(StrategyError) {
        try StrategyError.require(spot, "currentPrice", .positive)
        try StrategyError.require(riskFreeRate, "riskFreeRate", .finite)
        try StrategyError.require(dividendYield, "dividendYield", .finite)
        self.spot = spot
        self.riskFreeRate = riskFreeRate
        self.dividendYield = dividendYield
    }
}
