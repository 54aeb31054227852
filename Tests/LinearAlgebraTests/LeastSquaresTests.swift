import LinearAlgebra
import Testing
import _TestSupport

@Suite("Least squares")
struct LeastSquaresTests {
    @Test("agree with solutions in rational numbers", arguments: try LinearAlgebraTable.read().leastSquares)
    func table(reference: LinearAlgebraTable.Fit) throws {
        let fit = try LeastSquares(DenseMatrix(rows: reference.matrix), reference.values)
        let (condition, residual) = (reference.condition, reference.residualNorm)
        let scaled = zip(reference.solution, reference.columnNorms).map(*)
        let size = scaled.reduce(0) { max($0, abs($1)) }
        // Golub and Van Loan, theorem 5.3.1, with a backward error of a few roundings.
        let bound = 2 * 0x1p-53 * (condition * size + condition * condition * residual)
        for (index, expected) in reference.solution.enumerated() {
            #expect(abs(fit.solution[index] - expected) * reference.columnNorms[index] <= bound)
        }
        let rows = Double(reference.values.count)
        #expect(abs(fit.residualNorm - residual) <= 2 * rows.squareRoot() * 0x1p-53 * (condition * size + residual))
    }

    @Test("do not depend on the units of columns and values", arguments: [-900, -60, -1, 1, 60, 900])
    func units(exponent: Int) throws {
        let reference = try #require(LinearAlgebraTable.read().leastSquares.first { $0.name.hasPrefix("smile of 25") })
        let fit = try LeastSquares(DenseMatrix(rows: reference.matrix), reference.values)
        let power = Double(sign: .plus, exponent: exponent, significand: 1)
        let columns = try LeastSquares(
            DenseMatrix(rows: reference.matrix.map { row in row.enumerated().map { $0 == 1 ? $1 * power : $1 } }),
            reference.values)
        for (index, value) in fit.solution.enumerated() {
            #expect(columns.solution[index] == (index == 1 ? value / power : value))
        }
        #expect(columns.residualNorm == fit.residualNorm)
        let values = try LeastSquares(DenseMatrix(rows: reference.matrix), reference.values.map { $0 * power })
        #expect(values.solution == fit.solution.map { $0 * power })
        #expect(values.residualNorm == fit.residualNorm * power)
    }

    @Test("detect linearly dependent columns", arguments: 0..<200)
    func rank(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let rows = Int.random(in: 1...40, using: &generator)
        let rank = Int.random(in: 0...min(rows, 6), using: &generator)
        let columns = rank + Int.random(in: 1...3, using: &generator)
        var matrix = DenseMatrix(rows: rows, columns: columns)
        for row in 0..<rows {
            for column in 0..<rank { matrix[row, column] = Double(Int.random(in: -999...999, using: &generator)) }
        }
        for column in rank..<columns {
            let weights = (0..<rank).map { _ in Double(Int.random(in: -999...999, using: &generator)) }
            for row in 0..<rows {
                matrix[row, column] = (0..<rank).reduce(0) { $0 + weights[$1] * matrix[row, $1] }
            }
        }
        let values = (0..<rows).map { _ in generator.uniform(-1, 1) }
        let error = #expect(throws: LinearAlgebraError.self) { try LeastSquares(matrix, values) }
        guard case .rankDeficient(let found, columns) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // The rank is lower if the random columns happen to be dependent.
        #expect(rows < columns ? found == rows : found <= rank)
    }

    @Test("reject problems without a unique solution")
    func errors() {
        let square = DenseMatrix(rows: [[1, 2], [3, 4]])
        #expect(throws: LinearAlgebraError.rankDeficient(rank: 1, columns: 2)) {
            try LeastSquares(DenseMatrix(rows: [[1, 2]]), [1])
        }
        #expect(throws: LinearAlgebraError.notFinite(.matrix, row: 1, column: 0, -.infinity)) {
            try LeastSquares(DenseMatrix(rows: [[1, 2], [-.infinity, 4]]), [1, 1])
        }
        #expect(throws: LinearAlgebraError.notFinite(.values, row: 1, column: 0, .infinity)) {
            try LeastSquares(square, [1, .infinity])
        }
        #expect(throws: LinearAlgebraError.notRepresentable) {
            try LeastSquares(DenseMatrix(rows: [[1e-200]]), [1e200])
        }
    }

    @Test("hold at the ends of the range of doubles")
    func ends() throws {
        let largest = Double.greatestFiniteMagnitude
        let large = try LeastSquares(DenseMatrix(rows: [[largest, 0], [0, largest]]), [largest, largest])
        #expect(large.solution == [1, 1])
        let least = Double.leastNonzeroMagnitude
        #expect(try LeastSquares(DenseMatrix(rows: [[least, 0], [0, least]]), [least, 0]).solution == [1, 0])
    }

    @Test("without columns leave the values as the residual")
    func empty() throws {
        let fit = try LeastSquares(DenseMatrix(rows: 2, columns: 0), [3, 4])
        #expect(fit.solution.isEmpty && fit.residualNorm == 5)
        #expect(try LeastSquares(DenseMatrix(rows: []), []).residualNorm == 0)
    }
}
