internal import MarketData

/// Polygon's names of our tickers.
///
/// | ours | prices, chains | contracts | |
/// |---|---|---|---|
/// | `COIN`, `BRK.B` | the same | the same | shares |
/// | `^SPX` | `I:SPX` | `SPX` | indices; `^GSPC` is the same index |
/// | `T-PC` | `TpC` | `TpC` | preferred shares, whose letter `p` is a small one |
enum PolygonSymbols {
    /// The name in requests for prices and chains; `nil` if Polygon cannot have such a ticker.
    static func prices(_ ticker: Ticker) -> String? {
        ticker.index.map { "I:" + $0 } ?? share(ticker)
    }

    /// The name in requests for contracts; `nil` if Polygon cannot have such a ticker.
    static func contracts(_ ticker: Ticker) -> String? {
        ticker.index ?? share(ticker)
    }

    /// Returns our ticker for a name in Polygon's list; `nil` for names with lower-case letters of another meaning,
    /// such as rights.
    static func ticker(_ name: String) -> Ticker? {
        let isSmall = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        guard name.utf8.contains(where: isSmall) else { return Ticker(name) }
        let parts = name.split(separator: "p", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].utf8.count <= 1,
            !parts.joined().utf8.contains(where: isSmall)
        else { return nil }
        return Ticker("\(parts[0])-P\(parts[1])")
    }

    /// The name as a part of a path.
    static func inPath(_ name: String) -> String {
        name.split(separator: "^", omittingEmptySubsequences: false).joined(separator: "%5E")
    }

    private static func share(_ ticker: Ticker) -> String? {
        // A name without a letter or a digit, such as `..`, could traverse the path.
        guard ticker.symbol.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        let parts = ticker.symbol.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].hasPrefix("P"), parts[1].utf8.count <= 2 else {
            return ticker.symbol
        }
        return "\(parts[0])p\(parts[1].dropFirst())"
    }
}
