import MarketData
import OptionPricing
import Testing
import _TestSupport

/// The analysis of one strike, compared with that of its chain.
@Suite("One strike of a chain")
struct SingleStrikeTests {
    /// A chain some of whose contracts have no quotes, or have a volatility of their source, or deliver other than 100 shares.
    private func thinned(_ snapshot: ChainSnapshot, _ generator: inout SeededGenerator) -> ChainSnapshot {
        let quotes = snapshot.quotes.map { quote in
            var (quote, chance) = (quote, Int.random(in: 0..<12, using: &generator))
            if chance < 4 { (quote.bid, quote.ask) = (chance == 0 ? quote.bid : nil, chance == 1 ? quote.ask : nil) }
            if chance == 3 || chance == 4 { quote.vendorVolatility = 0.31 }
            if chance == 5 { (quote.bid, quote.ask) = (quote.ask, quote.bid) }
            return quote
        }
        return ChainSnapshot(
            underlying: snapshot.underlying, expiration: snapshot.expiration, spot: snapshot.spot, quotes: quotes,
            asOf: snapshot.asOf, exercise: snapshot.exercise)
    }

    @Test(
        "it has the same volatilities, greeks and deltas, in the same market", arguments: ExerciseStyle.allCases,
        [true, false])
    func sameAsChain(exercise: ExerciseStyle, hasDividends: Bool) throws {
        var hidden = AmericanChainTests.Hidden()
        hidden.exercise = exercise
        if !hasDividends { hidden.dividends = [] }
        var generator = SeededGenerator(seed: 36)
        var sources: Set<GreeksVolatility?> = []
        for snapshot in [try hidden.snapshot(), thinned(try hidden.snapshot(), &generator)] {
            let chain = ChainAnalysis(
                snapshot, at: snapshot.asOf, riskFreeRate: hidden.rate, dividends: hidden.listed(),
                historicalVolatility: 0.4)
            #expect(chain.strikes.count == hidden.strikes.count)
            for row in chain.strikes {
                let alone = ChainAnalysis(
                    snapshot, at: snapshot.asOf, riskFreeRate: hidden.rate, dividends: hidden.listed(),
                    historicalVolatility: 0.4, strike: row.strike)
                #expect(alone.strikes == [row])
                #expect(alone.forward == chain.forward && alone.carry == chain.carry && alone.market == chain.market)
                for kind in [OptionKind.call, .put] {
                    let option = alone.option(kind, strike: row.strike)
                    #expect(option == chain.option(kind, strike: row.strike))
                    sources.insert(option?.greeksVolatility)
                }
                // The smile is fitted only if a contract needs it, and to the same quotes.
                let needsSmile = [row.call, row.put].contains { $0?.greeksVolatility == .smile }
                #expect(alone.smile == (needsSmile ? chain.smile : nil))
                #expect(alone.arbitrage.isEmpty)
            }
            let absent = ChainAnalysis(
                snapshot, at: snapshot.asOf, riskFreeRate: hidden.rate, dividends: hidden.listed(),
                strike: decimal("91.25"))
            #expect(absent.strikes.isEmpty && absent.forward == chain.forward)
        }
        // All ways to a volatility were compared.
        #expect(sources.isSuperset(of: [.quote, .vendor, .smile]))
    }
}
