/// Adds weighted rows of a table: the product of a sparse matrix and the table, minus a constant for each row of the product.
///
///     combinations[start + c · combinationLength + i]
///         = Σ weights[k] · table[rows[k] · rowLength + i] − constants[c]      over k in starts[c]..<starts[c + 1]
///
/// ## Accuracy
/// Each sum starts with the constant and adds the terms in order, rounding once per term, or twice on the x86-64 baseline.
/// The error is below (*n* + 1) · 2⁻⁵³ (1 + *n* · 2⁻⁵³) times the sum of the magnitudes of the constant and the *n* terms.
/// A sum does not depend on the other sums of the call. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - constants: The constant that is subtracted from each combination.
///   - starts: The index of the first term of each combination, followed by the end of the last combination's terms.
///   - rows: The table row of each term.
///   - weights: The weight of each term.
///   - table: The rows of the table.
///   - rowLength: The distance between the starts of two rows. A multiple of eight is fastest.
///   - columns: The number of leading elements of each row that are used.
///   - combinations: Receives the sums, combination after combination. Elements between them keep their values.
///   - combinationLength: The distance between the starts of two combinations; `columns` by default.
///   - start: The index of the first combination's first element.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether all sums are finite.
/// - Precondition: `starts` is ascending and has one element more than `constants`; terms, rows, columns and sums lie
///   within their spans.
/// - Complexity: O(terms · `columns`), no allocation.
public func combineRows(
    constants: Span<Double>, starts: Span<Int>, rows: Span<Int>, weights: Span<Double>,
    table: Span<Double>, rowLength: Int, columns: Int,
    combinations: inout MutableSpan<Double>, combinationLength: Int? = nil, start: Int = 0,
    instructionSet: InstructionSet = .best
) -> Bool {
    let count = constants.count
    precondition(starts.count == count + 1, "starts must be one more than constants")
    precondition(columns > 0 && columns <= rowLength && table.count >= columns, "columns out of bounds")
    let length = combinationLength ?? columns
    precondition(length >= columns, "combinations must not overlap")
    precondition(
        count == 0 || start >= 0 && start <= combinations.count - columns - (count - 1) * length,
        "the combinations must fit")
    let terms = rows.extracting(starts[0]..<starts[count]).count
    precondition(weights.count >= starts[count], "each term must have a row and a weight")
    for index in 0..<count { precondition(starts[index] <= starts[index + 1], "starts must ascend") }
    // The last row may end after its columns, as in a table that is a part of another one.
    let rowCount = (table.count - columns) / rowLength + 1
    for index in starts[0]..<starts[0] + terms {
        precondition(rows[index] >= 0 && rows[index] < rowCount, "no such row")
    }
    return instructionSet.combineRows(
        constants: constants, starts: starts, rows: rows, weights: weights, table: table, rowCount: rowCount,
        rowLength: rowLength, columns: columns, combinations: &combinations, combinationLength: length, start: start)
}
