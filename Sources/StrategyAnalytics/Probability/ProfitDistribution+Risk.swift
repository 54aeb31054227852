internal import OptionPricing

extension ProfitDistribution {
    /// Returns the value at risk: the smallest loss that is not exceeded with probability `level`, inf { l : P(−profit
    /// ≤ l) ≥ level }.
    ///
    /// - Parameter level: The confidence level, greater than 0 and less than 1. At 0.95, one outcome in twenty is
    ///   worse.
    /// - Returns: The loss, as a positive number; negative for a profit.
    /// - Throws: ``StrategyError/notBetweenZeroAndOne(_:_:)`` for other levels.
    ///
    /// > Source: Rockafellar and Uryasev, "Conditional value-at-risk for general loss distributions", *J. Bank. Finance*
    /// > 26(7), 2002, doi:10.1016/S0378-4266(02)00271-6.
    public func valueAtRisk(level: Double) throws(StrategyError) -> Double {
        var budget = WorkBudget.unlimited
        return try risk(level: level, &budget).valueAtRisk
    }

    /// Returns the expected shortfall: the mean loss in the worst 1 − `level` of outcomes, which is the mean of the
    /// values at risk at all higher levels. If a single loss has a positive probability, only its share of these
    /// outcomes counts.
    ///
    /// Parameters and errors are those of ``valueAtRisk(level:)``. The result is never less than the value at risk.
    ///
    /// > Source: Acerbi and Tasche, "On the coherence of expected shortfall", *J. Bank. Finance* 26(7), 2002,
    /// > doi:10.1016/S0378-4266(02)00283-2.
    public func expectedShortfall(level: Double) throws(StrategyError) -> Double {
        var budget = WorkBudget.unlimited
        return try expectedShortfall(risk(level: level, &budget), &budget)
    }

    /// A quantile of the profit, from which the value at risk and the expected shortfall follow.
    struct Risk {
        let level: Double
        /// In units of ``ProfitDistribution/unit``.
        let quantile: Double
        let valueAtRisk: Double
    }

    /// Finds the quantile at a level.
    func risk(level: Double, _ budget: inout WorkBudget) throws(StrategyError) -> Risk {
        try StrategyError.requireBetweenZeroAndOne(.level, level)
        var quantile = try quantile(level: level, &budget)
        try budget.spend(2 * function.turningValues.count)
        // The function may not resolve the difference between the two.
        if let least = function.leastProfit, quantile - least <= 2 * function.resolution(near: quantile) {
            quantile = least
        }
        return Risk(level: level, quantile: quantile, valueAtRisk: 0 - quantile * unit)
    }

    /// The expected shortfall beyond a quantile.
    func expectedShortfall(_ risk: Risk, _ budget: inout WorkBudget) throws(StrategyError) -> Double {
        0 - (try meanProfitBelow(risk.quantile, level: risk.level, &budget))
    }

    /// The mean profit in the worst 1 − p of outcomes, at the level p.
    private func meanProfitBelow(
        _ quantile: Double, level: Double, _ budget: inout WorkBudget
    ) throws(StrategyError) -> Double {
        guard certain == nil, quantile.magnitude < 1e300 else { return quantile * unit }
        // The worst 1 − p of outcomes sum up to (1 − p) x − E[(x − profit)⁺], and to the mean less what the best p sum up to,
        // p x + E[(profit − x)⁺]. For x other than the quantile that is less: below it by at most 1 − p a unit, above it by
        // up to p a unit, which divided by 1 − p may be everything. Hence x is a level that is surely not above.
        let x = quantile - 3 * function.resolution(near: quantile)
        let parts = try function.segments(at: x, &budget)
        let tail = Wide(1 - level)
        let sum: Wide
        if level >= 0.5 {
            sum = Wide(x) * tail + (try prices.expectation(of: parts, &budget) { $0 < 0 })
        } else {
            let all = try prices.expectation(of: segments, &budget) { _ in true }
            sum = all - Wide(x) * level - (try prices.expectation(of: parts, &budget) { $0 > 0 })
        }
        let mean = (sum / tail).double
        return min(max(mean, function.leastProfit ?? mean), quantile) * unit
    }

    /// sup { x : P(profit < x) ≤ 1 − level }, in units of ``unit``.
    private func quantile(level: Double, _ budget: inout WorkBudget) throws(StrategyError) -> Double {
        if let certain { return certain.value }
        let values = function.turningValues
        try budget.spend(values.count * WorkCost.turningValue)
        let tail = 1 - level
        /// Whether P(profit < x), or P(profit ≤ x), is at most 1 − level: from the lesser of it and its complement.
        func isReached(_ x: Double, orEqual: Bool = false, _ budget: inout WorkBudget) throws(StrategyError) -> Bool {
            let parts = try function.segments(at: x, &budget)
            if tail < 0.5 {
                return try prices.probability(of: parts, &budget) { $0 < (orEqual ? 1 : 0) }.double <= tail
            }
            return try prices.probability(of: parts, &budget) { $0 >= (orEqual ? 1 : 0) }.double >= level
        }

        // The first value that is not reached. The quantile lies between it, or infinity, and the one before.
        var (first, count) = (0, values.count)
        while count > 0 {
            let half = count / 2
            if try isReached(values[first + half], &budget) {
                first += half + 1
                count -= half + 1
            } else {
                count = half
            }
        }
        guard first > 0 else { return try profitTowardsInfinity(probabilityBeyond: tail, &budget) }
        guard try isReached(values[first - 1], orEqual: true, &budget) else { return values[first - 1] }
        guard first < values.count else { return try profitTowardsInfinity(probabilityBeyond: level, &budget) }
        // Φ⁻¹(P(profit < x)) is nearly a straight line where one end of the set moves.
        let target = NormalDistribution.quantile(below: Wide(tail), above: Wide(level))
        return try Bracketing.root(between: values[first - 1], and: values[first]) { (x) throws(StrategyError) in
            let parts = try function.segments(at: x, &budget)
            let below = try prices.probability(of: parts, &budget) { $0 < 0 }
            let above = try prices.probability(of: parts, &budget) { $0 >= 0 }
            return NormalDistribution.quantile(below: below, above: above) - target
        }
    }

    /// The profit at the price that is exceeded with a probability, in units of ``unit``, beyond all turning values.
    private func profitTowardsInfinity(
        probabilityBeyond probability: Double, _ budget: inout WorkBudget
    ) throws(StrategyError) -> Double {
        let distance = -NormalDistribution.quantile(below: Wide(probability), above: Wide(1 - probability))
        let price = max(prices.price(atDistance: distance), function.lastTurningPrice)
        return try function.profit(at: price, &budget).value
    }
}
