internal import MarketData

/// The names that Tradier has for our tickers.
///
/// | ours | Tradier's | |
/// |---|---|---|
/// | `COIN` | `COIN` | shares |
/// | `BRK.B` | `BRK/B` | classes of shares |
/// | `^SPX`, `^GSPC`, `I:SPX` | `SPX` | indices |
enum TradierSymbols {
    private static let indices = ["GSPC": "SPX"]

    /// The name under which a ticker is asked for.
    static func name(_ ticker: Ticker) -> String {
        let symbol = ticker.symbol
        let index = symbol.hasPrefix("^") ? symbol.dropFirst(1) : symbol.hasPrefix("I:") ? symbol.dropFirst(2) : ""
        if !index.isEmpty { return indices[String(index)] ?? String(index) }
        return symbol.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    }
}
