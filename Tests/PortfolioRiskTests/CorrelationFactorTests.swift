import LinearAlgebra
import Testing
import _TestSupport

@testable import PortfolioRisk

@Suite("Factors of correlations")
struct CorrelationFactorTests {
    /// Correlations of `count` underlyings with `factors` common factors and no part of their own: their rank is that number.
    static func correlations(_ count: Int, factors: Int, seed: Int) -> DenseMatrix {
        var generator = SeededGenerator(seed: UInt64(seed))
        let loadings = (0..<count).map { _ in
            let row = (0..<factors).map { _ in generator.uniform(-1, 1) }
            let length = row.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return row.map { $0 / length }
        }
        var result = DenseMatrix.identity(count)
        for row in 0..<count {
            for column in 0..<row {
                let product = zip(loadings[row], loadings[column]).reduce(0) { $0 + $1.0 * $1.1 }
                (result[row, column], result[column, row]) = (product, product)
            }
        }
        return result
    }

    /// The greatest difference between L · Lᵀ and the correlations.
    private static func error(_ factor: DenseMatrix, _ correlations: DenseMatrix) -> Double {
        var greatest = 0.0
        for row in 0..<factor.rows {
            for column in 0..<factor.rows {
                let product = (0..<factor.rows).reduce(0) { $0 + factor[row, $1] * factor[column, $1] }
                greatest = max(greatest, abs(product - correlations[row, column]))
                if column > row { #expect(factor[row, column] == 0) }
            }
            #expect(factor[row, row] >= 0)
        }
        return greatest
    }

    @Test("are lower triangular, and their products are the correlations, whatever the rank", arguments: 1...64)
    func products(count: Int) throws {
        for factors in Set([1, 2, count / 2, count - 1, count]) where factors > 0 {
            let correlations = Self.correlations(count, factors: factors, seed: 100 * count + factors)
            let error = Self.error(try CorrelationFactor.of(correlations), correlations)
            #expect(error <= (factors < count ? 0x1p-38 : Double(count * count) * 0x1p-52), "\(factors): \(error)")
        }
    }

    @Test("agree with those of OpenBLAS for definite correlations", arguments: [1, 2, 5, 20, 64])
    func definite(count: Int) throws {
        var correlations = Self.correlations(count, factors: 3, seed: count)
        for row in 0..<count {
            for column in 0..<count where row != column { correlations[row, column] *= 0.7 }
        }
        let (plain, library) = (try CorrelationFactor.of(correlations), try Cholesky(correlations).factor)
        for row in 0..<count {
            for column in 0...row { #expect(abs(plain[row, column] - library[row, column]) <= 1e-13) }
        }
    }

    @Test("are exact for perfect correlation", arguments: [1.0, -1])
    func perfect(correlation: Double) throws {
        let correlations = DenseMatrix(rows: [[1, correlation, 0], [correlation, 1, 0], [0, 0, 1]])
        #expect(
            try CorrelationFactor.of(correlations) == DenseMatrix(rows: [[1, 0, 0], [correlation, 0, 0], [0, 0, 1]]))
    }

    @Test("do not exist if a combination of underlyings would have a negative variance", arguments: 0..<100)
    func refused(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let count = Int.random(in: 2...20, using: &generator)
        var correlations = Self.correlations(count, factors: count, seed: seed)
        // The variance of a portfolio with these weights.
        let weights = (0..<count).map { _ in generator.uniform(-1, 1) }
        func variance() -> Double {
            (0..<count).reduce(0) { sum, row in
                sum + (0..<count).reduce(0) { $0 + weights[row] * weights[$1] * correlations[row, $1] }
            }
        }
        for row in 0..<count {
            for column in 0..<row {
                let lowered = correlations[row, column] - (weights[row] * weights[column] > 0 ? 0.8 : -0.8)
                (correlations[row, column], correlations[column, row]) = (lowered, lowered)
            }
        }
        if variance() < -1e-9 { #expect(throws: RiskError.self) { try CorrelationFactor.of(correlations) } }
    }
}
