import MarketData
import MarketStore
import Testing

@testable import MarketServices

@Suite("Dividends of a market")
struct DividendServiceTests {
    private let market: TestMarket
    private let polygon = FakeSource(.polygon)
    private let tradier = FakeSource(.tradier)
    private let share: Ticker

    init() throws {
        // Wednesday, 17:00 in New York.
        market = try TestMarket(at: "2026-03-04T22:00:00Z")
        share = try ticker("KO")
        market.source.script { script in
            script.quotes = { tickers throws(MarketDataError) in
                tickers.filter { $0.symbol != "NOPE" }.map { ticker in
                    var quote = StockQuote(ticker)
                    quote.last = ExactDecimal(significand: 70, exponent: 0)
                    return quote
                }
            }
        }
    }

    private func service(_ market: TestMarket? = nil, isSimulated: Bool = false) -> DividendService {
        let market = market ?? self.market
        var sources = market.sources
        sources.dividends = isSimulated ? [market.source] : [polygon, tradier, market.source]
        return market.backend(sources).dividends
    }

    /// What a source lists: four dividends, the last of which is ahead.
    private func listing(
        _ source: MarketSource, _ amount: String = "0.5", splits: [StockSplit]? = nil
    ) throws -> DividendListing {
        DividendListing(
            source: source, asOf: market.clock.now,
            rows: try ["2025-06-13", "2025-09-15", "2025-12-01", "2026-03-13"].map {
                ListedDividend(exDate: try day($0), amount: try decimal(amount), vendorType: "CD")
            },
            splits: splits)
    }

    private func script(_ source: FakeSource, _ answer: DividendListing) {
        source.script { $0.dividends = { _ throws(MarketDataError) in answer } }
    }

    private func script(_ source: FakeSource, _ error: MarketDataError) {
        source.script { $0.dividends = { _ throws(MarketDataError) in throw error } }
    }

    private func list(_ ticker: Ticker, kind: AssetKind = .stock) async throws {
        let listed = [ListedTicker(ticker, name: "Listed", kind: kind)]
        _ = try await market.store.tickers.store(TickerPage(tickers: listed, next: nil), at: market.clock.now)
    }

    private var counts: [Int] { [polygon, tradier, market.source].map(\.dividendCount) }

    @Test("the first source that answers is asked once a day; splits come from one that lists them")
    func order() async throws {
        let split = StockSplit(date: try day("2025-10-01"), numerator: 2, denominator: 1)
        script(polygon, .notInPlan(.polygon, reason: "x"))
        script(tradier, try listing(.tradier))
        script(market.source, try listing(.yahoo, "9", splits: [split]))
        let service = service()
        for _ in 0..<3 {
            let answer = try await service.dividends(of: share)
            #expect(answer.source == .tradier && !answer.isStale && answer.asOf == market.clock.now)
            #expect(answer.value.map(\.amount.description) == ["0.25", "0.25", "0.5", "0.5"])
            #expect(answer.value.map(\.status) == [.paid, .paid, .paid, .declared])
        }
        #expect(counts == [1, 1, 1])
        market.clock.advance(86_399)
        _ = try await service.dividends(of: share)
        #expect(counts == [1, 1, 1])
        market.clock.advance(1)
        let asked = try listing(.polygon)
        script(polygon, asked)
        // The splits that were known are used where their source fails.
        script(market.source, .timedOut(.yahoo))
        let next = try await service.dividends(of: share)
        #expect(next.source == .polygon && next.asOf == asked.asOf)
        #expect(next.value.map(\.amount.description) == ["0.25", "0.25", "0.5", "0.5"])
        #expect(counts == [2, 1, 2])
    }

    @Test("what was listed is kept over a restart, and answered as stale where no source answers")
    func stored() async throws {
        script(polygon, try listing(.polygon, splits: []))
        let first = try await service().dividends(of: share)
        script(polygon, .limitReached(.polygon, retryAfter: 7))
        script(tradier, .notInPlan(.tradier, reason: "x"))
        let restarted = try TestMarket(restarting: market)
        script(restarted.source, .notInPlan(.yahoo, reason: "x"))
        let service = service(restarted)
        #expect(try await service.dividends(of: share) == first)
        #expect(counts == [1, 0, 0])
        restarted.clock.advance(90_000)
        let stale = try await service.dividends(of: share)
        #expect(stale.isStale && stale.failure == .limitReached(.polygon, retryAfter: 7))
        #expect(stale.value == first.value && stale.asOf == first.asOf)
        _ = try await service.dividends(of: share)
        #expect(polygon.dividendCount == 2)
        // The sources are asked again a minute after they failed.
        restarted.clock.advance(61)
        script(polygon, try listing(.polygon, "0.6", splits: []))
        let fresh = try await service.dividends(of: share)
        #expect(fresh.isStale == false && fresh.value.map(\.amount.description) == ["0.6", "0.6", "0.6", "0.6"])
    }

    @Test("without anything known the error is the first that may pass, and sources are left alone for a minute")
    func failures() async throws {
        script(polygon, .keyRefused(.polygon))
        script(tradier, .timedOut(.tradier))
        script(market.source, .broken(.yahoo, reason: "x"))
        let service = service()
        for _ in 0..<3 {
            await #expect(throws: MarketDataError.timedOut(.tradier)) { try await service.dividends(of: share) }
        }
        #expect(counts == [1, 1, 1])
        market.clock.advance(61)
        await #expect(throws: MarketDataError.timedOut(.tradier)) { try await service.dividends(of: share) }
        #expect(counts == [2, 2, 2])
        market.clock.advance(61)
        var sources = market.sources
        sources.dividends = []
        let none = market.backend(sources).dividends
        await #expect(throws: MarketDataError.self) { try await none.dividends(of: share) }
    }

    @Test("a share without dividends has none, an unknown one is unknown")
    func none() async throws {
        let empty = DividendListing(source: .polygon, asOf: market.clock.now, rows: [])
        script(polygon, empty)
        try await list(share)
        let service = service()
        #expect(try await service.dividends(of: share).value == [])
        // No splits are needed.
        #expect(counts == [1, 0, 0])
        let nope = try ticker("NOPE")
        for _ in 0..<2 {
            await #expect(throws: MarketDataError.unknownSymbol("NOPE")) { try await service.dividends(of: nope) }
        }
        #expect(counts == [2, 1, 1])
        for source in [polygon, tradier, market.source] { script(source, .unknownSymbol("NOPE")) }
        market.clock.advance(61)
        await #expect(throws: MarketDataError.unknownSymbol("NOPE")) { try await service.dividends(of: nope) }
    }

    /// Polygon answers an empty list for shares of other countries, as for those that pay nothing.
    @Test("an empty list does not end the search for the dividends of a share that is not listed")
    func empty() async throws {
        let foreign = try ticker("VOD.L")
        script(polygon, DividendListing(source: .polygon, asOf: market.clock.now, rows: []))
        script(tradier, .unknownSymbol("VOD.L"))
        script(market.source, try listing(.yahoo, splits: []))
        let service = service()
        let answer = try await service.dividends(of: foreign)
        #expect(answer.source == .yahoo && answer.value.count == 4)
        #expect(counts == [1, 1, 1])

        // Where no source has any, there are none for a day.
        script(market.source, DividendListing(source: .yahoo, asOf: market.clock.now, rows: [], splits: []))
        #expect(try await service.dividends(of: ticker("BP.L")).value == [])
        market.clock.advance(86_000)
        #expect(try await service.dividends(of: ticker("BP.L")).value == [])
        #expect(counts == [2, 2, 2])

        // Where the others fail, there are none for an hour.
        script(polygon, DividendListing(source: .polygon, asOf: market.clock.now, rows: []))
        script(market.source, .timedOut(.yahoo))
        #expect(try await service.dividends(of: share).value == [])
        market.clock.advance(3599)
        _ = try await service.dividends(of: share)
        #expect(counts == [3, 3, 3])
        market.clock.advance(2)
        script(market.source, try listing(.yahoo, splits: []))
        #expect(try await service.dividends(of: share).value.count == 4)
    }

    @Test("estimates end with the last listed expiration; without chains there are none")
    func expirations() async throws {
        script(polygon, try listing(.polygon, splits: []))
        let expirations = ["2026-03-20", "2026-12-18"].compactMap { CalendarDate($0) }
        market.source.script { $0.expirations = expirations }
        let answer = try await service().dividends(of: share)
        #expect(
            answer.value.filter { $0.status == .estimated }.map(\.exDate.description)
                == ["2026-06-15", "2026-09-15", "2026-12-01"])
        let through = try await service().dividends(
            of: share, at: market.clock.now, through: day("2026-06-19"), priority: .interactive)
        #expect(through.value.filter { $0.status == .estimated }.map(\.exDate.description) == ["2026-06-15"])

        var sources = market.sources
        (sources.options, sources.dividends) = ([], [polygon])
        let listed = try await market.backend(sources).dividends.dividends(of: share)
        #expect(listed.value.map(\.status) == [.paid, .paid, .paid, .declared] && !listed.isStale)
    }

    @Test("funds are estimated by the mean of their year")
    func funds() async throws {
        try await list(share, kind: .etf)
        var rows = try listing(.polygon).rows
        rows.append(ListedDividend(exDate: try day("2025-03-14"), amount: try decimal("0.9"), vendorType: "CD"))
        script(polygon, DividendListing(source: .polygon, asOf: market.clock.now, rows: rows, splits: []))
        market.source.script { $0.expirations = [CalendarDate("2026-12-18")].compactMap { $0 } }
        let answer = try await service().dividends(of: share).value
        // (0.9 + 3 × 0.5) / 4
        #expect(Set(answer.filter { $0.status == .estimated }.map(\.amount.description)) == ["0.6"])
    }

    @Test("a split that an import finds divides what is stored")
    func laterSplit() async throws {
        script(polygon, try listing(.polygon, splits: []))
        let service = service()
        _ = try await service.dividends(of: share)
        let split = StockSplit(date: try day("2026-03-03"), numerator: 5, denominator: 1)
        let history = PriceHistory(
            source: .yahoo, prices: [DailyPrice(date: try day("2026-03-03"), close: try decimal("14"))],
            splits: [split])
        try await market.store.prices.store(
            history, of: asset("KO"), answered: nil, adjustedTo: day("2026-03-03"))
        #expect(try await service.dividends(of: share).value.map(\.amount.description) == ["0.1", "0.1", "0.1", "0.5"])
    }

    @Test("the simulated market is asked each second, and nothing is stored")
    func simulated() async throws {
        let market = try TestMarket(at: "2026-03-04T22:00:00Z", market: .simulated)
        script(market.source, try listing(.simulated, splits: []))
        let service = service(market, isSimulated: true)
        for _ in 0..<2 { _ = try await service.dividends(of: share) }
        #expect(market.source.dividendCount == 1)
        market.clock.advance(1)
        _ = try await service.dividends(of: share)
        #expect(market.source.dividendCount == 2)
        #expect(try await market.store.dividends.listing(of: share) == nil)
    }
}
