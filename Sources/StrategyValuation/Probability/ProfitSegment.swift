internal import ExactPayoff
internal import OptionPricing

/// An interval of prices in which profit is above a level, below it, or equal to it.
struct ProfitSegment<Place: PricePlace> {
    let lower, upper: Place
    /// −1, 0 or 1: the sign of profit minus the level inside the interval.
    let sign: Int
    /// Profit less the level inside; `nil` where it is ``ProfitFunction/curve(at:)``. Segments hold no references, so that arrays of them
    /// are copied and freed as bytes.
    let line: ProfitLine?
}

extension ProfitDistribution {
    /// The probability that the price ends in segments at a level whose sign satisfies a condition. Neighbours are joined
    /// first, so that a certain event has probability 1 and an impossible one 0.
    func probability(
        of segments: [Segment], at level: Double, where isIncluded: (Int) -> Bool
    ) throws(StrategyError) -> Wide {
        try budget.spend(segments.count)
        // Elements of a span are read in place; those of an array are copied.
        let segments = segments.span
        var sum = isIncluded(signAtZero(level)) ? Wide(prices.atom) : Wide(0)
        var start: Int?
        for index in segments.indices where segments[index].lower.price < segments[index].upper.price {
            if isIncluded(segments[index].sign) {
                start = start ?? index
            } else if let first = start {
                try budget.spend(WorkCost.probability)
                sum = sum + prices.probability(from: segments[first].lower, to: segments[index].lower)
                start = nil
            }
        }
        guard let start else { return sum }
        return sum + prices.probability(from: segments[start].lower, to: prices.standardised(.infinity))
    }

    /// The partial mean of profit minus the level over segments at the level whose sign satisfies a condition.
    func expectation(
        of segments: [Segment], at level: Double, where isIncluded: (Int) -> Bool
    ) throws(StrategyError) -> Wide {
        let segments = segments.span
        var sum = Wide(0)
        if let profitAtZero, isIncluded(signAtZero(level)) {
            sum = Wide((profitAtZero.value - level) * prices.atom)
        }
        for index in segments.indices where isIncluded(segments[index].sign) {
            try budget.spend(WorkCost.expectation)
            let (lower, upper) = (segments[index].lower, segments[index].upper)
            guard lower.price < upper.price, segments[index].sign != 0 else { continue }
            if let line = segments[index].line {
                sum = sum + prices.expectation(of: line, from: lower, to: upper)
            } else if let curve = function.curve(at: level) {
                sum = sum + (try prices.expectation(of: curve, from: lower, to: upper))
            }
        }
        return sum
    }
}
