internal import COptionsKernels

/// Evaluates one straight piece of a payoff at many prices, correctly rounded.
///
/// Prices and values come as whole numbers of `1 / divisor`, so that decimal money is exact:
///
///     prices[i]  = scaledPrices[i] / divisor
///     profits[i] = (value + slope · (scaledPrices[i] − knot)) / divisor
///
/// ## Domain
/// Every numerator, and every product and sum on the way to it, is an integer below 2⁵³ in magnitude;
/// `divisor` is a power of ten from 1 to 10²².
///
/// ## Accuracy
/// In that domain both quotients are the doubles nearest to the exact values, on every instruction set.
///
/// - Parameters:
///   - knot: The scaled price at which the piece has the scaled profit `value`.
///   - value: The scaled profit at `knot`.
///   - slope: The profit per unit of price.
///   - divisor: What the scaled numbers are divided by.
///   - range: The elements to evaluate; the others are left as they are.
///   - scaledPrices: Where to evaluate.
///   - prices: Receives the prices.
///   - profits: Receives the profits.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Precondition: The three spans have the same count, and `range` lies within them.
/// - Complexity: O(*n*), one pass, no allocation.
public func evaluateLine(
    knot: Double, value: Double, slope: Double, divisor: Double,
    range: Range<Int>, scaledPrices: Span<Double>,
    prices: inout MutableSpan<Double>, profits: inout MutableSpan<Double>,
    instructionSet: InstructionSet = .best
) {
    precondition(
        scaledPrices.count == prices.count && scaledPrices.count == profits.count,
        "scaledPrices, prices and profits must have the same count")
    precondition(range.lowerBound >= 0 && range.upperBound <= scaledPrices.count, "range out of bounds")
    precondition(instructionSet <= .best, "instruction set not supported by this processor")
    // SAFETY: `range` lies within the `scaledPrices.count` elements that the three pointers are valid for, and exclusive
    // access to `prices` and `profits` rules out overlap.
    unsafe scaledPrices.withUnsafeBufferPointer { scaled in
        unsafe prices.withUnsafeMutableBufferPointer { prices in
            unsafe profits.withUnsafeMutableBufferPointer { profits in
                guard let source = scaled.baseAddress, let price = prices.baseAddress, let profit = profits.baseAddress
                else { return }
                let start = range.lowerBound
                unsafe kernel_evaluate_line(
                    instructionSet.kernel, knot, value, slope, divisor, range.count,
                    source + start, price + start, profit + start)
            }
        }
    }
}
