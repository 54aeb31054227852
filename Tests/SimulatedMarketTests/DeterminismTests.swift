import MarketData
import SimulatedMarket
import Testing
import _TestSupport

@Suite struct DeterminismTests {
    private struct Question {
        let listed: ListedTicker
        let instant: Timestamp
    }

    private func questions() throws -> [Question] {
        var generator = SeededGenerator(seed: 1)
        let listed = MarketSimulation.listedTickers
        return try (0..<200).map { _ in
            let name = try #require(
                (Bool.random(using: &generator) ? ListedTicker.withOptions : listed).randomElement(using: &generator))
            return Question(listed: name, instant: try generator.second())
        }
    }

    @Test func twoMarketsAgreeInAnyOrder() throws {
        let (first, second) = (try freshMarket(), try market())
        let questions = try questions()
        let quotes = questions.map { first.quote(of: $0.listed.ticker, at: $0.instant) }
        let others = questions.reversed().map { second.quote(of: $0.listed.ticker, at: $0.instant) }
        #expect(quotes == others.reversed())
        #expect(quotes == questions.map { first.quote(of: $0.listed.ticker, at: $0.instant) })
        #expect(quotes.allSatisfy { $0 != nil })
    }

    @Test func twoMarketsAgreeOnChains() throws {
        let (first, second) = (try freshMarket(), try market())
        let questions = try questions().suffix(60)
        var chains = 0
        for question in questions {
            let expirations = first.expirations(of: question.listed.ticker, at: question.instant)
            #expect(expirations == second.expirations(of: question.listed.ticker, at: question.instant))
            guard let expiration = expirations?.last else { continue }
            let chain = first.chain(of: question.listed.ticker, expiration: expiration, at: question.instant)
            #expect(chain == second.chain(of: question.listed.ticker, expiration: expiration, at: question.instant))
            #expect(chain?.quotes.isEmpty == false)
            chains += 1
        }
        #expect(chains >= questions.count / 2)
    }

    /// Requests for the far future extend the tables but do not change their values.
    @Test func aLaterHorizonChangesNothing() throws {
        let (near, far) = (try freshMarket(), try market())
        let instant = try utc("2026-03-04T17:00:00Z")
        for symbol in ["AAPL", "COIN", "FBTC", "FXAIX"] {
            let ticker = try ticker(symbol)
            #expect(far.quote(of: ticker, at: try utc("2071-05-05T15:00:00Z")) != nil)
            #expect(near.quote(of: ticker, at: instant) == far.quote(of: ticker, at: instant))
        }
        #expect(near.coin("solana", at: instant) == far.coin("solana", at: instant))
    }

    @Test func aSecondIsTheUnitOfTime() throws {
        let market = try market()
        let ticker = try ticker("SPY")
        let whole = market.quote(of: ticker, at: try utc("2026-03-04T17:00:00Z"))
        #expect(whole == market.quote(of: ticker, at: try utc("2026-03-04T17:00:00.999Z")))
        #expect(whole != market.quote(of: ticker, at: try utc("2026-03-04T17:01:00Z")))
    }

    @Test func manyTasksAgree() async throws {
        let market = try market()
        let questions = try questions()
        let expected = questions.map { market.quote(of: $0.listed.ticker, at: $0.instant) }
        let fresh = try freshMarket()
        await withTaskGroup(of: (Int, StockQuote?).self) { group in
            for (index, question) in questions.enumerated() {
                group.addTask { (index, fresh.quote(of: question.listed.ticker, at: question.instant)) }
            }
            for await (index, quote) in group { #expect(quote == expected[index]) }
        }
    }
}
