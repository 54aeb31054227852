internal import OptionPricing

/// Arbitrage between options of one kind at different strikes. The options are sorted by strike.
extension OptionChain {
    /// For each option sold, finds the cheapest option that covers it on either side.
    func verticalSpreads(_ options: [Int]) -> [ArbitrageViolation] {
        let lower = cheapest(options, sign: -1)
        let higher = Array(cheapest(options.reversed(), sign: 1).reversed())
        var found: [ArbitrageViolation] = []
        for (place, sold) in options.enumerated() {
            if let trades = verticalSpread(sold, lower[place]) { found.append(trades) }
            if let trades = verticalSpread(sold, higher[place]) { found.append(trades) }
        }
        return found
    }

    private func verticalSpread(_ sold: Int, _ bought: Int?) -> ArbitrageViolation? {
        bought.flatMap { violation(.verticalSpread, buy: ($0, 1), sell: sold, cash: cover(sold, by: $0)) }
    }

    /// The amount at expiration that makes the bought option worth at least the sold one: the difference of the strikes if the
    /// strike of the bought option is less favourable, otherwise 0.
    private func cover(_ sold: Int, by bought: Int) -> Double {
        max(exerciseSign(sold) * (quotes[bought].strike - quotes[sold].strike), 0)
    }

    /// For each option, finds the option earlier in the sequence that covers it most cheaply. The sign is +1 if the earlier
    /// options have higher strikes, −1 if they have lower ones.
    private func cheapest(_ options: some Sequence<Int>, sign: Double) -> [Int?] {
        var best: (index: Int, cost: Double)?
        return options.map { index in
            defer {
                let isLessFavourable = sign == exerciseSign(index)
                let cost = quotes[index].ask + (isLessFavourable ? sign * quotes[index].strike * discountFactor : 0)
                if canBeBought(index), best.map({ cost < $0.cost }) ?? true { best = (index, cost) }
            }
            return best?.index
        }
    }

    /// For each option sold, finds the cheapest pair of options bought around it: the vertices on either side of its strike
    /// of the lower convex hull of the asks as a function of the strike.
    func butterflies(_ options: [Int]) -> [ArbitrageViolation] {
        let hull = lowerHull(options.filter(canBeBought))
        guard hull.count > 1 else { return [] }
        var right = 1
        return options.compactMap { sold in
            let strike = quotes[sold].strike
            while right < hull.count - 1, quotes[hull[right]].strike <= strike { right += 1 }
            let (low, high) = (quotes[hull[right - 1]].strike, quotes[hull[right]].strike)
            guard low < strike, strike < high else { return nil }
            let share = (high - strike) / (high - low)
            return violation(.butterfly, buy: (hull[right - 1], share), and: (hull[right], 1 - share), sell: sold)
        }
    }

    private func lowerHull(_ options: [Int]) -> [Int] {
        var hull: [Int] = []
        for index in options {
            while hull.count > 1, !isBelow(hull[hull.count - 1], hull[hull.count - 2], index) { hull.removeLast() }
            hull.append(index)
        }
        return hull
    }

    /// Returns whether the ask of `middle` is below the line from `low` to `high`.
    private func isBelow(_ middle: Int, _ low: Int, _ high: Int) -> Bool {
        let (left, right) = (quotes[middle].strike - quotes[low].strike, quotes[high].strike - quotes[middle].strike)
        return (quotes[middle].ask - quotes[low].ask) * right < (quotes[high].ask - quotes[middle].ask) * left
    }
}
