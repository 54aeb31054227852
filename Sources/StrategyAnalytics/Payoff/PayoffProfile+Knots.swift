extension PayoffProfile {
    /// A strike price or 0, the profit there, and the slope from there to the next knot.
    struct Knot {
        let price: Double
        let value: Double
        let slope: Int128
    }

    /// Whether the function needs wide integers, which are slow.
    var isWide: Bool {
        switch function {
        case .narrow, .native: false
        case .wide: true
        }
    }

    /// Returns the whole function as the nearest doubles. Profits are divided by 10^`exponent` and not rounded further.
    func knots(inUnitsOf exponent: Int, _ budget: inout WorkBudget) throws(StrategyError) -> [Knot] {
        func knots<Number>(_ function: PiecewiseLinear<Number>, cost: Int) throws(StrategyError) -> [Knot] {
            try function.knots.map { (knot) throws(StrategyError) in
                try budget.spend(cost)
                return Knot(
                    price: function.price(knot.price),
                    value: knot.value.result(dividedBy: 1, scale: function.scale + exponent, places: nil).value,
                    slope: Int128(knot.slope))
            }
        }
        switch function {
        case .narrow(let function): return try knots(function, cost: WorkCost.leg)
        case .native(let function): return try knots(function, cost: WorkCost.leg)
        case .wide(let function): return try knots(function, cost: WorkCost.wideLeg)
        }
    }
}
