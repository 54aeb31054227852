extension PayoffProfile {
    /// A strike price or 0, the profit there, and the slope from there to the next knot.
    struct Knot {
        let price: Double
        let value: Double
        let slope: Int128
    }

    /// Whether the function needs wide integers, which are slow.
    var isWide: Bool {
        if case .wide = function { true } else { false }
    }
}

extension PiecewiseLinear {
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
}
