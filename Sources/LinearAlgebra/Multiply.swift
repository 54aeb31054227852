/// Multiplies matrices that are stored row after row in spans: product = left · right.
///
/// ```swift
/// // A block of `count` scenarios out of many: weights (positions × contracts) · values (contracts × scenarios).
/// try multiply(
///     rows: positions, inner: contracts, columns: count,
///     left: weights.span, right: values.extracting(start...), rightStride: scenarios, product: &profits)
/// ```
///
/// ## Accuracy
/// Each element is a sum of `inner` products in a fixed order; its error is below `inner` · 2⁻⁵³ (1 + `inner` · 2⁻⁵³) times
/// the sum of the products' magnitudes. On one machine the same call returns the same bits from any thread. The order
/// depends on the three sizes, so a product computed in blocks has the same bits only for the same blocks. Elements that
/// are not finite follow IEEE 754.
///
/// - Parameters:
///   - rows: The rows of `left` and `product`.
///   - inner: The columns of `left` and the rows of `right`.
///   - columns: The columns of `right` and `product`.
///   - left: The left matrix.
///   - leftStride: The distance between the starts of two rows of `left`; its columns by default.
///   - right: The right matrix.
///   - rightStride: The distance between the starts of two rows of `right`; its columns by default.
///   - product: Receives the product. Elements between its rows keep their values.
///   - productStride: The distance between the starts of two rows of `product`; its columns by default.
/// - Throws: ``LinearAlgebraError/unavailable(_:)``.
/// - Precondition: The spans are long enough, and no row is longer than its stride; sizes and strides are below 2³¹.
/// - Complexity: O(`rows` · `inner` · `columns`), no allocation.
public func multiply(
    rows: Int, inner: Int, columns: Int,
    left: Span<Double>, leftStride: Int? = nil,
    right: Span<Double>, rightStride: Int? = nil,
    product: inout MutableSpan<Double>, productStride: Int? = nil
) throws(LinearAlgebraError) {
    let (leftStride, rightStride) = (leftStride ?? inner, rightStride ?? columns)
    let productStride = productStride ?? columns
    requireRoom(left.count, rows, inner, leftStride)
    requireRoom(right.count, inner, columns, rightStride)
    requireRoom(product.count, rows, columns, productStride)
    try OpenBLAS.multiply(
        rows: rows, inner: inner, columns: columns, left: left, leftStride: leftStride, right: right,
        rightStride: rightStride, product: &product, productStride: productStride)
}

private func requireRoom(_ count: Int, _ rows: Int, _ columns: Int, _ stride: Int) {
    precondition(
        rows >= 0 && columns >= 0 && stride >= columns && rows <= Int32.max && stride <= Int32.max,
        "sizes and strides must be 0 or greater and below 2^31, and no row longer than its stride")
    precondition(rows == 0 || count >= (rows - 1) * stride + columns, "a matrix does not fit in its span")
}

extension DenseMatrix {
    /// Multiplies two matrices. Accuracy and errors are those of
    /// ``multiply(rows:inner:columns:left:leftStride:right:rightStride:product:productStride:)``.
    ///
    /// - Precondition: This matrix has as many columns as the other has rows.
    public func multiplied(by other: DenseMatrix) throws(LinearAlgebraError) -> DenseMatrix {
        precondition(columns == other.rows, "the columns of the left matrix must match the rows of the right one")
        var product = DenseMatrix(rows: rows, columns: other.columns)
        var target = product.elements.mutableSpan
        try multiply(
            rows: rows, inner: columns, columns: other.columns, left: elements.span, right: other.elements.span,
            product: &target)
        return product
    }
}
