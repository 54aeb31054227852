/// The sources of a server, in the order in which they are asked.
public struct MarketSources: Sendable {
    /// The market that they serve.
    public let market: MarketKind
    /// Every source that can be configured, also those of the other market, in the order of the documentation.
    public let descriptions: [SourceDescription]

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
    /// Sources of dividends.
    public var dividends: [any DividendProvider] = []
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

    /// Whether answers are computed for each second, and so expire with it.
    public var answersEachSecond = false
    /// Whether any day of any asset is answered at once, so that nothing needs to be stored, or asked for in advance.
    public var hasWholeHistory = false
    /// Returns the sources as they were at an instant, for a market whose past can be computed.
    public var past: (@Sendable (Timestamp) -> MarketSources)?

    /// Creates a list without sources.
    public init(_ market: MarketKind, descriptions: [SourceDescription] = []) {
        self.market = market
        self.descriptions = descriptions
    }
}

extension MarketSources {
    /// The sources that have a switch in the settings.
    public var switches: [SourceDescription] { descriptions.filter { $0.isOnByDefault != nil } }

    /// Returns the sentence for data of which no source is configured, which names the keys or the switches that would
    /// give it.
    ///
    /// - Parameters:
    ///   - subject: The data, as a plural: `option chains`.
    ///   - question: The kind of data.
    /// - Returns: The sentence, without a full stop.
    public func sentence(missing subject: String, _ question: SourceQuestion) -> String {
        let sources = descriptions.filter { $0.questions.contains(question) && $0.market == .live }
        let keys = Self.alternatives(sources.filter { $0.isOnByDefault == nil }.requiredKeys)
        if !keys.isEmpty { return "\(subject) need \(keys)" }
        let switches = sources.filter { $0.isOnByDefault != nil }
        let name = switches.count == 1 ? switches[0].source.rawValue : nil
        return name.map { "\(subject) need \($0) to be switched on in the settings" }
            ?? "\(subject) need a source that is switched on in the settings"
    }

    /// Returns `a`, `a or b`, or `a, b or c`.
    public static func alternatives(_ names: [String]) -> String {
        guard names.count > 2, let last = names.last else { return names.joined(separator: " or ") }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension [SourceDescription] {
    /// The variables of the keys without which these sources are not asked.
    public var requiredKeys: [String] { compactMap { $0.key.flatMap { $0.isRequired ? $0.variable : nil } } }
}
