internal import MarketData
internal import MarketStore

/// The services from which trades have their prices.
struct TradeQuotes: Sendable {
    let stocks: StockService
    let options: OptionService
    let chains: ChainService
    let prices: PriceService

    /// Creates a group.
    init(stocks: StockService, options: OptionService, chains: ChainService, prices: PriceService) {
        self.stocks = stocks
        self.options = options
        self.chains = chains
        self.prices = prices
    }

    /// Creates the services of sources that stand at an instant.
    init(
        _ sources: MarketSources, store: MarketDatabase, calendar: ExchangeCalendar, at instant: Timestamp,
        riskFreeRate: Double
    ) {
        let time = ServiceTime(now: { instant }, sleep: { _ in })
        stocks = StockService(sources, calendar: calendar, time: time)
        options = OptionService(sources, stocks: stocks, calendar: calendar, time: time)
        prices = PriceService(sources, store: store, calendar: calendar, time: time)
        chains = ChainService(
            options: options, stocks: stocks, prices: prices,
            dividends: DividendService(
                sources, store: store, stocks: stocks, options: options, calendar: calendar, time: time),
            calendar: calendar, time: time, riskFreeRate: riskFreeRate)
    }
}

/// The values of the trades on one underlying at one moment.
struct TradeValuation: Sendable {
    let quotes: TradeQuotes
    let calendar: ExchangeCalendar
    let underlying: Ticker
    /// The splits of the underlying since the earliest day that counts, ascending.
    let splits: [StockSplit]
    /// The moment.
    let now: Timestamp
    /// The last session that has begun, in whose shares prices are quoted.
    private let session: CalendarDate
    private var chains: [CalendarDate: Sourced<ChainSnapshot>?] = [:]

    init(
        _ underlying: Ticker, splits: [StockSplit], quotes: TradeQuotes, calendar: ExchangeCalendar, now: Timestamp
    ) {
        self.underlying = underlying
        self.splits = splits
        self.quotes = quotes
        self.calendar = calendar
        self.now = now
        session = calendar.lastSession(beginningBy: now)?.date ?? NewYorkTime.date(at: now)
    }

    /// Returns the value of the legs of a trade.
    mutating func value(of legs: [TradeLeg]) async -> TradeValue {
        var values: [TradeLegValue] = []
        for leg in legs {
            values.append(TradeLegValue(leg, at: await price(of: leg), isExpired: isExpired(leg)))
        }
        return TradeValue(values)
    }

    /// Returns the splits since the terms of a leg were entered, and before it expired; none for a closed leg.
    func splits(of leg: TradeLeg) -> [StockSplit] {
        guard leg.openQuantity > 0 else { return [] }
        let end = leg.instrument.expiration.map { min($0, session) } ?? session
        return leg.termsDate < end ? SplitTerms(splits, from: leg.termsDate, to: end).splits : []
    }

    /// Whether an option has expired.
    private func isExpired(_ leg: TradeLeg) -> Bool {
        leg.instrument.expiration.flatMap { calendar.expiration(on: $0) }.map { $0 <= now } ?? false
    }

    private mutating func price(of leg: TradeLeg) async -> TradePrice? {
        guard leg.openQuantity > 0 else { return nil }
        let terms = SplitTerms(splits, from: leg.termsDate, to: session)
        guard let expiration = leg.instrument.expiration else {
            guard let quote = try? await quotes.stocks.quote(of: underlying), let price = quote.value.price else {
                return nil
            }
            return TradePrice(
                price: terms.reversed(price: price), source: .stock, asOf: quote.asOf, isStale: quote.isStale)
        }
        if isExpired(leg) {
            guard let close = await close(of: expiration) else { return nil }
            return leg.price(atClose: close.price, asOf: close.asOf, terms: terms)
        }
        guard let chain = await chain(expiration) else { return nil }
        let (quotes, underlying) = (quotes, underlying)
        return await leg.price(in: chain.value, isStale: chain.isStale, terms: terms) {
            (try? await quotes.chains.analysis(of: underlying, expiration: expiration))?.value?.analysis
        }
    }

    private mutating func chain(_ expiration: CalendarDate) async -> Sourced<ChainSnapshot>? {
        if let known = chains[expiration] { return known }
        let answer = try? await quotes.options.chain(of: underlying, expiration: expiration)
        let chain = answer.flatMap { answer in answer.value.map { chain in answer.map { _ in chain } } }
        chains[expiration] = .some(chain)
        return chain
    }

    /// The close at which options of an expiration ended. Until it is final, it is the last price after that session.
    private func close(of expiration: CalendarDate) async -> (price: ExactDecimal, asOf: Timestamp)? {
        guard let day = calendar.sessionDate(onOrBefore: expiration), let end = calendar.session(on: day)?.close else {
            return nil
        }
        if let close = await quotes.prices.close(of: underlying, on: day) { return (close.value, end) }
        guard day == session, let quote = try? await quotes.stocks.quote(of: underlying), !quote.isStale else {
            return nil
        }
        return quote.value.price.map { ($0, end) }
    }
}
