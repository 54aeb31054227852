import MarketData
import OptionPricing
import Synchronization
import Testing

@testable import MarketServices

@Suite("Analysed chains")
struct ChainServiceTests {
    private let market: TestMarket

    init() throws { market = try TestMarket(at: "2026-02-13T16:00:00Z") }

    /// A chain with calls and puts at five strikes, with quotes or without.
    private func chain(_ underlying: Ticker, _ expiration: CalendarDate, isQuoted: Bool) throws -> ChainSnapshot {
        var quotes: [ContractQuote] = []
        for strike in stride(from: 80.0, through: 120, by: 10) {
            for kind in [OptionKind.call, .put] {
                let option = try ModelledOption(
                    kind, spot: 100, strike: strike, timeToExpiration: 0.25, riskFreeRate: 0.04)
                var quote = ContractQuote(
                    ListedContract(
                        symbol: "\(kind)\(strike)", underlying: underlying, kind: kind, expiration: expiration,
                        strike: try decimal("\(strike)")))
                if isQuoted {
                    let price = (try option.price(volatility: 0.3) * 100).rounded() / 100
                    (quote.bid, quote.ask) = (try decimal("\(price)"), try decimal("\(price + 0.05)"))
                }
                quotes.append(quote)
            }
        }
        return ChainSnapshot(
            underlying: underlying, expiration: expiration, spot: try decimal("100"), quotes: quotes,
            asOf: market.clock.now)
    }

    @Test(
        "one analysis serves every question about the same quotes: chain, strikes, quotes of contracts",
        arguments: [true, false])
    func oneAnalysis(isQuoted: Bool) async throws {
        let (share, expiration) = (try ticker("COIN"), try day("2026-05-15"))
        let snapshot = try chain(share, expiration, isQuoted: isQuoted)
        market.source.script { script in
            script.chain = { _ throws(MarketDataError) in snapshot }
            script.history = { route, first, last throws(MarketDataError) in
                let days = FakeSource.history(route, first, last).prices.map(\.date).enumerated()
                let prices = days.map { index, date in
                    DailyPrice(date: date, close: ExactDecimal(significand: 100 + Int64(index % 2), exponent: 0))
                }
                return PriceHistory(source: .yahoo, prices: prices)
            }
        }
        var chains = market.backend().chains
        let (count, analyze) = (Counter(), chains.analyze)
        chains.analyze = { snapshot, dividends, volatility, strike in
            count.add()
            return analyze(snapshot, dividends, volatility, strike)
        }
        func ask() async throws {
            for _ in 0..<3 {
                _ = try await chains.analysis(of: share, expiration: expiration)
                for kind in [OptionKind.call, .put] {
                    _ = try await chains.strikes(of: share, expiration: expiration, kind: kind)
                    _ = try await chains.contract(
                        of: share, expiration: expiration, kind: kind, strike: decimal("100"))
                }
            }
        }
        try await ask()
        // Without quotes, the deltas by history need one more.
        let expected = isQuoted ? 1 : 2
        #expect(count.value == expected)
        // New quotes are analysed again.
        market.clock.advance(61)
        try await ask()
        #expect(count.value == 2 * expected)
    }

    private final class Strikes: Sendable {
        let analysed = Mutex<[ExactDecimal?]>([])
    }

    @Test("a contract is computed without its chain, with the same result as from it")
    func contractAlone() async throws {
        let (share, expiration) = (try ticker("COIN"), try day("2026-05-15"))
        let snapshot = try chain(share, expiration, isQuoted: true)
        market.source.script { script in script.chain = { _ throws(MarketDataError) in snapshot } }
        let strikes = Strikes()
        func counted() -> ChainService {
            var chains = market.backend().chains
            let analyze = chains.analyze
            chains.analyze = { snapshot, dividends, volatility, strike in
                strikes.analysed.withLock { $0.append(strike) }
                return analyze(snapshot, dividends, volatility, strike)
            }
            return chains
        }
        let (chains, fresh) = (counted(), counted())
        _ = try await chains.analysis(of: share, expiration: expiration)
        for strike in try ["80", "100", "120"].map({ try decimal($0) }) {
            for kind in [OptionKind.call, .put] {
                let kept = try await chains.contract(of: share, expiration: expiration, kind: kind, strike: strike)
                for _ in 0..<2 {
                    let alone = try await fresh.contract(
                        of: share, expiration: expiration, kind: kind, strike: strike)
                    #expect(alone?.value.option == kept?.value.option && alone?.value.option.greeks != nil)
                    #expect(alone?.value.quote == kept?.value.quote)
                }
            }
        }
        let none = try await fresh.contract(
            of: share, expiration: expiration, kind: .call, strike: decimal("100.5"))
        #expect(none == nil)
        // One for each strike, for both kinds; none where the chain is analysed, and none where nothing is listed.
        #expect(try strikes.analysed.withLock { $0 } == [nil, decimal("80"), decimal("100"), decimal("120")])
    }

    @Test("each use of dividends has its own analysis, which stays as long as the quotes")
    func dividends() async throws {
        let (share, expiration) = (try ticker("COIN"), try day("2026-05-15"))
        let snapshot = try chain(share, expiration, isQuoted: true)
        // Quarters, of which one is declared; the one of May is estimated.
        let rows = try ["2025-05-11", "2025-08-10", "2025-11-10", "2026-03-09"].map {
            ListedDividend(exDate: try day($0), amount: try decimal("1.5"), vendorType: "CD")
        }
        let listing = DividendListing(source: .yahoo, asOf: market.clock.now, rows: rows, splits: [])
        market.source.script { script in
            script.chain = { _ throws(MarketDataError) in snapshot }
            script.dividends = { _ throws(MarketDataError) in listing }
        }
        var sources = market.sources
        sources.dividends = [market.source]
        var chains = market.backend(sources).chains
        let (count, analyze) = (Counter(), chains.analyze)
        chains.analyze = { snapshot, dividends, volatility, strike in
            count.add()
            return analyze(snapshot, dividends, volatility, strike)
        }
        let expected: [(DividendUse, [String])] = [
            (.estimated, ["2026-03-09", "2026-05-11"]), (.declared, ["2026-03-09"]), (.none, []),
        ]
        var deltas: Set<Double> = []
        for _ in 0..<2 {
            for (use, days) in expected {
                let answer = try await chains.analysis(of: share, expiration: expiration, dividends: use)
                let chain = try #require(answer.value)
                #expect(chain.analysis.dividends.map(\.exDate.description) == days)
                #expect(chain.areDividendsKnown)
                let strikes = try await chains.strikes(of: share, expiration: expiration, kind: .call, dividends: use)
                let contract = try await chains.contract(
                    of: share, expiration: expiration, kind: .call, strike: decimal("100"), dividends: use)
                let delta = try #require(contract?.value.option.greeks?.delta)
                deltas.insert(delta)
                let strike = try decimal("100")
                let listed = strikes.value.first { $0.strike == strike }
                #expect(listed?.delta?.value == delta)
            }
        }
        #expect(deltas.count == 3)
        #expect(count.value == 3)
        #expect(market.source.dividendCount == 1)
    }

    @Test("a chain of the last close has the dividends ahead of it, per share of its day")
    func dividendsOfTheLastClose() async throws {
        // Monday's close; the clock stands before the open of Tuesday, the ex-date that is estimated.
        let market = try TestMarket(at: "2026-03-09T20:00:00Z")
        let (share, expiration) = (try ticker("COIN"), try day("2026-05-15"))
        let snapshot = ChainSnapshot(
            underlying: share, expiration: expiration, spot: try decimal("100"),
            quotes: try chain(share, expiration, isQuoted: true).quotes, asOf: market.clock.now)
        market.clock.advance(16 * 3600)
        let rows = try ["2025-03-10", "2025-06-10", "2025-09-10", "2025-12-10"].map {
            ListedDividend(exDate: try day($0), amount: try decimal("1.5"), vendorType: "CD")
        }
        // Monday's contracts are on shares before the split.
        let split = StockSplit(date: try day("2026-03-10"), numerator: 2, denominator: 1)
        let listing = DividendListing(source: .yahoo, asOf: market.clock.now, rows: rows, splits: [split])
        market.source.script { script in
            script.chain = { _ throws(MarketDataError) in snapshot }
            script.dividends = { _ throws(MarketDataError) in listing }
        }
        var sources = market.sources
        sources.dividends = [market.source]
        let answer = try await market.backend(sources).chains.analysis(of: share, expiration: expiration)
        let dividends = try #require(answer.value?.analysis.dividends)
        #expect(dividends.map { "\($0.exDate) \($0.amount) \($0.status)" } == ["2026-03-10 1.5 estimated"])
    }

    @Test("a chain without dividends is answered, and says that they are not known")
    func unknownDividends() async throws {
        let (share, expiration) = (try ticker("COIN"), try day("2026-05-15"))
        let snapshot = try chain(share, expiration, isQuoted: true)
        market.source.script { $0.chain = { _ throws(MarketDataError) in snapshot } }
        var sources = market.sources
        sources.dividends = [market.source]
        let chains = market.backend(sources).chains
        let without = try await chains.analysis(of: share, expiration: expiration, dividends: .none).value
        #expect(without?.areDividendsKnown == true && market.source.dividendCount == 0)
        for _ in 0..<2 {
            let chain = try await chains.analysis(of: share, expiration: expiration).value
            #expect(chain?.areDividendsKnown == false)
            #expect(chain?.analysis == without?.analysis)
        }
        // The source is left alone for a minute.
        #expect(market.source.dividendCount == 1)
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}
