import MarketData
import SimulatedMarket
import Testing
import _TestSupport

@Suite struct HistoryTests {
    private func history(
        _ market: MarketSimulation, _ symbol: String, at text: String, from: String = "2014-01-01"
    ) throws -> PriceHistory {
        let now = try utc(text)
        return try market.history(of: .share(try ticker(symbol)), from: try day(from), through: now.date, at: now)
    }

    @Test func rowsAreTheCompleteSessions() throws {
        let market = try market()
        let calendar = ExchangeCalendar.newYork
        let during = try history(market, "COIN", at: "2026-03-04T17:00:00Z")
        #expect(
            during.prices.map(\.date) == calendar.sessions(from: try day("2014-01-02"), through: try day("2026-03-03")))
        #expect(during.firstTradeDate == (try day("2014-01-02")))
        #expect(during.kind == .stock && during.source == .simulated && during.currency == "USD")
        let after = try history(market, "COIN", at: "2026-03-04T21:00:00Z")
        #expect(after.prices.last?.date == (try day("2026-03-04")))
        #expect(after.prices.dropLast() == during.prices[...])

        let now = try utc("2026-03-04T17:00:00Z")
        let coin = try market.history(
            of: .coin(id: "bitcoin"), from: try day("2026-02-01"), through: try day("2026-03-31"), at: now)
        #expect(try coin.prices.count == 31 && coin.prices.last?.date == day("2026-03-03"))
        #expect(coin.kind == .coin)
    }

    @Test func emptyAndUnknown() throws {
        let market = try market()
        let now = try utc("2026-03-04T17:00:00Z")
        let route = AssetRoute.share(try ticker("SPY"))
        #expect(
            try market.history(of: route, from: day("2026-03-07"), through: day("2026-03-08"), at: now).prices.isEmpty)
        #expect(
            try market.history(of: route, from: day("2026-03-08"), through: day("2026-03-07"), at: now).prices.isEmpty)
        #expect(
            try market.history(of: route, from: day("1990-01-01"), through: day("2013-12-31"), at: now).prices.isEmpty)
        #expect(
            try market.history(of: route, from: day("2030-01-01"), through: day("2031-12-31"), at: now).prices.isEmpty)
        #expect(throws: MarketDataError.unknownSymbol("NOSUCH")) {
            try market.history(
                of: .share(try ticker("NOSUCH")), from: day("2026-01-01"), through: day("2026-02-01"), at: now)
        }
        #expect(throws: MarketDataError.unknownSymbol("no-such")) {
            try market.history(of: .coin(id: "no-such"), from: day("2026-01-01"), through: day("2026-02-01"), at: now)
        }
        let early = try utc("2013-06-01T15:00:00Z")
        #expect(
            try market.history(of: route, from: day("2013-01-01"), through: day("2013-12-31"), at: early).prices.isEmpty
        )
        #expect(market.quote(of: try ticker("SPY"), at: early) == nil)
    }

    @Test(arguments: ["SPY", "COIN", "AAPL", "GE", "NVDA", "IBIT", "XLU"])
    func rowsAreSound(_ symbol: String) throws {
        let rows = try history(try market(), symbol, at: "2026-11-20T22:00:00Z").prices
        let dollar = try #require(ExactDecimal("1"))
        for row in rows {
            let (open, high, low) = (try #require(row.open), try #require(row.high), try #require(row.low))
            #expect(low <= min(open, row.close) && max(open, row.close) <= high)
            #expect((row.volume ?? 0) > 0)
            #expect(row.close >= dollar || symbol == "NVDA")
            #expect(try #require(row.adjustedClose) <= row.close)
        }
        #expect(rows.last?.adjustedClose == rows.last?.close)
    }

    /// Closes from before a split are divided by it, exactly, and the adjusted history has no jump at it.
    @Test(arguments: [("AAPL", "2020-08-31"), ("GE", "2021-08-02"), ("NVDA", "2024-06-10"), ("GOOGL", "2022-07-18")])
    func splitsRescaleEarlierClosesExactly(_ symbol: String, _ date: String) throws {
        let market = try market()
        let date = try day(date)
        let before = try history(market, symbol, at: "\(try #require(date.adding(days: -1)))T23:00:00Z")
        let after = try history(market, symbol, at: "\(date)T23:00:00Z")
        let split = try #require(after.splits.last)
        #expect(split.date == date && !before.splits.contains(split))
        #expect(after.splits.dropLast() == before.splits[...])
        let factor = try #require(ExactDecimal(Double(split.denominator) / Double(split.numerator)))
        for (old, new) in zip(before.prices, after.prices) {
            #expect(old.close.multiplied(by: factor) == new.close)
            #expect(old.high.flatMap { $0.multiplied(by: factor) } == new.high)
            #expect(
                abs(
                    (new.adjustedClose?.doubleValue ?? 0) / ((old.adjustedClose?.doubleValue ?? 1) * factor.doubleValue)
                        - 1) < 1e-4)
        }
        let last = after.prices.suffix(2).map(\.close.doubleValue)
        #expect(abs(last[1] / last[0] - 1) < 0.3)
        let quote = try #require(market.quote(of: try ticker(symbol), at: try utc("\(date)T15:00:00Z")))
        #expect(quote.previousClose == after.prices.dropLast().last?.close)
        // The range of the year is in today's shares.
        #expect(try #require(quote.yearHigh).doubleValue < 4 * (try #require(quote.last).doubleValue))
        #expect(try #require(quote.yearLow).doubleValue > 0.25 * (try #require(quote.last).doubleValue))
    }

    /// The return of the adjusted closes is the return with dividends: (close + dividend) / close before.
    @Test(arguments: ["SPY", "AAPL", "XOM", "SPAXX", "VALE"])
    func adjustedClosesHaveTheTotalReturn(_ symbol: String) throws {
        let history = try history(try market(), symbol, at: "2026-11-20T22:00:00Z")
        let dividends = Dictionary(uniqueKeysWithValues: history.dividends.map { ($0.date, $0.amount.doubleValue) })
        #expect(dividends.count > 45)
        for (row, before) in zip(history.prices.dropFirst(), history.prices) {
            let (adjusted, adjustedBefore) = (try #require(row.adjustedClose), try #require(before.adjustedClose))
            let expected = row.close.doubleValue / (before.close.doubleValue - (dividends[row.date] ?? 0))
            #expect(abs(adjusted.doubleValue / adjustedBefore.doubleValue / expected - 1) < 2e-6)
        }
    }

    @Test func latestPricesAreThoseOfQuotes() async throws {
        let market = try market()
        let routes = [AssetRoute.share(try ticker("SPY")), .coin(id: "bitcoin"), .share(try ticker("NOSUCH"))]
        let prices = try await market.latestPrices(of: routes, priority: .interactive)
        #expect(prices.count == 2)
        let quotes = try await market.quotes(for: [try ticker("SPY"), try ticker("NOSUCH")], priority: .interactive)
        #expect(quotes.count == 1 && prices[routes[0]]?.price == quotes.first?.last)
        let coins = try await market.coins(["bitcoin", "nothing"], priority: .interactive)
        #expect(coins.count == 1 && prices[routes[1]]?.price == coins.first?.price)
    }
}
