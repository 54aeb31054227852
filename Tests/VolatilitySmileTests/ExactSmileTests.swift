import OptionPricing
import Testing
import VolatilitySmile
import _TestSupport

@Suite("Smiles of exact prices")
struct ExactSmileTests {
    @Test("are recovered", arguments: try SmileTable.read().exact)
    func parameters(reference: SmileTable.Exact) throws {
        let smile = try SVISmile(reference.chain())
        let (found, expected) = (smile.parameters, reference.parameters)
        #expect(smile.form == .full && smile.weighting == .vega)
        #expect(abs(found.level - expected.a) <= 1e-9)
        #expect(abs(found.slope - expected.b) <= 1e-9)
        #expect(abs(found.correlation - expected.rho) <= 1e-9)
        #expect(abs(found.shift - expected.m) <= 1e-9)
        #expect(abs(found.width - expected.sigma) <= 1e-9)
        #expect(smile.largestResidual.volatility <= 1e-12)
        #expect(smile.largestResidual.price <= 1e-12 * reference.market.spot)
        #expect(smile.uses.allSatisfy { $0 == .fitted })
    }

    @Test("value strikes without a quote", arguments: try SmileTable.read().exact)
    func strikes(reference: SmileTable.Exact) throws {
        let smile = try SVISmile(reference.chain())
        try #require(!reference.others.isEmpty)
        for option in reference.others {
            #expect(abs(try smile.volatility(at: option.strike) - option.volatility) <= 1e-10)
            let greeks = try smile.greeks(option.kind, strike: option.strike)
            #expect(abs(greeks.price - option.price) <= 1e-10 * reference.market.spot)
            #expect(abs(greeks.delta - option.delta) <= 1e-9)
            #expect(try smile.price(option.kind, strike: option.strike) == greeks.price)
            #expect(try smile.delta(option.kind, strike: option.strike) == greeks.delta)
        }
    }

    @Test("report the strikes at which butterflies have negative prices", arguments: try SmileTable.read().exact)
    func butterflies(reference: SmileTable.Exact) throws {
        let smile = try SVISmile(reference.chain())
        #expect(smile.isFreeOfButterflyArbitrage == reference.negativeDensity.isEmpty)
        try #require(smile.butterflyArbitrage.count == reference.negativeDensity.count)
        for (range, expected) in zip(smile.butterflyArbitrage, reference.negativeDensity) {
            #expect(abs(range.lowerBound / expected[0] - 1) <= 1e-8)
            #expect(abs(range.upperBound / expected[1] - 1) <= 1e-8)
        }
    }

    @Test("find the strike of a delta", arguments: try SmileTable.read().exact)
    func deltas(reference: SmileTable.Exact) throws {
        let smile = try SVISmile(reference.chain())
        // With butterfly arbitrage, several strikes may have a delta.
        guard smile.isFreeOfButterflyArbitrage else { return }
        let options = reference.others.filter { abs($0.delta) > 1e-3 && abs($0.delta) < 0.99 }
        try #require(!options.isEmpty)
        for option in options {
            let strike = try #require(smile.strike(option.kind, delta: option.delta))
            #expect(abs(strike / option.strike - 1) <= 1e-6)
        }
        let largest = try smile.delta(.call, strike: 1e-9 * smile.chain.spot)
        #expect(smile.strike(.call, delta: largest * 1.001) == nil)
        #expect(smile.strike(.call, delta: -0.1) == nil)
        #expect(smile.strike(.put, delta: 0.1) == nil)
        #expect(smile.strike(.put, delta: .nan) == nil)
    }

    struct DeltaTable: Decodable {
        struct Delta: Decodable {
            let type: String
            let delta: Double
            /// All strikes with this delta, ascending.
            let strikes: [Double]
        }

        struct Smile: Decodable, CustomTestStringConvertible {
            struct Quote: Decodable {
                let type: String
                let strike, price: Double
            }
            let name: String
            let market: SmileTable.Market
            let quotes: [Quote]
            let deltas: [Delta]

            var testDescription: String { name }
        }

        let cases: [Smile]

        static func read() throws -> [Smile] {
            try Fixture.decode(DeltaTable.self, "Fixtures/reference/smile_deltas.json").cases
        }
    }

    /// Several strikes have a delta on the last smile; delta falls at the first, the third, and so on.
    @Test("find one of the strikes of a delta, with and without arbitrage", arguments: try DeltaTable.read())
    func allStrikes(reference: DeltaTable.Smile) throws {
        let quotes = reference.quotes.map {
            OptionQuote($0.type == "call" ? .call : .put, strike: $0.strike, .price($0.price))
        }
        let smile = try SVISmile(reference.market.chain(quotes))
        #expect(reference.deltas.count >= 16)
        for row in reference.deltas {
            let strike = try #require(smile.strike(row.type == "call" ? .call : .put, delta: row.delta))
            let falling = stride(from: 0, to: row.strikes.count, by: 2).map { row.strikes[$0] }
            #expect(falling.contains { abs(strike / $0 - 1) <= 1e-6 }, "\(strike) of \(row)")
            #expect(row.strikes.count == 1 || !smile.isFreeOfButterflyArbitrage)
        }
    }

    @Test("have the same bits every time", arguments: try SmileTable.read().exact)
    func bits(reference: SmileTable.Exact) throws {
        let chain = try reference.chain()
        for treatment in [ButterflyArbitrage.reported, .excluded] {
            let smile = try SVISmile(chain, butterflyArbitrage: treatment)
            #expect(try SVISmile(chain, butterflyArbitrage: treatment) == smile)
        }
    }
}
