import MarketData
import MarketServices
import OptionPricing
import OptionsServer
import SimulatedMarket

/// The analysis of a chain, and the encoding of a snapshot of quotes.
enum MarketGates {
    static func run() throws {
        guard let now = Timestamp("2026-03-04T15:00:00Z"), let spy = Ticker("SPY") else {
            fatalError("a literal is invalid")
        }
        let market = MarketSimulation(now: { now })
        guard let expirations = market.expirations(of: spy, at: now),
            let chain = market.chain(of: spy, expiration: expirations[expirations.count / 2], at: now)
        else { fatalError("the simulated market has no chain of SPY") }
        count(chain, "american_chain_analysis", .american)
        count(european(chain), "chain_analysis", .european)
        countSnapshot(changed: now)
    }

    private static func count(_ chain: ChainSnapshot, _ name: String, _ exercise: ExerciseStyle) {
        Gate.count(name, items: chain.quotes.count, allocates: true) {
            let analysis = ChainAnalysis(
                chain, at: chain.asOf, riskFreeRate: 0.04, exercise: exercise, isSmileNeeded: true,
                isArbitrageNeeded: true)
            precondition(analysis.smile != nil)
        }
    }

    /// The chain at prices of European options, 1 % around them.
    private static func european(_ chain: ChainSnapshot) -> ChainSnapshot {
        let analysis = ChainAnalysis(chain, at: chain.asOf, riskFreeRate: 0.04)
        let quotes = chain.quotes.map { quote in
            var quote = quote
            let terms = try? OptionTerms(
                quote.contract.kind, strike: quote.contract.strike.doubleValue,
                timeToExpiration: analysis.timeToExpiration)
            guard let terms, let market = analysis.market, let volatility = quote.vendorVolatility,
                let price = try? ModelledOption(terms, in: market).price(volatility: volatility)
            else { fatalError("a simulated contract has no price") }
            quote.bid = ExactDecimal(significand: Int64((99 * price).rounded(.down)), exponent: -2)
            quote.ask = ExactDecimal(significand: Int64((101 * price).rounded(.up)), exponent: -2)
            return quote
        }
        return ChainSnapshot(
            underlying: chain.underlying, expiration: chain.expiration, spot: chain.spot, quotes: quotes,
            asOf: chain.asOf)
    }

    private static func countSnapshot(changed: Timestamp) {
        let rows = MarketSimulation.listedTickers.prefix(500).enumerated().map { index, listed in
            let cents = Int64(1_000 + 97 * index)
            func price(_ cents: Int64) -> ExactDecimal { ExactDecimal(significand: cents, exponent: -2) }
            return SnapshotRow(
                symbol: listed.ticker.symbol, name: listed.name, last: price(cents), bid: price(cents - 2),
                ask: price(cents + 3), volume: 45_000 + 1_009 * index)
        }
        var status = SnapshotStatus()
        status.snapshot = QuotesSnapshot(rows: rows, source: .simulated, changed: changed, refreshed: changed)
        Gate.count("snapshot_row", items: rows.count, allocates: true) {
            precondition(RenderedSnapshot(status).status.snapshot != nil)
        }
    }
}
