import LinearAlgebra
import Testing
import _TestSupport

@Suite("Cholesky factorisation")
struct CholeskyTests {
    @Test("agrees with factors at 50 digits", arguments: try LinearAlgebraTable.read().cholesky)
    func table(reference: LinearAlgebraTable.Factorisation) throws {
        let matrix = DenseMatrix(rows: reference.matrix)
        let factor = try Cholesky(matrix).factor
        for row in 0..<matrix.rows {
            for column in 0..<matrix.rows {
                let expected = reference.factor[row][column]
                let bound = 0x1p-52 * reference.condition * matrix[row, row].squareRoot()
                #expect(abs(factor[row, column] - expected) <= bound, "row \(row), column \(column)")
                if column > row { #expect(factor[row, column] == 0) }
            }
        }
    }

    @Test("the factor times its transpose is the matrix", arguments: try LinearAlgebraTable.read().cholesky)
    func product(reference: LinearAlgebraTable.Factorisation) throws {
        let matrix = DenseMatrix(rows: reference.matrix)
        let factor = try Cholesky(matrix).factor
        let rows = (0..<matrix.rows).map { row in (0..<matrix.rows).map { factor[row, $0] } }
        for row in 0..<matrix.rows {
            for column in 0...row {
                let error = CompensatedSum.product(rows[row], rows[column]).adding(-matrix[row, column])
                let scale = (matrix[row, row] * matrix[column, column]).squareRoot()
                #expect(abs(error) <= Double(matrix.rows + 1) * 0x1p-52 * scale, "row \(row), column \(column)")
            }
        }
    }

    @Test("is exact if every step is exact", arguments: 1...40)
    func exact(size: Int) throws {
        var generator = SeededGenerator(seed: UInt64(size))
        var factor = DenseMatrix(rows: size, columns: size)
        for row in 0..<size {
            for column in 0..<row { factor[row, column] = Double(Int.random(in: -99...99, using: &generator)) }
            factor[row, row] = [1, 2, 4, 8][Int.random(in: 0..<4, using: &generator)]
        }
        var matrix = DenseMatrix(rows: size, columns: size)
        for row in 0..<size {
            for column in 0..<size {
                matrix[row, column] = (0..<size).reduce(0) { $0 + factor[row, $1] * factor[column, $1] }
            }
        }
        #expect(try Cholesky(matrix).factor == factor)
    }

    @Test("names the first minor that is not positive", arguments: 0..<400)
    func notPositiveDefinite(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let size = Int.random(in: 1...6, using: &generator)
        var matrix = DenseMatrix(rows: size, columns: size)
        for row in 0..<size {
            for column in 0...row {
                let element = Double(Int.random(in: -5...5, using: &generator))
                matrix[row, column] = element
                matrix[column, row] = element
            }
            matrix[row, row] = Double(Int.random(in: -1...20, using: &generator))
        }
        let minors = (1...size).map { Self.minor(matrix, order: $0) }
        // If a minor is exactly 0, rounding decides.
        guard let order = minors.firstIndex(where: { $0 <= 0 }) else {
            _ = try Cholesky(matrix)
            return
        }
        guard minors[order] < 0 || order == 0 else { return }
        #expect(throws: LinearAlgebraError.notPositiveDefinite(order: order + 1)) { try Cholesky(matrix) }
    }

    /// The determinant of the first rows and columns, in integers.
    ///
    /// > Source: Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination", Math. Comp. 22, 1968.
    private static func minor(_ matrix: DenseMatrix, order: Int) -> Int {
        var rows = (0..<order).map { row in (0..<order).map { Int(matrix[row, $0]) } }
        var (sign, previous) = (1, 1)
        for step in 0..<order - 1 {
            guard let pivot = (step..<order).first(where: { rows[$0][step] != 0 }) else { return 0 }
            if pivot != step {
                rows.swapAt(pivot, step)
                sign = -sign
            }
            for row in step + 1..<order {
                for column in step + 1..<order {
                    rows[row][column] =
                        (rows[row][column] * rows[step][step] - rows[row][step] * rows[step][column]) / previous
                }
            }
            previous = rows[step][step]
        }
        return sign * rows[order - 1][order - 1]
    }

    @Test("rejects matrices without a factor")
    func errors() {
        #expect(throws: LinearAlgebraError.notSquare(rows: 1, columns: 2)) {
            try Cholesky(DenseMatrix(rows: [[1, 2]]))
        }
        #expect(throws: LinearAlgebraError.notSymmetric(row: 2, column: 1)) {
            try Cholesky(DenseMatrix(rows: [[2, 0, 1], [0, 2, 1], [1, 1.0.nextUp, 2]]))
        }
        #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 2)) {
            try Cholesky(DenseMatrix(rows: [[1, 2], [2, 1]]))
        }
        #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 1)) { try Cholesky(DenseMatrix(rows: [[0]])) }
        #expect(throws: LinearAlgebraError.notFinite(row: 1, column: 0, .infinity)) {
            try Cholesky(DenseMatrix(rows: [[1, 0], [.infinity, 1]]))
        }
        let error = #expect(throws: LinearAlgebraError.self) {
            try Cholesky(DenseMatrix(rows: [[1, .nan], [.nan, 1]]))
        }
        #expect(error.map { "\($0)" } == "\(LinearAlgebraError.notFinite(row: 0, column: 1, .nan))")
    }

    @Test("detects quotients that overflow", arguments: 3...40)
    func overflow(size: Int) {
        var matrix = DenseMatrix.identity(size)
        matrix[0, 0] = 1e-300
        for row in 1..<size {
            matrix[row, 0] = 1e300
            matrix[0, row] = 1e300
        }
        #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 2)) { try Cholesky(matrix) }
    }

    @Test("of an empty matrix is empty")
    func empty() throws {
        #expect(try Cholesky(DenseMatrix(rows: [])).factor == DenseMatrix(rows: 0, columns: 0))
    }
}
