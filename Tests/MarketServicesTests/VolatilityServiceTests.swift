import MarketData
import MarketStore
import OptionPricing
import Testing

@testable import MarketServices

@Suite("Volatilities at the money")
struct VolatilityServiceTests {
    private static let volatility = 0.3, rate = 0.04, secondsPerYear = 365 * 86_400.0

    /// American options on a share at 100 that pays a dividend of 5 before both expirations.
    private func chain(_ expiration: CalendarDate, of share: Ticker, at now: Timestamp) throws -> ChainSnapshot {
        func years(to instant: Timestamp) -> Double { now.interval(to: instant) / Self.secondsPerYear }
        let market = try OptionMarket(
            spot: 100, riskFreeRate: Self.rate,
            dividends: [
                try DiscreteDividend(timeToExDate: years(to: instant("2026-03-16T13:30:00Z")), .amount(5))
            ])
        let close = try #require(ExchangeCalendar.newYork.session(on: expiration)?.close)
        var quotes: [ContractQuote] = []
        for strike in stride(from: 75, through: 120, by: 2.5) {
            for kind in [OptionKind.call, .put] {
                let terms = try OptionTerms(
                    kind, strike: strike, timeToExpiration: years(to: close), exercise: .american)
                let price = try ModelledOption(terms, in: market).price(volatility: Self.volatility)
                var quote = ContractQuote(
                    ListedContract(
                        symbol: "\(kind)\(strike)", underlying: share, kind: kind, expiration: expiration,
                        strike: try decimal("\(strike)")))
                let cents = Int64((price * 100).rounded())
                quote.bid = ExactDecimal(significand: max(cents - 1, 0), exponent: -2)
                quote.ask = ExactDecimal(significand: cents + 1, exponent: -2)
                quotes.append(quote)
            }
        }
        return ChainSnapshot(
            underlying: share, expiration: expiration, spot: try decimal("100"), quotes: quotes, asOf: now)
    }

    @Test(
        "the volatility of a close is that of American options on a share with dividends",
        arguments: [true, false])
    func dividends(areKnown: Bool) async throws {
        let session = try #require(ExchangeCalendar.newYork.session(on: day("2026-03-04")))
        let market = try TestMarket(at: "2026-03-04T21:15:00Z")
        let share = try ticker("KO")
        let expirations = try ["2026-03-27", "2026-04-17"].map { try day($0) }
        let chains = try expirations.map { try chain($0, of: share, at: session.close) }
        let listing = DividendListing(
            source: .yahoo, asOf: market.clock.now,
            rows: [ListedDividend(exDate: try day("2026-03-16"), amount: try decimal("5"), vendorType: "CD")],
            splits: [])
        market.source.script { script in
            script.expirations = expirations
            script.chain = { day throws(MarketDataError) in chains.first { $0.expiration == day } }
            script.dividends = { _ throws(MarketDataError) in listing }
        }
        var sources = market.sources
        sources.dividends = areKnown ? [market.source] : []
        #expect(try await market.backend(sources).volatilities.record(share, at: session))
        let stored = try await market.store.volatilities.volatilities(
            of: [share], from: session.date, through: session.date)
        let volatility = try #require(stored[share]?.first?.volatility)
        // Without the dividends it is another one, so that the comparison needs them.
        #expect((abs(volatility - Self.volatility) < 1e-3) == areKnown, "\(volatility)")
    }
}
