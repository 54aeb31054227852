public import OptionPricing

extension BookValuation {
    /// How profits are made from what positions hold; docs/decisions/0007-scenario-books.md has the figures.
    enum Combination {
        /// The rows of what is held are added up.
        case addition
        /// Matrices are multiplied, in which what is not held stands as 0.
        case product
    }

    /// The positions of a product of matrices. A group is the same whichever of its positions are asked for, because
    /// the bits of a product depend on the sizes of its matrices.
    static let groupCount = 512

    /// Writes the profits of some positions. Which ones are asked for together changes no bit of them.
    ///
    /// Accuracy is that of ``PositionBook/profits(in:)``. Where positions hold many of the contracts, a block that does
    /// not start and end at multiples of 512 costs as much as one that does.
    ///
    /// - Parameters:
    ///   - positions: Positions of the book, counted from 0.
    ///   - profits: Receives the profits, position after position, each in the order of
    ///     ``ScenarioGrid/index(stockPrice:volatilityShift:elapsedTime:)``. What it has beyond them stays as it is.
    /// - Throws: `PricingError` where a profit is too large for a `Double`.
    /// - Precondition: The positions are in the book, and `profits` is long enough.
    public func evaluate(_ positions: Range<Int>, into profits: inout MutableSpan<Double>) throws(PricingError) {
        try evaluate(positions, into: &profits, combination: combination(of:))
    }

    /// Evaluates positions, each group in the way that `combination` says.
    func evaluate(
        _ positions: Range<Int>, into profits: inout MutableSpan<Double>, combination: (Range<Int>) -> Combination
    ) throws(PricingError) {
        precondition(positions.lowerBound >= 0 && positions.upperBound <= book.count, "no such positions")
        precondition(profits.count >= positions.count * scenarioCount, "the profits must fit")
        var buffers = ProductBuffers()
        var areFinite = true
        let firstGroup = positions.lowerBound / Self.groupCount * Self.groupCount
        for first in stride(from: firstGroup, to: positions.upperBound, by: Self.groupCount) {
            let group = first..<min(first + Self.groupCount, book.count)
            let part = group.clamped(to: positions)
            let start = (part.lowerBound - positions.lowerBound) * scenarioCount
            switch combination(group) {
            case .addition: areFinite = add(part, into: &profits, start: start) && areFinite
            case .product:
                areFinite = multiply(part, of: group, into: &profits, start: start, &buffers) && areFinite
            }
        }
        guard areFinite else { throw .notRepresentable(.price) }
    }

    /// The faster way, by how much positions of the group hold on average: about a quarter of the instruments pays for
    /// a product, and less where the values of all do not fit into the cache. Few positions are not worth loading
    /// OpenBLAS.
    private func combination(of group: Range<Int>) -> Combination {
        let holdings = book.holdings.indices(of: group)
        let isDense = holdings.count > group.count * (16 + min(book.instrumentCount / 4, 256))
        return isDense && group.count >= 64 ? .product : .addition
    }
}
