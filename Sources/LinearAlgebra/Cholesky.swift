internal import COptionsLAPACKE

/// The Cholesky factorisation of a symmetric positive definite matrix: A = L · Lᵀ.
///
/// Independent standard normal numbers, multiplied by the factor of a correlation matrix, have these correlations.
///
/// ## Domain
/// Finite elements; symmetric to the last bit; positive definite by more than rounding. A matrix that is positive
/// semidefinite only is refused, or accepted where rounding has made it definite.
///
/// ## Accuracy
/// L · Lᵀ is within (*n* + 1) · 2⁻⁵² of A, relative to the geometric mean of the two elements of the diagonal.
///
/// > Source: Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., SIAM, 2002, theorem 10.3; LAPACK's dpotrf.
public struct Cholesky: Equatable, Sendable {
    /// L: positive on the diagonal, 0 above it.
    public let factor: DenseMatrix

    /// Factorises a matrix.
    ///
    /// - Parameter matrix: A symmetric positive definite matrix.
    /// - Throws: ``LinearAlgebraError``: not square, not finite, not symmetric, not positive definite, or unavailable.
    /// - Precondition: The matrix has fewer than 2³¹ rows.
    /// - Complexity: O(*n*³)
    public init(_ matrix: DenseMatrix) throws(LinearAlgebraError) {
        let size = matrix.rows
        guard size == matrix.columns else { throw .notSquare(rows: size, columns: matrix.columns) }
        try matrix.requireFinite()
        for row in 0..<size {
            for column in 0..<row where matrix[row, column] != matrix[column, row] {
                throw .notSymmetric(row: row, column: column)
            }
        }
        let functions = try unsafe OpenBLAS.functions()
        var factor = matrix
        guard size > 0 else {
            self.factor = factor
            return
        }
        // Row after row is column after column of the transpose, whose upper factor is the transpose of L: nothing is moved.
        // SAFETY: the array holds size · size elements.
        let failure = unsafe factor.elements.withUnsafeMutableBufferPointer { elements in
            unsafe functions.dpotrf(
                Int32(CLAPACKE_COLUMN_MAJOR), CChar(UInt8(ascii: "U")), Int32(size), elements.baseAddress,
                Int32(size))
        }
        guard failure <= 0 else { throw .notPositiveDefinite(order: Int(failure)) }
        for row in 0..<size {
            // Where a quotient overflowed, a pivot may be NaN, which is not found negative.
            guard factor[row, row].isFinite else { throw .notPositiveDefinite(order: row + 1) }
            for column in row + 1..<size { factor[row, column] = 0 }
        }
        self.factor = factor
    }
}
