/// Why a matrix could not be worked with.
///
/// Rows and columns are counted from 0.
public enum LinearAlgebraError: Error, Equatable, Sendable {
    /// OpenBLAS or LAPACKE cannot be loaded, or lacks a function: the name of the library or function.
    case unavailable(String)
    /// The element is NaN or infinite.
    case notFinite(Parameter, row: Int, column: Int, Double)
    /// The matrix must have as many rows as columns.
    case notSquare(rows: Int, columns: Int)
    /// The element, below the diagonal, differs from the one across the diagonal.
    case notSymmetric(row: Int, column: Int)
    /// The square of the first `order` rows and columns is not positive definite; the smaller ones are.
    case notPositiveDefinite(order: Int)
    /// At most `rank` of the columns are linearly independent, to within rounding.
    case rankDeficient(rank: Int, columns: Int)
    /// The result is too large for a `Double`.
    case notRepresentable

    /// What was rejected.
    public enum Parameter: Sendable {
        /// The matrix.
        case matrix
        /// The values that a fit is to meet, a column.
        case values
    }
}
