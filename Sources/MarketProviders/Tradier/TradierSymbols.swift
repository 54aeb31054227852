internal import MarketData

/// The names that Tradier has for our tickers.
///
/// | ours | Tradier's | |
/// |---|---|---|
/// | `COIN` | `COIN` | shares |
/// | `BRK.B` | `BRK/B` | classes of shares |
/// | `^SPX`, `^GSPC`, `I:SPX` | `SPX` | indices |
enum TradierSymbols {
    /// The name under which a ticker is asked for.
    static func name(_ ticker: Ticker) -> String {
        ticker.index ?? ticker.symbol.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    }
}
