import MarketData
import MarketStore
import SimulatedMarket
import Testing

@testable import MarketServices

@Suite struct CloseRecorderTests {
    private func recorder(_ market: TestMarket) -> CloseRecorder {
        let backend = market.backend()
        return CloseRecorder(
            trades: backend.trades, volatilities: backend.volatilities, calendar: .newYork, time: market.clock.time,
            logger: market.logger)
    }

    /// A live market whose chains are those of a simulated share at the instant of the clock.
    private func market(at now: String) throws -> TestMarket {
        let market = try TestMarket(at: now)
        let (clock, coin) = (market.clock, try ticker("COIN"))
        let simulation = MarketSimulation(now: { clock.now })
        market.source.script { script in
            script.expirations = simulation.expirations(of: coin, at: clock.now) ?? []
            script.chain = { day throws(MarketDataError) in
                simulation.chain(of: coin, expiration: day, at: clock.now)
            }
            script.quotes = { tickers throws(MarketDataError) in
                tickers.compactMap { simulation.quote(of: $0, at: clock.now) }
            }
        }
        return market
    }

    private func shares(_ quantity: Int, opened: String = "2026-03-04") throws -> Trade {
        try Trade(
            id: #require(TradeIdentifier("a")), name: "A", underlying: ticker("COIN"),
            legs: [
                TradeLeg(
                    .shares, .long, quantity: quantity, sharesPerContract: 1,
                    opened: TradeLeg.Opening(date: day(opened), price: decimal("100")), entered: day(opened))
            ])
    }

    private func days(_ market: TestMarket) async throws -> [TradeDay] {
        try await market.store.personal.tradeDays(from: day("2026-03-01"), through: day("2026-03-31"))
    }

    private func volatilities(_ market: TestMarket) async throws -> [DailyVolatility] {
        try await market.store.volatilities.volatilities(
            of: [ticker("COIN")], from: day("2020-01-01"), through: day("2026-03-31"))[ticker("COIN")] ?? []
    }

    @Test func closeIsRecordedFromAQuarterAfterItUntilTheNextSession() async throws {
        let market = try market(at: "2026-03-04T20:00:00Z")
        let recorder = recorder(market)
        _ = try await market.store.personal.store(shares(2))
        var memory = CloseRecorder.Memory()
        for (time, count) in [("20:00", 0), ("21:14", 0), ("21:15", 1), ("23:59", 1)] {
            market.clock.set(try instant("2026-03-04T\(time):30Z"))
            await recorder.look(&memory)
            #expect(try await days(market).count == count)
            #expect(try await volatilities(market).count == count)
        }
        let price = try #require(
            MarketSimulation(now: { .unixEpoch }).quote(of: ticker("COIN"), at: instant("2026-03-04T22:00:00Z"))?.price)
        let profit = try #require(price.subtracting(decimal("100"))?.multiplied(by: decimal("2")))
        #expect(
            try await days(market) == [TradeDay(date: day("2026-03-04"), profit: profit, unpriced: [])])
        let volatility = try #require(await volatilities(market).first)
        #expect(volatility.date == (try day("2026-03-04")) && (0.2...2).contains(volatility.volatility))
        // A trade that is entered in the evening counts; one of the next day does not.
        _ = try await market.store.personal.store(shares(4))
        await recorder.look(&memory)
        #expect(try await days(market).map(\.profit) == [profit.multiplied(by: decimal("2"))])
        // A server that starts before the next session records the close, and one that starts in it does not.
        try await market.store.personal.store(TradeDay(date: day("2026-03-04"), profit: nil, unpriced: []))
        var later = CloseRecorder.Memory()
        for (time, isRecorded) in [("15:00", false), ("14:00", true)] {
            market.clock.set(try instant("2026-03-05T\(time):00Z"))
            await recorder.look(&later)
            #expect(try await days(market).map { $0.profit != nil } == [isRecorded])
        }
    }

    @Test func failuresAreTriedAgainAfterAnHour() async throws {
        let market = try market(at: "2026-03-04T21:20:00Z")
        let recorder = recorder(market)
        _ = try await market.store.personal.store(shares(2))
        market.source.script {
            $0.quotes = { _ throws(MarketDataError) in throw .timedOut(.yahoo) }
            $0.chain = { _ throws(MarketDataError) in throw .timedOut(.yahoo) }
        }
        var memory = CloseRecorder.Memory()
        await recorder.look(&memory)
        #expect(try await days(market).map(\.unpriced) == [[try #require(TradeIdentifier("a"))]])
        let asked = market.source.quoteCount
        await recorder.look(&memory)
        #expect(market.source.quoteCount == asked)
        let simulation = MarketSimulation(now: { .unixEpoch })
        let (coin, clock) = (try ticker("COIN"), market.clock)
        market.source.script {
            $0.quotes = { _ throws(MarketDataError) in [simulation.quote(of: coin, at: clock.now)].compactMap { $0 } }
            $0.chain = { day throws(MarketDataError) in simulation.chain(of: coin, expiration: day, at: clock.now) }
        }
        market.clock.advance(3601)
        await recorder.look(&memory)
        #expect(try await days(market).map(\.unpriced) == [[]])
        #expect(try await volatilities(market).count == 1)
    }

    @Test func pastOfTheSimulatedMarketIsFilled() async throws {
        let market = try TestMarket(at: "2026-03-04T22:00:00Z", market: .simulated)
        let clock = market.clock
        let simulation = MarketSimulation(now: { clock.now })
        var sources = MarketSources(simulated: simulation)
        sources.past = { MarketSources(simulated: simulation.stopped(at: $0)) }
        let service = market.backend(sources).volatilities
        let session = try #require(ExchangeCalendar.newYork.session(on: day("2026-03-04")))
        #expect(try await service.record(ticker("COIN"), at: session, sessions: 4))
        let stored = try await volatilities(market)
        #expect(stored.map(\.date.description) == ["2026-02-27", "2026-03-02", "2026-03-03", "2026-03-04"])
        #expect(stored.allSatisfy { (0.2...2).contains($0.volatility) })
        let answer = try #require(try await service.volatilities(of: [ticker("COIN")])[ticker("COIN")])
        #expect(answer.value == stored.last?.volatility && answer.rank == nil)
        // A fund has no options.
        #expect(try await !service.record(ticker("FXAIX"), at: session, sessions: 4))
        // An old volatility is not answered.
        clock.set(try instant("2026-03-13T22:00:00Z"))
        #expect(try await service.volatilities(of: [ticker("COIN")]).isEmpty)
    }

    @Test func watchedHeldAndTradedSharesAreRecorded() async throws {
        let market = try TestMarket()
        _ = try await market.store.personal.store(shares(1))
        try await market.store.personal.watch(ticker("BTC"))
        try await market.positions().put(asset("SPY"), quantity: decimal("1"), cost: decimal("1"))
        try await market.positions().put(asset("ETH"), quantity: decimal("1"), cost: decimal("1"))
        // The position in ETH is one in the coin; the share BTC is watched.
        #expect(try await market.backend().volatilities.tickers() == ["BTC", "COIN", "SPY"].map { try ticker($0) })
    }
}
