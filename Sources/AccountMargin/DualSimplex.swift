/// A linear program: least costs · x with rows · x = or ≤ bounds and x ≥ 0.
struct LinearProgram {
    struct Column {
        /// 0 or greater.
        var cost: Double
        var entries: [(row: Int, coefficient: Double)]
    }

    struct Row {
        var isEquality: Bool
        var bound: Double
    }

    var columns: [Column]
    var rows: [Row]
}

/// The dual simplex method, with an explicit inverse of the basis.
///
/// No cost is negative, so the slack basis is dual feasible, no first phase is needed, and the multipliers of every iteration
/// give a bound. The slack of an equality is 0. Results are approximate: callers evaluate multipliers exactly.
///
/// > Source: Koberstein, "The Dual Simplex Method, Techniques for a fast and stable implementation", 2005; Forrest and
/// > Goldfarb, "Steepest-edge simplex algorithms for linear programming", 1992, doi:10.1007/BF01581089.
struct DualSimplex {
    private let program: LinearProgram
    private let rowCount, columnCount: Int
    /// The entries of all columns: those of column j are from `starts[j]` up to `starts[j + 1]`.
    private let starts, entryRows: [Int]
    private let coefficients: [Double]
    /// The costs, of slack variables too, with small different additions that prevent ties.
    private var costs: [Double]
    private var basis: [Int]
    /// The row of a basic variable; −1 for others.
    private var rowOf: [Int]
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
        starts = program.columns.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.entries.count) }
        entryRows = program.columns.flatMap { $0.entries.map(\.row) }
        coefficients = program.columns.flatMap { $0.entries.map(\.coefficient) }
        let scale = program.columns.reduce(0) { max($0, $1.cost.magnitude) }
        // Multiples of the golden ratio are spread evenly.
        costs =
            program.columns.enumerated().map { index, column in
                let fraction = (Double(index + 1) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
                return column.cost + 1e-10 * scale * (0.5 + fraction)
            } + [Double](repeating: 0, count: program.rows.count)
        basis = (0..<rowCount).map { program.columns.count + $0 }
        rowOf = [Int](repeating: -1, count: columnCount) + Array(0..<rowCount)
        inverse = [Double](repeating: 0, count: rowCount * rowCount)
        for row in 0..<rowCount { inverse[row * rowCount + row] = 1 }
        values = program.rows.map(\.bound)
        reducedCosts = costs
        weights = [Double](repeating: 1, count: rowCount)
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
        (0..<columnCount).map { rowOf[$0] >= 0 ? values[rowOf[$0]] : 0 }
    }

    // MARK: Steps

    /// Whether a variable is the slack of an equality, which must not be positive.
    private func isFixed(_ variable: Int) -> Bool {
        variable >= columnCount && program.rows[variable - columnCount].isEquality
    }

    private func basicValues() -> [Double] {
        (0..<rowCount).map { row in
            var sum = 0.0
            for column in 0..<rowCount { sum += inverse[row * rowCount + column] * program.rows[column].bound }
            return sum
        }
    }

    /// The row whose basic variable violates its limits most, by the steepest edge; `nil` if none does.
    private func leavingRow() -> Int? {
        var (best, greatest) = (-1, 0.0)
        for row in 0..<rowCount {
            let excess = isFixed(basis[row]) ? values[row].magnitude : -values[row]
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
        let sign: Double = values[leaving] < 0 ? -1 : 1
        // The row of the table.
        var alphas = [Double](repeating: 0, count: costs.count)
        var (entering, least) = (-1, Double.infinity)
        for index in costs.indices where rowOf[index] < 0 && !isFixed(index) {
            var alpha = 0.0
            if index < columnCount {
                for place in starts[index]..<starts[index + 1] { alpha += row[entryRows[place]] * coefficients[place] }
            } else {
                alpha = row[index - columnCount]
            }
            alphas[index] = alpha
            guard sign * alpha > Self.pivotTolerance else { continue }
            let ratio = max(reducedCosts[index] / (sign * alpha), 0)
            // Among nearly equal ratios, the largest pivot is the most accurate.
            if ratio < least - 1e-12 || ratio <= least + 1e-12 && alpha.magnitude > alphas[entering].magnitude {
                (entering, least) = (index, ratio)
            }
        }
        guard entering >= 0 else { return false }
        let column = tableColumn(entering)
        let pivotElement = column[leaving]

        let dualStep = reducedCosts[entering] / pivotElement
        for index in costs.indices where alphas[index] != 0 { reducedCosts[index] -= dualStep * alphas[index] }
        reducedCosts[entering] = 0
        reducedCosts[basis[leaving]] = -dualStep

        let primalStep = values[leaving] / pivotElement
        for index in 0..<rowCount where column[index] != 0 { values[index] -= primalStep * column[index] }
        values[leaving] = primalStep

        updateWeights(leaving, row, column)
        updateInverse(leaving, column)
        rowOf[basis[leaving]] = -1
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
