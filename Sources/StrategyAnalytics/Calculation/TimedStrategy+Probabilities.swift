internal import OptionPricing

extension TimedStrategy {
    /// The distribution of the price of the underlying at the first expiration.
    private mutating func distribution() throws(CalculationError) -> LognormalDistribution {
        let horizon = try horizon()
        let volatility = try findUnderlyingVolatility()
        return try CalculationError.translating { () throws(PricingError) in
            try LognormalDistribution(
                spot: market.spot, volatility: volatility, timeToExpiration: horizon,
                riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield)
        }
    }

    /// Computes probabilities and means of the profit at the first expiration. Touching probabilities use
    /// `breakEvenPoints`, which are rounded, unless rounding has merged some of them.
    mutating func probabilities(
        of profile: PayoffProfile, _ calendar: HorizonProfile?, _ breakEvenPoints: [Double]
    ) throws(CalculationError) -> ProfitProbabilities {
        let prices = try distribution()
        let levels = extensions.confidenceLevels
        var probabilities = try CalculationError.translating { () throws(StrategyError) in
            if let calendar {
                try ProfitProbabilities(of: calendar, under: prices, levels: levels, budget: budget)
            } else {
                try ProfitProbabilities(of: profile, under: prices, levels: levels, budget: budget)
            }
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
            try CalculationError.require(amounts, "\(Inclusion.probability.rawValue).\(name)")
        }
        if breakEvenPoints.count == probabilities.ofTouching.count {
            probabilities.ofTouching = zip(breakEvenPoints, probabilities.ofTouching).map {
                TouchingProbability(stockPrice: $0, probability: $1.probability)
            }
        }
        return probabilities
    }
}
