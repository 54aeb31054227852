internal import DecimalNumbers

/// A payoff in integers of any size. Results are those of ``PayoffProfile``.
protocol IntegerPayoff: Sendable {
    /// The number of decimals that the integers carry.
    var scale: Int { get }
    var knotCount: Int { get }
    var strikePrices: [Double] { get }
    var maximumProfit: Double? { get }
    var minimumProfit: Double? { get }
    func fill(_ metrics: inout StrategyMetrics, _ budget: WorkBudget) throws(StrategyError)
    func knots(inUnitsOf exponent: Int, cost: Int, _ budget: WorkBudget) throws(StrategyError) -> [PayoffProfile.Knot]
}

extension PiecewiseLinear: IntegerPayoff {
    var strikePrices: [Double] { knots.dropFirst().map { price($0.price) } }
    var maximumProfit: Double? { maximum.map { money($0).value } }
    var minimumProfit: Double? { minimum.map { money($0).value } }

    /// Returns the whole function as the nearest doubles. Profits are divided by 10^`exponent` and not rounded further.
    func knots(inUnitsOf exponent: Int, cost: Int, _ budget: WorkBudget) throws(StrategyError) -> [PayoffProfile.Knot] {
        try knots.map { (knot) throws(StrategyError) in
            try budget.spend(cost)
            return .init(
                price: price(knot.price),
                value: knot.value.result(dividedBy: 1, scale: scale + exponent, places: nil).value,
                slope: Int128(knot.slope))
        }
    }

    /// Sets the extremes and the break-evens.
    @inline(__always)
    func fill(_ metrics: inout StrategyMetrics, _ budget: WorkBudget) throws(StrategyError) {
        metrics.greatestProfit = maximum.map { money($0) }
        metrics.leastProfit = minimum.map { money($0) }
        // Removing elements one by one is faster than replacing all of them with an empty array.
        while !metrics.breakEvens.isEmpty { metrics.breakEvens.removeLast() }
        try forEachEnd(at: .zero, places: rounding?.price, budget) { price, _ in
            if metrics.breakEvens.last != price { metrics.breakEvens.append(price) }
        }
    }
}
