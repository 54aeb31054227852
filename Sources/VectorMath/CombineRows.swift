internal import COptionsKernels

/// Adds up weighted rows of a table: the product of a sparse matrix and the table, less a constant for each row of it.
///
///     combinations[start + c · combinationLength + i]
///         = Σ weights[k] · table[rows[k] · rowLength + i] − constants[c]      over k in starts[c]..<starts[c + 1]
///
/// ## Accuracy
/// A sum starts with the constant and takes the terms in their order, each with one rounding, on the baseline of x86-64
/// with two: the error is below (*n* + 1) · 2⁻⁵³ (1 + *n* · 2⁻⁵³) times the sum of the magnitudes of the constant and
/// the *n* terms. It does not depend on which other sums are computed with it. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - constants: What is subtracted from each combination.
///   - starts: Where the terms of each combination start, and where those of the last one end.
///   - rows: The row that each term takes.
///   - weights: What it is multiplied by.
///   - table: The rows, one after the other.
///   - rowLength: From a row to the next. A multiple of eight is fastest.
///   - columns: How many elements of each row are taken, from its start.
///   - combinations: Receives the sums, combination after combination. What lies between them stays as it is.
///   - combinationLength: From a combination to the next; `columns` when absent.
///   - start: Where the first one goes.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether all sums are finite.
/// - Precondition: `starts` ascend and are one more than the constants; terms, rows, columns and sums lie within their
///   spans.
/// - Complexity: O(terms · `columns`), no allocation.
public func combineRows(
    constants: Span<Double>, starts: Span<Int>, rows: Span<Int>, weights: Span<Double>,
    table: Span<Double>, rowLength: Int, columns: Int,
    combinations: inout MutableSpan<Double>, combinationLength: Int? = nil, start: Int = 0,
    instructionSet: InstructionSet = .best
) -> Bool {
    let count = constants.count
    precondition(starts.count == count + 1, "starts must be one more than constants")
    precondition(columns > 0 && columns <= rowLength && table.count >= rowLength, "columns out of bounds")
    let length = combinationLength ?? columns
    precondition(length >= columns, "a combination is longer than from it to the next")
    precondition(
        count == 0 || start >= 0 && start <= combinations.count - columns - (count - 1) * length,
        "the combinations must fit")
    precondition(instructionSet <= .best, "instruction set not supported by this processor")
    let terms = rows.extracting(starts[0]..<starts[count]).count
    precondition(weights.count >= starts[count], "each term has a row and a weight")
    for index in 0..<count { precondition(starts[index] <= starts[index + 1], "starts must ascend") }
    let rowCount = table.count / rowLength
    for index in starts[0]..<starts[0] + terms {
        precondition(rows[index] >= 0 && rows[index] < rowCount, "no such row")
    }
    // SAFETY: terms, rows and columns lie within their spans, and so do as many sums from `start` on; exclusive access
    // to `combinations` rules out overlap.
    guard let target = unsafe combinations.mutableAddress else { return true }
    return unsafe kernel_combine_rows(
        instructionSet.kernel, count, constants.address, starts.address, rows.address, weights.address, rowCount,
        columns, table.address, rowLength, target + start, length) != 0
}
