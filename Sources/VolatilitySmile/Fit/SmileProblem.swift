/// What a fit makes small: the weighted differences from quotes and, where butterfly arbitrage is excluded, what densities
/// lack.
struct SmileProblem {
    /// A quote as the fit sees it.
    struct Point {
        /// k = ln(strike / forward).
        let logMoneyness: Double
        /// Implied volatility squared times time.
        let variance: Double
        /// What the difference of variances is multiplied by.
        var weight: Double
    }

    /// A value of ``SmileShape/density(stretch:)`` that is to be at least `least`.
    struct Density {
        /// Where: u of the shape.
        let stretch: Double
        let least: Double
    }

    /// Differences and their derivatives by the parameters, multiplied by their weights.
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

    /// Weighted so that the sum of squares of their weighted variances is 1.
    let points: [Point]
    /// The domain of the parameters.
    let box: SmileBox
    var densities: [Density] = []
    var densityWeight = 0.0

    init(_ points: [Point], _ box: SmileBox) {
        // By the largest first, so that no square overflows.
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

    /// The sum of squares.
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

    /// The differences from all quotes, and those densities that lack something.
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
