public import MarketData

/// A market that depends only on the time and the symbol.
///
/// It serves the data of any source: quotes, tickers, option chains, histories and coins. Two instances with the same
/// risk-free rate and calendar return the same data for the same second, in any order of requests, on any machine.
///
/// ```swift
/// let market = MarketSimulation(now: { clock.now })
/// try await market.quotes(for: [coin], priority: .interactive)        // by the clock that was passed in
/// market.quote(of: coin, at: Timestamp("2026-03-04T15:00:00Z")!)      // at any second
/// ```
///
/// Prices begin on 2014-01-02 and are constant after 2099. Shares move in the sessions of the exchange, coins always.
public struct MarketSimulation: Sendable {
    /// The continuously compounded rate at which options are priced: a decimal per year.
    public let riskFreeRate: Double
    /// The calendar of the exchange.
    public let calendar: ExchangeCalendar

    let now: @Sendable () -> Timestamp
    let cache: PathCache

    /// Creates a market.
    ///
    /// - Parameters:
    ///   - riskFreeRate: The rate at which options are priced: a decimal per year, finite.
    ///   - calendar: The calendar of the exchange.
    ///   - now: The clock that the provider protocols read. Functions with an argument for the instant do not read it.
    public init(
        riskFreeRate: Double = 0.04, calendar: ExchangeCalendar = .newYork, now: @escaping @Sendable () -> Timestamp
    ) {
        self.riskFreeRate = riskFreeRate
        self.calendar = calendar
        self.now = now
        cache = PathCache(calendar: calendar)
    }

    private init(of other: MarketSimulation, at instant: Timestamp) {
        (riskFreeRate, calendar, cache) = (other.riskFreeRate, other.calendar, other.cache)
        now = { instant }
    }

    /// Returns this market with a clock that stands at an instant.
    public func stopped(at instant: Timestamp) -> MarketSimulation { MarketSimulation(of: self, at: instant) }

    /// The first day with prices.
    public static let firstDay = Timestamp.firstOpen.date

    /// All shares and funds, ascending by ticker: the shipped underlyings and funds, and 10,000 invented shares whose names end with
    /// "(simulated)".
    public static var listedTickers: [ListedTicker] { Instruments.listed }

    /// Returns the path of an asset and the moment of an instant; `nil` before the first price.
    func position(_ instrument: Instrument, at instant: Timestamp) -> (path: PricePath, moment: MarketMoment)? {
        let path = cache.path(instrument, year: instant.date.year)
        return path.moment(at: instant).map { (path, $0) }
    }
}
