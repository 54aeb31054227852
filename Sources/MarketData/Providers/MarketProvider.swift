/// The priority of a request: interactive requests precede background work.
public enum CallPriority: Int, Hashable, Sendable, Comparable {
    /// Background work.
    case background
    /// A user is waiting.
    case interactive

    /// Whether `left` is less urgent.
    public static func < (left: CallPriority, right: CallPriority) -> Bool { left.rawValue < right.rawValue }
}

/// A source of market data. The protocols below declare its requests.
public protocol MarketProvider: Sendable {
    /// The source.
    var source: MarketSource { get }
}

/// A source of quotes of shares.
public protocol StockQuoteProvider: MarketProvider {
    /// The number of calls that ``quotes(for:priority:)`` makes for `count` tickers.
    func callCount(quotes count: Int) -> Int

    /// Returns the quotes of shares. Unknown tickers are omitted.
    ///
    /// - Parameters:
    ///   - tickers: Any number.
    ///   - priority: Whether a user is waiting.
    /// - Returns: The quotes, in any order.
    /// - Throws: If any call fails.
    func quotes(for tickers: [Ticker], priority: CallPriority) async throws(MarketDataError) -> [StockQuote]
}

/// A page of the tickers of a source.
public struct TickerPage: Hashable, Sendable {
    /// The tickers.
    public let tickers: [ListedTicker]
    /// The place of the next page; `nil` after the last.
    public let next: String?

    /// Creates a page.
    public init(tickers: [ListedTicker], next: String?) {
        self.tickers = tickers
        self.next = next
    }
}

/// A source of the searchable tickers.
public protocol TickerProvider: MarketProvider {
    /// Returns the page of tickers at a place.
    ///
    /// - Parameter place: ``TickerPage/next`` of the page before; `nil` for the first page.
    /// - Returns: The page.
    /// - Throws: If the source does not answer.
    func tickers(at place: String?) async throws(MarketDataError) -> TickerPage
}

/// A source of option contracts and their quotes.
public protocol OptionProvider: MarketProvider {
    /// Returns the expirations of an underlying that have a contract of a kind, ascending.
    ///
    /// - Throws: ``MarketDataError/unknownSymbol(_:)`` if there is no such stock. A stock without options has no
    ///   expirations.
    func expirations(
        of underlying: Ticker, kind: OptionKind, priority: CallPriority
    ) async throws(MarketDataError) -> [CalendarDate]

    /// Returns the contracts of an underlying that expire on a day, without quotes; empty if there are none.
    func contracts(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> [ListedContract]

    /// Returns the contracts of an underlying that expire on a day, with quotes.
    ///
    /// - Returns: The chain; `nil` if the underlying has no such expiration.
    func chain(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> ChainSnapshot?
}

/// A source of daily prices.
public protocol HistoryProvider: MarketProvider {
    /// The earliest day that may be requested; `nil` if there is none. Days before it are never marked as "requested,
    /// no price".
    func earliestDay(of route: AssetRoute, now: Timestamp) -> CalendarDate?

    /// Returns the daily prices from one day through another, without the current day.
    func history(
        of route: AssetRoute, from: CalendarDate, through: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> PriceHistory
}

/// A source of dividends of shares and funds.
public protocol DividendProvider: MarketProvider {
    /// Whether ``DividendListing/splits`` has the splits of a share: `true` unless the source says otherwise.
    var listsSplits: Bool { get }

    /// Returns the dividends that the source lists from a day on, declared ones included.
    ///
    /// - Returns: The dividends, none for a share that pays none. Some sources also list none for an unknown ticker.
    /// - Throws: ``MarketDataError/unknownSymbol(_:)`` if the source knows that there is no such ticker.
    func dividends(
        of ticker: Ticker, since day: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing
}

extension DividendProvider {
    /// `true`
    public var listsSplits: Bool { true }
}

/// A price of an asset at one moment.
public struct LatestPrice: Hashable, Sendable {
    /// The price.
    public let price: ExactDecimal
    /// The currency, such as `USD`.
    public let currency: String
    /// The instant of the price.
    public let asOf: Timestamp
    /// The source.
    public let source: MarketSource

    /// Creates a price.
    public init(price: ExactDecimal, currency: String = "USD", asOf: Timestamp, source: MarketSource) {
        self.price = price
        self.currency = currency
        self.asOf = asOf
        self.source = source
    }
}

/// A source of the latest prices of assets.
public protocol LatestPriceProvider: MarketProvider {
    /// The number of calls that ``latestPrices(of:priority:)`` makes for `count` assets.
    func callCount(latestPrices count: Int) -> Int

    /// Returns the latest prices. Unknown assets are omitted.
    func latestPrices(
        of routes: [AssetRoute], priority: CallPriority
    ) async throws(MarketDataError) -> [AssetRoute: LatestPrice]
}

extension LatestPriceProvider {
    /// One call for each asset.
    public func callCount(latestPrices count: Int) -> Int { count }
}

/// A source of coins.
public protocol CoinProvider: MarketProvider {
    /// Returns the coins with these identifiers, in any order. Unknown coins and coins without a price are omitted.
    func coins(_ ids: [String], priority: CallPriority) async throws(MarketDataError) -> [CoinQuote]
}
