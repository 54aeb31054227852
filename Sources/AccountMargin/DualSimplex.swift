/// A linear program: least costs · x with rows · x = or ≤ bounds and 0 ≤ x ≤ limits.
struct LinearProgram {
    struct Column {
        var cost: Double
        /// Infinite without a limit. A column of negative cost has one.
        var limit: Double
        var entries: [(row: Int, coefficient: Double)]
    }

    struct Row {
        var isEquality: Bool
        var bound: Double
    }

    var columns: [Column]
    var rows: [Row]
}

/// The dual simplex method for bounded variables, with an explicit inverse of the basis.
///
/// The slack basis, with variables of negative cost at their limits, is dual feasible, so no first phase is needed, and the
/// multipliers of every iteration give a bound. Results are approximate: callers evaluate multipliers exactly.
///
/// > Source: Koberstein, "The Dual Simplex Method, Techniques for a fast and stable implementation", 2005; Forrest and
/// > Goldfarb, "Steepest-edge simplex algorithms for linear programming", 1992, doi:10.1007/BF01581089.
struct DualSimplex {
    private let program: LinearProgram
    private let rowCount, columnCount: Int
    /// The costs, of slack variables too, with small different additions that prevent ties.
    private var costs: [Double]
    private var limits: [Double]
    private var basis: [Int]
    /// The row of a basic variable; −1 for others.
    private var rowOf: [Int]
    private var isAtLimit: [Bool]
    /// Row after row.
    private var inverse: [Double]
    private var values: [Double]
    private var reducedCosts: [Double]
    /// The squared norms of the rows of the inverse.
    private var weights: [Double]

    private static let tolerance = 1e-9
    private static let pivotTolerance = 1e-8

    init(_ program: LinearProgram) {
        self.program = program
        (rowCount, columnCount) = (program.rows.count, program.columns.count)
        let scale = program.columns.reduce(0) { max($0, $1.cost.magnitude) }
        // Multiples of the golden ratio are spread evenly.
        costs =
            program.columns.enumerated().map { index, column in
                let fraction = (Double(index + 1) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
                return column.cost + 1e-10 * scale * (0.5 + fraction)
            } + [Double](repeating: 0, count: program.rows.count)
        limits = program.columns.map(\.limit) + program.rows.map { $0.isEquality ? 0 : .infinity }
        basis = (0..<rowCount).map { program.columns.count + $0 }
        rowOf = [Int](repeating: -1, count: columnCount) + Array(0..<rowCount)
        isAtLimit = costs.indices.map { $0 < program.columns.count && program.columns[$0].cost < 0 }
        inverse = [Double](repeating: 0, count: rowCount * rowCount)
        for row in 0..<rowCount { inverse[row * rowCount + row] = 1 }
        values = []
        reducedCosts = costs
        weights = [Double](repeating: 1, count: rowCount)
        values = basicValues()
    }

    /// The status after ``solve(maximumSteps:_:)``.
    enum Status {
        case optimal, infeasible, unfinished
    }

    /// Runs at most `maximumSteps` iterations, and calls `check` after every 64.
    mutating func solve<Failure: Error>(
        maximumSteps: Int, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> Status {
        for step in 0..<maximumSteps {
            if step % 64 == 63 {
                try check()
                values = basicValues()
            }
            guard let leaving = leavingRow() else {
                costs = program.columns.map(\.cost) + [Double](repeating: 0, count: rowCount)
                return .optimal
            }
            if !pivot(leaving) { return .infeasible }
        }
        return .unfinished
    }

    /// The multiplier of each row, at the costs without additions if the status is optimal.
    var multipliers: [Double] {
        var multipliers = [Double](repeating: 0, count: rowCount)
        for row in 0..<rowCount where costs[basis[row]] != 0 {
            let cost = costs[basis[row]]
            for column in 0..<rowCount { multipliers[column] += cost * inverse[row * rowCount + column] }
        }
        return multipliers
    }

    /// The value of each column.
    var solution: [Double] {
        (0..<columnCount).map { rowOf[$0] >= 0 ? values[rowOf[$0]] : isAtLimit[$0] ? limits[$0] : 0 }
    }

    // MARK: Steps

    private func basicValues() -> [Double] {
        var bounds = program.rows.map(\.bound)
        for (index, column) in program.columns.enumerated() where rowOf[index] < 0 && isAtLimit[index] {
            for entry in column.entries { bounds[entry.row] -= entry.coefficient * column.limit }
        }
        return (0..<rowCount).map { row in
            var sum = 0.0
            for column in 0..<rowCount { sum += inverse[row * rowCount + column] * bounds[column] }
            return sum
        }
    }

    /// The row whose basic variable violates its limits most, by the steepest edge; `nil` if none does.
    private func leavingRow() -> Int? {
        var (best, greatest) = (-1, 0.0)
        for row in 0..<rowCount {
            let excess = max(-values[row], values[row] - limits[basis[row]])
            guard excess > Self.tolerance * (1 + values[row].magnitude) else { continue }
            let price = excess * excess / weights[row]
            if price > greatest { (best, greatest) = (row, price) }
        }
        return best < 0 ? nil : best
    }

    /// Exchanges the basic variable of a row. Returns false if no variable can enter, so that the program has no solution.
    private mutating func pivot(_ leaving: Int) -> Bool {
        let start = leaving * rowCount
        let row = Array(inverse[start..<start + rowCount])
        let leavesAtZero = values[leaving] < 0
        // The row of the table, with the sign of the step.
        var alphas = [Double](repeating: 0, count: costs.count)
        var (entering, least) = (-1, Double.infinity)
        for index in costs.indices where rowOf[index] < 0 && limits[index] > 0 {
            var alpha = 0.0
            if index < columnCount {
                for entry in program.columns[index].entries { alpha += row[entry.row] * entry.coefficient }
            } else {
                alpha = row[index - columnCount]
            }
            alphas[index] = alpha
            let signed = leavesAtZero ? -alpha : alpha
            guard isAtLimit[index] ? signed < -Self.pivotTolerance : signed > Self.pivotTolerance else { continue }
            let ratio = max(reducedCosts[index] / signed, 0)
            // Among nearly equal ratios, the largest pivot is the most accurate.
            if ratio < least - 1e-12 || ratio <= least + 1e-12 && alpha.magnitude > alphas[entering].magnitude {
                (entering, least) = (index, ratio)
            }
        }
        guard entering >= 0 else { return false }
        let column = tableColumn(entering)
        let pivotElement = column[leaving]
        let target = leavesAtZero ? 0 : limits[basis[leaving]]

        let dualStep = reducedCosts[entering] / pivotElement
        for index in costs.indices where alphas[index] != 0 { reducedCosts[index] -= dualStep * alphas[index] }
        reducedCosts[entering] = 0
        reducedCosts[basis[leaving]] = -dualStep

        let primalStep = (values[leaving] - target) / pivotElement
        for index in 0..<rowCount where column[index] != 0 { values[index] -= primalStep * column[index] }
        values[leaving] = (isAtLimit[entering] ? limits[entering] : 0) + primalStep

        updateWeights(leaving, row, column)
        updateInverse(leaving, column)
        rowOf[basis[leaving]] = -1
        isAtLimit[basis[leaving]] = !leavesAtZero
        isAtLimit[entering] = false
        basis[leaving] = entering
        rowOf[entering] = leaving
        return true
    }

    /// The inverse · the column of a variable.
    private func tableColumn(_ index: Int) -> [Double] {
        var result = [Double](repeating: 0, count: rowCount)
        let entries =
            index < columnCount ? program.columns[index].entries : [(row: index - columnCount, coefficient: 1)]
        for row in 0..<rowCount {
            var sum = 0.0
            for entry in entries { sum += inverse[row * rowCount + entry.row] * entry.coefficient }
            result[row] = sum.magnitude < 1e-13 ? 0 : sum
        }
        return result
    }

    private mutating func updateWeights(_ leaving: Int, _ row: [Double], _ column: [Double]) {
        let weight = row.reduce(0) { $0 + $1 * $1 }
        let pivotElement = column[leaving]
        for index in 0..<rowCount where index != leaving && column[index] != 0 {
            var product = 0.0
            for place in 0..<rowCount { product += inverse[index * rowCount + place] * row[place] }
            let ratio = column[index] / pivotElement
            weights[index] = max(weights[index] - 2 * ratio * product + ratio * ratio * weight, 1e-4)
        }
        weights[leaving] = max(weight / (pivotElement * pivotElement), 1e-4)
    }

    private mutating func updateInverse(_ leaving: Int, _ column: [Double]) {
        let start = leaving * rowCount
        let pivotElement = column[leaving]
        var places: [Int] = []
        for place in 0..<rowCount where inverse[start + place] != 0 {
            inverse[start + place] /= pivotElement
            places.append(place)
        }
        for index in 0..<rowCount where index != leaving && column[index] != 0 {
            let factor = column[index]
            for place in places { inverse[index * rowCount + place] -= factor * inverse[start + place] }
        }
    }
}
