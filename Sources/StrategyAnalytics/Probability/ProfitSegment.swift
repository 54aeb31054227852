internal import OptionPricing

/// An interval of prices in which profit is above a level, below it, or equal to it.
struct ProfitSegment: Sendable {
    let lower, upper: StandardisedPrice
    /// −1, 0 or 1: the sign of profit minus the level inside the interval.
    let sign: Int
    let shape: Shape

    /// Profit as a function of the price inside.
    enum Shape: Sendable {
        case line(ProfitLine)
        // Indirect, so that segments with lines are copied without reference counting of arrays.
        indirect case curve(ProfitCurve)
    }

    /// The partial mean of profit minus the level over the segment.
    func expectation(
        under prices: LognormalDistribution, _ budget: inout WorkBudget
    ) throws(StrategyError) -> Wide {
        guard lower.price < upper.price, sign != 0 else { return Wide(0) }
        switch shape {
        case .line(let line):
            try budget.spend(WorkCost.expectation)
            return line.expectation(from: lower, to: upper, under: prices)
        case .curve(let curve): return try curve.expectation(from: lower, to: upper, under: prices, &budget)
        }
    }
}

extension LognormalDistribution {
    /// The probability that the price ends in segments whose sign satisfies a condition. Neighbours are joined first, so
    /// that a certain event has probability 1 and an impossible one 0.
    func probability(
        of segments: [ProfitSegment], _ budget: inout WorkBudget, where isIncluded: (Int) -> Bool
    ) throws(StrategyError) -> Wide {
        try budget.spend(segments.count)
        // Elements of a span are read in place; those of an array are copied.
        let segments = segments.span
        var sum = Wide(0)
        var start: Int?
        for index in segments.indices where segments[index].lower.price < segments[index].upper.price {
            if isIncluded(segments[index].sign) {
                start = start ?? index
            } else if let first = start {
                try budget.spend(WorkCost.probability)
                sum = sum + probability(from: segments[first].lower, to: segments[index].lower)
                start = nil
            }
        }
        guard let start else { return sum }
        return sum + probability(from: segments[start].lower, to: standardised(.infinity))
    }

    /// The partial mean of profit minus the level over segments whose sign satisfies a condition.
    func expectation(
        of segments: [ProfitSegment], _ budget: inout WorkBudget, where isIncluded: (Int) -> Bool
    ) throws(StrategyError) -> Wide {
        let segments = segments.span
        var sum = Wide(0)
        for index in segments.indices where isIncluded(segments[index].sign) {
            sum = sum + (try segments[index].expectation(under: self, &budget))
        }
        return sum
    }
}
