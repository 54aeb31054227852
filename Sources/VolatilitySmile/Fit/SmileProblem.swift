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

    /// A point at which ``SmileShape/density(stretch:)`` must be at least `least`.
    struct Density {
        /// u of the shape at the point.
        let stretch: Double
        let least: Double
    }

    /// Differences and their derivatives with respect to the parameters, multiplied by their weights.
    struct Rows {
        private(set) var residuals: [Double] = []
        private(set) var gradients: [[5 of Double]] = []

        mutating func append(_ residual: Double, _ gradient: [5 of Double], weight: Double) {
            residuals.append(weight * residual)
            var weighted = gradient
            for index in weighted.indices { weighted[index] *= weight }
            gradients.append(weighted)
        }
    }

    /// Scaled so that the squares of the weighted variances sum to 1.
    let points: [Point]
    /// The domain of the parameters.
    let box: SmileBox
    var densities: [Density] = []
    var densityWeight = 0.0

    init(_ points: [Point], _ box: SmileBox) {
        // Divides by the largest first, so that no square overflows.
        let values = points.map { $0.weight * $0.variance }
        let largest = values.reduce(0, max)
        let norm = values.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
        self.points = points.map { point in
            var point = point
            point.weight = point.weight / largest / norm
            return point
        }
        self.box = box
    }

    /// The sum of squares for a shape.
    func cost(_ shape: SmileShape) -> Double {
        var sum = 0.0
        for point in points {
            let residual = point.weight * (shape.variance(point.logMoneyness) - point.variance)
            sum += residual * residual
        }
        for density in densities {
            let lack = densityWeight * max(density.least - shape.density(stretch: density.stretch).value, 0)
            sum += lack * lack
        }
        return sum
    }

    /// The differences from all quotes, and the densities below their lower bound.
    func rows(_ shape: SmileShape) -> Rows {
        var rows = Rows()
        for point in points {
            rows.append(
                shape.variance(point.logMoneyness) - point.variance, shape.varianceGradient(point.logMoneyness),
                weight: point.weight)
        }
        for density in densities {
            let (value, gradient) = shape.density(stretch: density.stretch)
            if value < density.least { rows.append(value - density.least, gradient, weight: densityWeight) }
        }
        return rows
    }
}
