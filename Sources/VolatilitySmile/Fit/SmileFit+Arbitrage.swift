internal import LinearAlgebra

extension SmileFit {
    /// What densities are held above, so that they do not fall below 0 in between.
    private static let leastDensity = 1e-4
    /// How often densities come to count ten times as much, at most.
    private static let roundLimit = 20
    private static let roundSteps = 20

    /// The nearest smile without butterfly arbitrage that is found from the nearest of all: what densities lack, at places over
    /// all strikes and where they have been found lacking, is added to the sum of squares, with a weight that grows until
    /// nothing lacks anywhere.
    ///
    /// > Source: Nocedal and Wright, "Numerical Optimization", 2nd ed., Springer, 2006, section 17.1.
    func withoutArbitrage(from nearest: SmileShape) throws(LinearAlgebraError) -> SmileShape {
        var problem = problem
        problem.densities = Self.grid
        problem.densityWeight = 0.01
        var shape = nearest
        for round in 0..<Self.roundLimit {
            let ranges = shape.negativeDensity()
            if ranges.isEmpty { break }
            if round > 0 { problem.densities += ranges.map { Self.middle($0, of: shape) } }
            var search = LevenbergMarquardt(problem, from: shape)
            try search.run(limit: Self.roundSteps)
            shape = search.shape
            problem.densityWeight *= 10.0.squareRoot()
        }
        return shape
    }

    /// From thousands of widths to the left of the shift to as many to the right.
    private static let grid: [SmileProblem.Density] = {
        let fourthRoot = 2.0.squareRoot().squareRoot()
        let octave = [1, fourthRoot, fourthRoot * fourthRoot, 2 / fourthRoot]
        return (-14..<14).flatMap { exponent in
            octave.map {
                SmileProblem.Density(
                    stretch: Double(sign: .plus, exponent: exponent, significand: $0), least: leastDensity)
            }
        }
    }()

    private static func middle(_ range: ClosedRange<Double>, of shape: SmileShape) -> SmileProblem.Density {
        let low = max(shape.stretch(range.lowerBound), 0x1p-14)
        let high = min(shape.stretch(range.upperBound), 0x1p14)
        return SmileProblem.Density(stretch: (low * high).squareRoot(), least: leastDensity)
    }
}
