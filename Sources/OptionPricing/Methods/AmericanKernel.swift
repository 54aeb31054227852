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
        let length = values.count / selection.columnCount
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
            for column in 0..<selection.columnCount {
                for row in 0..<range.count {
                    values[column * length + start + first + row] = computed[column * blockSize + row]
                }
            }
            // The yield of a forward changes with the rate.
            if isForward, selection != .price {
                let (rho, epsilon) = (AmericanValue.rho.rawValue, AmericanValue.epsilon.rawValue)
                for row in 0..<range.count {
                    values[rho * length + start + first + row] += computed[epsilon * blockSize + row]
                }
            }
        }
        return isComplete
    }
}
