/// The stored days of each asset.
public struct PriceCoverageResponse: Codable, Hashable, Sendable {
    /// The imported, held and watched assets, ascending by name.
    public let assets: [AssetCoverage]
}

/// The stored days of an asset.
public struct AssetCoverage: Codable, Hashable, Sendable {
    /// An asset: a ticker in capital letters, or `coin:` and the identifier of a coin.
    public let asset: String
    /// The type of the asset. Before the first import, it is `stock` for every asset that is not a coin.
    public let type: AssetType
    /// The source of the last import, otherwise the preferred one; `nil` if none is enabled.
    public let source: MarketSource?
    /// The number of days with prices.
    public let days: Int
    /// The first day with prices.
    public let first: String?
    /// The last day with prices.
    public let last: String?
    /// The number of missing days: sessions of the exchange, or all days for a coin, between the first stored and the
    /// last complete day, that are neither stored nor known to have no price.
    public let missingDays: Int
    /// The missing days, ascending.
    public let missing: [MissingDays]
}

/// A run of missing days.
public struct MissingDays: Codable, Hashable, Sendable {
    /// A day of the Gregorian calendar, `YYYY-MM-DD`, in the years 0001 to 9999.
    public let from: String
    /// A day of the Gregorian calendar, `YYYY-MM-DD`, in the years 0001 to 9999.
    public let to: String
    /// The number of missing days in it.
    public let days: Int
    /// The missing days of each year that has some, ascending.
    public let years: [MissingDaysOfYear]
}

/// The missing days of a year in a run.
public struct MissingDaysOfYear: Codable, Hashable, Sendable {
    /// The year.
    public let year: Int
    /// The number of missing days.
    public let days: Int
}
