internal import ExactPayoff
internal import OptionKernels
internal import StrategyValuation
internal import _OptionsMath

/// The probabilities and means of the price at the expiration that the search needs, as doubles.
///
/// Answers are valued by the engine; these values select them.
struct BeliefMoments: Sendable {
    let prices: PriceDistribution
    /// The mean price.
    let mean: Double
    /// The logarithm of the median and the deviation of ln S, if the price is lognormal and not certain.
    private let lognormal: (logMedian: Double, deviation: Double)?

    init(_ prices: PriceDistribution) {
        self.prices = prices
        mean = prices.mean
        if case .lognormal = prices, let move = try? prices.expectedMove(standardDeviations: 1), move.lower > 0,
            move.lower < move.upper
        {
            lognormal = ((log(move.lower) + log(move.upper)) / 2, (log(move.upper) - log(move.lower)) / 2)
        } else {
            lognormal = nil
        }
    }

    /// P(S < price).
    func probability(below price: Double) -> Double {
        if price <= 0 { return 0 }
        if price == .infinity { return 1 }
        if let lognormal { return Self.normal((log(price) - lognormal.logMedian) / lognormal.deviation) }
        return (try? prices.probability(below: price)) ?? 0
    }

    /// E[S; S < price]; `nil` unless the price is lognormal.
    func partialMean(below price: Double) -> Double? {
        guard let lognormal else { return nil }
        if price <= 0 { return 0 }
        if price == .infinity { return mean }
        return mean * Self.normal((log(price) - lognormal.logMedian) / lognormal.deviation - lognormal.deviation)
    }

    /// E(S − strike)⁺, by the engine.
    func meanExcess(over strike: Double, _ budget: WorkBudget) throws(StrategyError) -> Double {
        let call = try Leg.call(.long, strikePrice: strike, premium: 0, quantity: 1, sharesPerContract: 1)
        return try ProfitProbabilities(of: PayoffProfile([call]), under: prices, budget: budget).expectedProfitLoss
    }

    /// The price at N(z); 0 or infinite beyond the range of the distribution.
    func quantile(distance z: Double) -> Double {
        guard let move = try? prices.expectedMove(standardDeviations: z.magnitude) else { return z < 0 ? 0 : .infinity }
        return z < 0 ? move.lower : move.upper
    }

    private static func normal(_ z: Double) -> Double { erfc(-z * 0.5.squareRoot()) / 2 }
}
