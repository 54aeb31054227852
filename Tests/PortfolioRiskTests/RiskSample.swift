import ExactPayoff
import Foundation
import LinearAlgebra
import _TestSupport

@testable import PortfolioRisk

/// Samples for the tests of risk.
enum RiskSample {
    /// A model of one underlying.
    static func single(volatility: Double = 0.3, dividendYield: Double = 0.02, rate: Double = 0.05) throws -> RiskModel
    {
        try RiskModel(
            underlyings: [RiskUnderlying(price: 100, volatility: volatility, dividendYield: dividendYield)],
            correlations: .identity(1), riskFreeRate: rate)
    }

    /// Random underlyings, with the correlations of a few factors and an idiosyncratic part.
    static func model(underlyings count: Int, seed: UInt64) throws -> RiskModel {
        var generator = SeededGenerator(seed: seed)
        let loadings = (0..<count).map { _ in (0..<3).map { _ in generator.uniform(-0.5, 0.5) } }
        var correlations = DenseMatrix.identity(count)
        for row in 0..<count {
            for column in 0..<count where row != column {
                correlations[row, column] = (0..<3).reduce(0) { $0 + loadings[row][$1] * loadings[column][$1] }
            }
        }
        let underlyings = try (0..<count).map { _ in
            try RiskUnderlying(
                price: generator.uniform(20, 400), volatility: generator.uniform(0.1, 0.6),
                dividendYield: generator.uniform(0, 0.05))
        }
        return try RiskModel(underlyings: underlyings, correlations: correlations, riskFreeRate: 0.03)
    }

    /// Calls, puts and shares, long and short, on all underlyings of a model.
    static func holdings(of model: RiskModel, count: Int, seed: UInt64) throws -> [PortfolioHolding] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<count).map { index in
            let underlying = index % model.underlyings.count
            let price = model.underlyings[underlying].price
            let strike = (price * generator.uniform(0.7, 1.3)).rounded()
            let position: Leg.Side = Bool.random(using: &generator) ? .long : .short
            let quantity = Int.random(in: 1...20, using: &generator)
            let time = generator.uniform(0.05, 2)
            let volatility = generator.uniform(0.1, 0.6)
            let leg =
                switch index % 3 {
                case 0: try Leg.call(position, strikePrice: strike, premium: 1, quantity: quantity)
                case 1: try Leg.put(position, strikePrice: strike, premium: 1, quantity: quantity)
                default: try Leg.stock(position, entryPrice: 1, quantity: quantity)
                }
            return try PortfolioHolding(
                leg, underlying: underlying, timeToExpiration: time, impliedVolatility: volatility)
        }
    }

    /// The standard normal distribution function.
    static func normal(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }
}
