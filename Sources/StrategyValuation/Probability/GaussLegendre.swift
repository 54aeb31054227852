/// Integration by the Gauss–Legendre rule of 16 points, which is exact for polynomials of degree 31.
package enum GaussLegendre {
    /// The positive abscissae on [−1, 1] and their weights, by mpmath at 50 digits.
    private static let rule: [(abscissa: Double, weight: Double)] = [
        (0.095012509837637440185, 0.18945061045506849629),
        (0.28160355077925891323, 0.18260341504492358887),
        (0.45801677765722738634, 0.16915651939500253819),
        (0.61787624440264374845, 0.14959598881657673208),
        (0.75540440835500303390, 0.12462897125553387205),
        (0.86563120238783174388, 0.09515851168249278481),
        (0.94457502307323257608, 0.062253523938647892863),
        (0.98940093499164993260, 0.027152459411754094852),
    ]

    /// The points and weights of the rule between two numbers.
    package static func points(from lower: Double, to upper: Double) -> [(abscissa: Double, weight: Double)] {
        let half = (upper - lower) / 2
        let middle = lower + half
        return rule.flatMap { point in
            [
                (middle - half * point.abscissa, half * point.weight),
                (middle + half * point.abscissa, half * point.weight),
            ]
        }
    }

    /// Computes ∫ integrand from `lower` to `upper` in equal panels of at most `panelWidth`.
    static func integral(
        from lower: Double, to upper: Double, panelWidth: Double, _ integrand: (Double) -> Double
    ) -> Double {
        let count = max(1, ((upper - lower) / panelWidth).rounded(.up))
        let step = (upper - lower) / count
        var sum = 0.0
        for panel in 0..<Int(count) {
            let start = lower + step * Double(panel)
            let half = (start + step - start) / 2
            let middle = start + half
            for index in rule.indices {
                let (abscissa, weight) = (half * rule[index].abscissa, half * rule[index].weight)
                sum += weight * integrand(middle - abscissa)
                sum += weight * integrand(middle + abscissa)
            }
        }
        return sum
    }
}
