public import MarketData
public import MarketProviders

/// The sources of a server, in the order in which they are used.
public struct MarketSources: Sendable {
    /// Whether the market is simulated. Every answer is then computed, and expires after one second.
    public let isSimulated: Bool
    /// Sources of prices of shares.
    public var quotes: [any StockQuoteProvider] = []
    /// Sources of names, kinds and yearly ranges of shares, if the source of the price lacks them.
    public var profiles: [any StockQuoteProvider] = []
    /// The source of the snapshot of all underlyings.
    public var snapshot: (any StockQuoteProvider)?
    /// The source of the searchable tickers; `nil` for the built-in list.
    public var tickers: (any TickerProvider)?
    /// Sources of option contracts and chains.
    public var options: [any OptionProvider] = []
    /// Sources of daily prices of shares and funds.
    public var shareHistory: [any HistoryProvider] = []
    /// Sources of daily prices of coins.
    public var coinHistory: [any HistoryProvider] = []
    /// Sources of the latest prices of shares and funds.
    public var latestShares: [any LatestPriceProvider] = []
    /// Sources of the latest prices of coins.
    public var latestCoins: [any LatestPriceProvider] = []
    /// The source of coins.
    public var coins: (any CoinProvider)?

    /// The sources that report their status.
    public var checkable: [any CheckableProvider] = []
    /// The sources that have a key.
    public var keyed: Set<MarketSource> = []
    /// Whether the settings enable a source.
    public var isOn: @Sendable (MarketSource) async -> Bool = { _ in true }
    /// The maximum number of seconds that a user waits for an answer.
    public var timeout = 10
    /// Returns the sources as they were at an instant, for a market whose past can be computed.
    public var past: (@Sendable (Timestamp) -> MarketSources)?

    /// Creates a list without sources.
    public init(isSimulated: Bool) { self.isSimulated = isSimulated }
}

extension MarketSources {
    /// Creates the sources of a simulated market, which serves all data.
    public init<Market>(simulated market: Market)
    where
        Market: StockQuoteProvider & TickerProvider & OptionProvider & HistoryProvider & LatestPriceProvider
            & CoinProvider
    {
        self.init(isSimulated: true)
        quotes = [market]
        snapshot = market
        tickers = market
        options = [market]
        (shareHistory, coinHistory) = ([market], [market])
        (latestShares, latestCoins) = ([market], [market])
        coins = market
    }
}

extension MarketSources {
    /// Creates the sources of real market data, each list in the order of the documentation.
    public init(live: LiveSources) {
        self.init(isSimulated: false)
        let (polygon, tradier, yahoo, coinGecko) = (live.polygon, live.tradier, live.yahoo, live.coinGecko)
        let backups: [(any HistoryProvider & LatestPriceProvider)?] = [live.twelveData, live.alphaVantage]
        let quotes: [(any StockQuoteProvider)?] = [
            polygon?.snapshotQuotes, tradier, yahoo, polygon?.previousCloses,
        ]
        let options: [(any OptionProvider)?] = [polygon, tradier]
        self.quotes = quotes.compactMap { $0 }
        profiles = ([tradier, yahoo] as [(any StockQuoteProvider)?]).compactMap { $0 }
        self.options = options.compactMap { $0 }
        snapshot = tradier
        tickers = polygon
        shareHistory = [yahoo] + backups.compactMap { $0 }
        latestShares = [yahoo] + backups.compactMap { $0 }
        coinHistory = [coinGecko]
        latestCoins = [coinGecko]
        coins = coinGecko
        checkable = live.all
        keyed = live.keyed
        timeout = live.timeout
    }
}
