/// The x that minimises |A x − b|: the coefficients of the best fit to given values.
///
/// To weight a row, multiply the row and its value by the square root of the weight.
///
/// ```swift
/// // A straight line through (0, 1), (1, 3) and (2, 5).
/// let line = try LeastSquares(DenseMatrix(rows: [[1, 0], [1, 1], [1, 2]]), [1, 3, 5])
/// line.solution           // [1, 2], to within rounding
/// ```
///
/// ## Accuracy
/// x is the exact solution of a problem that differs from the given one by a few roundings, relative to the norm of each
/// column and of b. Columns are first scaled by powers of two, so the units of the coefficients do not affect the
/// accuracy.
///
/// > Source: Golub and Van Loan, "Matrix Computations", 4th ed., Johns Hopkins, 2013, section 5.5; LAPACK's dgelsy (a
/// > QR factorisation with column pivoting, which reveals the rank).
public struct LeastSquares: Equatable, Sendable {
    /// x: one coefficient for each column of A.
    public let solution: [Double]
    /// |A x − b| of this solution: the square root of the sum of squares.
    public let residualNorm: Double

    /// Solves a least-squares problem.
    ///
    /// - Parameters:
    ///   - matrix: A, with linearly independent columns: at least as many rows as columns, and a condition number below
    ///     2⁵⁰ divided by the number of rows, after the columns are scaled.
    ///   - values: b: one value for each row.
    /// - Throws: ``LinearAlgebraError``: not finite, rank deficient, not representable, or unavailable.
    /// - Precondition: The number of values equals the number of rows, and is below 2³¹.
    /// - Complexity: O(*m* *n*²) for *m* rows and *n* columns.
    public init(_ matrix: DenseMatrix, _ values: [Double]) throws(LinearAlgebraError) {
        precondition(values.count == matrix.rows, "there must be as many values as rows")
        try matrix.requireFinite()
        if let row = values.firstIndex(where: { !$0.isFinite }) {
            throw .notFinite(.values, row: row, column: 0, values[row])
        }
        let (rows, columns) = (matrix.rows, matrix.columns)
        guard rows >= columns else { throw .rankDeficient(rank: rows, columns: columns) }

        let scaled = Scaled(matrix, values)
        let solution = try scaled.solve()
        self.solution = (0..<columns).map {
            Double(sign: .plus, exponent: scaled.exponent - scaled.exponents[$0], significand: solution[$0])
        }
        residualNorm = Double(sign: .plus, exponent: scaled.exponent, significand: scaled.residualNorm(solution))
        guard residualNorm.isFinite, self.solution.allSatisfy(\.isFinite) else { throw .notRepresentable }
    }
}

/// A problem whose columns and values are multiplied by powers of two, so that the largest element of each is between 1 and
/// 2. No intermediate result overflows, and the units of the columns do not matter.
private struct Scaled {
    let rows, columns: Int
    /// Column after column, the order that LAPACK requires.
    var elements: [Double]
    /// The power of two that each column was divided by.
    let exponents: [Int]
    var values: [Double]
    /// The power of two that the values were divided by.
    let exponent: Int

    init(_ matrix: DenseMatrix, _ values: [Double]) {
        (rows, columns) = (matrix.rows, matrix.columns)
        let columns = (0..<matrix.columns).map { column in
            Self.scaled((0..<matrix.rows).map { matrix[$0, column] })
        }
        elements = columns.flatMap(\.0)
        exponents = columns.map(\.1)
        (self.values, exponent) = Self.scaled(values)
    }

    private static func scaled(_ numbers: [Double]) -> ([Double], Int) {
        let largest = numbers.reduce(0) { max($0, abs($1)) }
        let exponent = largest > 0 ? Int(largest.exponent) : 0
        return (numbers.map { Double(sign: .plus, exponent: -exponent, significand: $0) }, exponent)
    }

    func solve() throws(LinearAlgebraError) -> [Double] {
        var (elements, values) = (elements, values)
        let rank = try OpenBLAS.solveLeastSquares(&elements, rows: rows, columns: columns, &values)
        guard rank == columns else { throw .rankDeficient(rank: rank, columns: columns) }
        return Array(values.prefix(columns))
    }

    /// |A x − b|.
    func residualNorm(_ solution: [Double]) -> Double {
        var squares = 0.0
        for row in 0..<rows {
            var residual = -values[row]
            for column in 0..<columns { residual += elements[column * rows + row] * solution[column] }
            squares += residual * residual
        }
        return squares.squareRoot()
    }
}
