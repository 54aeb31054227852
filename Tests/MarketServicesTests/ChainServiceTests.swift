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
        chains.analyze = { snapshot, volatility in
            count.add()
            return analyze(snapshot, volatility)
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
}

private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}
