import Foundation
import OptionPricing
import Testing
import VolatilitySmile
import _TestSupport

@Suite("Edges of smiles")
struct SmileEdgeTests {
    /// Quotes at the prices of given volatilities, with spot 100 and rates of 0.
    private static func chain(
        _ volatilities: [(strike: Double, volatility: Double)], time: Double = 1
    ) throws -> OptionChain {
        let quotes = try volatilities.map { strike, volatility in
            let kind: OptionKind = strike >= 100 ? .call : .put
            let option = try ModelledOption(kind, spot: 100, strike: strike, timeToExpiration: time)
            let price = try option.price(volatility: volatility)
            return OptionQuote(kind, strike: strike, .price(price))
        }
        return try OptionChain(spot: 100, timeToExpiration: time, quotes: quotes)
    }

    @Test("one or two strikes give one volatility")
    func flat() throws {
        let one = try SVISmile(Self.chain([(90, 0.3)]))
        #expect(one.form == .flat && one.strikeRange == 90...90 && one.isFreeOfButterflyArbitrage)
        #expect(one.parameters.slope == 0)
        for strike in [1e-300, 1, 100, 1e300] { #expect(abs(try one.volatility(at: strike) - 0.3) <= 1e-15) }

        let two = try SVISmile(Self.chain([(90, 0.3), (110, 0.2)]))
        let volatility = try two.volatility(at: 100)
        #expect(two.form == .flat && volatility > 0.2 && volatility < 0.3)
        #expect(abs(two.largestResidual.volatility - max(0.3 - volatility, volatility - 0.2)) <= 1e-14)
    }

    @Test("three or four strikes give level, slope and curvature", arguments: [0.05, 0.2, 1])
    func centred(time: Double) throws {
        let three = try SVISmile(Self.chain([(90, 0.24), (100, 0.2), (110, 0.19)], time: time))
        #expect(three.form == .centred && three.parameters.shift == 0)
        #expect(abs(three.parameters.width - max(0.2 * time.squareRoot(), log(110 / 90) / 2)) <= 1e-14)
        #expect(three.largestResidual.volatility <= 1e-7)
        let four = try SVISmile(Self.chain([(90, 0.24), (97, 0.21), (103, 0.195), (110, 0.19)], time: time))
        #expect(four.form == .centred && four.largestResidual.volatility <= 0.002)
    }

    @Test("a flat smile stays flat", arguments: [5, 6, 40])
    func constant(count: Int) throws {
        let smile = try SVISmile(Self.chain((0..<count).map { (70 + Double($0) * 60 / Double(count), 0.25) }))
        #expect(smile.isFreeOfButterflyArbitrage)
        for strike in [20.0, 60, 100, 150, 500] { #expect(abs(try smile.volatility(at: strike) - 0.25) <= 1e-7) }
    }

    @Test("quotes that determine no volatility are omitted and listed")
    func uses() throws {
        let chain = try OptionChain(
            spot: 100, timeToExpiration: 0.5,
            quotes: [
                OptionQuote(.put, strike: 90, .bidAsk(bid: 1.5, ask: 1.7)),
                OptionQuote(.call, strike: 90, .bidAsk(bid: 11.4, ask: 11.8)),
                OptionQuote(.call, strike: 100, .bidAsk(bid: 5.5, ask: 5.7)),
                OptionQuote(.put, strike: 100, .bidAsk(bid: 5.4, ask: 5.8)),
                OptionQuote(.call, strike: 110, .bidAsk(bid: 2.6, ask: 2.4)),
                OptionQuote(.put, strike: 110, .bidAsk(bid: 12.2, ask: 12.6)),
                OptionQuote(.call, strike: 120, .bidAsk(bid: 0, ask: 0.9)),
                OptionQuote(.put, strike: 60, .bidAsk(bid: 0.1, ask: 0)),
                OptionQuote(.put, strike: 130, .price(29)),
                OptionQuote(.call, strike: 140, .price(101)),
                OptionQuote(.put, strike: 1, .price(0)),
            ])
        let smile = try SVISmile(chain)
        #expect(
            smile.uses == [
                .fitted, .inTheMoney, .fitted, .inTheMoney, .crossed, .fitted, .noBid, .noAsk, .belowIntrinsic,
                .aboveMaximum, .notDeterminable,
            ])
        #expect(smile.residuals.map(\.quote) == [0, 2, 5])
        #expect(smile.form == .centred && smile.weighting == .halfSpreads && smile.strikeRange == 90...110)
        let statuses = chain.impliedVolatilities().map(\.status)
        #expect(statuses.suffix(3) == [.belowIntrinsic, .aboveMaximum, .notDeterminable])
    }

    @Test("locked quotes have the smallest nonzero spread, and single prices select weights by vega")
    func weighting() throws {
        func smile(_ value: OptionQuote.Value) throws -> SVISmile {
            try SVISmile(
                OptionChain(
                    spot: 100, timeToExpiration: 1,
                    quotes: [
                        OptionQuote(.put, strike: 95, .bidAsk(bid: 7.9, ask: 8.1)),
                        OptionQuote(.call, strike: 105, value),
                    ]))
        }
        let narrow = try smile(.bidAsk(bid: 6.15, ask: 6.35))
        let locked = try smile(.bidAsk(bid: 6.25, ask: 6.25))
        #expect(locked.weighting == .halfSpreads)
        #expect(abs(try locked.volatility(at: 100) - narrow.volatility(at: 100)) <= 1e-14)
        #expect(try smile(.price(6.25)).weighting == .vega)
    }

    @Test("almost equal strikes give one volatility")
    func adjacent() throws {
        var strikes = [100.0]
        for _ in 0..<7 { strikes.append(strikes[strikes.count - 1].nextUp) }
        let smile = try SVISmile(Self.chain(strikes.map { ($0, 0.3) }))
        let volatility = try smile.volatility(at: 120)
        #expect(smile.form == .flat && abs(volatility - 0.3) <= 1e-14)
        let apart = try SVISmile(Self.chain((0..<8).map { (100 + 1e-6 * Double($0), 0.3) }))
        #expect(apart.form == .full && apart.largestResidual.volatility <= 1e-9)
    }

    @Test("scaling all amounts changes nothing", arguments: [-900, -20, 20, 900])
    func scale(exponent: Int) throws {
        let reference = try #require(SmileTable.read().noisy.first)
        let factor = Double(sign: .plus, exponent: exponent, significand: 1)
        let chain = try reference.chain()
        let quotes = reference.quotes.map { quote in
            OptionQuote(
                quote.type == "call" ? .call : .put, strike: quote.strike * factor,
                .bidAsk(bid: quote.bid * factor, ask: quote.ask * factor))
        }
        let scaled = try SVISmile(
            OptionChain(
                spot: chain.spot * factor, timeToExpiration: chain.timeToExpiration, riskFreeRate: chain.riskFreeRate,
                dividendYield: chain.dividendYield, quotes: quotes))
        let smile = try SVISmile(chain)
        for strike in stride(from: 3000.0, to: 6000, by: 100) {
            #expect(abs(try scaled.volatility(at: strike * factor) - smile.volatility(at: strike)) <= 1e-9)
        }
        #expect(abs(scaled.rootMeanSquare.weighted - smile.rootMeanSquare.weighted) <= 1e-12)
    }

    @Test("a chain without usable quotes is an error")
    func errors() throws {
        #expect(throws: SmileError.noUsableQuotes) { try SVISmile(Self.chain([])) }
        let crossed = OptionQuote(.call, strike: 100, .bidAsk(bid: 5, ask: 4))
        #expect(throws: SmileError.noUsableQuotes) {
            try SVISmile(OptionChain(spot: 100, timeToExpiration: 1, quotes: [crossed]))
        }
        let smile = try SVISmile(Self.chain([(90, 0.3)]))
        #expect(throws: PricingError.notPositive(.strike, 0)) { try smile.volatility(at: 0) }
        #expect(throws: PricingError.notFinite(.strike, .infinity)) { try smile.price(.call, strike: .infinity) }
        #expect(throws: PricingError.notPositive(.strike, -1)) { try smile.delta(.put, strike: -1) }
    }

    @Test("quotes of any size give a smile or an error, no NaN and no trap", arguments: [0..<150, 150..<300])
    func wild(seeds: Range<Int>) throws {
        var (chains, smiles) = (0, 0)
        for seed in seeds {
            let found = try Self.expectSense(seed: seed)
            if found.hasChain { chains += 1 }
            smiles += found.smiles
        }
        #expect(chains >= seeds.count / 2 && smiles >= seeds.count / 2)
    }

    /// Checks the chain of a seed. Returns whether there is one, and the number of its smiles.
    private static func expectSense(seed: Int) throws -> (hasChain: Bool, smiles: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (least, largest) =
            seed % 2 == 0 ? (1e-3, 1e3) : (.leastNonzeroMagnitude, .greatestFiniteMagnitude)
        let quotes = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
            let value: OptionQuote.Value =
                Bool.random(using: &generator)
                ? .price(generator.pattern(least, largest))
                : .bidAsk(bid: generator.pattern(least, largest), ask: generator.pattern(least, largest))
            return OptionQuote(
                Bool.random(using: &generator) ? .call : .put, strike: generator.pattern(least, largest), value)
        }
        guard
            let chain = try? OptionChain(
                spot: generator.pattern(least, largest), timeToExpiration: generator.logUniform(1e-9, 100),
                quotes: quotes)
        else { return (false, 0) }
        for violation in chain.arbitrage() { #expect(violation.profit > 0, "seed \(seed)") }
        var smiles = 0
        for treatment in [ButterflyArbitrage.reported, .excluded] {
            guard let smile = try? SVISmile(chain, butterflyArbitrage: treatment) else { continue }
            for strike in quotes.map(\.strike) { #expect(try smile.volatility(at: strike) >= 0, "seed \(seed)") }
            #expect(
                !smile.rootMeanSquare.volatility.isNaN && !smile.rootMeanSquare.weighted.isNaN, "seed \(seed)")
            smiles += 1
        }
        return (true, smiles)
    }
}
