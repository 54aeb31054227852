public import OptionPricing
internal import VectorMath

/// A book in the scenarios of a grid: its contracts are valued once, and positions are evaluated as they are asked for.
///
/// Blocks of positions take no more memory than the caller gives them, and any thread may ask for them:
///
/// ```swift
/// let valuation = try BookValuation(book, in: grid)
/// var block = [Double](repeating: 0, count: 512 * valuation.scenarioCount)
/// for start in stride(from: 0, to: book.count, by: 512) {
///     var profits = block.mutableSpan
///     try valuation.evaluate(start..<min(start + 512, book.count), into: &profits)
///     …
/// }
/// ```
public struct BookValuation: Sendable {
    /// What is valued.
    public let book: PositionBook
    /// The number of scenarios.
    public let scenarioCount: Int
    /// What one share of each instrument is worth in each scenario, instrument after instrument.
    let values: [Double]
    /// From an instrument to the next: whole lines of the cache.
    let rowLength: Int

    /// Values the contracts of a book, which takes 8 bytes for each in each scenario.
    ///
    /// - Parameters:
    ///   - book: The positions.
    ///   - grid: No time lies behind ``PositionBook/firstExpiration``.
    /// - Throws: `PricingError` where the time of a contract would become negative, or its value is too large for a
    ///   `Double`.
    public init(_ book: PositionBook, in grid: ScenarioGrid) throws(PricingError) {
        var columns = ScenarioColumns(grid, in: book.market)
        var row = columns.stockPrices
        let padding = repeatElement(0.0, count: (8 - row.count % 8) % 8)
        rowLength = row.count + padding.count
        var values: [Double] = []
        values.reserveCapacity(book.instrumentCount * rowLength)
        values += row
        values += padding
        for contract in book.contracts {
            var span = row.mutableSpan
            try columns.evaluate(contract, into: &span)
            values += row
            values += padding
        }
        self.book = book
        scenarioCount = row.count
        self.values = values
    }

    /// The profits of the whole book, the sum of its positions.
    ///
    /// ## Accuracy
    /// That of ``PositionBook/profits(in:)`` for one position of all legs: what cancels between positions does so
    /// before it is multiplied by a value.
    ///
    /// - Returns: A profit for each scenario, in the order of
    ///   ``ScenarioGrid/index(stockPrice:volatilityShift:elapsedTime:)``.
    /// - Throws: `PricingError` where one is too large for a `Double`.
    public func totalProfits() throws(PricingError) -> [Double] {
        let shares = book.holdings.totals
        let instruments = Array(shares.indices)
        let netCost = [book.netCosts.correctlyRoundedSum()]
        var profits = [Double](repeating: 0, count: scenarioCount)
        var target = profits.mutableSpan
        let areFinite = combineRows(
            constants: netCost.span, starts: [0, instruments.count].span, rows: instruments.span, weights: shares.span,
            table: values.span, rowLength: rowLength, columns: scenarioCount, combinations: &target)
        guard areFinite else { throw .notRepresentable(.price) }
        return profits
    }
}
