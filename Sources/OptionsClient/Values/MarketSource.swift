/// A source of market data. Servers of later versions may send further values.
public struct MarketSource: RawRepresentable, Codable, Hashable, Sendable {
    /// The text in JSON.
    public let rawValue: String

    /// Creates a value from its text in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The simulated market, which requires no network.
    public static let simulated = Self(rawValue: "simulated")
    /// Polygon, now Massive.
    public static let polygon = Self(rawValue: "polygon")
    /// Tradier.
    public static let tradier = Self(rawValue: "tradier")
    /// Yahoo Finance.
    public static let yahoo = Self(rawValue: "yahoo")
    /// CoinGecko.
    public static let coinGecko = Self(rawValue: "coinGecko")
    /// Alpha Vantage.
    public static let alphaVantage = Self(rawValue: "alphaVantage")
    /// Twelve Data.
    public static let twelveData = Self(rawValue: "twelveData")
}

/// The type of an asset. Servers of later versions may send further values.
public struct AssetType: RawRepresentable, Codable, Hashable, Sendable {
    /// The text in JSON.
    public let rawValue: String

    /// Creates a value from its text in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A share.
    public static let stock = Self(rawValue: "stock")
    /// A fund that trades on an exchange.
    public static let etf = Self(rawValue: "etf")
    /// A fund that is priced once a day.
    public static let fund = Self(rawValue: "fund")
    /// A coin.
    public static let coin = Self(rawValue: "coin")
}
