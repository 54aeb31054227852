import ExactPayoff
import Foundation
import OptionPricing
import StrategyValuation
import _TestSupport

/// A market with dividends until an expiration, and the volatility of its price.
struct DividendMarket {
    let market: OptionMarket
    let timeToExpiration, volatility: Double

    init(
        volatility: Double, rate: Double = 0.04, yield: Double = 0.01, time: Double,
        _ dividends: [(time: Double, payment: DiscreteDividend.Payment)]
    ) throws {
        market = try OptionMarket(
            spot: 100, riskFreeRate: rate, dividendYield: yield,
            dividends: dividends.map { try DiscreteDividend(timeToExDate: $0.time, $0.payment) })
        timeToExpiration = time
        self.volatility = volatility
    }

    /// A market of the domain, with up to twelve dividends.
    init(_ generator: inout SeededGenerator) throws {
        func uniform(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
        let time = exp(uniform(log(1 / 8766.0 * 1.001)...log(5)))
        let count = Int.random(in: 1...12, using: &generator)
        // Amounts may exceed the price.
        let isLarge = uniform(0...1) < 0.2
        let total = (isLarge ? 2.5 : [0.9, 0.4, 0.1, 0.02].randomElement(using: &generator) ?? 0) * uniform(0.2...1)
        let shares = (0..<count).map { _ in uniform(0...1) }
        let sum = shares.reduce(0, +)
        let dividends = shares.map { share -> (Double, DiscreteDividend.Payment) in
            let exDate = uniform(0...1) < 0.1 ? time : uniform(0...time)
            let part = total * share / sum
            return (exDate, !isLarge && uniform(0...1) < 0.25 ? .proportion(part) : .amount(100 * part))
        }
        try self.init(
            volatility: exp(uniform(log(0.02)...log(3))), rate: uniform(-0.02...0.2), yield: uniform(0...0.2),
            time: time,
            dividends)
    }

    func distribution() throws -> DividendDistribution {
        try DividendDistribution(market.carry(to: timeToExpiration), volatility: volatility)
    }

    /// The undiscounted price of a European option by the kernel of finite differences.
    func undiscountedPrice(_ kind: OptionKind, strike: Double) throws -> Double {
        let terms = try OptionTerms(kind, strike: strike, timeToExpiration: timeToExpiration)
        return try ModelledOption(terms, in: market).price(volatility: volatility)
            / market.carry(to: timeToExpiration).discountFactor
    }

    /// The mean payoff of an option under the distribution.
    static func mean(_ kind: OptionKind, strike: Double, _ prices: DividendDistribution) throws -> Double {
        let leg: Leg =
            try kind == .call
            ? .call(.long, strikePrice: strike, premium: 0, quantity: 1, sharesPerContract: 1)
            : .put(.long, strikePrice: strike, premium: 0, quantity: 1, sharesPerContract: 1)
        return try ProfitProbabilities(of: PayoffProfile([leg]), under: .afterDividends(prices)).expectedProfitLoss
    }
}
