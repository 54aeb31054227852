internal import MarketData

/// Tradier's names of our tickers.
///
/// | ours | Tradier's | |
/// |---|---|---|
/// | `COIN` | `COIN` | shares |
/// | `BRK.B` | `BRK/B` | classes of shares |
/// | `^SPX`, `^GSPC`, `I:SPX` | `SPX` | indices |
enum TradierSymbols {
    /// The name of a ticker in requests.
    static func name(_ ticker: Ticker) -> String {
        ticker.index ?? ticker.symbol.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    }
}
