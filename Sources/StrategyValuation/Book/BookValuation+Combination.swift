internal import ExactPayoff
internal import LinearAlgebra
internal import OptionKernels

/// Buffers for the matrices of a product.
struct ProductBuffers {
    /// The shares that positions hold of each instrument.
    var holdings: [Double] = []
    /// Their value in each scenario.
    var values: [Double] = []
}

extension BookValuation {
    /// Computes the profits of a range of positions by summing the rows of their holdings. Returns whether all are finite.
    func add(
        _ positions: Range<Int>, into profits: inout MutableSpan<Double>, start: Int, _ budget: WorkBudget
    ) throws(StrategyError) -> Bool {
        var areFinite = true
        for column in stride(from: 0, to: scenarioCount, by: Self.productWidth) {
            let width = min(Self.productWidth, scenarioCount - column)
            var first = positions.lowerBound
            while first < positions.upperBound {
                // One position, or more while they have few terms.
                var end = first + 1
                while end < positions.upperBound, book.holdings.indices(of: first..<end + 1).count <= Self.termCount {
                    end += 1
                }
                let part = first..<end
                try budget.spend(WorkCost.combining(terms: terms(of: part), columns: width))
                areFinite =
                    combineRows(
                        constants: book.netCosts.span.extracting(part),
                        starts: book.holdings.starts.span.extracting(first...end),
                        rows: book.holdings.instruments.span, weights: book.holdings.shares.span,
                        table: values.span.extracting(column...), rowLength: rowLength, columns: width,
                        combinations: &profits, combinationLength: scenarioCount,
                        start: start + (first - positions.lowerBound) * scenarioCount + column) && areFinite
                first = end
            }
        }
        return areFinite
    }

    /// The number of terms of the profits of some positions in a scenario: their holdings and costs.
    func terms(of positions: Range<Int>) -> Int { book.holdings.indices(of: positions).count + positions.count }

    /// The maximum number of terms in one step of an addition, unless one position has more: with ``productWidth``
    /// columns, some milliseconds.
    private static let termCount = 8192

    /// Computes the profits of positions of a group by a matrix product, or by summation if OpenBLAS cannot be loaded.
    /// Returns whether all are finite. A product is not divided, because its bits depend on the sizes of its matrices: the
    /// budget's check is not called during one.
    func multiply(
        _ positions: Range<Int>, of group: Range<Int>, into profits: inout MutableSpan<Double>, start: Int,
        _ buffers: inout ProductBuffers, _ budget: WorkBudget
    ) throws(StrategyError) -> Bool {
        fillHoldings(of: group, &buffers.holdings)
        let rows = positions.map { $0 - group.lowerBound }
        let starts = Array(0...rows.count)
        let ones = rows.map { _ in 1.0 }
        var areFinite = true
        for first in stride(from: 0, to: scenarioCount, by: Self.productWidth) {
            let width = min(Self.productWidth, scenarioCount - first)
            try budget.spend(WorkCost.multiplying(group.count * book.instrumentCount, columns: width))
            do throws(LinearAlgebraError) {
                try multiplyHoldings(group.count, first, width, buffers.holdings, &buffers.values)
            } catch {
                return try add(positions, into: &profits, start: start, budget)
            }
            areFinite =
                combineRows(
                    constants: book.netCosts.span.extracting(positions), starts: starts.span, rows: rows.span,
                    weights: ones.span, table: buffers.values.span, rowLength: width, columns: width,
                    combinations: &profits, combinationLength: scenarioCount, start: start + first) && areFinite
        }
        return areFinite
    }

    private func fillHoldings(of group: Range<Int>, _ matrix: inout [Double]) {
        let columns = book.instrumentCount
        matrix.removeAll(keepingCapacity: true)
        matrix.append(contentsOf: repeatElement(0, count: group.count * columns))
        for (row, position) in group.enumerated() {
            for index in book.holdings.indices(of: position..<position + 1) {
                matrix[row * columns + book.holdings.instruments[index]] = book.holdings.shares[index]
            }
        }
    }

    private func multiplyHoldings(
        _ rows: Int, _ first: Int, _ width: Int, _ holdings: [Double], _ product: inout [Double]
    ) throws(LinearAlgebraError) {
        if product.count < rows * width { product = [Double](repeating: 0, count: rows * width) }
        var target = product.mutableSpan
        try LinearAlgebra.multiply(
            rows: rows, inner: book.instrumentCount, columns: width, left: holdings.span,
            right: values.span.extracting(first...), rightStride: rowLength, product: &target)
    }
}
