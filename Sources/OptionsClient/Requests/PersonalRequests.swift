/// The settings to change. Absent members stay as they are.
public struct SettingsChange: Codable, Hashable, Sendable {
    /// The schedule of automatic fetching of prices.
    public struct AutoFetch: Codable, Hashable, Sendable {
        /// When the server starts.
        public var onLaunch: Bool?
        /// After the close of the exchange.
        public var dailyAtClose: Bool?
        /// Every hour while the exchange is open.
        public var hourlyInMarketHours: Bool?

        /// Creates a change.
        public init(onLaunch: Bool? = nil, dailyAtClose: Bool? = nil, hourlyInMarketHours: Bool? = nil) {
            self.onLaunch = onLaunch
            self.dailyAtClose = dailyAtClose
            self.hourlyInMarketHours = hourlyInMarketHours
        }
    }

    /// The enabled sources.
    public struct Sources: Codable, Hashable, Sendable {
        /// Yahoo Finance.
        public var yahoo: Bool?
        /// CoinGecko.
        public var coinGecko: Bool?
        /// Alpha Vantage.
        public var alphaVantage: Bool?
        /// Twelve Data.
        public var twelveData: Bool?

        /// Creates a change.
        public init(
            yahoo: Bool? = nil, coinGecko: Bool? = nil, alphaVantage: Bool? = nil, twelveData: Bool? = nil
        ) {
            self.yahoo = yahoo
            self.coinGecko = coinGecko
            self.alphaVantage = alphaVantage
            self.twelveData = twelveData
        }
    }

    /// The schedule of automatic fetching of prices.
    public var autoFetch: AutoFetch?
    /// The enabled sources.
    public var sources: Sources?
    /// The age in days after which the latest price of a held asset is fetched when positions are shown.
    public var cacheDays: Int?
    /// Assets with a source other than that of their name: all of them, since the object is replaced as a whole.
    public var assets: [String: AssetSource]?

    /// Creates a change.
    public init(
        autoFetch: AutoFetch? = nil, sources: Sources? = nil, cacheDays: Int? = nil,
        assets: [String: AssetSource]? = nil
    ) {
        self.autoFetch = autoFetch
        self.sources = sources
        self.cacheDays = cacheDays
        self.assets = assets
    }
}

/// The source of an asset, if it is not that of its name.
public struct AssetSource: Codable, Hashable, Sendable {
    /// ``MarketSource/yahoo`` or ``MarketSource/coinGecko``.
    public var source: MarketSource
    /// The ticker or the identifier of the coin at the source. Responses always include it.
    public var id: String?

    /// Creates a source.
    public init(source: MarketSource, id: String? = nil) {
        self.source = source
        self.id = id
    }
}

/// The body of a put position.
struct PositionRequest: Encodable {
    let quantity: Double
    let cost: Double
}

/// The body of a put watch list.
struct WatchListRequest: Encodable {
    let tickers: [String]
}

/// The body of a backfill.
struct BackfillRequest: Encodable {
    let assets: [String]?
    let from: String?
    let to: String?
}
