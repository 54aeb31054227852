public import MarketData
public import MarketStore

/// A trade and its value.
public struct TradeRow: Sendable {
    /// The trade, as it was entered.
    public let trade: Trade
    /// The value.
    public let value: TradeValue
    /// For each leg, the splits since it was entered, which its terms do not include.
    public let splits: [[StockSplit]]
}

/// The trades of the user.
public struct TradeService: Sendable {
    private let sources: MarketSources
    private let store: MarketDatabase
    private let quotes: TradeQuotes
    private let calendar: ExchangeCalendar
    private let time: ServiceTime
    private let riskFreeRate: Double

    init(
        _ sources: MarketSources, store: MarketDatabase, quotes: TradeQuotes, calendar: ExchangeCalendar,
        time: ServiceTime, riskFreeRate: Double
    ) {
        self.sources = sources
        self.store = store
        self.quotes = quotes
        self.calendar = calendar
        self.time = time
        self.riskFreeRate = riskFreeRate
    }

    /// Returns the trades on an underlying, or all, and their values, in the order in which they were first entered.
    public func trades(on underlying: Ticker? = nil) async throws(StoreError) -> [TradeRow] {
        let trades = try await store.personal.trades()
        return try await rows(trades.filter { underlying == nil || $0.underlying == underlying })
    }

    /// Returns a trade and its value; `nil` if there is none.
    public func trade(_ id: TradeIdentifier) async throws(StoreError) -> TradeRow? {
        guard let trade = try await store.personal.trade(id) else { return nil }
        return try await rows([trade]).first
    }

    /// Stores a trade, in place of the one with its identifier.
    ///
    /// - Returns: The trade and its value; `nil` if there are ``PersonalStore/maximumTrades`` others.
    public func put(_ trade: Trade) async throws(StoreError) -> TradeRow? {
        guard let trade = try await store.personal.store(trade) else { return nil }
        return try await rows([trade]).first
    }

    /// Removes a trade.
    ///
    /// - Returns: Whether there was one.
    public func remove(_ id: TradeIdentifier) async throws(StoreError) -> Bool {
        try await store.personal.removeTrade(id)
    }

    /// The present day, on which terms are entered.
    public var today: CalendarDate { NewYorkTime.date(at: time.now()) }

    /// Values trades, or what they were after a day, now. Those on different underlyings are valued concurrently.
    private func rows(_ trades: [Trade], after day: CalendarDate? = nil) async throws(StoreError) -> [TradeRow] {
        let settings = try await store.personal.settings()
        let now = time.now()
        let groups = Dictionary(grouping: trades.indices) { trades[$0].underlying }
        let rows = await concurrently(Array(groups)) { underlying, indices -> [(Int, TradeRow)] in
            let first = indices.flatMap { trades[$0].legs.map(\.termsDate) }.min() ?? today
            var valuation = TradeValuation(
                underlying, splits: await splits(of: underlying, after: first, settings), quotes: quotes,
                calendar: calendar, now: now)
            var rows: [(Int, TradeRow)] = []
            for index in indices {
                let legs = trades[index].legs.compactMap { leg in day.map { leg.on($0) } ?? leg }
                if legs.isEmpty { continue }
                let value = await valuation.value(of: legs)
                rows.append(
                    (index, TradeRow(trade: trades[index], value: value, splits: legs.map(valuation.splits(of:)))))
            }
            return rows
        }
        return rows.flatMap { $0 }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The splits of a share. An asset that the settings map to something else has none.
    private func splits(
        of ticker: Ticker, after day: CalendarDate, _ settings: MarketSettings
    ) async -> [StockSplit] {
        guard let asset = Asset(ticker.symbol), AssetRoute(asset, overrides: settings.assets) == .share(ticker) else {
            return []
        }
        return await quotes.prices.splits(of: asset, after: day, settings)
    }
}

// MARK: The history

extension TradeService {
    /// Returns the profit of the trades at the close of each session from one day through another, ascending: as it was
    /// stored, or computed where the past of the market can be. Days without a trade or a stored profit are left out.
    ///
    /// - Throws: ``MarketDataError/timedOut(_:)`` if the days take longer than ``QuestionDeadline/current`` allows.
    public func history(from first: CalendarDate, through last: CalendarDate) async throws -> [TradeDay] {
        guard let past = sources.past else {
            return try await store.personal.tradeDays(from: first, through: last)
        }
        let trades = try await store.personal.trades()
        guard let earliest = trades.flatMap(\.legs).map(\.opened.date).min() else { return [] }
        let settings = try await store.personal.settings()
        let start = max(first, earliest)
        var splits: [Ticker: [StockSplit]] = [:]
        for (underlying, trades) in Dictionary(grouping: trades, by: \.underlying) {
            let day = trades.flatMap(\.legs).map(\.termsDate).min().map { min($0, start) } ?? start
            splits[underlying] = await self.splits(of: underlying, after: day, settings)
        }
        let now = time.now()
        var days: [TradeDay] = []
        for day in start <= last ? calendar.sessions(from: start, through: last) : [] {
            guard let close = calendar.session(on: day)?.close, close <= now else { break }
            if Task.isCancelled { throw MarketDataError.cancelled }
            if let deadline = QuestionDeadline.current, deadline <= time.now() {
                throw MarketDataError.timedOut(.simulated)
            }
            let quotes = TradeQuotes(
                past(close), store: store, calendar: calendar, at: close, riskFreeRate: riskFreeRate)
            if let value = await self.day(day, trades, splits, quotes, at: close) { days.append(value) }
        }
        return days
    }

    /// Whether the profit is stored after each close, since the past of the market cannot be computed.
    var isStored: Bool { sources.past == nil }

    /// The trades, without values.
    func stored() async throws(StoreError) -> [Trade] { try await store.personal.trades() }

    /// Stores the profit of trades at the close of a day, by the present prices.
    ///
    /// - Returns: The profit; `nil` if no trade had a leg.
    func record(_ trades: [Trade], on day: CalendarDate) async throws(StoreError) -> TradeDay? {
        let rows = try await rows(trades, after: day)
        if rows.isEmpty { return nil }
        let record = TradeDay(date: day, rows.map { ($0.trade.id, $0.value) })
        try await store.personal.store(record)
        return record
    }

    /// Values the trades as they were after a day; `nil` if none had a leg.
    private func day(
        _ day: CalendarDate, _ trades: [Trade], _ splits: [Ticker: [StockSplit]], _ quotes: TradeQuotes,
        at instant: Timestamp
    ) async -> TradeDay? {
        var valuations: [Ticker: TradeValuation] = [:]
        var values: [(TradeIdentifier, TradeValue)] = []
        for trade in trades {
            let legs = trade.legs.compactMap { $0.on(day) }
            if legs.isEmpty { continue }
            var valuation =
                valuations[trade.underlying]
                ?? TradeValuation(
                    trade.underlying, splits: splits[trade.underlying] ?? [], quotes: quotes, calendar: calendar,
                    now: instant)
            values.append((trade.id, await valuation.value(of: legs)))
            valuations[trade.underlying] = valuation
        }
        return values.isEmpty ? nil : TradeDay(date: day, values)
    }
}

extension TradeDay {
    /// Sums the values of trades.
    init(date: CalendarDate, _ values: [(id: TradeIdentifier, value: TradeValue)]) {
        let profits = values.compactMap(\.value.profit)
        self.init(
            date: date, profit: profits.isEmpty ? nil : profits.reduce(.zero) { $0.adding($1) ?? $0 },
            unpriced: values.filter { !$0.value.unpriced.isEmpty }.map(\.id))
    }
}
