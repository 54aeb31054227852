internal import OptionPricing

/// An interval of prices in which profit is above a level, below it, or equal to it.
struct ProfitSegment: Sendable {
    let lower, upper: StandardisedPrice
    /// −1, 0 or 1: the sign of profit less the level, inside.
    let sign: Int
    let shape: Shape

    /// Profit as a function of the price inside.
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
    /// that a certain event has probability 1 and an impossible one 0.
    func probability(of segments: [ProfitSegment], where isIncluded: (Int) -> Bool) -> Wide {
        // Elements of a span are read in place; those of an array are copied.
        let segments = segments.span
        var sum = Wide(0)
        var start: Int?
        for index in segments.indices where segments[index].lower.price < segments[index].upper.price {
            if isIncluded(segments[index].sign) {
                start = start ?? index
            } else if let first = start {
                sum = sum + probability(from: segments[first].lower, to: segments[index].lower)
                start = nil
            }
        }
        guard let start else { return sum }
        return sum + probability(from: segments[start].lower, to: standardised(.infinity))
    }

    /// The mean of profit less the level in segments whose sign satisfies a condition, and of 0 elsewhere.
    func expectation(of segments: [ProfitSegment], where isIncluded: (Int) -> Bool) -> Wide {
        let segments = segments.span
        var sum = Wide(0)
        for index in segments.indices where isIncluded(segments[index].sign) {
            sum = sum + segments[index].expectation(under: self)
        }
        return sum
    }
}
