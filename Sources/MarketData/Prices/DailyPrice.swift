/// The prices of an asset on one day, adjusted for the known splits.
public struct DailyPrice: Hashable, Sendable {
    /// The session of the exchange, or the day in UTC of a coin.
    public let date: CalendarDate
    /// The last price of the day.
    public let close: ExactDecimal
    /// The first price of the day; `nil` if the source does not give it.
    public let open: ExactDecimal?
    /// The highest price of the day; `nil` if the source does not give it.
    public let high: ExactDecimal?
    /// The lowest price of the day; `nil` if the source does not give it.
    public let low: ExactDecimal?
    /// The number of shares or coins traded; `nil` if the source does not give it.
    public let volume: Int?
    /// The close adjusted for dividends too; `nil` if the source does not give it.
    public let adjustedClose: ExactDecimal?

    /// Creates the prices of a day.
    public init(
        date: CalendarDate, close: ExactDecimal, open: ExactDecimal? = nil, high: ExactDecimal? = nil,
        low: ExactDecimal? = nil, volume: Int? = nil, adjustedClose: ExactDecimal? = nil
    ) {
        self.date = date
        self.close = close
        self.open = open
        self.high = high
        self.low = low
        self.volume = volume
        self.adjustedClose = adjustedClose
    }
}

/// A split: `numerator` new shares for `denominator` old ones.
public struct StockSplit: Hashable, Sendable {
    /// The first day on which the new shares trade.
    public let date: CalendarDate
    /// The number of new shares, 1 or more.
    public let numerator: Int
    /// The number of old shares, 1 or more.
    public let denominator: Int

    /// Creates a split.
    public init(date: CalendarDate, numerator: Int, denominator: Int) {
        self.date = date
        self.numerator = numerator
        self.denominator = denominator
    }
}

/// A dividend in cash.
public struct CashDividend: Hashable, Sendable {
    /// The first day on which shares trade without the dividend.
    public let date: CalendarDate
    /// The amount per share, adjusted for the known splits.
    public let amount: ExactDecimal

    /// Creates a dividend.
    public init(date: CalendarDate, amount: ExactDecimal) {
        self.date = date
        self.amount = amount
    }
}

/// The daily prices of an asset from one day through another, as a source returns them.
public struct PriceHistory: Hashable, Sendable {
    /// The source.
    public let source: MarketSource
    /// The currency, such as `USD`.
    public let currency: String
    /// The kind of the asset; `nil` if the source does not give it.
    public let kind: AssetKind?
    /// The first day with prices; `nil` if the source does not give it.
    public let firstTradeDate: CalendarDate?
    /// The days, ascending, without the current one.
    public let prices: [DailyPrice]
    /// The splits within the requested days, ascending.
    public let splits: [StockSplit]
    /// The dividends within the requested days, ascending.
    public let dividends: [CashDividend]
    /// Whether the prices are adjusted for all splits up to the time of the request; `false` for prices as traded.
    public let isAdjustedForSplits: Bool

    /// Creates a history.
    public init(
        source: MarketSource, currency: String = "USD", kind: AssetKind? = nil, firstTradeDate: CalendarDate? = nil,
        prices: [DailyPrice], splits: [StockSplit] = [], dividends: [CashDividend] = [],
        isAdjustedForSplits: Bool = true
    ) {
        self.source = source
        self.currency = currency
        self.kind = kind
        self.firstTradeDate = firstTradeDate
        self.prices = prices
        self.splits = splits
        self.dividends = dividends
        self.isAdjustedForSplits = isAdjustedForSplits
    }
}
