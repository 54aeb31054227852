public import MarketData

/// The stored days of an asset.
public struct AssetCoverage: Hashable, Sendable {
    /// The asset.
    public let asset: Asset
    /// The kind of the asset, if a source gave it.
    public let kind: AssetKind?
    /// The source of the last import.
    public let source: MarketSource?
    /// The currency of the prices.
    public let currency: String
    /// The first day for which the source has prices, if the source gave it.
    public let firstTradeDate: CalendarDate?
    /// The number of days with prices.
    public let days: Int
    /// The first day with prices; `nil` if there is none.
    public let first: CalendarDate?
    /// The last day with prices; `nil` if there is none.
    public let last: CalendarDate?
    /// The days that need not be requested again, as ascending ranges that neither overlap nor touch: days with a
    /// price, and days known to have none.
    public let answered: [ClosedRange<CalendarDate>]

    /// Creates a coverage.
    public init(
        asset: Asset, kind: AssetKind?, source: MarketSource?, currency: String, firstTradeDate: CalendarDate?,
        days: Int, first: CalendarDate?, last: CalendarDate?, answered: [ClosedRange<CalendarDate>]
    ) {
        self.asset = asset
        self.kind = kind
        self.source = source
        self.currency = currency
        self.firstTradeDate = firstTradeDate
        self.days = days
        self.first = first
        self.last = last
        self.answered = answered
    }

    /// ``answered`` as runs.
    public var answeredRuns: [DayRun] { answered.map { DayRun($0.lowerBound, $0.upperBound) } }

    /// Whether a day need not be requested again.
    public func isAnswered(_ date: CalendarDate) -> Bool {
        // The first range that ends on the day or after.
        var (low, high) = (0, answered.count)
        while low < high {
            let middle = (low + high) / 2
            if answered[middle].upperBound < date { low = middle + 1 } else { high = middle }
        }
        return low < answered.count && answered[low].contains(date)
    }
}

/// The close of an asset on one day.
public struct DailyClose: Hashable, Sendable {
    /// The day.
    public let date: CalendarDate
    /// The close.
    public let close: ExactDecimal

    /// Creates a close.
    public init(date: CalendarDate, close: ExactDecimal) {
        self.date = date
        self.close = close
    }
}

/// The last stored close of an asset.
public struct LastClose: Hashable, Sendable {
    /// The close.
    public let close: DailyClose
    /// The currency of the close.
    public let currency: String
    /// The source of the last import.
    public let source: MarketSource
}
