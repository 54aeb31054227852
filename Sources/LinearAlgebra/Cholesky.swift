/// The Cholesky factorisation of a symmetric positive definite matrix: A = L · Lᵀ.
///
/// Multiplying independent standard normal variates by the factor of a correlation matrix gives variates with these
/// correlations.
///
/// ## Domain
/// Finite elements; symmetric to the last bit; positive definite by more than rounding. A matrix that is only positive
/// semidefinite is rejected, unless rounding makes it definite.
///
/// ## Accuracy
/// L · Lᵀ is within (*n* + 1) · 2⁻⁵² of A, relative to the geometric mean of the two elements of the diagonal.
///
/// > Source: Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., SIAM, 2002, theorem 10.3; LAPACK's dpotrf.
public struct Cholesky: Equatable, Sendable {
    /// The factor L, with positive diagonal elements and zeros above the diagonal.
    public let factor: DenseMatrix

    /// Factorises a matrix.
    ///
    /// - Parameter matrix: A symmetric positive definite matrix.
    /// - Throws: ``LinearAlgebraError``: not square, not finite, not symmetric, not positive definite, or unavailable.
    /// - Precondition: The matrix has fewer than 2³¹ rows.
    /// - Complexity: O(*n*³)
    public init(_ matrix: DenseMatrix) throws(LinearAlgebraError) {
        try matrix.requireSymmetric()
        let size = matrix.rows
        var factor = matrix
        // The rows of a symmetric matrix are its columns. The upper factor of the transpose is the transpose of L.
        let order = try OpenBLAS.factorise(&factor.elements, size: size)
        guard order <= 0 else { throw .notPositiveDefinite(order: order) }
        for row in 0..<size {
            // If a quotient overflowed, a pivot may be NaN, which LAPACK does not report.
            guard factor[row, row].isFinite else { throw .notPositiveDefinite(order: row + 1) }
            for column in row + 1..<size { factor[row, column] = 0 }
        }
        self.factor = factor
    }
}
