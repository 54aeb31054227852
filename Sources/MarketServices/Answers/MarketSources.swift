public import MarketData
public import MarketProviders

/// The sources that a server has, in the order in which they are asked.
public struct MarketSources: Sendable {
    /// Whether the market is simulated: then every answer is computed, and true for one second.
    public let isSimulated: Bool
    /// Sources of prices of shares.
    public var quotes: [any StockQuoteProvider] = []
    /// Sources of names, kinds and yearly ranges of shares, for what the source of a price does not tell.
    public var profiles: [any StockQuoteProvider] = []
    /// The source of the snapshot of all underlyings.
    public var snapshot: (any StockQuoteProvider)?
    /// The source of the tickers that can be searched for; `nil` for the list that ships.
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

    /// The sources that tell how they are.
    public var checkable: [any CheckableProvider] = []
    /// The sources that have a key.
    public var keyed: Set<MarketSource> = []
    /// The seconds that a person waits for an answer at most.
    public var timeout = 10

    /// Creates a list without sources.
    public init(isSimulated: Bool) { self.isSimulated = isSimulated }
}

extension MarketSources {
    /// Creates the sources of a market that answers everything itself.
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
