public import ExactPayoff
internal import OptionKernels
internal import OptionPricing

/// A book in the scenarios of a grid: its contracts are valued once, and positions are evaluated on request.
///
/// Evaluating a block of positions allocates no memory for its results, and may run on any thread:
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
    /// The positions.
    public let book: PositionBook
    /// The number of scenarios.
    public let scenarioCount: Int
    /// The value of one share of each instrument in each scenario, instrument after instrument.
    let values: [Double]
    /// The distance between rows: a whole number of cache lines.
    let rowLength: Int
    /// The scenarios of a product of matrices, and of a step of an addition.
    static let productWidth = 2048

    /// Values the contracts of a book, which takes 8 bytes for each contract and scenario.
    ///
    /// - Parameters:
    ///   - book: The positions.
    ///   - grid: The scenarios; no time is after ``PositionBook/firstExpiration``.
    ///   - budget: The cost is known before work begins.
    /// - Throws: `StrategyError` if the remaining time of a contract would be negative, or its value is too
    ///   large for a `Double`.
    public init(_ book: PositionBook, in grid: ScenarioGrid, budget: WorkBudget = WorkBudget()) throws(StrategyError) {
        var columns = ScenarioColumns(grid, in: book.market)
        let costs = columns.costs(of: book.contracts)
        let rowLength = (grid.count + 7) / 8 * 8
        try budget.require(columns.total(of: costs) + book.instrumentCount * rowLength * WorkCost.heldNumber)
        for contract in book.contracts { try columns.requireUnexpired(contract) }
        var values = try budget.zeros(book.instrumentCount * rowLength)
        var prices = GreekColumns(.price, count: min(grid.count, ScenarioColumns.blockSize))
        for block in columns.blocks {
            columns.load(block)
            for index in 0..<block.count { values[block.lowerBound + index] = columns.spots[index] }
            for (index, contract) in book.contracts.enumerated() {
                try budget.spend(columns.share(of: costs[index]))
                try columns.evaluate(contract, into: &prices)
                let start = (index + 1) * rowLength + block.lowerBound
                let column = prices[.price]
                for place in 0..<block.count { values[start + place] = column[place] }
            }
        }
        self.book = book
        self.rowLength = rowLength
        self.values = values
        scenarioCount = grid.count
    }

    /// Returns the profits of the whole book: the sums over its positions.
    ///
    /// ## Accuracy
    /// That of ``PositionBook/profits(in:budget:)`` for one position of all legs: opposite holdings
    /// of positions cancel before they are multiplied by a value.
    ///
    /// - Parameter budget: The cost is known before work begins.
    /// - Returns: A profit for each scenario, in the order of
    ///   ``ScenarioGrid/index(stockPrice:volatilityShift:elapsedTime:)``.
    /// - Throws: `StrategyError` if a profit is too large for a `Double`.
    public func totalProfits(budget: WorkBudget = WorkBudget()) throws(StrategyError) -> [Double] {
        let shares = book.holdings.totals
        let instruments = Array(shares.indices)
        let netCost = [book.netCosts.correctlyRoundedSum()]
        try budget.require(WorkCost.combining(terms: shares.count, columns: scenarioCount))
        var profits = try budget.zeros(scenarioCount)
        var areFinite = true
        for first in stride(from: 0, to: scenarioCount, by: Self.productWidth) {
            let width = min(Self.productWidth, scenarioCount - first)
            try budget.spend(WorkCost.combining(terms: shares.count, columns: width))
            var target = profits.mutableSpan
            areFinite =
                combineRows(
                    constants: netCost.span, starts: [0, instruments.count].span, rows: instruments.span,
                    weights: shares.span, table: values.span.extracting(first...), rowLength: rowLength, columns: width,
                    combinations: &target, start: first) && areFinite
        }
        guard areFinite else { throw StrategyError("price", .representable) }
        return profits
    }
}
