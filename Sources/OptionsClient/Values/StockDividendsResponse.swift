/// The dividends of a stock.
public struct StockDividendsResponse: Codable, Hashable, Sendable {
    /// A ticker in capital letters.
    public let ticker: String
    /// The dividends of the last five years, the declared and the estimated ones, ascending by ex-date.
    public let dividends: [StockDividend]
    /// The instant at which the source listed them.
    public let asOf: String
    /// Whether the data is old because the sources did not answer.
    public let stale: Bool
}

/// A dividend in cash.
public struct StockDividend: Codable, Hashable, Sendable {
    /// The first day on which shares trade without it.
    public let exDate: String
    /// The day of the payment; `nil` if it is unknown.
    public let payDate: String?
    /// The amount per share of today, divided by the splits since.
    public let amount: Double
    /// The currency of the amount, such as `USD`.
    public let currency: String
    /// Whether it is one of a series.
    public let type: StockDividendType
    /// How certain it is.
    public let status: StockDividendStatus
    /// The source that lists it, or those from which it is estimated.
    public let source: MarketSource
}

/// The dividends that the volatilities and greeks of a chain use.
public enum DividendUse: String, Codable, Hashable, Sendable, CaseIterable {
    /// The declared and the estimated ones.
    case estimated
    /// The declared ones.
    case declared
    /// None.
    case none
}

/// Whether a dividend is one of a series. Servers of later versions may send further values.
public struct StockDividendType: RawRepresentable, Codable, Hashable, Sendable {
    /// The text in JSON.
    public let rawValue: String

    /// Creates a value from its text in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// One of a series.
    public static let regular = Self(rawValue: "regular")
    /// Paid once.
    public static let special = Self(rawValue: "special")
}

/// How certain a dividend is. Servers of later versions may send further values.
public struct StockDividendStatus: RawRepresentable, Codable, Hashable, Sendable {
    /// The text in JSON.
    public let rawValue: String

    /// Creates a value from its text in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The ex-date is today in New York or earlier.
    public static let paid = Self(rawValue: "paid")
    /// The ex-date is ahead, and a source lists it.
    public static let declared = Self(rawValue: "declared")
    /// No source lists it.
    public static let estimated = Self(rawValue: "estimated")
}
