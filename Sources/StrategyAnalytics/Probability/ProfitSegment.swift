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
        // Indirect, so that segments with lines are copied without reference counting of arrays.
        indirect case curve(ProfitCurve)
    }

    /// The mean of profit less the level inside the segment and of 0 outside.
    func expectation(under prices: LognormalDistribution) -> Wide {
        guard lower.price < upper.price, sign != 0 else { return Wide(0) }
        switch shape {
        case .line(let line): return line.expectation(from: lower, to: upper, under: prices)
        case .curve(let curve): return curve.expectation(from: lower, to: upper, under: prices)
        }
    }
}

extension LognormalDistribution {
    /// The probability that the price ends in segments whose sign satisfies a condition. Neighbours are joined first, so
    /// that what is certain has probability 1, and what is impossible 0.
    func probability(of segments: [ProfitSegment], where isIncluded: (Int) -> Bool) -> Wide {
        var sum = Wide(0)
        var start: StandardisedPrice?
        for segment in segments where segment.lower.price < segment.upper.price {
            if isIncluded(segment.sign) {
                start = start ?? segment.lower
            } else if let lower = start {
                sum = sum + probability(from: lower, to: segment.lower)
                start = nil
            }
        }
        return start.map { sum + probability(from: $0, to: standardised(.infinity)) } ?? sum
    }

    /// The mean of profit less the level in segments whose sign satisfies a condition, and of 0 elsewhere.
    func expectation(of segments: [ProfitSegment], where isIncluded: (Int) -> Bool) -> Wide {
        segments.reduce(Wide(0)) { sum, segment in
            isIncluded(segment.sign) ? sum + segment.expectation(under: self) : sum
        }
    }
}
