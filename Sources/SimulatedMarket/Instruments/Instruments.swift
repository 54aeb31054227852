internal import MarketData

/// All assets of the simulated market, by key.
enum Instruments {
    /// Returns the instrument of a share or a coin; `nil` if there is none.
    static func instrument(_ route: AssetRoute) -> Instrument? {
        switch route {
        case .share(let ticker): share(ticker)
        case .coin(let id): coins["coin:" + id]
        }
    }

    /// Returns the instrument of a share; `nil` if there is none.
    static func share(_ ticker: Ticker) -> Instrument? {
        // The invented instruments are created when one is first used.
        shipped[ticker.symbol] ?? invented[ticker.symbol].map { InventedInstruments.instruments[$0] }
    }

    /// All shares and funds, ascending by ticker.
    static let listed: [ListedTicker] = (ShippedParameters.instruments + InventedInstruments.instruments)
        .compactMap { instrument in
            Ticker(instrument.key).map {
                ListedTicker($0, name: instrument.name, exchange: instrument.exchange, kind: instrument.kind)
            }
        }
        .sorted { $0.ticker < $1.ticker }

    private static let shipped = byKey(ShippedParameters.instruments)
    /// Indices, because the instruments are many.
    private static let invented = Dictionary(
        uniqueKeysWithValues: InventedInstruments.instruments.enumerated().map { ($1.key, $0) })
    private static let coins = byKey(CoinTable.instruments)

    private static func byKey(_ instruments: [Instrument]) -> [String: Instrument] {
        Dictionary(uniqueKeysWithValues: instruments.map { ($0.key, $0) })
    }
}
