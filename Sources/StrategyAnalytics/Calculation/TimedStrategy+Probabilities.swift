extension TimedStrategy {
    /// Computes probabilities and means of the profit at the first expiration. Touching probabilities use
    /// `breakEvenPoints`, which are rounded, unless rounding has merged some of them.
    mutating func probabilities(
        of profile: PayoffProfile, _ calendar: HorizonProfile?, _ breakEvenPoints: [Double]
    ) throws(StrategyError) -> ProfitProbabilities {
        let horizon = try horizon()
        let prices = try LognormalDistribution(
            spot: market.spot, volatility: findUnderlyingVolatility(), timeToExpiration: horizon,
            riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield)
        let levels = extensions.confidenceLevels
        var probabilities =
            if let calendar {
                try ProfitProbabilities(of: calendar, under: prices, levels: levels, budget: budget)
            } else {
                try ProfitProbabilities(of: profile, under: prices, levels: levels, budget: budget)
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
            try StrategyError.require(amounts, "\(Inclusion.probability.rawValue).\(name)")
        }
        if breakEvenPoints.count == probabilities.ofTouching.count {
            probabilities.ofTouching = zip(breakEvenPoints, probabilities.ofTouching).map {
                TouchingProbability(stockPrice: $0, probability: $1.probability)
            }
        }
        return probabilities
    }
}
