internal import OptionKernels
internal import StrategyNames

/// The names of combinations. A name depends on the shape only: kinds, quantities, which legs share a strike, and how the outer
/// distances between strikes compare. So each shape is recognised once.
struct ShapeNames {
    private var names: [UInt32: String?] = [:]

    /// The name of a combination; `nil` if it has none.
    mutating func name(of combination: Combination, _ plan: SearchPlan) -> String? {
        let shape = Self.shape(of: combination, plan.contracts.strikes)
        if let known = names[shape] { return known }
        let recognised = (try? plan.legs(of: combination)).flatMap { try? StrategyName.recognise($0) }
        let name = recognised?.family == nil ? nil : recognised?.name
        names[shape] = .some(name)
        return name
    }

    private static func shape(of combination: Combination, _ strikes: [Double]) -> UInt32 {
        // A mark before the first leg tells how many there are.
        var shape = UInt32(combination.shares + 2)
        var distinct: [Double] = []
        for leg in combination.legs {
            let strike = strikes[leg.strike]
            let sharesStrike = distinct.last == strike
            if !sharesStrike { distinct.append(strike) }
            let quantity = UInt32(leg.quantity > 0 ? leg.quantity - 1 : 1 - leg.quantity)
            shape = shape << 4 | (leg.kind == .put ? 8 : 0) | (sharesStrike ? 4 : 0) | quantity
        }
        shape |= UInt32(combination.legs.count) << 20
        return shape << 2 | relation(distinct)
    }

    /// How the distance of the two lowest strikes and that of the two highest compare.
    private static func relation(_ strikes: [Double]) -> UInt32 {
        guard strikes.count > 2 else { return 0 }
        let lower = strikes[1] - strikes[0]
        let upper = strikes[strikes.count - 1] - strikes[strikes.count - 2]
        func isSame(_ left: Double, _ right: Double) -> Bool {
            (left - right).magnitude < 1e-9 * strikes[strikes.count - 1]
        }
        return isSame(lower, upper) ? 1 : isSame(lower, 2 * upper) ? 2 : isSame(upper, 2 * lower) ? 3 : 0
    }
}
