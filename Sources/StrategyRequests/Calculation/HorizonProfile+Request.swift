internal import DecimalNumbers
package import ExactPayoff
internal import OptionPricing
package import StrategyValuation

/// The profit of a request's legs at the first expiration, when the model values the legs that expire later.
extension HorizonProfile {
    init(_ strategy: inout TimedStrategy) throws(StrategyError) {
        let horizon = try strategy.horizon()
        try strategy.requireModerateYield()
        var expiring: [Leg] = []
        var surviving: [PricedLeg] = []
        for (index, leg) in strategy.legs.enumerated() {
            guard let time = strategy.times[index], time > horizon else {
                expiring.append(leg)
                continue
            }
            surviving.append(try strategy.pricedLeg(index, time, after: horizon))
        }
        try self.init(
            expiring: expiring, surviving: surviving, in: strategy.market.after(horizon), rounding: .contract,
            budget: strategy.budget)
    }

    package func metrics(into metrics: inout StrategyMetrics) {
        metrics.cost = ResultNumber(netCost)
        metrics.greatestProfit = maximumProfit.map { ResultNumber($0) }
        metrics.leastProfit = minimumProfit.map { ResultNumber($0) }
        metrics.breakEvens = breakEvenPoints.map { ResultNumber($0) }
    }
}
