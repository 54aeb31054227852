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
    /// The stretches of the last trial.
    private var stretches: [SmileShape.Stretch]

    init(_ problem: SmileProblem, from start: SmileShape) {
        self.problem = problem
        shape = start
        stretches = problem.stretches(start)
        cost = problem.cost(start, stretches)
    }

    /// Takes at most `limit` steps, until a step brings no improvement.
    mutating func run(limit: Int) {
        for _ in 0..<limit where cost > Self.rounding {
            let before = cost
            step()
            if before - cost <= Self.tolerance * before { return }
        }
    }

    private mutating func step() {
        let triangle = problem.triangle(shape)
        let free = freeParameters(triangle)
        while damping <= Self.dampingRange.upperBound {
            let (trial, trialCost) = trial(triangle, free)
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
    private mutating func freeParameters(_ triangle: LeastSquaresTriangle) -> [5 of Bool] {
        var free = [5 of Bool](repeating: false)
        for index in free.indices {
            let (norm, slope) = (triangle.norm(index), triangle.slope(index))
            scales[index] = max(scales[index], norm)
            let value = shape.values[index]
            let isHeld =
                value <= problem.box.lower[index] && slope > 0 || value >= problem.box.upper[index] && slope < 0
            free[index] = norm > 0 && !isHeld
        }
        return free
    }

    /// The shape after a step, and its cost. A parameter that would leave the box moves to its bound, and the step of the
    /// others is recomputed.
    private mutating func trial(_ triangle: LeastSquaresTriangle, _ free: [5 of Bool]) -> (SmileShape, cost: Double) {
        var (triangle, free, damping) = (triangle, free, scales)
        for index in damping.indices { damping[index] *= self.damping.squareRoot() }
        var values = shape.values
        var isInside = false
        while !isInside {
            isInside = true
            let step = triangle.solution(free: free, damping: damping)
            for index in values.indices where free[index] {
                let value = shape.values[index] + step[index]
                values[index] = min(max(value, problem.box.lower[index]), problem.box.upper[index])
                guard values[index] != value else { continue }
                triangle.move(index, by: values[index] - shape.values[index])
                (free[index], isInside) = (false, false)
            }
        }
        var trial = shape
        trial.values = values
        problem.setStretches(&stretches, trial)
        let cost = problem.cost(trial, stretches)
        guard problem.densities.isEmpty else { return (trial, cost) }
        let refitted = problem.linearFit(trial, stretches)
        let refittedCost = problem.cost(refitted, stretches)
        return refittedCost < cost ? (refitted, refittedCost) : (trial, cost)
    }
}
