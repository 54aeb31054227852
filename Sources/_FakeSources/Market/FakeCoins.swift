/// The prices of coins, on all days.
///
/// The price is constant in the last hour of a UTC day, so that hourly points and the point at the following midnight
/// give the same close.
struct FakeCoins: Sendable {
    /// The Unix time.
    let now: Int

    static let names: [(id: String, symbol: String, name: String)] =
        [
            ("bitcoin", "btc", "Bitcoin"), ("ethereum", "eth", "Ethereum"), ("solana", "sol", "Solana"),
            ("dogecoin", "doge", "Dogecoin"), ("cardano", "ada", "Cardano"), ("litecoin", "ltc", "Litecoin"),
            ("ripple", "xrp", "XRP"), ("polkadot", "dot", "Polkadot"), ("tether", "usdt", "Tether"),
            ("chainlink", "link", "Chainlink"), ("priceless", "btc", "Priceless"), ("stale-coin", "stl", "Stale Coin"),
            ("gap-coin", "gap", "Gap Coin"), ("twin-coin", "twn", "Twin Coin"), ("short-coin", "shc", "Short Coin"),
        ] + (1...300).map { ("coin-\(Digits.padded($0, 3))", "c\($0)", "Coin \($0)") }

    static let known: [String: (symbol: String, name: String, rank: Int)] = Dictionary(
        uniqueKeysWithValues: names.enumerated().map { ($1.id, ($1.symbol, $1.name, $0 + 1)) })

    /// The last price of a day in UTC.
    func close(_ id: String, _ day: Day) -> Double {
        let base =
            ["bitcoin": 60_000, "ethereum": 2500, "solana": 120][id] ?? 0.05
            * Noise.exponential(8 * Noise.unit(Noise.hash(id), 1))
        let value = base * Noise.exponential(Noise.walk(Noise.hash(id), at: Double(day.number), size: 1.2))
        // Every tenth close is whole.
        if day.number % 10 == 0, value > 10 { return value.rounded() }
        return Noise.rounded(value, value > 1 ? 6 : 8)
    }

    func price(_ id: String, at seconds: Int) -> Double {
        let day = Day(seconds: seconds)
        let part = Double(seconds - day.midnight) / (23 * 3600)
        let close = close(id, day)
        guard part < 1 else { return close }
        let start = self.close(id, day - 1)
        return Noise.rounded(start + (close - start) * part, close > 1 ? 6 : 8)
    }

    /// The price at a midnight is the close of the day before.
    func point(_ id: String, at seconds: Int) -> Double {
        seconds % 86_400 == 0 ? close(id, Day(seconds: seconds) - 1) : price(id, at: seconds)
    }
}
