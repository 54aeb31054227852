import MarketData
import SimulatedMarket
import Testing
import VolatilitySmile
import _TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Chains are free of arbitrage within bid and ask, by the conditions for American options of `ChainAnalysis`.
@Suite struct ArbitrageTests {
    /// The number of moments of the full run, which is switched on by `SIMULATED_MOMENTS`.
    private static let moments = environment("SIMULATED_MOMENTS").flatMap { Int($0) } ?? 0

    @Test func aSampleIsFreeOfArbitrage() throws {
        let market = try market()
        var generator = SeededGenerator(seed: 3)
        var chains = 0
        for round in 0..<4 {
            let instant = try generator.tradingSecond()
            for index in stride(from: round, to: ListedTicker.withOptions.count, by: 4) {
                let listed = ListedTicker.withOptions[index]
                guard
                    let expiration = market.expirations(of: listed.ticker, at: instant)?.randomElement(
                        using: &generator)
                else { continue }
                chains += try check(market, listed.ticker, expiration, instant)
            }
        }
        #expect(chains > 220)
    }

    /// The last seconds of expirations, where times are shortest.
    @Test(arguments: ["2026-03-20T19:59:59Z", "2026-06-18T19:30:00Z"])
    func lastSecondsAreFreeOfArbitrage(_ text: String) throws {
        let market = try market()
        let instant = try utc(text)
        var chains = 0
        try #require(ListedTicker.withOptions.count >= ShippedUnderlyings.optionable.count)
        for listed in ListedTicker.withOptions {
            chains += try check(market, listed.ticker, NewYorkTime.date(at: instant), instant)
        }
        #expect(chains >= ListedTicker.withOptions.count * 9 / 10)
    }

    /// Total variance at each log-moneyness grows with the time to expiration: no calendar spread has a negative price.
    @Test func noCalendarArbitrage() throws {
        let market = try market()
        let instant = try utc("2026-03-04T17:00:00Z")
        try #require(ListedTicker.someWithOptions.count >= ShippedUnderlyings.optionable.count / 6)
        for listed in ListedTicker.someWithOptions {
            var compared = 0
            var previous: [(logMoneyness: Double, variance: Double)] = []
            for expiration in try #require(market.expirations(of: listed.ticker, at: instant)) {
                let snapshot = try #require(market.chain(of: listed.ticker, expiration: expiration, at: instant))
                let (model, years) = try snapshot.model(in: market)
                let forward = model.carry(to: years).forward
                var smile: [(logMoneyness: Double, variance: Double)] = []
                for quote in snapshot.quotes where quote.contract.kind == .call {
                    let volatility = try #require(quote.vendorVolatility)
                    smile.append(
                        (
                            log(quote.contract.strike.doubleValue / forward), volatility * volatility * years
                        ))
                }
                // A smile is convex near its least value: linear interpolation in the later one is an upper bound there, so allow for it.
                for point in previous {
                    guard let right = smile.firstIndex(where: { $0.logMoneyness >= point.logMoneyness }), right > 0
                    else { continue }
                    let (low, high) = (smile[right - 1], smile[right])
                    let weight = (point.logMoneyness - low.logMoneyness) / (high.logMoneyness - low.logMoneyness)
                    let later = low.variance + weight * (high.variance - low.variance)
                    #expect(later > point.variance, "\(listed.ticker) \(expiration)")
                    compared += 1
                }
                previous = smile
            }
            #expect(compared >= 100, "\(listed.ticker)")
        }
    }

    @Test(.enabled(if: moments > 0)) func theFullRunIsFreeOfArbitrage() throws {
        let market = try market()
        var generator = SeededGenerator(seed: 5)
        var (chains, quotes) = (0, 0)
        for _ in 0..<Self.moments {
            let instant = try generator.tradingSecond()
            for listed in ListedTicker.withOptions {
                for expiration in try #require(market.expirations(of: listed.ticker, at: instant)) {
                    quotes += try check(market, listed.ticker, expiration, instant, counting: \.quotes.count)
                    chains += 1
                }
            }
        }
        print("\(Self.moments) moments, \(chains) chains, \(quotes) quotes without arbitrage")
    }

    /// Checks a chain, and returns 1 or the number to count.
    private func check(
        _ market: MarketSimulation, _ ticker: Ticker, _ expiration: CalendarDate, _ instant: Timestamp,
        counting count: (ChainSnapshot) -> Int = { _ in 1 }
    ) throws -> Int {
        guard let snapshot = market.chain(of: ticker, expiration: expiration, at: instant) else { return 0 }
        // The conditions for American options do not depend on dividends, without which the analysis takes less time.
        let found = ChainAnalysis(
            snapshot, at: snapshot.asOf, riskFreeRate: market.riskFreeRate, exercise: .american, isSmileNeeded: false
        ).arbitrage
        if !found.isEmpty { Issue.record("\(ticker) \(expiration) at \(instant): \(found[0])") }
        return count(snapshot)
    }
}
