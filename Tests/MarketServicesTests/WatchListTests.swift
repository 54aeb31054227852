import MarketData
import MarketStore
import Testing

@testable import MarketServices

@Suite struct WatchListTests {
    let market: TestMarket

    init() throws { market = try TestMarket(at: "2026-03-04T15:00:00Z") }

    private static func quote(_ ticker: Ticker, price: Int64) throws -> StockQuote {
        var quote = StockQuote(ticker)
        quote.name = "A name\nof two lines"
        quote.exchange = "XNAS"
        quote.kind = .etf
        quote.last = ExactDecimal(significand: price, exponent: -2)
        quote.previousClose = try decimal("0.00000853")
        quote.volume = 12
        quote.yearHigh = try decimal("1234567890.123")
        quote.nextEarnings = CalendarDate("2026-04-28")
        quote.asOf = try instant("2026-03-04T14:59:59Z")
        return quote
    }

    private func answer(_ price: Int64, in market: TestMarket) {
        market.source.script { script in
            script.quotes = { tickers throws(MarketDataError) in
                tickers.compactMap { try? Self.quote($0, price: price) }
            }
        }
    }

    private func fail(_ market: TestMarket) {
        market.source.script {
            $0.quotes = { _ throws(MarketDataError) in throw .limitReached(.polygon, retryAfter: 60) }
        }
    }

    @Test func lastKnownQuoteIsAnsweredAfterFailuresAndRestarts() async throws {
        let list = market.watchList()
        try await list.replace(with: [ticker("SPY"), ticker("BRK.B"), ticker("SPY")])
        answer(10_012, in: market)
        let rows = try await list.rows()
        #expect(rows.map(\.ticker.symbol) == ["SPY", "BRK.B"])
        #expect(rows.allSatisfy { $0.quote?.isStale == false })
        market.clock.advance(10)
        fail(market)
        let stale = try await list.rows()
        #expect(stale.map { $0.quote?.value } == rows.map { $0.quote?.value })
        #expect(stale.allSatisfy { $0.quote?.isStale == true })

        let later = try TestMarket(restarting: market)
        fail(later)
        try await later.watchList().add(ticker("QQQ"))
        let old = try await later.watchList().rows()
        #expect(old.map(\.ticker.symbol) == ["SPY", "BRK.B", "QQQ"])
        for (row, first) in zip(old, rows) {
            var expected = try #require(first.quote?.value)
            expected.name = "A nameof two lines"
            #expect(
                row.quote == Sourced(expected, source: .yahoo, asOf: try instant("2026-03-04T14:59:59Z"), isStale: true)
            )
        }
        // The third stock has no last known quote.
        #expect(old[2].quote == nil)
    }

    @Test func quotesAreStoredSeldom() async throws {
        let list = market.watchList()
        try await list.add(ticker("SPY"))
        let key = StoredQuote.key(try ticker("SPY"))
        var stored: [[UInt8]?] = []
        for (price, seconds) in [(1, 0.0), (2, 10), (3, 10), (4, 45), (4, 100)] as [(Int64, Double)] {
            market.clock.advance(seconds)
            answer(price, in: market)
            _ = try await list.rows()
            stored.append(try await market.store.answers.answer(to: key)?.body)
        }
        #expect(stored[0] == stored[1] && stored[1] == stored[2] && stored[2] != stored[3] && stored[3] == stored[4])
    }

    @Test func simulatedQuotesAreNotStored() async throws {
        let market = try TestMarket(at: "2026-03-04T15:00:00Z", market: .simulated)
        let list = market.watchList()
        try await list.add(ticker("SPY"))
        answer(1, in: market)
        #expect(try await list.rows().first?.quote != nil)
        #expect(try await market.store.answers.answer(to: StoredQuote.key(ticker("SPY"))) == nil)
    }

    @Test func anyTickerIsTakenWhileTheListIsFilled() async throws {
        let list = market.watchList()
        #expect(try await list.firstUnknown(of: [ticker("SPY"), ticker("NEW")]) == nil)
        _ = await market.tickers(nil).step()
        #expect(try await list.firstUnknown(of: [ticker("SPY"), ticker("NEW")]) == ticker("NEW"))
        #expect(try await list.firstUnknown(of: [ticker("SPY")]) == nil)
        #expect(try await !list.remove(ticker("SPY")))
    }
}
