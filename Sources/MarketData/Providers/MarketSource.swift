/// A source of market data. Raw values are those of the JSON member `source`.
public enum MarketSource: String, Hashable, Sendable, CaseIterable {
    /// The simulated market.
    case simulated
    /// Polygon, now Massive.
    case polygon
    /// Tradier.
    case tradier
    /// Yahoo Finance.
    case yahoo
    /// CoinGecko.
    case coinGecko
    /// Alpha Vantage.
    case alphaVantage
    /// Twelve Data.
    case twelveData
}
