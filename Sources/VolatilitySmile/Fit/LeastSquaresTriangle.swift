/// The triangular factor of a linear least-squares problem |J x + r| with five unknowns, updated with eight rows at a
/// time. Its size does not depend on the number of rows.
///
/// > Source: Golub and Van Loan, "Matrix Computations", 4th ed., Johns Hopkins, 2013, sections 5.2 and 6.5.3.
struct LeastSquaresTriangle {
    /// Eight rows: the columns of J, then r.
    typealias Rows = [6 of SIMD8<Double>]

    private static let unknowns = 5
    /// Columns of rows whose squares have a lesser sum count as 0. Lesser squares would lose digits to underflow.
    private static let leastSquare = 0x1p-960

    /// The columns of R and Qᵀ r. Lane i belongs to row i; the last three lanes are 0.
    private var columns = Rows(repeating: .zero)

    /// The norm of a column of J.
    func norm(_ unknown: Int) -> Double { (columns[unknown] * columns[unknown]).total.squareRoot() }

    /// The derivative of |J x + r|² / 2 with respect to an unknown at x = 0.
    func slope(_ unknown: Int) -> Double { (columns[unknown] * columns[Self.unknowns]).total }

    /// Replaces r by J x + r, where one unknown is not 0.
    mutating func move(_ unknown: Int, by change: Double) { columns[Self.unknowns] += columns[unknown] * change }

    /// Adds eight rows, by one Householder reflection for each column.
    mutating func add(_ rows: Rows) {
        var rows = rows
        for pivot in 0..<Self.unknowns {
            let (diagonal, tail) = (columns[pivot][pivot], rows[pivot])
            let square = (tail * tail).total
            guard square > Self.leastSquare else { continue }
            let norm = (diagonal * diagonal + square).squareRoot()
            // The reflection I − v vᵀ / (norm |head|), v = (head, tail). Equal signs do not cancel.
            let head = diagonal < 0 ? diagonal - norm : diagonal + norm
            let scale = 1 / (norm * abs(head))
            columns[pivot][pivot] = diagonal - head
            for column in pivot + 1...Self.unknowns {
                let product = (head * columns[column][pivot] + (tail * rows[column]).total) * scale
                columns[column][pivot] -= product * head
                rows[column] -= product * tail
            }
        }
    }

    /// The x that minimises |J x + r|² + |D x|². Unknowns that are not free stay 0. D is diagonal; its elements, `damping`, are
    /// positive for free unknowns.
    func solution(free: [5 of Bool], damping: [5 of Double]) -> [5 of Double] {
        var (damped, rows) = (LeastSquaresTriangle(), columns)
        for unknown in 0..<Self.unknowns {
            damped.columns[unknown][unknown] = free[unknown] ? damping[unknown] : 1
            if !free[unknown] { rows[unknown] = .zero }
        }
        damped.add(rows)
        var solution = [5 of Double](repeating: 0)
        for row in (0..<Self.unknowns).reversed() {
            var value = -damped.columns[Self.unknowns][row]
            for column in row + 1..<Self.unknowns { value -= damped.columns[column][row] * solution[column] }
            solution[row] = value / damped.columns[row][row]
        }
        return solution
    }
}
