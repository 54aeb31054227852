import Testing
import _TestSupport

/// `Fixtures/reference/linear_algebra.json`: the doubles nearest to exact results.
struct LinearAlgebraTable: Decodable {
    struct Factorisation: Decodable, CustomTestStringConvertible {
        let name: String
        let matrix, factor: [[Double]]
        let condition: Double

        var testDescription: String { name }
    }

    struct Fit: Decodable, CustomTestStringConvertible {
        let name: String
        let matrix: [[Double]]
        let values, solution: [Double]
        let residualNorm: Double
        let columnNorms: [Double]
        /// Of the matrix whose columns are divided by their norms.
        let condition: Double

        var testDescription: String { name }
    }

    let cholesky: [Factorisation]
    let leastSquares: [Fit]

    static func read() throws -> LinearAlgebraTable {
        try Fixture.decode(LinearAlgebraTable.self, "Fixtures/reference/linear_algebra.json")
    }
}
