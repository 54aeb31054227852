internal import LinearAlgebra

/// Factorises a small matrix of correlations in plain code: C = L · Lᵀ with L lower triangular, so that L · z has the correlations
/// C if the elements of z are independent.
///
/// C may be singular: correlations of ±1, or estimates from fewer returns than underlyings. A Cholesky factorisation with
/// pivoting finds the rank, where one without pivoting would divide rounding errors by each other. Orthogonalising its rows in
/// the order of the underlyings makes it triangular again.
///
/// ## Accuracy
/// L · Lᵀ is within 2⁻³⁸ of C, and within *n*² · 2⁻⁵² if no eigenvalue of C is near 0.
///
/// > Source: Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., SIAM, 2002, section 10.3; Giraud, Langou, Rozložník
/// > and van den Eshof, "Rounding error analysis of the classical Gram–Schmidt orthogonalization process", Numer. Math. 101, 2005,
/// > doi:10.1007/s00211-005-0615-4.
enum CorrelationFactor {
    /// The greatest number of underlyings.
    static let maximumSize = 64

    /// Factorises correlations.
    ///
    /// - Parameter correlations: Symmetric, with elements of 1 on the diagonal.
    /// - Returns: L, with diagonal elements of 0 or greater.
    /// - Throws: ``RiskError/notPositiveSemidefinite(underlyings:)``.
    static func of(_ correlations: DenseMatrix) throws(RiskError) -> DenseMatrix {
        guard let rows = pivoted(correlations, correlations.rows) else {
            let count = (1...correlations.rows).first { pivoted(correlations, $0) == nil }
            throw .notPositiveSemidefinite(underlyings: count ?? correlations.rows)
        }
        return triangular(rows)
    }

    /// Returns the rows of F, where F · Fᵀ are the correlations of the first `count` underlyings; `nil` if they are not positive
    /// semidefinite.
    private static func pivoted(_ correlations: DenseMatrix, _ count: Int) -> [[Double]]? {
        var rest = (0..<count).map { row in (0..<count).map { correlations[row, $0] } }
        var factor = [[Double]](repeating: [], count: count)
        var free = Set(0..<count)
        let rounding = Double(16 * count) * 0x1p-52
        while let pivot = free.sorted().max(by: { rest[$0][$0] < rest[$1][$1] }), rest[pivot][pivot] > rounding {
            free.remove(pivot)
            let root = rest[pivot][pivot].squareRoot()
            let column = (0..<count).map { row in
                row == pivot ? root : free.contains(row) ? rest[row][pivot] / root : 0
            }
            for row in 0..<count {
                factor[row].append(column[row])
                for other in 0..<count { rest[row][other] -= column[row] * column[other] }
            }
        }
        // What is left of a semidefinite matrix whose diagonal is left without more than rounding is rounding.
        return free.allSatisfy { row in free.allSatisfy { rest[row][$0].magnitude <= 0x1p-39 } } ? factor : nil
    }

    /// Returns L with L · Lᵀ = F · Fᵀ: the coordinates of each row of F with respect to an orthonormal basis of the rows before it and,
    /// if the row is independent of these, its own direction.
    private static func triangular(_ rows: [[Double]]) -> DenseMatrix {
        var factor = DenseMatrix(rows: rows.count, columns: rows.count)
        var basis: [(index: Int, direction: [Double])] = []
        for (index, row) in rows.enumerated() {
            var rest = row
            // The second pass removes what the rounding of the first one left.
            for _ in 0..<2 {
                for (column, direction) in basis {
                    let coordinate = zip(rest, direction).reduce(0) { $0 + $1.0 * $1.1 }
                    factor[index, column] += coordinate
                    for place in rest.indices { rest[place] -= coordinate * direction[place] }
                }
            }
            let length = rest.reduce(0) { $0 + $1 * $1 }.squareRoot()
            guard length > 0x1p-40 else { continue }
            factor[index, index] = length
            basis.append((index, rest.map { $0 / length }))
        }
        return factor
    }
}
