/// Evaluates one linear piece of a payoff at many prices, correctly rounded.
///
/// Prices and profits are given as integer multiples of `1 / divisor`, so that decimal amounts are exact:
///
///     prices[i]  = scaledPrices[i] / divisor
///     profits[i] = (value + slope · (scaledPrices[i] − knot)) / divisor
///
/// ## Domain
/// Every numerator, and every intermediate product and sum, is an integer below 2⁵³ in magnitude; `divisor` is a power of
/// ten from 1 to 10²².
///
/// ## Accuracy
/// In that domain both quotients are the doubles nearest to the exact values, on every instruction set.
///
/// - Parameters:
///   - knot: The scaled price at which the piece has the scaled profit `value`.
///   - value: The scaled profit at `knot`.
///   - slope: The profit per unit of price.
///   - divisor: The divisor of the scaled numbers.
///   - range: The elements to evaluate. Other elements keep their values.
///   - scaledPrices: The scaled prices at which the piece is evaluated.
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
    instructionSet.evaluateLine(
        knot: knot, value: value, slope: slope, divisor: divisor, range: range, scaledPrices: scaledPrices,
        prices: &prices, profits: &profits)
}
