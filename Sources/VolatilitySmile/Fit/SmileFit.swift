internal import LinearAlgebra

/// The search for the smile that fits the quotes best.
///
/// For a given shift and width, the raw form is linear in its other parameters. The search solves the linear problem on a
/// grid of shifts and widths (the quasi-explicit method), then improves all five parameters together from the best local
/// minima of the grid.
///
/// > Source: De Marco and Martini, "Quasi-Explicit Calibration of Gatheral's SVI model", Zeliade Systems, 2009.
struct SmileFit {
    /// The maximum number of local minima from which a search starts, and the steps of each search.
    private static let startLimit = 4
    private static let startSteps = 8
    /// The further steps of the best search.
    private static let stepLimit = 60

    let problem: SmileProblem

    /// Finds the best fit.
    func nearest() throws(LinearAlgebraError) -> SmileShape {
        var best: LevenbergMarquardt?
        for start in starts() {
            var search = LevenbergMarquardt(problem, from: start)
            try search.run(limit: Self.startSteps)
            if best.map({ search.cost < $0.cost }) ?? true { best = search }
        }
        guard var best else { preconditionFailure("there is always a start") }
        try best.run(limit: Self.stepLimit)
        return best.shape
    }

    /// The local minima of the grid, best first.
    private func starts() -> [SmileShape] {
        let grid = problem.box.shifts.map { shift in
            problem.box.logWidths.map { logWidth in
                problem.linearFit(SmileShape(leastVariance: 0, shift: shift, logWidth: logWidth))
            }
        }
        let costs = grid.map { $0.map(problem.cost) }
        var minima: [(shape: SmileShape, cost: Double)] = []
        for (row, shapes) in grid.enumerated() {
            for (column, shape) in shapes.enumerated() {
                let cost = costs[row][column]
                let neighbours = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
                let isMinimum = neighbours.allSatisfy { row, column in
                    !costs.indices.contains(row) || !costs[row].indices.contains(column)
                        || costs[row][column] >= cost
                }
                if isMinimum { minima.append((shape, cost)) }
            }
        }
        return minima.sorted { $0.cost < $1.cost }.prefix(Self.startLimit).map(\.shape)
    }
}
