extension SmileProblem {
    /// Fits a smile with the shift and width of a shape: linear least squares of w = a + p u/2 + q/2u, with the slopes p/s and
    /// q/s limited to the box.
    ///
    /// The result has about half of the digits, and a negative least variance is replaced by 0. It serves as a starting point
    /// for ``LevenbergMarquardt``.
    func linearFit(_ shape: SmileShape) -> SmileShape {
        let stretches = points.map { shape.stretch($0.logMoneyness) }
        var (weights, means) = (0.0, SIMD4<Double>())
        for (point, stretch) in zip(points, stretches) {
            let weight = point.weight * point.weight
            weights += weight
            means += weight * SIMD4(stretch / 2, 0.5 / stretch, point.variance, 0)
        }
        means /= weights
        // Subtracting the means leaves two unknowns.
        var (xx, xy, yy, xz, yz) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (point, stretch) in zip(points, stretches) {
            let weight = point.weight * point.weight
            let (x, y, z) = (stretch / 2 - means.x, 0.5 / stretch - means.y, point.variance - means.z)
            xx += weight * x * x
            xy += weight * x * y
            yy += weight * y * y
            xz += weight * x * z
            yz += weight * y * z
        }
        let (p, q) = Self.minimum(xx, xy, yy, xz, yz, box.largestSlope * shape.width)
        let level = means.z - p * means.x - q * means.y
        var fit = shape
        fit[.leastVariance] = max(level + (p * q).squareRoot(), 0)
        fit[.rightRoot] = (p / shape.width).squareRoot()
        fit[.leftRoot] = (q / shape.width).squareRoot()
        return fit
    }

    /// Minimises p² xx + 2 p q xy + q² yy − 2 p xz − 2 q yz for p and q from 0 to `largest`, inside or on an edge.
    private static func minimum(
        _ xx: Double, _ xy: Double, _ yy: Double, _ xz: Double, _ yz: Double, _ largest: Double
    ) -> (Double, Double) {
        let determinant = xx * yy - xy * xy
        let (p, q) = ((xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant)
        if p >= 0, p <= largest, q >= 0, q <= largest { return (p, q) }
        func clip(_ value: Double) -> Double { value > 0 ? min(value, largest) : 0 }
        let edges = [
            (clip(xz / xx), 0), (clip((xz - xy * largest) / xx), largest),
            (0, clip(yz / yy)), (largest, clip((yz - xy * largest) / yy)),
        ]
        func value(_ point: (Double, Double)) -> Double {
            let (p, q) = point
            return p * (p * xx + 2 * (q * xy - xz)) + q * (q * yy - 2 * yz)
        }
        return edges.min { value($0) < value($1) } ?? (0, 0)
    }
}
