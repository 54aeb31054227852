internal import OptionPricing
internal import StrategyAnalytics

extension TimedStrategy {
    /// Probabilities and means of the profit at the first expiration; what they depend on goes into `conventions`.
    func probabilities(
        of profile: ExpirationProfile, _ conventions: inout Conventions
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
        let probabilities = try ContractError.translating { () throws(StrategyError) in
            try distribution.probabilities(levels: extensions.confidenceLevels)
        }
        let amounts =
            [probabilities.expectedProfitLoss, probabilities.expectedProfit ?? 0, probabilities.expectedLoss ?? 0]
            + probabilities.valueAtRisk.map(\.value) + probabilities.expectedShortfall.map(\.value)
        try ContractError.require(amounts, Inclusion.probability.rawValue)
        return probabilities
    }
}
