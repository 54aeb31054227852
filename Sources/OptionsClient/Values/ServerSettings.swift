/// The settings. The simulated and the live market have separate settings.
public struct ServerSettings: Codable, Hashable, Sendable {
    /// The schedule of automatic fetching of prices for held, watched and stored assets.
    public let autoFetch: AutoFetchSettings
    /// The enabled sources of prices. Sources without a required key are never called.
    public let sources: SourceSwitches
    /// The age in days after which the latest price of a held asset is fetched when positions are shown.
    public let cacheDays: Int
    /// Assets with a source other than that of their name.
    public let assets: [String: AssetSource]
}

/// The schedule of automatic fetching of prices for held, watched and stored assets.
public struct AutoFetchSettings: Codable, Hashable, Sendable {
    /// When the server starts. True before anyone changes it.
    public let onLaunch: Bool
    /// 15 minutes after the close of the exchange: at 16:15 in New York, 13:15 on days with an early close. Updates
    /// missed while the server was stopped run when it starts. The default is true.
    public let dailyAtClose: Bool
    /// The latest prices, every hour while the exchange is open. The default is false.
    public let hourlyInMarketHours: Bool
}

/// The enabled sources of prices. Sources without a required key are never called.
public struct SourceSwitches: Codable, Hashable, Sendable {
    /// Yahoo Finance, for stocks and funds.
    public let yahoo: Bool
    /// CoinGecko, for coins.
    public let coinGecko: Bool
    /// Alpha Vantage, a backup for stocks and funds.
    public let alphaVantage: Bool
    /// Twelve Data, a backup for stocks and funds.
    public let twelveData: Bool
}
