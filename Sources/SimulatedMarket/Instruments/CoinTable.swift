internal import MarketData

/// The coins of the simulated market.
enum CoinTable {
    /// The coins, by market value.
    static let instruments: [Instrument] = table.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 6).map(String.init)
        guard fields.count == 7, let price = Double(fields[2]), let volatility = Double(fields[3]),
            let beta = Double(fields[4]), let volume = Double(fields[5])
        else { return nil }
        return Instrument(
            key: "coin:" + fields[0], name: fields[6], kind: .coin, price: price, volatility: volatility / 100,
            coinBeta: fields[0] == StockMarket.leadingCoin ? 0 : beta, volume: volume * 1e6 / price,
            decimals: price >= 1000 ? 2 : price >= 1 ? 4 : price >= 0.001 ? 6 : 10)
    }

    /// The symbols by key.
    static let symbols: [String: String] = Dictionary(
        uniqueKeysWithValues: table.split(separator: "\n").map { line in
            let fields = line.split(separator: " ")
            return ("coin:" + fields[0], String(fields[1]))
        })

    // The identifier, the symbol, the price in the middle of 2026, the volatility in percent, the sensitivity to bitcoin, the millions of
    // dollars traded a day, the name.
    private static let table = """
        bitcoin btc 90000 55 1 32000 Bitcoin
        ethereum eth 3200 72 1.0 18000 Ethereum
        ripple xrp 2.1 80 0.9 3500 XRP
        binancecoin bnb 850 58 0.8 1600 BNB
        solana sol 160 88 1.1 4200 Solana
        dogecoin doge 0.16 95 1.1 1500 Dogecoin
        cardano ada 0.62 85 1.0 800 Cardano
        tron trx 0.28 55 0.5 700 TRON
        avalanche-2 avax 21 90 1.1 450 Avalanche
        chainlink link 15 85 1.1 600 Chainlink
        stellar xlm 0.27 82 0.9 200 Stellar
        bitcoin-cash bch 520 70 0.9 350 Bitcoin Cash
        litecoin ltc 92 68 0.9 420 Litecoin
        polkadot dot 3.8 85 1.0 220 Polkadot
        uniswap uni 7.2 92 1.1 260 Uniswap
        shiba-inu shib 0.000011 90 1.0 180 Shiba Inu
        """
}
