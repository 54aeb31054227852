import OptionPricing
import Testing
import VolatilitySmile
import _TestSupport

@Suite("Smiles of noisy quotes")
struct NoisySmileTests {
    @Test("fit as well as least squares at 30 digits", arguments: try SmileTable.read().noisy)
    func table(reference: SmileTable.Noisy) throws {
        let smile = try SVISmile(reference.chain())
        #expect(smile.weighting == .halfSpreads)
        #expect(smile.residuals.count == reference.fitted)
        #expect(smile.rootMeanSquare.weighted <= reference.rootMeanSquare * (1 + 1e-9))
        #expect(reference.rootMeanSquare < reference.trueRootMeanSquare)
    }

    @Test("exclude butterfly arbitrage and fit almost as well", arguments: try SmileTable.read().noisy)
    func excluded(reference: SmileTable.Noisy) throws {
        let smile = try SVISmile(reference.chain(), butterflyArbitrage: .excluded)
        #expect(smile.isFreeOfButterflyArbitrage)
        // The smile to which the noise was added is free of butterfly arbitrage as well.
        #expect(smile.rootMeanSquare.weighted <= reference.trueRootMeanSquare)
    }

    /// Out-of-the-money quotes at the prices of a smile, with volatilities changed by `noise`.
    static func chain(
        _ smile: SmileSample, noise: Double, _ generator: inout SeededGenerator
    ) throws -> OptionChain {
        let quotes = try smile.strikes(Int.random(in: 8...80, using: &generator), &generator).map { strike in
            let kind: OptionKind = strike >= smile.forward ? .call : .put
            let option = try ModelledOption(
                kind, spot: smile.spot, strike: strike, timeToExpiration: smile.time, riskFreeRate: smile.rate)
            let volatility = smile.volatility(strike) * (1 + noise * generator.uniform(-1, 1))
            let price = try option.price(volatility: volatility)
            return OptionQuote(kind, strike: strike, .price(price))
        }
        return try OptionChain(
            spot: smile.spot, timeToExpiration: smile.time, riskFreeRate: smile.rate, quotes: quotes)
    }

    @Test("fit at least as well as the smile to which the noise was added", arguments: 0..<60)
    func nearest(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let sample = SmileSample(&generator)
        let chain = try Self.chain(sample, noise: generator.logUniform(1e-4, 0.1), &generator)
        let smile = try SVISmile(chain)
        let volatilities = chain.impliedVolatilities()
        var squares = 0.0
        for residual in smile.residuals {
            let quote = chain.quotes[residual.quote]
            guard case .volatility(let volatility) = volatilities[residual.quote] else {
                Issue.record("a residual of a quote without volatility: \(quote)")
                continue
            }
            let option = try ModelledOption(
                quote.kind, spot: chain.spot, strike: quote.strike, timeToExpiration: chain.timeToExpiration,
                riskFreeRate: chain.riskFreeRate)
            let vega = try option.greeks(volatility: volatility).vega
            let exact = sample.volatility(quote.strike)
            let difference = vega * (exact * exact - volatility * volatility) / (2 * volatility)
            squares += difference * difference
        }
        let count = Double(smile.residuals.count)
        #expect(smile.rootMeanSquare.weighted <= (squares / count).squareRoot() * (1 + 1e-12))
    }

    @Test("are free of butterfly arbitrage if it is excluded", arguments: 0..<60)
    func free(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let sample = SmileSample(&generator)
        let chain = try Self.chain(sample, noise: generator.logUniform(1e-4, 0.1), &generator)
        let nearest = try SVISmile(chain)
        let smile = try SVISmile(chain, butterflyArbitrage: .excluded)
        #expect(smile.isFreeOfButterflyArbitrage)
        #expect(nearest.rootMeanSquare.weighted <= smile.rootMeanSquare.weighted * (1 + 1e-9))
        if nearest.isFreeOfButterflyArbitrage { #expect(smile == nearest) }
        // Prices at strikes between and outside the quotes are convex: second differences are not negative, up to rounding.
        let strikes = (0...400).map { smile.chain.forward * (0.2 + 0.01 * Double($0)) }
        let prices = try strikes.map { try smile.price(.call, strike: $0) }
        for index in 1..<400 {
            #expect(prices[index - 1] + prices[index + 1] - 2 * prices[index] >= -1e-13 * chain.spot)
            #expect(prices[index] <= prices[index - 1] + 1e-14 * chain.spot)
        }
    }
}
