internal import StrategyRequests

/// The filters of combinations, up to the error of amounts.
struct CombinationFilter: Sendable {
    private let filters: FindFilters
    /// The error of an amount: half a unit of the last decimal of results.
    private let error: Double

    init(_ filters: FindFilters, amountError: Double) {
        self.filters = filters
        error = amountError
    }

    /// Whether chances are filtered.
    var concernsProbability: Bool { filters.probabilityOfProfit.isGiven }

    /// Whether a combination passes all filters but that of its chances.
    func allows(_ metrics: CombinationMetrics) -> Bool {
        if metrics.leastProfit == -.infinity {
            if filters.definedRisk || filters.noNaked || filters.maxLoss != nil || filters.capital.isGiven {
                return false
            }
        } else {
            if let most = filters.maxLoss, -metrics.leastProfit > most + error { return false }
            if !filters.capital.allow(metrics.capital, error: error) { return false }
        }
        return filters.netCost.allow(metrics.netCost, error: error)
            && filters.expectedProfit.allow(metrics.mean, error: error)
            && filters.profitAtTarget.allow(metrics.target, error: error)
            && filters.netDelta.allow(metrics.delta) && filters.netTheta.allow(metrics.theta)
            && filters.netVega.allow(metrics.vega)
    }

    /// Whether the chances of a combination pass.
    func allows(probability: Double) -> Bool { filters.probabilityOfProfit.allow(probability) }

    /// Whether a combination cannot lose.
    func isRiskless(_ metrics: CombinationMetrics) -> Bool { metrics.leastProfit >= -error }
}
