internal import StrategyAnalytics

extension CalculationRequest {
    /// The payoff curve and the metrics, rounded as the contract says: money to 8 decimal places, break-evens to 10.
    ///
    /// - Throws: ``ContractError`` of kind ``ContractError/Kind/notRepresentable`` when a result is beyond the range of
    ///   `Double`; it takes prices of 10²⁸⁹ or more.
    public func calculate() throws(ContractError) -> CalculationResponse {
        let profile = try profile()
        let metrics = try Self.metrics(of: profile)
        let curve = try ContractError.translating { () throws(StrategyError) in
            try profile.curve(around: currentPrice)
        }
        try Self.require(curve.profitLosses, "curve")
        return CalculationResponse(curve: curve, metrics: metrics)
    }

    /// The metrics alone, as ``calculate()`` gives them.
    package func metrics() throws(ContractError) -> Metrics {
        try Self.metrics(of: profile())
    }

    private func profile() throws(ContractError) -> PayoffProfile {
        try ContractError.translating { () throws(StrategyError) in
            try PayoffProfile(legs, rounding: ResultRounding(money: 8, price: 10))
        }
    }

    private static func metrics(of profile: PayoffProfile) throws(ContractError) -> Metrics {
        let metrics = Metrics(
            netCost: profile.netCost, maxProfit: profile.maximumProfit, maxLoss: profile.minimumProfit,
            breakEvenPoints: profile.breakEvenPoints)
        try require([metrics.netCost], "netCost")
        try require([metrics.maxProfit ?? 0], "maxProfit")
        try require([metrics.maxLoss ?? 0], "maxLoss")
        try require(metrics.breakEvenPoints, "breakEvenPoints")
        return metrics
    }

    /// Throws unless every result is a number that JSON can carry.
    private static func require(_ results: [Double], _ path: String) throws(ContractError) {
        guard results.allSatisfy(\.isFinite) else { throw .notRepresentable(path) }
    }
}
