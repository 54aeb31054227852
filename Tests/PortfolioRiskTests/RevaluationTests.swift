import ExactPayoff
import Foundation
import OptionPricing
import StrategyValuation
import Testing

@testable import PortfolioRisk

@Suite("Profits of scenarios")
struct RevaluationTests {
    @Test("are the sums over single options, in order", arguments: [1, 2, 3, 7])
    func sums(underlyings: Int) async throws {
        let model = try RiskSample.model(underlyings: underlyings, seed: 11)
        let holdings = try RiskSample.holdings(of: model, count: 10, seed: 12)
        let horizon = 0.04
        let count = ScenarioPrices.blockSize + 20
        let profits = try await model.profits(of: holdings, horizon: horizon, scenarios: count, seed: 13).profits
        #expect(profits.count == count)
        var scenarios = ScenarioPrices(model, horizon: horizon, seed: 13)
        var prices = [Double](repeating: 0, count: underlyings * ScenarioPrices.blockSize)
        for block in 0...1 {
            try scenarios.compute(block: block, prices: &prices)
            for index in 0..<ScenarioPrices.blockSize where block * ScenarioPrices.blockSize + index < count {
                var sum = 0.0
                for holding in holdings {
                    let underlying = model.underlyings[holding.underlying]
                    let spot = prices[holding.underlying * ScenarioPrices.blockSize + index]
                    let change =
                        try Self.value(holding, underlying, spot, elapsed: horizon)
                        - Self.value(holding, underlying, underlying.price, elapsed: 0)
                    let shares = Double(holding.leg.quantity * holding.leg.sharesPerContract)
                    sum += (holding.leg.side == .long ? shares : -shares) * change
                }
                #expect(profits[block * ScenarioPrices.blockSize + index] == sum)
            }
        }
    }

    private static func value(
        _ holding: PortfolioHolding, _ underlying: RiskUnderlying, _ spot: Double, elapsed: Double
    ) throws -> Double {
        guard let contract = holding.contract else { return spot }
        let terms = contract.terms
        let option = try ModelledOption(
            terms.kind, spot: spot, strike: terms.strike, timeToExpiration: terms.timeToExpiration - elapsed,
            riskFreeRate: 0.03, dividendYield: underlying.dividendYield)
        return try option.price(volatility: contract.volatility)
    }

    @Test("have the same bits for every number of threads", arguments: [1, 3, 30], [2, 7, 1_024])
    func threads(underlyings: Int, threads: Int) async throws {
        let model = try RiskSample.model(underlyings: underlyings, seed: 21)
        let holdings = try RiskSample.holdings(of: model, count: 12, seed: 22)
        func profits(_ threads: Int, _ scenarios: Int) async throws -> [Double] {
            try await model.profits(
                of: holdings, horizon: 0.02, scenarios: scenarios, seed: 23, threads: threads
            ).profits
        }
        let expected = try await profits(1, 2_000)
        #expect(try await profits(threads, 2_000) == expected)
        // A run with fewer scenarios returns the first of them.
        #expect(try await profits(threads, 777) == Array(expected[..<777]))
    }

    @Test("differ between seeds, and are equal at zero volatility")
    func seeds() async throws {
        let holding = try PortfolioHolding(.stock(.long, entryPrice: 1, quantity: 1))
        func profits(_ model: RiskModel, _ seed: UInt64) async throws -> [Double] {
            try await model.profits(of: [holding], horizon: 1, scenarios: 300, seed: seed).profits
        }
        let model = try RiskSample.single()
        let (one, other) = (try await profits(model, 1), try await profits(model, 2))
        #expect(zip(one, other).allSatisfy { $0 != $1 })
        let still = try await profits(RiskSample.single(volatility: 0), 1)
        #expect(still.allSatisfy { abs($0 - 100 * (exp(0.03) - 1)) <= 1e-12 })
    }

    @Test("without holdings are 0")
    func empty() async throws {
        let profits = try await RiskSample.single().profits(of: [], horizon: 1, scenarios: 10, seed: 1)
        #expect(profits.profits == Array(repeating: 0, count: 10))
        #expect(try profits.expectedShortfall(level: 0.9) == 0)
    }
}
