import MarketData
import MarketStore
import Synchronization
import Testing

@testable import MarketServices

@Suite struct SnapshotTests {
    let market: TestMarket
    let published = Published()

    init() throws { market = try TestMarket(at: "2026-03-04T15:00:00.25Z") }

    final class Published: Sendable {
        private let statuses = Mutex<[SnapshotStatus]>([])
        var all: [SnapshotStatus] { statuses.withLock { $0 } }
        func append(_ status: SnapshotStatus) { statuses.withLock { $0.append(status) } }
    }

    private func refresher(_ market: TestMarket? = nil) throws -> SnapshotRefresher {
        let (market, published) = (market ?? self.market, published)
        return SnapshotRefresher(
            source: market.source, tickers: [try ticker("SPY"), try ticker("VOO")], seconds: 61,
            store: market.store.snapshot, time: market.clock.time, logger: market.logger,
            publish: { published.append($0) })
    }

    private func refresh(_ refresher: SnapshotRefresher, _ market: TestMarket? = nil) async {
        let market = market ?? self.market
        market.clock.advance(61)
        await refresher.refresh(next: market.clock.now.adding(seconds: 61))
    }

    static func quote(_ change: (inout StockQuote) throws -> Void = { _ in }) throws -> StockQuote {
        var quote = StockQuote(try ticker("SPY"))
        quote.name = "S&P 500"
        quote.last = try decimal("600.10")
        quote.bid = try decimal("600.09")
        quote.ask = try decimal("600.11")
        quote.volume = 1000
        quote.previousClose = try decimal("599")
        try change(&quote)
        return quote
    }

    private func answer(_ quotes: [StockQuote], in market: TestMarket? = nil) {
        (market ?? self.market).source.script { $0.quotes = { _ throws(MarketDataError) in quotes } }
    }

    typealias Change = @Sendable (inout StockQuote) throws -> Void

    @Test(
        arguments: [
            { $0.name = "SPDR" }, { $0.last = try decimal("600.12") }, { $0.bid = nil },
            { $0.ask = try decimal("600.13") },
            { $0.volume = 1001 },
        ] as [Change])
    func changeOfAMemberMovesTheInstant(change: Change) async throws {
        let refresher = try refresher()
        answer([try Self.quote()])
        await refresh(refresher)
        let first = try #require(refresher.status.snapshot)
        answer([try Self.quote(change)])
        await refresh(refresher)
        #expect(refresher.status.snapshot?.changed == first.changed.adding(seconds: 61))
    }

    @Test(
        arguments: [
            { _ in }, { $0.high = try decimal("700") }, { $0.asOf = try instant("2026-03-04T15:00:00Z") },
            { $0.previousClose = nil }, { $0.exchange = "P" }, { $0.last = try decimal("600.1000") },
        ] as [Change])
    func otherChangesDoNot(change: Change) async throws {
        let refresher = try refresher()
        answer([try Self.quote()])
        await refresh(refresher)
        let first = try #require(refresher.status.snapshot)
        answer([try Self.quote(change)])
        await refresh(refresher)
        let second = try #require(refresher.status.snapshot)
        #expect(second.changed == first.changed)
        #expect(second.refreshed == first.refreshed.adding(seconds: 61))
        // A restart does not change it either, whether the first refresh or the stored snapshot comes first.
        let later = try TestMarket(restarting: market)
        answer([try Self.quote(change)], in: later)
        let next = try self.refresher(later)
        let service = Task { try await next.run() }
        try await until("a refresh") { later.clock.sleeperCount == 1 }
        await next.restore()
        #expect(next.status.snapshot?.changed == first.changed)
        #expect(next.status.snapshot?.refreshed == later.clock.now)
        service.cancel()
        try await service.value
    }

    @Test func rowThatComesOrGoesMovesTheInstant() async throws {
        let refresher = try refresher()
        var other = StockQuote(try ticker("VOO"))
        other.previousClose = try decimal("500")
        answer([try Self.quote()])
        await refresh(refresher)
        answer([other, try Self.quote(), StockQuote(try ticker("NONE"))])
        await refresh(refresher)
        let second = try #require(refresher.status.snapshot)
        // A row with neither a price nor a previous close is left out.
        #expect(second.rows.map(\.symbol) == ["SPY", "VOO"])
        #expect(
            second.rows[1]
                == SnapshotRow(
                    symbol: "VOO", name: "VOO", last: try decimal("500"), bid: .zero, ask: .zero, volume: 0))
        #expect(second.changed == market.clock.now)
        // The order of the quotes does not matter.
        answer([try Self.quote(), other])
        await refresh(refresher)
        #expect(refresher.status.snapshot?.changed == second.changed)
        answer([other])
        await refresh(refresher)
        #expect(refresher.status.snapshot?.changed == market.clock.now)
    }

    @Test func failuresLeaveTheSnapshotWhole() async throws {
        let refresher = try refresher()
        answer([try Self.quote()])
        await refresh(refresher)
        let good = try #require(refresher.status.snapshot)
        for (index, failure) in [MarketDataError.timedOut(.tradier), nil].enumerated() {
            // An answer without quotes is also a failure.
            market.source.script { script in
                script.quotes = { _ throws(MarketDataError) in
                    if let failure { throw failure }
                    return []
                }
            }
            await refresh(refresher)
            #expect(refresher.status.snapshot == good)
            #expect(refresher.status.failureCount == index + 1)
            #expect(refresher.status.isStale == (index == 1))
            #expect(refresher.status.nextRefresh == market.clock.now.adding(seconds: 61))
        }
        #expect(try await market.store.snapshot.load() == good)
        answer([try Self.quote()])
        await refresh(refresher)
        #expect(!refresher.status.isStale && refresher.status.failure == nil)
    }

    @Test func beforeTheFirstThereIsNothingButTheReason() async throws {
        let refresher = try refresher()
        #expect(!refresher.status.wasAsked)
        await refresh(refresher)
        #expect(refresher.status.snapshot == nil && refresher.status.wasAsked)
        #expect(refresher.status.failure == "yahoo gave no usable answer: no quote of any underlying")
        #expect(published.all.count == 1)
    }

    @Test func storedSnapshotIsPublishedFirst() async throws {
        let first = try refresher()
        answer([try Self.quote()])
        await refresh(first)
        let stored = try #require(first.status.snapshot)
        let later = try TestMarket(restarting: market)
        let next = try refresher(later)
        await next.restore()
        #expect(published.all.last?.snapshot == stored)
        #expect(next.status.wasAsked == false)
    }

    @Test func refreshesKeepTheirDistance() async throws {
        let clock = market.clock
        let quote = try Self.quote()
        market.source.script { script in
            script.quotes = { _ throws(MarketDataError) in
                clock.advance(7.75)
                return [quote]
            }
        }
        let refresher = try refresher()
        let service = Task { try await refresher.run() }
        for count in 1...20 {
            try await until("the sleep") { clock.sleeperCount == 1 && clock.sleeps.count == count }
            #expect(abs((clock.sleeps.last ?? 0) - 53.25) < 1e-6)
            clock.advance(53.25)
        }
        service.cancel()
        try await service.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func missedRefreshesAreLeftOut() async throws {
        let clock = market.clock
        answer([try Self.quote()])
        let refresher = try refresher()
        let service = Task { try await refresher.run() }
        try await until("the sleep") { clock.sleeperCount == 1 }
        // The machine sleeps for an hour.
        clock.advance(3600)
        try await until("the next sleep") { clock.sleeps.count == 2 && clock.sleeperCount == 1 }
        #expect(market.source.quoteCount == 2)
        // The schedule continues as if no refresh had been missed: 60 x 61 s is 3660 s.
        #expect(clock.sleeps.last == 60)
        #expect(refresher.status.nextRefresh == clock.now.adding(seconds: 60))
        // Setting the clock back does not stop the refreshes, and setting it forward causes only one.
        clock.set(clock.now.adding(seconds: -86_400))
        clock.advance(60)
        try await until("the next sleep") { clock.sleeps.count == 3 && clock.sleeperCount == 1 }
        #expect(clock.sleeps.last == 61)
        clock.set(clock.now.adding(seconds: 86_400 * 30))
        clock.advance(61)
        try await until("the next sleep") { clock.sleeps.count == 4 && clock.sleeperCount == 1 }
        #expect(market.source.quoteCount == 4)
        #expect((0...61).contains(clock.sleeps.last ?? -1))
        service.cancel()
        try await service.value
    }
}
