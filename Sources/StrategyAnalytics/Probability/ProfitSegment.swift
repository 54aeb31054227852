internal import OptionPricing

/// Prices between which profit is linear and on one side of a level; the last segment has no end.
struct ProfitSegment: Sendable {
    let lower, upper: StandardisedPrice
    /// Profit less the level at the ends; without an end, the second means nothing.
    let excessAtLower, excessAtUpper: Double
    /// Profit per price.
    let slope: Double
    /// −1, 0 or 1: the sign of profit less the level, inside.
    let sign: Int

    private var isUnbounded: Bool { upper.price == .infinity }

    /// The parts of the segment below and above a level that lies `level` from its own.
    func split(at level: Double, under prices: LognormalDistribution) -> [ProfitSegment] {
        let first = excessAtLower - level
        let last = isUnbounded ? slope : excessAtUpper - level
        guard first != 0, last != 0, (first < 0) != (last < 0) else {
            return [with(upper: upper, first, excessAtUpper - level, sign: Self.sign(first != 0 ? first : last))]
        }
        let way = isUnbounded ? -first / slope : (upper.price - lower.price) * (first / (first - last))
        let crossing = prices.standardised(min(lower.price + way, upper.price))
        return [
            with(upper: crossing, first, 0, sign: Self.sign(first)),
            with(lower: crossing, upper: upper, 0, excessAtUpper - level, sign: Self.sign(last)),
        ]
    }

    private static func sign(_ value: Double) -> Int { value < 0 ? -1 : value > 0 ? 1 : 0 }

    private func with(
        lower: StandardisedPrice? = nil, upper: StandardisedPrice, _ first: Double, _ last: Double, sign: Int
    ) -> ProfitSegment {
        ProfitSegment(
            lower: lower ?? self.lower, upper: upper, excessAtLower: first, excessAtUpper: last, slope: slope,
            sign: sign)
    }

    /// The mean of profit less the level inside the segment and of 0 outside. The terms are of one sign, so none cancels.
    func expectation(under prices: LognormalDistribution) -> Wide {
        guard lower.price < upper.price else { return Wide(0) }
        if isUnbounded {
            return prices.probability(from: lower, to: upper) * excessAtLower
                + prices.excess(over: lower, upTo: upper) * slope
        }
        // The line through (a, f(a)) and (b, f(b)): (f(a) (b − S) + f(b) (S − a)) / (b − a).
        let first =
            excessAtLower == 0 ? Wide(0) : prices.shortfall(below: upper, downTo: lower) * excessAtLower
        let last = excessAtUpper == 0 ? Wide(0) : prices.excess(over: lower, upTo: upper) * excessAtUpper
        return (first + last) / Wide(upper.price - lower.price)
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
