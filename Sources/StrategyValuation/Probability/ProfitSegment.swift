internal import ExactPayoff
internal import OptionPricing

/// An interval of prices in which profit is above a level, below it, or equal to it.
struct ProfitSegment<Place: PricePlace> {
    let lower, upper: Place
    /// −1, 0 or 1: the sign of profit minus the level inside the interval.
    let sign: Int
    let shape: ProfitShape

    /// The partial mean of profit minus the level over the segment.
    func expectation(under prices: some PriceLaw<Place>) throws(StrategyError) -> Wide {
        guard lower.price < upper.price, sign != 0 else { return Wide(0) }
        switch shape {
        case .line(let line): return prices.expectation(of: line, from: lower, to: upper)
        case .curve(let curve): return try prices.expectation(of: curve, from: lower, to: upper)
        }
    }
}

/// Profit as a function of the price inside a segment.
enum ProfitShape {
    case line(ProfitLine)
    // Indirect, so that segments with lines are copied without reference counting of arrays.
    indirect case curve(ProfitCurve)
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
            sum = sum + (try segments[index].expectation(under: prices))
        }
        return sum
    }
}
