import MarketData
import MarketStore
import Testing

@testable import MarketServices

@Suite struct TickerServiceTests {
    static let week = 7 * 86_400
    let market: TestMarket

    init() throws { market = try TestMarket() }

    /// Pages of two tickers each, whose places are their numbers.
    private func script(_ market: TestMarket? = nil, pages: Int = 3, prefix: String = "T") {
        (market ?? self.market).source.script { script in
            script.page = { place throws(MarketDataError) in
                guard let number = Int(place ?? "0") else { throw .broken(.polygon, reason: "place") }
                let tickers = ["A", "B"].compactMap { Ticker("\(prefix)\(number)\($0)") }
                return TickerPage(
                    tickers: tickers.map { ListedTicker($0, name: "Name") },
                    next: number + 1 < pages ? "\(number + 1)" : nil)
            }
        }
    }

    private func fail(_ error: MarketDataError, _ market: TestMarket? = nil) {
        (market ?? self.market).source.script { $0.page = { _ throws(MarketDataError) in throw error } }
    }

    @Test func pagesAreCopiedOneAfterAnother() async throws {
        script()
        let service = market.tickers(market.source)
        var counts: [Int] = []
        for wait in [0, 0, Self.week] {
            #expect(await service.step() == wait)
            let status = try await service.status()
            counts.append(status.count)
            #expect(status.isComplete == (wait > 0))
            #expect(status.updated == market.clock.now)
        }
        #expect(counts == [2, 4, 6])
        #expect(market.source.places == [nil, "1", "2"])
        #expect(await service.step() == Self.week)
        #expect(market.source.places.count == 3)
    }

    @Test(arguments: [0, 1, 2])
    func copyGoesOnAtItsPlace(pages: Int) async throws {
        script()
        let service = market.tickers(market.source)
        for _ in 0..<pages { _ = await service.step() }
        fail(.limitReached(.polygon, retryAfter: 12))
        #expect(await service.step() == 12)
        let message = try await service.status().message
        #expect(message == "the limit of calls to polygon is reached; try again in 12 s")
        // After a kill
        let later = try TestMarket(restarting: market)
        script(later)
        let next = later.tickers(later.source)
        for _ in pages..<3 { _ = await next.step() }
        #expect(later.source.places == [nil, "1", "2"].suffix(3 - pages))
        let status = try await next.status()
        #expect(status.count == 6 && status.isComplete && status.message == nil)
    }

    @Test(arguments: [
        (MarketDataError.timedOut(.polygon), 60), (.leftAlone(.polygon, retryAfter: 30), 30),
        (.limitReached(.polygon, retryAfter: 0), 1), (.keyRefused(.polygon), 3600),
    ])
    func failureIsFollowedByAPause(error: MarketDataError, seconds: Int) async throws {
        fail(error)
        let service = market.tickers(market.source)
        #expect(await service.step() == seconds)
        #expect(try await service.status().message == error.sentence)
        script()
        _ = await service.step()
        #expect(try await service.status().message == nil)
    }

    @Test func listIsCopiedEveryWeek() async throws {
        let clock = market.clock
        script()
        let service = market.tickers(market.source)
        let running = Task { try await service.run() }
        try await until("the copy") { clock.sleeperCount == 1 }
        #expect(market.source.places.count == 3)
        let due = clock.now.adding(seconds: Self.week)
        #expect(try await service.status().nextRefresh == due)
        script(pages: 2, prefix: "U")
        // Short sleeps follow the wall clock: a machine that slept through the week copies as soon as it wakes.
        #expect((clock.sleeps.last ?? 0) <= 3600)
        clock.set(due.adding(seconds: -10))
        clock.advance(clock.sleeps.last ?? 0)
        try await until("the next copy") { market.source.places.count == 5 && clock.sleeperCount == 1 }
        // Tickers that the source no longer lists have been removed.
        #expect(try await service.ticker(ticker("T0A")) == nil)
        #expect(try await service.ticker(ticker("U1B")) != nil)
        running.cancel()
        try await running.value
    }

    @Test func tickersStayUntilTheNextCopyIsComplete() async throws {
        script()
        let service = market.tickers(market.source)
        for _ in 0..<3 { _ = await service.step() }
        market.clock.advance(Double(Self.week))
        script(pages: 2, prefix: "U")
        #expect(await service.step() == 0)
        #expect(try await service.status().count == 8)
        #expect(try await service.ticker(ticker("T0A")) != nil)
        #expect(await service.step() == Self.week)
        #expect(try await service.status().count == 4)
    }

    @Test func copyOfTheFutureIsMadeAgain() async throws {
        script()
        let service = market.tickers(market.source)
        for _ in 0..<3 { _ = await service.step() }
        market.clock.set(try instant("2020-01-01T00:00:00Z"))
        #expect(await service.step() == 0)
    }

    @Test func withoutSourceTheShippedListIsTheUniverse() async throws {
        let shipped = ShippedUnderlyings.optionable.count + ShippedUnderlyings.funds.count
        // A copy was in progress when the key was removed.
        script()
        _ = await market.tickers(market.source).step()
        let service = market.tickers(nil)
        #expect(await service.step() == Self.week)
        let status = try await service.status()
        #expect(status.count == shipped && status.isComplete)
        #expect(status.message == "the list that ships is used; POLYGON_API_KEY would give all tickers")
        #expect(try await service.ticker(ticker("T0A")) == nil)
        // With the key, all tickers are copied at the next start.
        let next = market.tickers(market.source)
        #expect(await next.step() == 0)
        #expect(market.source.places == [nil, nil])
    }

    @Test func placeThatIsNoLongerAcceptedIsForgotten() async throws {
        script()
        let service = market.tickers(market.source)
        _ = await service.step()
        fail(.broken(.polygon, reason: "cursor"))
        for _ in 0..<5 { _ = await service.step() }
        script()
        _ = await service.step()
        #expect(market.source.places.prefix(6) == [nil, "1", "1", "1", "1", "1"])
        #expect(market.source.places.last == .some(nil))
    }

    @Test func pageThatIsFollowedByItselfIsBroken() async throws {
        market.source.script { script in
            script.page = { _ throws(MarketDataError) in TickerPage(tickers: [], next: "1") }
        }
        let service = market.tickers(market.source)
        #expect(await service.step() == 0)
        #expect(await service.step() == 60)
    }
}
