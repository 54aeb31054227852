public import ExactPayoff

extension BookValuation {
    /// The method that computes profits from holdings; docs/decisions/0007-scenario-books.md has the measurements.
    enum Combination {
        /// By adding up the rows of the instruments held.
        case addition
        /// By multiplying matrices, with 0 for an instrument that is not held.
        case product
    }

    /// The positions of a product of matrices. A group is multiplied as a whole even if only some of its positions are
    /// requested, because the bits of a product depend on the sizes of its matrices.
    static let groupCount = 512

    /// Writes the profits of some positions. The bits of a profit do not depend on the range.
    ///
    /// Accuracy is that of ``PositionBook/profits(in:budget:)``. If positions hold many of the contracts, a block that does
    /// not start and end at multiples of 512 takes as long as the complete groups.
    ///
    /// - Parameters:
    ///   - positions: The indices of the positions in the book.
    ///   - profits: Receives the profits, position after position, each in the order of
    ///     ``ScenarioGrid/index(stockPrice:volatilityShift:elapsedTime:)``. Elements after them are unchanged.
    ///   - budget: The cost is known before work begins.
    /// - Throws: `StrategyError` if a profit is too large for a `Double`.
    /// - Precondition: The positions are in the book, and `profits` is long enough.
    public func evaluate(
        _ positions: Range<Int>, into profits: inout MutableSpan<Double>, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        try evaluate(positions, into: &profits, combination: combination(of:), budget)
    }

    /// Evaluates positions, each group with the method `combination`.
    func evaluate(
        _ positions: Range<Int>, into profits: inout MutableSpan<Double>, combination: (Range<Int>) -> Combination,
        _ budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        precondition(positions.lowerBound >= 0 && positions.upperBound <= book.count, "no such positions")
        precondition(profits.count >= positions.count * scenarioCount, "the profits must fit")
        let firstGroup = positions.lowerBound / Self.groupCount * Self.groupCount
        let groups = stride(from: firstGroup, to: positions.upperBound, by: Self.groupCount).map { first in
            let group = first..<min(first + Self.groupCount, book.count)
            return (group: group, part: group.clamped(to: positions), combination: combination(group))
        }
        try budget.require(
            groups.reduce(0) { cost, group in
                switch group.combination {
                case .addition:
                    cost + WorkCost.combining(terms: terms(of: group.part), columns: scenarioCount)
                case .product:
                    cost + WorkCost.multiplying(group.group.count * book.instrumentCount, columns: scenarioCount)
                }
            })
        var buffers = ProductBuffers()
        var areFinite = true
        for (group, part, combination) in groups {
            let start = (part.lowerBound - positions.lowerBound) * scenarioCount
            switch combination {
            case .addition: areFinite = try add(part, into: &profits, start: start, budget) && areFinite
            case .product:
                areFinite = try multiply(part, of: group, into: &profits, start: start, &buffers, budget) && areFinite
            }
        }
        guard areFinite else { throw StrategyError("price", .representable) }
    }

    /// The faster method for a group. A product is faster if its positions hold about a quarter of the instruments on
    /// average, or fewer if the values of all do not fit into the cache. For few positions, loading OpenBLAS does not
    /// pay.
    private func combination(of group: Range<Int>) -> Combination {
        let holdings = book.holdings.indices(of: group)
        let isDense = holdings.count > group.count * (16 + min(book.instrumentCount / 4, 256))
        return isDense && group.count >= 64 ? .product : .addition
    }
}
