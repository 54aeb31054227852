internal import OptionKernels

/// Calls of the kernel of American options.
enum AmericanKernel {
    private static let blockSize = 128

    /// Evaluates a block of options into the columns of a selection, from the element `start` of each. All values of an option that the
    /// kernel does not answer become NaN. Returns whether it answered all options.
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>, isForward: Bool,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool {
        var isComplete = true
        var statuses = [128 of AmericanStatus](repeating: .ok)
        var columns = [1280 of Double](repeating: .nan)
        for first in stride(from: 0, to: block.kinds.count, by: blockSize) {
            let range = first..<min(first + blockSize, block.kinds.count)
            var allStatuses = statuses.mutableSpan
            var written = allStatuses._mutatingExtracting(0..<range.count)
            var computed = columns.mutableSpan
            let isAnswered: Bool
            if selection == .price {
                var prices = computed._mutatingExtracting(0..<range.count)
                isAnswered = priceAmericanOptions(
                    kinds: block.kinds.extracting(range), spots: block.underlyingPrices.extracting(range),
                    strikes: block.strikes.extracting(range), times: block.times.extracting(range),
                    rates: block.rates.extracting(range), yields: block.yields.extracting(range),
                    volatilities: volatilities.extracting(range), prices: &prices, statuses: &written)
            } else {
                isAnswered = evaluateAmericanOptions(
                    kinds: block.kinds.extracting(range), spots: block.underlyingPrices.extracting(range),
                    strikes: block.strikes.extracting(range), times: block.times.extracting(range),
                    rates: block.rates.extracting(range), yields: block.yields.extracting(range),
                    volatilities: volatilities.extracting(range), values: &computed, statuses: &written)
            }
            isComplete = isAnswered && isComplete
            copy(columns.span, of: range.count, selection, isForward: isForward, into: &values, at: start + first)
        }
        return isComplete
    }

    /// Copies the values of `count` options from the columns of the kernel to those of a selection, from the element `start` of each.
    static func copy(
        _ computed: Span<Double>, of count: Int, _ selection: GreekSelection, isForward: Bool,
        into values: inout MutableSpan<Double>, at start: Int
    ) {
        let stride = selection == .price ? 0 : computed.count / AmericanValue.allCases.count
        values.copyColumns(selection, of: computed, stride: stride, count: count, at: start)
        // The yield of a forward changes with the rate.
        guard isForward, selection != .price else { return }
        let rho = AmericanValue.rho.rawValue * (values.count / selection.columnCount) + start
        let epsilon = AmericanValue.epsilon.rawValue * stride
        for row in 0..<count { values[rho + row] += computed[epsilon + row] }
    }
}

extension MutableSpan<Double> {
    /// Copies `count` elements of the columns of a selection, which begin `stride` apart in `source`, to columns that lie one after the
    /// other in this span, from the element `start` of each.
    mutating func copyColumns(
        _ selection: GreekSelection, of source: Span<Double>, stride: Int, count: Int, at start: Int
    ) {
        let length = self.count / selection.columnCount
        for column in 0..<selection.columnCount {
            let (from, to) = (column * stride, column * length + start)
            for row in 0..<count { self[to + row] = source[from + row] }
        }
    }
}
