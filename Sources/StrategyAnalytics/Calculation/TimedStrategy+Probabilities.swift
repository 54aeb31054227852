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
        try StrategyError.require([probabilities.expectedProfitLoss], "probability.expectedProfitLoss")
        try StrategyError.require([probabilities.expectedProfit ?? 0], "probability.expectedProfit")
        try StrategyError.require([probabilities.expectedLoss ?? 0], "probability.expectedLoss")
        try StrategyError.require(probabilities.valueAtRisk.map(\.value), "probability.valueAtRisk")
        try StrategyError.require(probabilities.expectedShortfall.map(\.value), "probability.expectedShortfall")
        try StrategyError.require([move.lower, move.upper], "probability.expectedMove")
        if breakEvenPoints.count == probabilities.ofTouching.count {
            probabilities.ofTouching = zip(breakEvenPoints, probabilities.ofTouching).map {
                TouchingProbability(stockPrice: $0, probability: $1.probability)
            }
        }
        return probabilities
    }
}
