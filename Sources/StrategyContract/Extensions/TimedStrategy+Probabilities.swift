internal import OptionPricing
internal import StrategyAnalytics

extension TimedStrategy {
    /// Probabilities and means of the profit at the first expiration; what they depend on goes into `conventions`. Prices that
    /// are touched are the `breakEvenPoints`, which are rounded, unless very near ones have become one.
    func probabilities(
        of profile: ExpirationProfile, _ breakEvenPoints: [Double], _ conventions: inout Conventions
    ) throws(ContractError) -> ProfitProbabilities {
        let horizon = try horizon()
        let volatility = try underlyingVolatility(&conventions)
        (conventions.volatility, conventions.volatilitySource) = (volatility.value, volatility.source)
        conventions.probability = Conventions.lognormalProfit
        let prices = try ContractError.translating { () throws(PricingError) in
            try LognormalDistribution(
                spot: market.spot, volatility: volatility.value, timeToExpiration: horizon,
                riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield)
        }
        let distribution =
            switch profile {
            case .exact(let profile): ProfitDistribution(of: profile, under: prices)
            case .model(let profile): ProfitDistribution(of: profile, under: prices)
            }
        var probabilities = try ContractError.translating { () throws(StrategyError) in
            try distribution.probabilities(levels: extensions.confidenceLevels)
        }
        let move = probabilities.expectedMove
        for (name, amounts) in [
            ("expectedProfitLoss", [probabilities.expectedProfitLoss]),
            ("expectedProfit", [probabilities.expectedProfit ?? 0]),
            ("expectedLoss", [probabilities.expectedLoss ?? 0]),
            ("valueAtRisk", probabilities.valueAtRisk.map(\.value)),
            ("expectedShortfall", probabilities.expectedShortfall.map(\.value)),
            ("expectedMove", [move.lower, move.upper]),
        ] {
            try ContractError.require(amounts, "\(Inclusion.probability.rawValue).\(name)")
        }
        if breakEvenPoints.count == probabilities.ofTouching.count {
            probabilities.ofTouching = zip(breakEvenPoints, probabilities.ofTouching).map {
                TouchingProbability(stockPrice: $0, probability: $1.probability)
            }
        }
        return probabilities
    }
}
