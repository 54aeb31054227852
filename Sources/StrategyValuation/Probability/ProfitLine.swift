internal import OptionPricing

/// Profit less a level, linear in the price and of one sign.
struct ProfitLine: Sendable {
    /// The values at the ends of a segment; the second is unspecified if the segment is unbounded.
    let atLower, atUpper: Double
    /// The change of profit per 1 of price.
    let slope: Double

    /// The mean of the value at S where a < S < b, and of 0 elsewhere. All terms have the same sign, so none cancels.
    func expectation(from a: StandardisedPrice, to b: StandardisedPrice, under prices: LognormalDistribution) -> Wide {
        let moments = IntervalMoments(of: prices, from: a, to: b)
        guard b.price < .infinity else {
            let constant = moments.probability * atLower
            return slope == 0 ? constant : constant + moments.excess * slope
        }
        // The line through (a, f(a)) and (b, f(b)): (f(a) (b − S) + f(b) (S − a)) / (b − a).
        let first = atLower == 0 ? Wide(0) : moments.shortfall * atLower
        let last = atUpper == 0 ? Wide(0) : moments.excess * atUpper
        return (first + last) / Wide(b.price - a.price)
    }
}

extension ProfitSegment {
    /// Appends the parts of a segment with a straight line that lie below and above a level, which is relative to the
    /// segment's own level.
    func split(
        _ line: ProfitLine, at level: Double, under prices: some PriceLaw<Place>, into parts: inout [ProfitSegment]
    ) {
        let isUnbounded = upper.price == .infinity
        let first = line.atLower - level
        let last = isUnbounded ? line.slope : line.atUpper - level
        func append(_ a: Place, _ b: Place, _ start: Double, _ end: Double, _ sign: Double) {
            parts.append(
                ProfitSegment(
                    lower: a, upper: b, sign: sign < 0 ? -1 : sign > 0 ? 1 : 0,
                    line: ProfitLine(atLower: start, atUpper: end, slope: line.slope)))
        }
        guard first != 0, last != 0, (first < 0) != (last < 0) else {
            return append(lower, upper, first, line.atUpper - level, first != 0 ? first : last)
        }
        let way = isUnbounded ? -first / line.slope : (upper.price - lower.price) * (first / (first - last))
        let crossing = prices.standardised(min(lower.price + way, upper.price))
        append(lower, crossing, first, 0, first)
        append(crossing, upper, 0, line.atUpper - level, last)
    }
}
