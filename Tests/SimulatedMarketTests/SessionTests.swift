import MarketData
import Testing
import _TestSupport

@testable import SimulatedMarket

@Suite struct SessionTests {
    private static let symbols = ["SPY", "COIN", "AAPL", "TSLA", "FBTC", "BRK.B", "AMC", "BKNG"]

    @Test(arguments: symbols)
    func aSessionIsConsistentSecondBySecond(_ symbol: String) throws {
        let market = try market()
        let ticker = try ticker(symbol)
        var generator = SeededGenerator(seed: 7)
        // Another day for each symbol.
        for _ in 0..<(Self.symbols.firstIndex(of: symbol) ?? 0) { _ = generator.next() }
        let date = NewYorkTime.date(at: try generator.tradingSecond())
        let session = try #require(ExchangeCalendar.newYork.session(on: date))
        let seconds = session.open.seconds(to: session.close)
        let final = try #require(market.quote(of: ticker, at: session.close))
        let range = try #require(final.low)...#require(final.high)
        let step = (range.upperBound.doubleValue - range.lowerBound.doubleValue) * 0.25 + 0.011
        var previous: StockQuote?
        for offset in stride(from: 0, to: seconds, by: 1) {
            // Every second of the first and the last five minutes, and of each tenth minute.
            guard offset < 300 || offset >= seconds - 300 || offset / 60 % 10 == 0 else {
                previous = nil
                continue
            }
            let quote = try #require(market.quote(of: ticker, at: session.open.adding(seconds: offset)))
            let (last, bid, ask) = (try #require(quote.last), try #require(quote.bid), try #require(quote.ask))
            let (high, low) = (try #require(quote.high), try #require(quote.low))
            #expect(range.contains(last))
            #expect((low...high).contains(last) && range.contains(low) && range.contains(high))
            #expect(bid < ask && bid <= last && last <= ask)
            #expect(quote.asOf == session.open.adding(seconds: offset))
            #expect(quote.open == final.open && quote.previousClose == final.previousClose)
            if let previous, let before = previous.last, let volume = quote.volume, let less = previous.volume {
                #expect(abs(last.doubleValue - before.doubleValue) <= step)
                #expect(volume >= less)
            }
            if offset == 0 { #expect(last == quote.open) }
            if offset == seconds - 1 {
                #expect(last == final.last && high == final.high && low == final.low)
                #expect(quote.volume == final.volume)
            }
            previous = quote
        }
    }

    @Test(arguments: symbols)
    func sharesStandStillWhenTheExchangeIsClosed(_ symbol: String) throws {
        let market = try market()
        let ticker = try ticker(symbol)
        // Saturday, Sunday, before the open on Monday; Juneteenth and a Christmas Day.
        for (close, closed) in [
            ("2026-03-06T21:00:00Z", ["2026-03-07T12:00:00Z", "2026-03-08T23:59:59Z", "2026-03-09T13:29:59Z"]),
            ("2026-06-18T20:00:00Z", ["2026-06-19T15:00:00Z", "2026-06-22T13:29:59Z"]),
            ("2025-12-24T18:00:00Z", ["2025-12-24T19:30:00Z", "2025-12-25T16:00:00Z"]),
        ] {
            let last = try #require(market.quote(of: ticker, at: try utc(close)))
            #expect(last.asOf == (try utc(close)))
            #expect(last.last == market.quote(of: ticker, at: try utc(close).adding(seconds: -1))?.last)
            for moment in closed { #expect(market.quote(of: ticker, at: try utc(moment)) == last) }
        }
    }

    @Test(arguments: symbols)
    func quotesAgreeWithTheHistory(_ symbol: String) throws {
        let market = try market()
        let ticker = try ticker(symbol)
        let now = try utc("2026-11-20T22:00:00Z")
        let history = try market.history(
            of: .share(ticker), from: day("2025-11-21"), through: day("2026-11-20"), at: now)
        #expect(history.splits.isEmpty)
        for (row, before) in zip(history.prices.dropFirst(), history.prices) {
            let session = try #require(ExchangeCalendar.newYork.session(on: row.date))
            let quote = try #require(market.quote(of: ticker, at: session.close))
            #expect(quote.last == row.close && quote.open == row.open && quote.high == row.high && quote.low == row.low)
            #expect(quote.volume == row.volume)
            #expect(quote.previousClose == before.close)
        }
        let quote = try #require(market.quote(of: ticker, at: now))
        #expect(quote.yearHigh == history.prices.compactMap(\.high).max())
        #expect(quote.yearLow == history.prices.compactMap(\.low).min())
    }

    @Test func coinsAlwaysMove() throws {
        let market = try market()
        let identifiers = CoinTable.instruments.map { String($0.key.dropFirst("coin:".count)) }
        for id in identifiers {
            let start = try utc("2026-03-07T00:00:00Z")
            let prices = try (0..<48).map { hour in
                try #require(market.coin(id, at: start.adding(seconds: 1800 * hour)))
            }
            #expect(Set(prices.map(\.price)).count > 40, "\(id)")
            #expect(prices.last?.lastUpdated == start.adding(seconds: 47 * 1800))
            let midnight = try #require(market.coin(id, at: start)?.price.doubleValue)
            let before = try #require(market.coin(id, at: start.adding(seconds: -1))?.price.doubleValue)
            #expect(abs(midnight / before - 1) < 1e-3)
            let quote = try #require(prices.last)
            let yesterday = try #require(market.coin(id, at: quote.lastUpdated.adding(seconds: -86_400)))
            let change = try #require(quote.changePercent24Hours).doubleValue
            #expect(abs(change - 100 * (quote.price.doubleValue / yesterday.price.doubleValue - 1)) < 1e-4)
        }
        #expect(identifiers.count >= 12)
        #expect(market.coin("no-such-coin", at: try utc("2026-03-07")) == nil)
    }

    @Test func fundsHaveOnePriceADay() throws {
        let market = try market()
        let fund = try ticker("FXAIX")
        let during = try #require(market.quote(of: fund, at: try utc("2026-03-04T17:00:00Z")))
        #expect(during.asOf == (try utc("2026-03-03T21:00:00Z")))
        #expect(during == market.quote(of: fund, at: try utc("2026-03-04T20:59:59Z")))
        let after = try #require(market.quote(of: fund, at: try utc("2026-03-04T21:00:00Z")))
        #expect(after.last != during.last && after.previousClose == during.last)
        #expect(after.open == after.last && after.high == after.last && after.low == after.last)
        #expect(after.volume == 0 && after.kind == .fund && after.bid == nil)
        let money = try market.history(
            of: .share(try ticker("SPAXX")), from: day("2014-01-01"), through: day("2026-03-03"),
            at: try utc("2026-03-04T17:00:00Z"))
        #expect(!money.prices.isEmpty && money.prices.allSatisfy { $0.close == ExactDecimal("1") })
        #expect(money.dividends.count > 140)
    }
}
