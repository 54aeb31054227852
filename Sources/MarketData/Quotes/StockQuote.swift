/// A quote of a share at one moment. Prices are in dollars.
public struct StockQuote: Hashable, Sendable {
    /// The ticker.
    public let ticker: Ticker
    /// The name of the company or the fund.
    public var name: String?
    /// The exchange, such as `XNAS` or `Q`, as the source names it.
    public var exchange: String?
    /// The kind of security.
    public var kind: AssetKind?
    /// The last price.
    public var last: ExactDecimal?
    /// The price at which it can be sold.
    public var bid: ExactDecimal?
    /// The price at which it can be bought.
    public var ask: ExactDecimal?
    /// The first price of the session.
    public var open: ExactDecimal?
    /// The highest price of the session.
    public var high: ExactDecimal?
    /// The lowest price of the session.
    public var low: ExactDecimal?
    /// The close of the previous session.
    public var previousClose: ExactDecimal?
    /// The number of shares traded in the session.
    public var volume: Int?
    /// The lowest price of the last 52 weeks.
    public var yearLow: ExactDecimal?
    /// The highest price of the last 52 weeks.
    public var yearHigh: ExactDecimal?
    /// The next session before whose open the company publishes its earnings; `nil` if the source does not give it.
    public var nextEarnings: CalendarDate?
    /// The instant of the price; `nil` if the source does not give it.
    public var asOf: Timestamp?

    /// Creates a quote without prices.
    public init(_ ticker: Ticker) { self.ticker = ticker }

    /// The last price, otherwise the previous close.
    public var price: ExactDecimal? { last ?? previousClose }
}

/// A stock that can be searched for.
public struct ListedTicker: Hashable, Sendable {
    /// The ticker.
    public let ticker: Ticker
    /// The name of the company or the fund.
    public let name: String
    /// The exchange as the source names it; `nil` if it does not.
    public let exchange: String?
    /// The kind of security; `nil` if it is unknown.
    public let kind: AssetKind?

    /// Creates an entry.
    public init(_ ticker: Ticker, name: String, exchange: String? = nil, kind: AssetKind? = nil) {
        self.ticker = ticker
        self.name = name
        self.exchange = exchange
        self.kind = kind
    }
}

/// A coin and its price in dollars.
public struct CoinQuote: Hashable, Sendable {
    /// The identifier at CoinGecko, such as `bitcoin`.
    public let id: String
    /// The symbol in small letters, such as `btc`.
    public let symbol: String
    /// The name.
    public let name: String
    /// The price.
    public let price: ExactDecimal
    /// The change of the last 24 hours in percent; `nil` if the source does not give it.
    public let changePercent24Hours: ExactDecimal?
    /// The instant of the price.
    public let lastUpdated: Timestamp

    /// Creates a quote.
    public init(
        id: String, symbol: String, name: String, price: ExactDecimal, changePercent24Hours: ExactDecimal?,
        lastUpdated: Timestamp
    ) {
        self.id = id
        self.symbol = symbol
        self.name = name
        self.price = price
        self.changePercent24Hours = changePercent24Hours
        self.lastUpdated = lastUpdated
    }
}

extension StockQuote {
    /// The price less the previous close; `nil` if either is unknown.
    public var change: ExactDecimal? {
        guard let price, let previousClose else { return nil }
        return price.subtracting(previousClose)
    }

    /// The change in percent of the previous close, with four decimals; `nil` if either is unknown or the close is zero.
    public var changePercent: ExactDecimal? {
        guard let change, let previousClose, previousClose.significand != 0 else { return nil }
        return ExactDecimal(rounding: 100 * change.doubleValue / previousClose.doubleValue, decimals: 4)
    }
}
