extension SmileProblem {
    private typealias Lanes = SIMD8<Double>

    /// Fits a smile with the shift and width of a shape, of which the stretches are given: linear least squares of w = a + p u/2 + q/2u, with the slopes p/s and
    /// q/s limited to the box.
    ///
    /// The result has about half of the digits, and a negative least variance is replaced by 0. It serves as a starting point
    /// for ``LevenbergMarquardt``.
    func linearFit(_ shape: SmileShape, _ stretches: [SmileShape.Stretch]) -> SmileShape {
        var (weights, xs, ys, zs) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
        for index in groups.indices {
            let (group, stretch) = (groups[index], stretches[index])
            let weight = group.weight * group.weight
            weights += weight
            xs += weight * stretch.right
            ys += weight * stretch.left
            zs += weight * group.variance
        }
        let total = weights.total
        let (meanX, meanY, meanZ) = (xs.total / (2 * total), ys.total / (2 * total), zs.total / total)
        // Subtracting the means leaves two unknowns.
        var (xx, xy, yy, xz, yz) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
        for index in groups.indices {
            let (group, stretch) = (groups[index], stretches[index])
            let x = group.weight * (stretch.right / 2 - meanX)
            let y = group.weight * (stretch.left / 2 - meanY)
            let z = group.weight * (group.variance - meanZ)
            xx += x * x
            xy += x * y
            yy += y * y
            xz += x * z
            yz += y * z
        }
        let (p, q) = Self.minimum(
            xx.total, xy.total, yy.total, xz.total, yz.total, box.largestSlope * shape.width)
        let level = meanZ - p * meanX - q * meanY
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
