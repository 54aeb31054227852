/// A matrix of doubles, stored row after row.
///
/// ```swift
/// let correlations = DenseMatrix(rows: [
///     [1.0, 0.6],
///     [0.6, 1.0],
/// ])
/// let factor = try Cholesky(correlations).factor
/// let product = try factor.multiplied(by: normals)
/// ```
public struct DenseMatrix: Equatable, Sendable {
    /// The number of rows.
    public let rows: Int
    /// The number of columns.
    public let columns: Int
    /// The elements, row after row. The element in `row` and `column` is at `row * columns + column`.
    public internal(set) var elements: [Double]

    /// Creates a matrix whose elements are all equal.
    ///
    /// - Precondition: `rows` and `columns` are 0 or greater.
    public init(repeating element: Double = 0, rows: Int, columns: Int) {
        precondition(rows >= 0 && columns >= 0, "rows and columns must not be negative")
        self.rows = rows
        self.columns = columns
        elements = Array(repeating: element, count: rows * columns)
    }

    /// Creates a matrix from its rows.
    ///
    /// - Precondition: The rows have the same count.
    public init(rows: [[Double]]) {
        self.rows = rows.count
        columns = rows.first?.count ?? 0
        precondition(rows.allSatisfy { [columns] in $0.count == columns }, "the rows must have the same count")
        elements = rows.flatMap { $0 }
    }

    /// The identity matrix: 1 on the diagonal and 0 elsewhere.
    ///
    /// - Precondition: `size` is 0 or greater.
    public static func identity(_ size: Int) -> DenseMatrix {
        var matrix = DenseMatrix(rows: size, columns: size)
        for index in 0..<size { matrix[index, index] = 1 }
        return matrix
    }

    /// The element in a row and column, counted from 0.
    public subscript(row: Int, column: Int) -> Double {
        get {
            precondition(contains(row, column), "index out of bounds")
            return elements[row * columns + column]
        }
        set {
            precondition(contains(row, column), "index out of bounds")
            elements[row * columns + column] = newValue
        }
    }

    private func contains(_ row: Int, _ column: Int) -> Bool {
        row >= 0 && row < rows && column >= 0 && column < columns
    }

    /// Throws unless every element is finite. The error names the first element that is not.
    package func requireFinite() throws(LinearAlgebraError) {
        guard let index = elements.firstIndex(where: { !$0.isFinite }) else { return }
        throw .notFinite(row: index / columns, column: index % columns, elements[index])
    }

    /// Throws unless the matrix is square, finite and symmetric to the last bit.
    package func requireSymmetric() throws(LinearAlgebraError) {
        guard rows == columns else { throw .notSquare(rows: rows, columns: columns) }
        try requireFinite()
        for row in 0..<rows {
            for column in 0..<row where self[row, column] != self[column, row] {
                throw .notSymmetric(row: row, column: column)
            }
        }
    }
}
