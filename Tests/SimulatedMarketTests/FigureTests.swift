import MarketData
import SimulatedMarket
import Testing

/// Times, printed for reading; switched on by `SIMULATED_FIGURES`. Meant for a release build.
@Suite struct FigureTests {
    @Test(.enabled(if: isSet("SIMULATED_FIGURES"))) func figures() throws {
        let market = try freshMarket()
        let instant = try utc("2026-03-04T17:00:00Z")
        let shipped = ShippedUnderlyings.optionable.map(\.ticker)
        let (coin, expiration) = (try ticker("COIN"), try day("2026-06-18"))
        let clock = ContinuousClock()
        func time(_ what: String, per count: Int = 1, _ work: () throws -> Void) rethrows {
            let duration = try clock.measure(work)
            print("\(what): \(duration / count)")
        }
        time("first question") { _ = market.quote(of: shipped[0], at: instant) }
        time("first question about another name", per: shipped.count - 1) {
            for ticker in shipped.dropFirst() { _ = market.quote(of: ticker, at: instant) }
        }
        time("quotes of \(shipped.count) names", per: 20) {
            for second in 0..<20 {
                for ticker in shipped { _ = market.quote(of: ticker, at: instant.adding(seconds: 61 * second)) }
            }
        }
        let contracts = market.chain(of: coin, expiration: expiration, at: instant)?.quotes.count ?? 0
        time("chain of \(contracts) contracts", per: 100) {
            for second in 0..<100 {
                _ = market.chain(of: coin, expiration: expiration, at: instant.adding(seconds: second))
            }
        }
        try time("history of ten years", per: 20) {
            for _ in 0..<20 {
                _ = try market.history(
                    of: .share(coin), from: try day("2016-01-04"), through: try day("2025-12-31"), at: instant)
            }
        }
        time("invented names") { _ = MarketSimulation.listedTickers }
        time("quotes of all names", per: MarketSimulation.listedTickers.count) {
            for listed in MarketSimulation.listedTickers { _ = market.quote(of: listed.ticker, at: instant) }
        }
    }
}
