extension SmileFit {
    /// The lower bound of the densities at the grid points; positive, so that densities between them do not fall below 0.
    private static let leastDensity = 1e-4
    /// The maximum number of rounds. Each round multiplies the squared weight of the densities by ten.
    private static let roundLimit = 20
    private static let roundSteps = 20

    /// Starts from the best fit and finds a smile near it without butterfly arbitrage, by a penalty method. The penalty is the
    /// shortfall of the density at grid points over all strikes and in the ranges where a previous round found a negative
    /// density; its weight grows until no density is negative.
    ///
    /// > Source: Nocedal and Wright, "Numerical Optimization", 2nd ed., Springer, 2006, section 17.1.
    func withoutArbitrage(from nearest: SmileShape) -> SmileShape {
        var problem = problem
        problem.densities = Self.grid
        problem.densityWeight = 0.01
        var shape = nearest
        for round in 0..<Self.roundLimit {
            let ranges = shape.negativeDensity()
            if ranges.isEmpty { break }
            if round > 0 { problem.densities += ranges.map { Self.middle($0, of: shape) } }
            var search = LevenbergMarquardt(problem, from: shape)
            search.run(limit: Self.roundSteps)
            shape = search.shape
            problem.densityWeight *= 10.0.squareRoot()
        }
        return shape
    }

    /// Points from thousands of widths left of the shift to thousands of widths right of it.
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
