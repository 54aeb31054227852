extension PayoffProfile {
    /// A strike price or 0, the profit there, and the slope from there to the next knot.
    struct Knot {
        let price: Double
        let value: Double
        let slope: Int128
    }

    /// Whether the numbers take wide integers, which are slow.
    var isWide: Bool {
        switch function {
        case .native: false
        case .wide: true
        }
    }

    /// The number of strike prices, and 1 for the price 0.
    var knotCount: Int {
        switch function {
        case .native(let function): function.knots.count
        case .wide(let function): function.knots.count
        }
    }

    /// The whole function, each number the nearest double; profits are divided by 10^`exponent` and not rounded further.
    func knots(inUnitsOf exponent: Int) -> [Knot] {
        func knots<Number>(_ function: PiecewiseLinear<Number>) -> [Knot] {
            function.knots.map { knot in
                Knot(
                    price: function.price(knot.price),
                    value: knot.value.quotient(by: 1, scale: function.scale + exponent, places: nil),
                    slope: knot.slope)
            }
        }
        switch function {
        case .native(let function): return knots(function)
        case .wide(let function): return knots(function)
        }
    }
}
