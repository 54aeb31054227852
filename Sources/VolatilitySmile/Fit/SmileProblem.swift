/// The least-squares problem of a fit: the weighted differences from the quotes and, if butterfly arbitrage is excluded, the
/// shortfall of densities.
struct SmileProblem {
    /// The data of a quote that the fit uses.
    struct Point {
        /// k = ln(strike / forward).
        let logMoneyness: Double
        /// Implied volatility squared times time.
        let variance: Double
        /// The factor of the difference of variances.
        var weight: Double
    }

    /// Eight points. The last group is filled up with points whose weight is 0.
    struct Group {
        fileprivate(set) var logMoneyness, variance, weight: SIMD8<Double>
    }

    /// A point at which ``SmileShape/density(stretch:)`` must be at least `least`.
    struct Density {
        /// u of the shape at the point.
        let stretch: Double
        let least: Double
    }

    /// The points, scaled so that the squares of the weighted variances sum to 1.
    let groups: [Group]
    /// The domain of the parameters.
    let box: SmileBox
    var densities: [Density] = []
    var densityWeight = 0.0

    init(_ points: [Point], _ box: SmileBox) {
        // Divides by the largest first, so that no square overflows.
        let values = points.map { $0.weight * $0.variance }
        let largest = values.reduce(0, max)
        let norm = values.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
        groups = stride(from: 0, to: points.count, by: 8).map { start in
            var group = Group(
                logMoneyness: .init(repeating: points[start].logMoneyness),
                variance: .init(repeating: points[start].variance), weight: .zero)
            for (lane, point) in points[start...].prefix(8).enumerated() {
                group.logMoneyness[lane] = point.logMoneyness
                group.variance[lane] = point.variance
                group.weight[lane] = point.weight / largest / norm
            }
            return group
        }
        self.box = box
    }

    /// The stretches of a shape at all points. They depend on its shift and width only.
    func stretches(_ shape: SmileShape) -> [SmileShape.Stretch] {
        groups.map { shape.stretch($0.logMoneyness) }
    }

    /// Replaces the stretches by those of another shape.
    func setStretches(_ stretches: inout [SmileShape.Stretch], _ shape: SmileShape) {
        for index in groups.indices { stretches[index] = shape.stretch(groups[index].logMoneyness) }
    }

    /// The sum of squares for a shape, of which the stretches are given.
    func cost(_ shape: SmileShape, _ stretches: [SmileShape.Stretch]) -> Double {
        var squares = SIMD8<Double>.zero
        for index in groups.indices {
            let (group, stretch) = (groups[index], stretches[index])
            let residual = group.weight * (shape.variance(stretch) - group.variance)
            squares += residual * residual
        }
        var sum = squares.total
        for density in densities {
            let lack = densityWeight * max(density.least - shape.density(stretch: density.stretch).value, 0)
            sum += lack * lack
        }
        return sum
    }

    /// The linearised problem: the weighted differences from all quotes, the densities below their lower bound, and their
    /// derivatives with respect to the parameters.
    func triangle(_ shape: SmileShape) -> LeastSquaresTriangle {
        var triangle = LeastSquaresTriangle()
        for group in groups {
            let stretch = shape.stretch(group.logMoneyness)
            let gradient = shape.varianceGradient(group.logMoneyness, stretch)
            var rows = LeastSquaresTriangle.Rows(repeating: group.weight * (shape.variance(stretch) - group.variance))
            for index in gradient.indices { rows[index] = group.weight * gradient[index] }
            triangle.add(rows)
        }
        for density in densities {
            let (value, gradient) = shape.density(stretch: density.stretch)
            guard value < density.least else { continue }
            var rows = LeastSquaresTriangle.Rows(repeating: .zero)
            for index in gradient.indices { rows[index][0] = densityWeight * gradient[index] }
            rows[gradient.count][0] = densityWeight * (value - density.least)
            triangle.add(rows)
        }
        return triangle
    }
}
