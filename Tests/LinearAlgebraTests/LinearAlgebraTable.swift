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

    let cholesky: [Factorisation]

    static func read() throws -> LinearAlgebraTable {
        try Fixture.decode(LinearAlgebraTable.self, "Fixtures/reference/linear_algebra.json")
    }
}
