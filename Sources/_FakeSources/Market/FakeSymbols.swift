/// The symbols with special behaviour, in addition to the ordinary behaviour of each source.
///
/// Any symbol of one to five letters has data everywhere, except those that begin with `NOPE`. `BRK` and `BF` have
/// classes: `BRK.B` at Polygon, `BRK-B` at Yahoo, `BRK/B` at Tradier; other spellings are unknown. Indices are `I:SPX`
/// at Polygon (market data only), `^SPX` at Yahoo, `SPX` at Tradier. `BTC-USD` is a pair of Yahoo that trades on all
/// days.
///
/// | symbol | source | behaviour |
/// |---|---|---|
/// | `NULLO` | Tradier | open, high, low, close and changes are `null` |
/// | `NOBID` | Tradier | bid and ask are `null`; Polygon has no quotes and no trades for its options |
/// | `NOLST` | Tradier | last and volume are `null` and `trade_date` 0, `prevclose` is there |
/// | `NOALL` | Tradier | last and `prevclose` are `null` |
/// | `INTS` | all | prices are whole, and written as integers |
/// | `STRN` | Tradier | a share without options, where parents are the string `"null"` |
/// | `POLYO` | Tradier | no chains, of options that Polygon lists |
/// | `ERRS` | Tradier | 200 with `errors` |
/// | `NOOPT` | options | a share without options |
/// | `ONEX` | options | one expiration, one strike |
/// | `ONEO` | options | one expiration, one strike, a call only |
/// | `ADJ` | options | also contracts of 150 shares with the root `ADJ1` and additional underlyings |
/// | `ODDT` | Polygon | the first contract of each expiration has the type `other` |
/// | `SPX` | options | roots `SPX` (third Fridays) and `SPXW` |
/// | `NODAT` | Polygon, Yahoo | known, without any prices: no `results`, no `timestamp` |
/// | `EMPTR` | Polygon | as `NODAT`, with `results: []` |
/// | `HALT` | Yahoo | every 17th session is `null`; at Polygon those bars are absent |
/// | `HOLE` | Yahoo | open, high and low are `null` on every fifth day, `adjclose` on every seventh, the close never |
/// | `TAIL` | Yahoo | the last row is `null` |
/// | `DUPE` | Yahoo | today's row is there twice: at the opening, and at the time of trade |
/// | `LATER` | Yahoo | today's row is appended even if it is after `period2` |
/// | `GONE` | Yahoo | 200 with `result: null` |
/// | `VFIAX` and other five letters that end in `X` | Yahoo | a fund: no `adjclose`, no volume, last row `null` |
/// | `NEWCO` | all | traded since 2025-03-03 |
/// | `WEEKD`, `MONTD`, `YEARD` | dividends | paid each week, month or year |
/// | `ONCED` | dividends | paid once: an object in place of a list at Tradier |
/// | `SPECD` | dividends | a special one before each of December |
/// | `EUROD` | dividends | paid in euros |
/// | `AAPL`, `TSLA`, `NVDA`, `GOOGL`, `AMZN`, `WMT`, `SPLIT` | all | splits, see ``FakeMarket`` |
///
/// Half of the symbols, `SPLIT` and `SPY` pay dividends each quarter, and declare them 30 days ahead. Deep options have no greeks, one contract in five was not traded
/// (`day` and `last_trade` are `{}`), one implied volatility in nine is 0 at Tradier.
///
/// Coins: `bitcoin` to `chainlink`, and `coin-001` to `coin-300`. `priceless` has no price (`{}` in prices, `null` in
/// markets), `stale-coin` no change, `gap-coin` a `null` at every 13th point, `twin-coin` answers requests beyond 365
/// days with status 200, `short-coin` has fewer volumes than prices.
enum FakeSymbols {
    static let exchangeTraded: Set<String> = [
        "SPY", "VOO", "QQQ", "IWM", "DIA", "VTI", "FBTC", "GBTC", "GLD", "TLT", "EFA", "EEM",
    ]
    static let classes = ["BRK": ["A", "B"], "BF": ["A", "B"]]
    static let indices: Set<String> = ["SPX", "NDX", "RUT", "VIX", "GSPC", "DJI"]

    /// Returns the name without a source's spelling; `nil` for an unknown share. `separator` precedes the class of a
    /// share.
    static func share(_ text: String, separator: Character) -> String? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        guard let root = parts.first, isRoot(root) else { return nil }
        if parts.count == 1 { return root }
        guard parts.count == 2, classes[root]?.contains(parts[1]) == true else { return nil }
        return "\(root).\(parts[1])"
    }

    /// The underlying of the root of a compact option symbol.
    static func underlying(root: String) -> String? {
        let letters = root.filter { !$0.isNumber }
        if letters == "SPXW" { return "SPX" }
        let classes = classes.flatMap { name, letters in letters.map { ("\(name)\($0)", "\(name).\($0)") } }
        return classes.first { $0.0 == letters }?.1 ?? (isRoot(letters) ? letters : nil)
    }

    static func isRoot(_ text: String) -> Bool {
        (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            && !text.hasPrefix("NOPE")
    }

    static func isFund(_ symbol: String) -> Bool { symbol.utf8.count == 5 && symbol.hasSuffix("X") }

    static func name(_ symbol: String) -> String {
        known[symbol] ?? "\(symbol.prefix(1))\(symbol.dropFirst().lowercased()) Imaginary Corporation"
    }

    static let known = [
        "AAPL": "Apple Inc.", "MSFT": "Microsoft Corp", "COIN": "Coinbase Global, Inc. Class A Common Stock",
        "SPY": "SPDR S&P 500 ETF Trust", "VOO": "Vanguard S&P 500 ETF", "QQQ": "Invesco QQQ Trust, Series 1",
        "TSLA": "Tesla, Inc. Common Stock", "NVDA": "Nvidia Corp", "AMZN": "Amazon.Com Inc",
        "GOOGL": "Alphabet Inc. Class A Common Stock", "META": "Meta Platforms, Inc. Class A Common Stock",
        "BRK.A": "Berkshire Hathaway Inc.", "BRK.B": "Berkshire Hathaway Inc. Class B",
        "BF.A": "Brown-Forman Corp Class A",
        "BF.B": "Brown-Forman Corp Class B", "FBTC": "Fidelity Wise Origin Bitcoin Fund",
        "GBTC": "Grayscale Bitcoin Trust ETF",
        "WMT": "Walmart Inc.", "JPM": "JPMorgan Chase & Co.", "IWM": "iShares Russell 2000 ETF",
        "DIA": "SPDR Dow Jones",
        "VTI": "Vanguard Total Stock Market ETF", "GLD": "SPDR Gold Trust", "TLT": "iShares 20+ Year Treasury Bond ETF",
    ]

    /// 12,000 tickers in the order of bytes, in the spelling of Polygon.
    static let listed: [String] = {
        var names = Set(known.keys)
        names.formUnion([
            "NULLO", "NOBID", "NOLST", "INTS", "NOOPT", "ONEX", "ADJ", "HALT", "SPLIT", "NEWCO", "ZZCO", "T", "F",
        ])
        var index = 0
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        while names.count < 12_000 {
            let hash = Int(Noise.mixed(7, index) >> 8)
            let name = String((0..<(3 + hash % 2)).map { letters[(hash >> (3 + 5 * $0)) % 26] })
            if isRoot(name) { names.insert(name) }
            index += 1
        }
        return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    }()
}
