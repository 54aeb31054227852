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
    func nearest() -> SmileShape {
        var best: LevenbergMarquardt?
        for start in starts() {
            var search = LevenbergMarquardt(problem, from: start)
            search.run(limit: Self.startSteps)
            if best.map({ search.cost < $0.cost }) ?? true { best = search }
        }
        guard var best else { preconditionFailure("there is always a start") }
        best.run(limit: Self.stepLimit)
        return best.shape
    }

    /// The local minima of the grid, best first.
    private func starts() -> [SmileShape] {
        let (shifts, logWidths) = (problem.box.shifts, problem.box.logWidths)
        var grid: [(shape: SmileShape, cost: Double)] = []
        for shift in shifts {
            for logWidth in logWidths {
                let shape = SmileShape(leastVariance: 0, shift: shift, logWidth: logWidth)
                let stretches = problem.stretches(shape)
                let fit = problem.linearFit(shape, stretches)
                grid.append((fit, problem.cost(fit, stretches)))
            }
        }
        let minima = grid.indices.filter { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: logWidths.count)
            let neighbours = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            return !neighbours.contains { row, column in
                shifts.indices.contains(row) && logWidths.indices.contains(column)
                    && grid[row * logWidths.count + column].cost < grid[index].cost
            }
        }
        return minima.sorted { grid[$0].cost < grid[$1].cost }.prefix(Self.startLimit).map { grid[$0].shape }
    }
}
