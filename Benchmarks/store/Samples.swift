import MarketData

/// A generator with the same sequence in every run.
struct Generator: RandomNumberGenerator {
    private var state: UInt64 = 42

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Daily prices of an asset, all columns filled, with four decimals.
func sampleHistory(_ dates: [CalendarDate], using generator: inout Generator) -> PriceHistory {
    var price = Int64.random(in: 50_000...5_000_000, using: &generator)
    let prices = dates.map { date in
        price += price / 50 * Int64.random(in: -10...10, using: &generator) / 10
        let spread = price / 100
        func decimal(_ value: Int64) -> ExactDecimal { ExactDecimal(significand: value, exponent: -4) }
        return DailyPrice(
            date: date, close: decimal(price),
            open: decimal(price + .random(in: -spread...spread, using: &generator)),
            high: decimal(price + .random(in: 0...2 * spread, using: &generator)),
            low: decimal(price - .random(in: 0...2 * spread, using: &generator)),
            volume: .random(in: 1_000...200_000_000, using: &generator), adjustedClose: decimal(price - spread / 7))
    }
    return PriceHistory(source: .yahoo, kind: .stock, prices: prices)
}

/// Tickers with names as exchanges list them.
func sampleTickers(_ count: Int, using generator: inout Generator) -> [ListedTicker] {
    let first = [
        "American", "National", "First", "Global", "United", "General", "Coin", "Digital", "Pacific", "Atlantic",
        "Blue",
        "Green", "Northern", "Southern", "iShares", "Vanguard", "ProShares", "Invesco", "Alpha", "Apple", "Micro",
        "Nano",
        "Quantum", "Royal", "Summit", "Trans", "Union", "Vertex", "West", "Zenith",
    ]
    let middle = [
        "Bank", "Energy", "Technologies", "Pharmaceuticals", "Resources", "Financial", "Realty", "Health", "Motors",
        "Gold",
        "Oil", "Software", "Semiconductor", "Acquisition", "Biosciences", "Communications", "Insurance",
        "Treasury Bond",
        "Emerging Markets", "Dividend", "Capital", "Media", "Airlines", "Mining",
    ]
    let last = [
        "Inc.", "Corporation", "Inc. Common Stock", "Holdings", "Ltd.", "ETF", "Trust", "Group Inc.",
        "plc American Depositary Shares",
        "Class A Common Stock", "Warrants", "Units", "Preferred Series B", "Fund", "Partners LP",
    ]
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var tickers: [Ticker: ListedTicker] = [:]
    while tickers.count < count {
        var symbol = ""
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            symbol.append(letters.randomElement(using: &generator) ?? "A")
        }
        if Int.random(in: 0..<20, using: &generator) == 0 { symbol += ".WS" }
        guard let ticker = Ticker(symbol) else { continue }
        // Most names have a unique word, as those of companies have.
        var word = ""
        for _ in 0..<Int.random(in: 2...4, using: &generator) {
            word.append("bcdfglmnprstvz".randomElement(using: &generator) ?? "b")
            word.append("aeiou".randomElement(using: &generator) ?? "a")
        }
        let name = [
            word.capitalized, first.randomElement(using: &generator), middle.randomElement(using: &generator),
            last.randomElement(using: &generator),
        ]
        tickers[ticker] = ListedTicker(
            ticker, name: name.compactMap { $0 }.joined(separator: " "), exchange: "XNAS", kind: .stock)
    }
    return tickers.values.sorted { $0.ticker < $1.ticker }
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
