/// The reason why a computation with matrices failed.
///
/// Row and column indices start at 0.
public enum LinearAlgebraError: Error, Equatable, Sendable {
    /// OpenBLAS or LAPACKE cannot be loaded, or lacks a function. The value is the name of the library or function.
    case unavailable(String)
    /// The element is NaN or infinite.
    case notFinite(row: Int, column: Int, Double)
    /// The matrix must have as many rows as columns.
    case notSquare(rows: Int, columns: Int)
    /// The element, which is below the diagonal, differs from the element across the diagonal.
    case notSymmetric(row: Int, column: Int)
    /// The leading submatrix of `order` rows and columns is not positive definite; the smaller ones are.
    case notPositiveDefinite(order: Int)
}
