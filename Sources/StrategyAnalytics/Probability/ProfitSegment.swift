internal import OptionPricing

/// Prices between which profit is on one side of a level, or at it.
struct ProfitSegment: Sendable {
    let lower, upper: StandardisedPrice
    /// −1, 0 or 1: the sign of profit less the level, inside.
    let sign: Int
    let shape: Shape

    /// How profit depends on the price inside.
    enum Shape: Sendable {
        case line(ProfitLine)
        case curve(ProfitCurve)
    }

    /// The mean of profit less the level inside the segment and of 0 outside.
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
    /// that what is certain has probability 1, and what is impossible 0.
    func probability(
        of segments: [ProfitSegment], _ budget: inout WorkBudget, where isIncluded: (Int) -> Bool
    ) throws(StrategyError) -> Wide {
        try budget.spend(segments.count)
        var sum = Wide(0)
        var start: StandardisedPrice?
        for segment in segments where segment.lower.price < segment.upper.price {
            if isIncluded(segment.sign) {
                start = start ?? segment.lower
            } else if let lower = start {
                try budget.spend(WorkCost.probability)
                sum = sum + probability(from: lower, to: segment.lower)
                start = nil
            }
        }
        return start.map { sum + probability(from: $0, to: standardised(.infinity)) } ?? sum
    }

    /// The mean of profit less the level in segments whose sign satisfies a condition, and of 0 elsewhere.
    func expectation(
        of segments: [ProfitSegment], _ budget: inout WorkBudget, where isIncluded: (Int) -> Bool
    ) throws(StrategyError) -> Wide {
        var sum = Wide(0)
        for segment in segments where isIncluded(segment.sign) {
            sum = sum + (try segment.expectation(under: self, &budget))
        }
        return sum
    }
}
