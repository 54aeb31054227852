/// The factors that drive the prices of all assets, and their volatilities.
enum StockMarket {
    /// The volatility of the stock market: a decimal per year.
    static let volatility = 0.16
    /// The volatility of bitcoin: a decimal per year.
    static let coinVolatility = 0.55
    /// The identifier of the coin that moves other coins and the shares that depend on coins.
    static let leadingCoin = "bitcoin"
}
