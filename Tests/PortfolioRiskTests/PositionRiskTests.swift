import ExactPayoff
import Foundation
import LinearAlgebra
import OptionPricing
import Testing
import _TestSupport

@testable import PortfolioRisk

@Suite("Risk of positions")
struct PositionRiskTests {
    private static let levels = [0.5, 0.9, 0.975, 0.99]

    private static func positions(of model: RiskModel) throws -> [[PortfolioHolding]] {
        let holdings = try RiskSample.holdings(of: model, count: 12, seed: 31)
        return [Array(holdings[..<5]), [], Array(holdings[5..<6]), Array(holdings[6...])]
    }

    @Test("profits are those of the portfolio as a whole", arguments: [1, 3, 7])
    func total(underlyings: Int) async throws {
        let model = try RiskSample.model(underlyings: underlyings, seed: 30)
        let positions = try Self.positions(of: model)
        let risk = try model.profits(ofPositions: positions, horizon: 0.04, scenarios: 1_000, seed: 7)
        let whole = try await model.profits(of: positions.flatMap { $0 }, horizon: 0.04, scenarios: 1_000, seed: 7)
        for (one, other) in zip(risk.total.profits, whole.profits) {
            #expect(abs(one - other) <= 1e-9 * (1 + abs(one)))
        }
        #expect(abs(risk.total.mean - positions.indices.reduce(0) { $0 + risk.mean(of: $1) }) <= 1e-9)
    }

    @Test("contributions add up to the total", arguments: [1, 3, 7])
    func contributions(underlyings: Int) throws {
        let model = try RiskSample.model(underlyings: underlyings, seed: 30)
        let risk = try model.profits(ofPositions: Self.positions(of: model), horizon: 0.04, scenarios: 999, seed: 7)
        for level in Self.levels {
            let value = try risk.total.valueAtRisk(level: level)
            let parts = try risk.contributionsToValueAtRisk(level: level)
            #expect(abs(parts.reduce(0, +) - value) <= 1e-10 * (1 + abs(value)))
            let shortfall = try risk.total.expectedShortfall(level: level)
            let tail = try risk.contributionsToExpectedShortfall(level: level)
            #expect(abs(tail.reduce(0, +) - shortfall) <= 1e-10 * (1 + abs(shortfall)))
            #expect(parts[1] == 0 && tail[1] == 0)
        }
    }

    @Test("a contribution is the change of the expected shortfall per relative change of the position")
    func gradient() throws {
        let model = try RiskSample.model(underlyings: 2, seed: 30)
        func holdings(_ quantity: Int) throws -> [[PortfolioHolding]] {
            [
                [try PortfolioHolding(.stock(.long, entryPrice: 1, quantity: quantity))],
                [try PortfolioHolding(.stock(.long, entryPrice: 1, quantity: 700_000), underlying: 1)],
            ]
        }
        func risk(_ quantity: Int) throws -> PositionRisk {
            try model.profits(ofPositions: holdings(quantity), horizon: 0.1, scenarios: 5_000, seed: 3)
        }
        let (less, middle, more) = (try risk(999_900), try risk(1_000_000), try risk(1_000_100))
        let difference = try more.total.expectedShortfall(level: 0.9) - less.total.expectedShortfall(level: 0.9)
        let contribution = try middle.contributionsToExpectedShortfall(level: 0.9)[0]
        #expect(abs(difference * 5_000 - contribution) <= 1e-3 * abs(contribution))
    }

    @Test("with perfect correlation, opposite positions offset each other", arguments: [1.0, -1])
    func perfect(correlation: Double) throws {
        let model = try RiskModel(
            underlyings: (0..<2).map { _ in try RiskUnderlying(price: 100, volatility: 0.3) },
            correlations: DenseMatrix(rows: [[1, correlation], [correlation, 1]]), riskFreeRate: 0)
        let side: Leg.Side = correlation == 1 ? .short : .long
        let positions = [
            [try PortfolioHolding(.stock(.long, entryPrice: 1, quantity: 1))],
            [try PortfolioHolding(.stock(side, entryPrice: 1, quantity: 1), underlying: 1)],
        ]
        let horizon = 0.04
        let profits = try model.profits(ofPositions: positions, horizon: horizon, scenarios: 500, seed: 3).total.profits
        let normals = model.normals(scenarios: 500, seed: 3)
        for (scenario, profit) in profits.enumerated() {
            // Both prices follow the first variate.
            func price(_ z: Double) -> Double { 100 * exp(-0.045 * horizon + 0.3 * horizon.squareRoot() * z) }
            let z = normals[0][scenario]
            let expected = correlation == 1 ? 0 : price(z) + price(-z) - 200
            #expect(abs(profit - expected) <= 1e-12)
        }
    }

    @Test("the normal variates are those of the scenarios, whatever their number")
    func normals() throws {
        let model = try RiskSample.model(underlyings: 5, seed: 1)
        let (many, few) = (model.normals(scenarios: 1_000, seed: 9), model.normals(scenarios: 300, seed: 9))
        #expect(few == many.map { Array($0[..<300]) })
        #expect(many.allSatisfy { $0.count == 1_000 })
        var scenarios = ScenarioPrices(model, horizon: 0.25, seed: 9)
        var prices = [Double](repeating: 0, count: 5 * ScenarioPrices.blockSize)
        try scenarios.compute(block: 0, prices: &prices)
        for (row, underlying) in model.underlyings.enumerated() {
            for scenario in 0..<ScenarioPrices.blockSize {
                let z = (0...row).reduce(0) { $0 + model.factor[row, $1] * many[$1][scenario] }
                let drift = 0.03 - underlying.dividendYield - underlying.volatility * underlying.volatility / 2
                let expected = underlying.price * exp(drift * 0.25 + underlying.volatility * 0.5 * z)
                #expect(abs(prices[row * ScenarioPrices.blockSize + scenario] - expected) <= 1e-12 * expected)
            }
        }
    }

    @Test("intervals hold the values of many other seeds", arguments: levels)
    func intervals(level: Double) throws {
        let model = try RiskSample.single()
        let positions = [[try PortfolioHolding(.stock(.long, entryPrice: 1, quantity: 1))]]
        func risk(_ scenarios: Int, _ seed: UInt64) throws -> ScenarioProfits {
            try model.profits(ofPositions: positions, horizon: 0.1, scenarios: scenarios, seed: seed).total
        }
        let exact = try risk(200_000, 1)
        let (value, shortfall) = (try exact.valueAtRisk(level: level), try exact.expectedShortfall(level: level))
        var (values, shortfalls) = (0, 0)
        for seed in 2..<202 {
            let some = try risk(1_000, UInt64(seed))
            if try some.valueAtRiskInterval(level: level).contains(value) { values += 1 }
            if try some.expectedShortfallInterval(level: level).contains(shortfall) { shortfalls += 1 }
        }
        // 190 are expected, with a standard deviation of 3; intervals of few scenarios in the tail are somewhat too short.
        #expect(values >= 178 && shortfalls >= 165, "\(values), \(shortfalls)")
    }

    @Test("American options and dividends after the horizon are revalued", arguments: ExerciseStyle.allCases)
    func american(exercise: ExerciseStyle) throws {
        let (horizon, rate) = (0.05, 0.05)
        let dividend = try DiscreteDividend(timeToExDate: 0.2, .amount(2))
        let underlying = try RiskUnderlying(price: 100, volatility: 0.3, dividends: [dividend])
        let model = try RiskModel(underlyings: [underlying], correlations: .identity(1), riskFreeRate: rate)
        let put = try Leg.put(.long, strikePrice: 105, premium: 1, quantity: 1)
        let holding = try PortfolioHolding(put, timeToExpiration: 0.5, impliedVolatility: 0.3, exercise: exercise)
        let profits = try model.profits(ofPositions: [[holding]], horizon: horizon, scenarios: 50, seed: 2).total
            .profits
        let normals = model.normals(scenarios: 50, seed: 2)[0]
        func value(_ spot: Double, _ elapsed: Double) throws -> Double {
            let market = try OptionMarket(
                spot: spot, riskFreeRate: rate, dividends: [DiscreteDividend(timeToExDate: 0.2 - elapsed, .amount(2))])
            let terms = try OptionTerms(.put, strike: 105, timeToExpiration: 0.5 - elapsed, exercise: exercise)
            return try ModelledOption(terms, in: market).price(volatility: 0.3)
        }
        for (profit, z) in zip(profits, normals) {
            let spot = 100 * exp((rate - 0.045) * horizon + 0.3 * horizon.squareRoot() * z)
            #expect(try abs(profit - 100 * (value(spot, horizon) - value(100, 0))) <= 0.05)
        }
        // The price of the underlying in a scenario is that without dividends.
        #expect(throws: RiskError.pricing(holding: 0, .notSupported(.dividends))) {
            try model.profits(ofPositions: [[holding]], horizon: 0.2, scenarios: 50, seed: 2)
        }
    }

    @Test("work is limited and cancelled")
    func work() throws {
        let model = try RiskSample.model(underlyings: 3, seed: 1)
        let positions = try Self.positions(of: model)
        let few = WorkBudget(WorkLimits(bytes: 1, legs: 1, valuations: 10_000, responsePoints: 1))
        #expect(throws: RiskError.work(StrategyError("", .withinLimit(.valuations, 10_000)))) {
            try model.profits(ofPositions: positions, horizon: 0.04, scenarios: 10_000, seed: 1, budget: few)
        }
        #expect(throws: RiskError.work(StrategyError("", .notCancelled))) {
            try model.profits(
                ofPositions: positions, horizon: 0.04, scenarios: 100_000, seed: 1, budget: WorkBudget { true })
        }
    }
}
