/// The settings. The simulated and the live market have their own.
public struct ServerSettings: Codable, Hashable, Sendable {
    /// When prices of held, watched and stored assets are fetched without being asked for.
    public let autoFetch: AutoFetchSettings
    /// Which sources of prices are asked. Those without a key that they need are not asked in any case.
    public let sources: SourceSwitches
    /// The days after which the latest price of a held asset is fetched when positions are looked at.
    public let cacheDays: Int
    /// Assets that are served otherwise than their names say.
    public let assets: [String: AssetSource]
}

/// When prices of held, watched and stored assets are fetched without being asked for.
public struct AutoFetchSettings: Codable, Hashable, Sendable {
    /// When the server starts. True before anyone changes it.
    public let onLaunch: Bool
    /// 15 minutes after the close of the exchange: at 16:15 in New York, 13:15 on days with an early close. What was
    /// missed while the server was stopped is done at its start. True before anyone changes it.
    public let dailyAtClose: Bool
    /// The latest prices, every hour while the exchange is open. False before anyone changes it.
    public let hourlyInMarketHours: Bool
}

/// Which sources of prices are asked. Those without a key that they need are not asked in any case.
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
