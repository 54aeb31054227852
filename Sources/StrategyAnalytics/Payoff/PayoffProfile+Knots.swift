extension PayoffProfile {
    /// A strike price or 0, the profit there, and the slope from there to the next knot.
    struct Knot {
        let price: Double
        let value: Double
        let slope: Int128
    }

    /// The whole function, each number the nearest double; profits are divided by 10^`exponent` and not rounded further.
    func knots(inUnitsOf exponent: Int) -> [Knot] {
        func knots<Number>(_ function: PiecewiseLinear<Number>) -> [Knot] {
            function.knots.map { knot in
                Knot(
                    price: function.price(knot.price),
                    value: knot.value.result(dividedBy: 1, scale: function.scale + exponent, places: nil).value,
                    slope: Int128(knot.slope))
            }
        }
        switch function {
        case .narrow(let function): return knots(function)
        case .native(let function): return knots(function)
        case .wide(let function): return knots(function)
        }
    }
}
