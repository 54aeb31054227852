internal import LinearAlgebra

/// Nonlinear least squares within a box, from a given start. Each step is the least-squares solution of the linearised
/// problem, damped until it reduces the cost and projected onto the box.
///
/// > Source: Moré, "The Levenberg–Marquardt algorithm: Implementation and theory", *Lecture Notes in Mathematics* 630,
/// > Springer, 1978, doi:10.1007/BFb0067700, for the scaling; Kanzow, Yamashita and Fukushima, "Levenberg–Marquardt methods
/// > with strong local convergence properties for solving nonlinear equations with convex constraints",
/// > *J. Comput. Appl. Math.* 172(2), 2004, doi:10.1016/j.cam.2004.02.013, for the box.
struct LevenbergMarquardt {
    private static let dampingRange = 1e-14...1e10
    /// The search ends at smaller relative improvements.
    private static let tolerance = 1e-10
    /// A sum of squares attributed to rounding. The sum of squares of the scaled variances is 1.
    private static let rounding = 1e-31

    let problem: SmileProblem
    private(set) var shape: SmileShape
    private(set) var cost: Double
    private var damping = 1e-3
    /// The greatest norms of the columns of derivatives in all steps so far.
    private var scales = [5 of Double](repeating: 0)

    init(_ problem: SmileProblem, from start: SmileShape) {
        self.problem = problem
        shape = start
        cost = problem.cost(start)
    }

    /// Takes at most `limit` steps, until a step brings no improvement.
    mutating func run(limit: Int) throws(LinearAlgebraError) {
        for _ in 0..<limit where cost > Self.rounding {
            let before = cost
            try step()
            if before - cost <= Self.tolerance * before { return }
        }
    }

    private mutating func step() throws(LinearAlgebraError) {
        let rows = problem.rows(shape)
        let free = freeParameters(rows)
        guard !free.isEmpty else { return }
        while damping <= Self.dampingRange.upperBound {
            let trial = try trial(rows, free)
            let trialCost = problem.cost(trial)
            if trialCost < cost {
                shape = trial
                cost = trialCost
                damping = max(damping / 10, Self.dampingRange.lowerBound)
                return
            }
            damping *= 10
        }
    }

    /// The free parameters: all except those at a bound of the box outside of which the cost would decrease.
    private mutating func freeParameters(_ rows: SmileProblem.Rows) -> [Int] {
        var free: [Int] = []
        for index in scales.indices {
            var (square, slope) = (0.0, 0.0)
            for (residual, gradient) in zip(rows.residuals, rows.gradients) {
                square += gradient[index] * gradient[index]
                slope += gradient[index] * residual
            }
            scales[index] = max(scales[index], square.squareRoot())
            let value = shape.values[index]
            let isHeld =
                value <= problem.box.lower[index] && slope > 0 || value >= problem.box.upper[index] && slope < 0
            if square > 0, !isHeld { free.append(index) }
        }
        return free
    }

    /// The shape after a step. A parameter that would leave the box moves to its bound, and the step of the others is
    /// recomputed.
    private func trial(_ rows: SmileProblem.Rows, _ free: [Int]) throws(LinearAlgebraError) -> SmileShape {
        var trial = shape
        var (free, residuals) = (free, rows.residuals)
        while !free.isEmpty {
            let step = try step(rows, residuals, free)
            var inside: [Int] = []
            for (index, change) in zip(free, step) {
                let value = shape.values[index] + change
                let (lower, upper) = (problem.box.lower[index], problem.box.upper[index])
                if value >= lower, value <= upper { inside.append(index) }
                trial.values[index] = min(max(value, lower), upper)
            }
            if inside.count == free.count { break }
            for index in free where !inside.contains(index) {
                let change = trial.values[index] - shape.values[index]
                for row in residuals.indices { residuals[row] += rows.gradients[row][index] * change }
            }
            free = inside
        }
        guard problem.densities.isEmpty else { return trial }
        let refitted = problem.linearFit(trial)
        return problem.cost(refitted) < problem.cost(trial) ? refitted : trial
    }

    /// The damped least-squares solution for the free parameters.
    private func step(
        _ rows: SmileProblem.Rows, _ residuals: [Double], _ free: [Int]
    ) throws(LinearAlgebraError) -> [Double] {
        let count = residuals.count
        var matrix = DenseMatrix(rows: count + free.count, columns: free.count)
        for (column, index) in free.enumerated() {
            for row in 0..<count { matrix[row, column] = rows.gradients[row][index] }
            matrix[count + column, column] = damping.squareRoot() * scales[index]
        }
        let values = residuals.map { -$0 } + [Double](repeating: 0, count: free.count)
        return try LeastSquares(matrix, values).solution
    }
}
