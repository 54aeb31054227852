internal import MarketData

/// The names that Polygon has for our tickers.
///
/// | ours | prices, chains | contracts | |
/// |---|---|---|---|
/// | `COIN`, `BRK.B` | the same | the same | shares |
/// | `^SPX` | `I:SPX` | `SPX` | indices; `^GSPC` is the same index |
/// | `T-PC` | `TpC` | `TpC` | preferred shares, whose letter `p` is a small one |
enum PolygonSymbols {
    /// The name under which prices and chains are asked for; `nil` if Polygon cannot have such a ticker.
    static func prices(_ ticker: Ticker) -> String? {
        ticker.index.map { "I:" + $0 } ?? share(ticker)
    }

    /// The name under which contracts are asked for; `nil` if Polygon cannot have such a ticker.
    static func contracts(_ ticker: Ticker) -> String? {
        ticker.index ?? share(ticker)
    }

    /// Our ticker of a name in the list of tickers; `nil` for names with small letters of another meaning, such as
    /// rights.
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
        // Without a letter or a digit it could be a step of a path, such as `..`.
        guard ticker.symbol.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        let parts = ticker.symbol.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].hasPrefix("P"), parts[1].utf8.count <= 2 else {
            return ticker.symbol
        }
        return "\(parts[0])p\(parts[1].dropFirst())"
    }
}
