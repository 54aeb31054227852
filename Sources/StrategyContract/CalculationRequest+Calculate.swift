internal import StrategyAnalytics

extension CalculationRequest {
    /// The payoff curve and the metrics, rounded as the contract says: money to 8 decimal places, break-evens to 10.
    ///
    /// - Throws: ``ContractError`` of kind ``ContractError/Kind/notRepresentable`` when a result is beyond the range of
    ///   `Double`; it takes prices of 10²⁸⁹ or more.
    public func calculate() throws(ContractError) -> CalculationResponse {
        let profile = try ContractError.translating { () throws(StrategyError) in try PayoffProfile(legs) }
        let metrics = try Metrics(of: profile)
        let curve = try ContractError.translating { () throws(StrategyError) in
            try profile.curve(around: currentPrice, showing: metrics.breakEvenPoints)
        }
        let profits = try Rounding.money(curve.profitLosses, "curve")
        return CalculationResponse(
            curve: PayoffCurve(stockPrices: curve.stockPrices, profitLosses: profits), metrics: metrics)
    }
}

extension Metrics {
    fileprivate init(of profile: PayoffProfile) throws(ContractError) {
        netCost = try Rounding.money([profile.netCost], "netCost")[0]
        maxProfit = try Rounding.money([profile.maximumProfit].compactMap(\.self), "maxProfit").first
        maxLoss = try Rounding.money([profile.minimumProfit].compactMap(\.self), "maxLoss").first
        var points: [Double] = []
        for point in try Rounding.breakEvens(profile.breakEvenPoints) where points.last != point {
            points.append(point)
        }
        breakEvenPoints = points
    }
}
