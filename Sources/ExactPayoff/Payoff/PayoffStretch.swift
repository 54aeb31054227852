internal import DecimalNumbers

/// An interval of prices in which the payoff is linear and of one sign, or zero; the last stretch is unbounded.
package struct PayoffStretch: Sendable {
    /// The ends, the doubles nearest to the exact knots and roots; the upper one is infinite for the last stretch.
    package let lower, upper: Double
    /// The profit at the ends. In the last stretch, `profitAtUpper` is unspecified.
    package let profitAtLower, profitAtUpper: Double
    /// The profit per price.
    package let slope: Double
    /// −1, 0 or 1: the sign of the profit inside, determined in integers.
    package let sign: Int

    /// The profit at a price of the stretch.
    package func profit(at price: Double) -> Double {
        if price == lower || slope == 0 { return profitAtLower }
        if upper == .infinity { return profitAtLower + slope * (price - lower) }
        let part = (price - lower) / (upper - lower)
        return profitAtLower * (1 - part) + profitAtUpper * part
    }
}

extension PiecewiseLinear {
    /// Returns the stretches from price 0 to infinity, ascending, with profits in units of 10^unitExponent.
    func stretches(unitExponent: Int, _ budget: WorkBudget, cost: Int) throws(StrategyError) -> [PayoffStretch] {
        func profit(_ number: Number) -> Double {
            number.result(dividedBy: 1, scale: scale + unitExponent, places: nil).value
        }
        let unit = PowersOfTen.nearest(unitExponent)
        var stretches: [PayoffStretch] = []
        stretches.reserveCapacity(2 * knots.count)
        var lower = price(knots[0].price)
        var first = profit(knots[0].value)
        for (index, knot) in knots.enumerated() {
            try budget.spend(cost)
            let next = index + 1 < knots.count ? knots[index + 1] : nil
            let upper = next.map { price($0.price) } ?? .infinity
            let last = next.map { profit($0.value) } ?? 0
            defer { (lower, first) = (upper, last) }
            let slope = Int128(knot.slope).nearestDouble / unit
            let sign = knot.value.sign
            let endSign = next?.value.sign ?? Int(knot.slope.signum())
            func append(_ lower: Double, _ upper: Double, _ first: Double, _ last: Double, sign: Int) {
                stretches.append(
                    PayoffStretch(
                        lower: lower, upper: upper, profitAtLower: first, profitAtUpper: last, slope: slope, sign: sign)
                )
            }
            if sign * endSign < 0 {
                // price − value/slope, over the common denominator
                let numerator = knot.price * knot.slope - knot.value
                // A root beyond the range of doubles is replaced by the greatest double, so that stretches of both
                // signs end.
                let root = min(
                    numerator.result(dividedBy: knot.slope, scale: scale, places: nil).value, .greatestFiniteMagnitude)
                append(lower, root, first, 0, sign: sign)
                append(root, upper, 0, last, sign: endSign)
            } else {
                append(lower, upper, first, last, sign: sign != 0 ? sign : endSign)
            }
        }
        return stretches
    }
}

extension PayoffProfile {
    /// The stretches of the payoff, and the unit of their profits: 1, or 10³⁰ if that is necessary to represent them as
    /// doubles.
    package func stretches(
        _ budget: WorkBudget
    ) throws(StrategyError) -> (stretches: [PayoffStretch], unit: Double) {
        let cost = isWide ? WorkCost.wideLeg : WorkCost.stretch
        func stretches(unitExponent: Int) throws(StrategyError) -> [PayoffStretch] {
            // Through the protocol, the calls would not be specialised.
            switch function {
            case .narrow(let function): try function.stretches(unitExponent: unitExponent, budget, cost: cost)
            case .native(let function): try function.stretches(unitExponent: unitExponent, budget, cost: cost)
            case .wide(let function): try function.stretches(unitExponent: unitExponent, budget, cost: cost)
            }
        }
        let ordinary = try stretches(unitExponent: 0)
        // Their differences must not overflow either.
        let isLarge = ordinary.contains { max($0.profitAtLower.magnitude, $0.profitAtUpper.magnitude) > 1e300 }
        guard isLarge else { return (ordinary, 1) }
        // Prices go to 10³⁰⁸ and shares to 10¹⁹.
        return (try stretches(unitExponent: 30), 1e30)
    }
}
