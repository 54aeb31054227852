internal import ExactPayoff
internal import OptionPricing
internal import _OptionsMath

/// A final price with the probabilities and partial means at ln X.
struct DividendPrice: PricePlace {
    let price: Double
    let sums: MixtureSums.Place
}

extension DividendDistribution: PriceLaw {
    var atom: Double { probabilityOfZero }
    var isCertain: Bool { certainPrice != nil }
    var placeCost: Int { WorkCost.mixturePlace(sums.window) }

    func standardised(_ price: Double) -> DividendPrice {
        if price == 0 { return DividendPrice(price: 0, sums: zero) }
        return DividendPrice(price: price, sums: sums.place(price < .infinity ? logarithm(of: price) : .infinity))
    }

    func probability(from a: DividendPrice, to b: DividendPrice) -> Wide {
        let probability = moments(from: a, to: b, relativeTo: 0).probability
        return Wide(probability < resolution ? 0 : probability)
    }

    /// P(a < S < b) and E[X − x; a < S < b], by the side of the nearer end, or over a narrow interval as an integral.
    private func moments(
        from a: DividendPrice, to b: DividendPrice, relativeTo x: Double
    ) -> (probability: Double, excess: Double) {
        guard a.sums.y < b.sums.y else { return (0, 0) }
        if isNarrow(from: a, to: b) {
            var (probability, excess) = (0.0, 0.0)
            integrate(from: a, to: b) { weight, distance in
                probability += weight
                excess += weight * distance
            }
            return (probability, excess)
        }
        let (low, high, start) = (a.sums, b.sums, zero)
        let (probability, mean): (Double, Double)
        if high.below - start.below < 0.5 * start.above {
            (probability, mean) = (high.below - low.below, high.meanBelow - low.meanBelow)
        } else if low.above < 0.5 * start.above {
            (probability, mean) = (low.above - high.above, low.meanAbove - high.meanAbove)
        } else {
            probability = start.above - (low.below - start.below) - high.above
            mean = start.meanAbove - (low.meanBelow - start.meanBelow) - high.meanAbove
        }
        return (max(probability, 0), max(mean - x * probability, 0))
    }

    /// Whether differences of sums over an interval may lose digits. The rule of 16 points loses none.
    private func isNarrow(from a: DividendPrice, to b: DividendPrice) -> Bool {
        b.sums.y - a.sums.y < 4 * sums.mixture.deviation
    }

    /// Calls `body` with each weight of an integral over an interval, and with X − Xₐ there.
    private func integrate(from a: DividendPrice, to b: DividendPrice, _ body: (Double, Double) -> Void) {
        let start = exp(a.sums.y)
        // ln(b/a) without cancellation.
        let width = log1p((b.price - a.price) / (a.price + amount))
        let panel = width / 2
        for index in 0..<2 {
            for point in GaussLegendre.points(from: panel * Double(index), to: panel * Double(index + 1)) {
                let density = sums.mixture.density(at: a.sums.y + point.abscissa)
                body(point.weight * density, start * expm1(point.abscissa))
            }
        }
    }

    func expectation(of line: ProfitLine, from a: DividendPrice, to b: DividendPrice) -> Wide {
        let start = a.sums.y > -.infinity ? exp(a.sums.y) : 0
        let moments = moments(from: a, to: b, relativeTo: start)
        guard b.price < .infinity else {
            return Wide(line.atLower * moments.probability + line.slope * (factor * moments.excess))
        }
        // The line through (a, f(a)) and (b, f(b)): (f(a) (b − S) + f(b) (S − a)) / (b − a).
        let share = min(factor * moments.excess / (b.price - a.price), moments.probability)
        return Wide(line.atLower * (moments.probability - share) + line.atUpper * share)
    }

    func expectation(
        of curve: ProfitCurve, from a: DividendPrice, to b: DividendPrice
    ) throws(StrategyError) -> Wide {
        let support = sums.mixture.support
        let (low, high) = (max(a.sums.y, support.lowerBound), min(b.sums.y, support.upperBound))
        guard low < high else { return Wide(0) }
        return Wide(try integral(of: curve, from: low, to: high, range: a.price...b.price))
    }

    /// The integral of a curve times the density of ln X. Panels are halved until neither the density nor an option with a
    /// time value changes too much for the rule of 16 points.
    private func integral(
        of curve: ProfitCurve, from low: Double, to high: Double, range: ClosedRange<Double>
    ) throws(StrategyError) -> Double {
        try curve.budget.spend(curve.function.surviving.count + WorkCost.panel + placeCost)
        func price(_ y: Double) -> Double { min(max(self.price(of: y), range.lowerBound), range.upperBound) }
        var width = 2 * min(smoothness, 0.6)
        if let least = curve.function.surviving.leastDeviation(between: price(low), and: price(high)) {
            width = min(width, 3 * least)
        }
        let middle = low + (high - low) / 2
        if high - low > width, low < middle, middle < high {
            return try integral(of: curve, from: low, to: middle, range: range)
                + integral(of: curve, from: middle, to: high, range: range)
        }
        let points = GaussLegendre.points(from: low, to: high)
        let densities = points.map { sums.mixture.density(at: $0.abscissa) }
        guard densities.contains(where: { $0 > 0 }) else { return 0 }
        let values = try curve.values(at: points.map { price($0.abscissa) })
        return points.indices.reduce(0) { $0 + points[$1].weight * densities[$1] * values[$1] }
    }

    func requireResolved(_ probability: Double, _ path: String) throws(StrategyError) {
        let least = NormalDistribution.probability(below: DoubleDouble(-greatestDistance)).double
        guard certainPrice != nil || probability >= least else {
            throw StrategyError(path, .inPricingRange(least...1, .dividends), .number(probability))
        }
    }

    /// Dividends make the price fall at ex-dates, so that the first passage has no closed form.
    func touchingProbability(_ level: Double) -> Double? { nil }
}
