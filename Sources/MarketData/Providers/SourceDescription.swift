/// A kind of data for which sources are asked, one after the other.
public enum SourceQuestion: Hashable, Sendable, CaseIterable {
    /// Prices of shares.
    case quotes
    /// Names, kinds and yearly ranges of shares.
    case profiles
    /// The snapshot of all underlyings.
    case snapshot
    /// The tickers to search for.
    case tickers
    /// Option contracts and chains.
    case options
    /// Dividends of shares and funds.
    case dividends
    /// Daily and latest prices of shares and funds.
    case sharePrices
    /// Daily and latest prices of coins.
    case coinPrices
    /// Coins.
    case coins
}

/// The environment variable with the key of a source.
public struct SourceKey: Hashable, Sendable {
    /// The variable, such as `POLYGON_API_KEY`.
    public let variable: String
    /// Whether the source is not asked without a key.
    public let isRequired: Bool

    /// The key of a source that is not asked without one.
    public static func required(_ variable: String) -> Self { Self(variable: variable, isRequired: true) }

    /// The key of a source that allows more to its owner.
    public static func optional(_ variable: String) -> Self { Self(variable: variable, isRequired: false) }
}

/// The name, the key, the switch and the data of a source, for users, settings and services.
public struct SourceDescription: Hashable, Sendable {
    /// The name in JSON.
    public let source: MarketSource
    /// The name in documents, such as `Yahoo Finance`.
    public let title: String
    /// The market to which it belongs.
    public let market: MarketKind
    /// The variable of its key; `nil` if it has none.
    public let key: SourceKey?
    /// Whether its switch in the settings is on before anyone changes it; `nil` if it has no switch.
    public let isOnByDefault: Bool?
    /// The kinds of data that the source answers.
    public let questions: Set<SourceQuestion>

    /// Describes a source.
    public init(
        _ source: MarketSource, title: String, market: MarketKind = .live, key: SourceKey? = nil,
        isOnByDefault: Bool? = nil, questions: Set<SourceQuestion>
    ) {
        self.source = source
        self.title = title
        self.market = market
        self.key = key
        self.isOnByDefault = isOnByDefault
        self.questions = questions
    }
}
