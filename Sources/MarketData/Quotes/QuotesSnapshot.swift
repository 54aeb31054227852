/// A row of the snapshot of quotes. All members are present.
public struct SnapshotRow: Hashable, Sendable {
    /// The symbol in capital letters.
    public let symbol: String
    /// The name of the company or the fund, otherwise the symbol.
    public let name: String
    /// The last price, otherwise the previous close.
    public let last: ExactDecimal
    /// The price at which it can be sold; 0 if there is none.
    public let bid: ExactDecimal
    /// The price at which it can be bought; 0 if there is none.
    public let ask: ExactDecimal
    /// The number of shares traded; 0 if it is unknown.
    public let volume: Int

    /// Creates a row.
    public init(
        symbol: String, name: String, last: ExactDecimal, bid: ExactDecimal, ask: ExactDecimal, volume: Int
    ) {
        self.symbol = symbol
        self.name = name
        self.last = last
        self.bid = bid
        self.ask = ask
        self.volume = volume
    }

    /// Creates the row of a quote; `nil` if it has neither a last price nor a previous close.
    public init?(_ quote: StockQuote) {
        guard let last = quote.price else { return nil }
        self.init(
            symbol: quote.ticker.symbol, name: quote.name ?? quote.ticker.symbol, last: last,
            bid: quote.bid ?? .zero, ask: quote.ask ?? .zero, volume: quote.volume ?? 0)
    }
}

/// The quotes of all optionable underlyings at one moment.
public struct QuotesSnapshot: Hashable, Sendable {
    /// The rows, ascending by symbol, each symbol once.
    public let rows: [SnapshotRow]
    /// The source.
    public let source: MarketSource
    /// The instant at which the rows changed last.
    public let changed: Timestamp
    /// The instant of the last successful refresh.
    public let refreshed: Timestamp

    /// Creates a snapshot from rows in any order. If rows share a symbol, the last one is kept.
    public init(rows: [SnapshotRow], source: MarketSource, changed: Timestamp, refreshed: Timestamp) {
        let bySymbol = Dictionary(rows.map { ($0.symbol, $0) }, uniquingKeysWith: { _, last in last })
        self.init(
            sortedRows: bySymbol.values.sorted { $0.symbol < $1.symbol }, source: source, changed: changed,
            refreshed: refreshed)
    }

    private init(sortedRows: [SnapshotRow], source: MarketSource, changed: Timestamp, refreshed: Timestamp) {
        rows = sortedRows
        self.source = source
        self.changed = changed
        self.refreshed = refreshed
    }

    /// Returns the snapshot after a refresh. ``changed`` is kept if no row differs.
    public func refreshed(with rows: [SnapshotRow], source: MarketSource, at now: Timestamp) -> QuotesSnapshot {
        let next = QuotesSnapshot(rows: rows, source: source, changed: now, refreshed: now)
        if next.rows != self.rows || source != self.source { return next }
        return QuotesSnapshot(sortedRows: self.rows, source: source, changed: changed, refreshed: now)
    }
}
