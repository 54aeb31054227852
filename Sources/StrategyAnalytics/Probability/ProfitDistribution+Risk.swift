internal import OptionPricing

extension ProfitDistribution {
    /// The value at risk: the least loss that is not exceeded with probability `level`, inf { l : P(−profit ≤ l) ≥ level }.
    ///
    /// - Parameter level: Greater than 0 and less than 1; 0.95 leaves one case in twenty.
    /// - Returns: The loss as a positive number; negative when there is a profit even so.
    /// - Throws: ``StrategyError/notBetweenZeroAndOne(_:_:)`` for other levels.
    ///
    /// > Source: Rockafellar and Uryasev, "Conditional value-at-risk for general loss distributions", *J. Bank. Finance*
    /// > 26(7), 2002, doi:10.1016/S0378-4266(02)00271-6.
    public func valueAtRisk(level: Double) throws(StrategyError) -> Double {
        try risk(level: level).value
    }

    /// The expected shortfall: the mean loss in the worst 1 − `level` of outcomes, the mean of the values at risk at all
    /// higher levels. Where a loss has a probability of its own, only the part of it that belongs to those outcomes counts.
    ///
    /// Parameters and errors are those of ``valueAtRisk(level:)``, than which it is never less.
    ///
    /// > Source: Acerbi and Tasche, "On the coherence of expected shortfall", *J. Bank. Finance* 26(7), 2002,
    /// > doi:10.1016/S0378-4266(02)00283-2.
    public func expectedShortfall(level: Double) throws(StrategyError) -> Double {
        try risk(level: level).shortfall()
    }

    /// The value at risk, and what computes the expected shortfall from it.
    func risk(level: Double) throws(StrategyError) -> (value: Double, shortfall: () -> Double) {
        try StrategyError.requireBetweenZeroAndOne(.level, level)
        var quantile = quantile(level: level)
        // Where the two cannot be told apart.
        if let least = function.leastProfit, quantile - least <= 2 * function.resolution(near: quantile) {
            quantile = least
        }
        return (0 - quantile * unit, { 0 - meanProfitBelow(quantile, level: level) })
    }

    /// The mean profit in the worst 1 − p of outcomes, at the level p.
    private func meanProfitBelow(_ quantile: Double, level: Double) -> Double {
        guard certain == nil, quantile.magnitude < 1e300 else { return quantile * unit }
        // The worst 1 − p of outcomes sum up to (1 − p) x − E[(x − profit)⁺], and to the mean less what the best p sum up to,
        // p x + E[(profit − x)⁺]. For x other than the quantile that is less: below it by at most 1 − p a unit, above it by
        // up to p a unit, which divided by 1 − p may be everything. Hence x is a level that is surely not above.
        let x = quantile - 3 * function.resolution(near: quantile)
        let parts = function.segments(at: x)
        let tail = Wide(1 - level)
        let sum =
            level >= 0.5
            ? Wide(x) * tail + prices.expectation(of: parts) { $0 < 0 }
            : prices.expectation(of: segments) { _ in true } - Wide(x) * level
                - prices.expectation(of: parts) { $0 > 0 }
        let mean = (sum / tail).double
        return min(max(mean, function.leastProfit ?? mean), quantile) * unit
    }

    /// sup { x : P(profit < x) ≤ 1 − level }, in units of ``unit``.
    private func quantile(level: Double) -> Double {
        if let certain { return certain.value }
        let values = function.turningValues
        let tail = 1 - level
        /// Whether P(profit < x), or P(profit ≤ x), is at most 1 − level: from the lesser of it and its complement.
        func isReached(_ x: Double, orEqual: Bool = false) -> Bool {
            let parts = function.segments(at: x)
            if tail < 0.5 { return prices.probability(of: parts) { $0 < (orEqual ? 1 : 0) }.double <= tail }
            return prices.probability(of: parts) { $0 >= (orEqual ? 1 : 0) }.double >= level
        }

        // The first value that is not reached. The quantile lies between it, or infinity, and the one before.
        var (first, count) = (0, values.count)
        while count > 0 {
            let half = count / 2
            if isReached(values[first + half]) {
                first += half + 1
                count -= half + 1
            } else {
                count = half
            }
        }
        guard first > 0 else { return profitTowardsInfinity(probabilityBeyond: tail) }
        guard isReached(values[first - 1], orEqual: true) else { return values[first - 1] }
        guard first < values.count else { return profitTowardsInfinity(probabilityBeyond: level) }
        // Φ⁻¹(P(profit < x)) is nearly a straight line where one end of the set moves.
        let target = NormalDistribution.quantile(below: Wide(tail), above: Wide(level))
        return Bracketing.root(between: values[first - 1], and: values[first]) { x in
            let parts = function.segments(at: x)
            let below = prices.probability(of: parts) { $0 < 0 }
            let above = prices.probability(of: parts) { $0 >= 0 }
            return NormalDistribution.quantile(below: below, above: above) - target
        }
    }

    /// The profit at the price that is exceeded with a probability, in units of ``unit``, beyond all turning values.
    private func profitTowardsInfinity(probabilityBeyond probability: Double) -> Double {
        let distance = -NormalDistribution.quantile(below: Wide(probability), above: Wide(1 - probability))
        return function.profit(at: max(prices.price(atDistance: distance), function.lastTurningPrice)).value
    }
}
