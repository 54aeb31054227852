internal import ExactPayoff
internal import OptionPricing
internal import _OptionsMath

/// A distribution of S = max(f X − a, 0) that knows the probabilities, the partial means and the density of X = e^y.
protocol IntegratedLaw: PriceLaw where Place == IntegratedPrice {
    /// f and a, so that S is the price per share.
    var factor: Double { get }
    var amount: Double { get }
    /// The moments at the price 0.
    var zero: PartialMoments { get }
    /// The values of y between which the density is not 0.
    var support: ClosedRange<Double> { get }
    /// Lesser probabilities count as 0.
    var resolution: Double { get }

    /// The moments at y, which may be infinite.
    func moments(at y: Double) -> PartialMoments
    /// The density of y.
    func logDensity(at y: Double) -> Double
    /// The width of a panel between two values of y over which the rule of 16 points integrates the density.
    func panelWidth(from low: Double, to high: Double) -> Double
}

/// The probabilities and partial means of X below and above a point y = ln X.
struct PartialMoments: Sendable {
    var y: Double
    var below, above, meanBelow, meanAbove: Double
}

/// A final price with the moments at ln X.
struct IntegratedPrice: PricePlace {
    let price: Double
    let moments: PartialMoments
}

extension IntegratedLaw {
    /// ln X for a final price greater than 0.
    func logarithm(of price: Double) -> Double { log((price + amount) / factor) }

    /// The final price for ln X.
    func price(of y: Double) -> Double { max(factor * exp(y) - amount, 0) }

    func standardised(_ price: Double) -> IntegratedPrice {
        if price == 0 { return IntegratedPrice(price: 0, moments: zero) }
        return IntegratedPrice(price: price, moments: moments(at: price < .infinity ? logarithm(of: price) : .infinity))
    }

    func probability(from a: IntegratedPrice, to b: IntegratedPrice) -> Wide {
        let probability = moments(from: a, to: b, relativeTo: 0).probability
        return Wide(probability < resolution ? 0 : probability)
    }

    /// P(a < S < b) and E[X − x; a < S < b], by the side of the nearer end, or over a narrow interval as an integral.
    private func moments(
        from a: IntegratedPrice, to b: IntegratedPrice, relativeTo x: Double
    ) -> (probability: Double, excess: Double) {
        guard a.moments.y < b.moments.y else { return (0, 0) }
        let panelWidth = panelWidth(from: a.moments.y, to: b.moments.y)
        if b.moments.y - a.moments.y < 2 * panelWidth {
            var (probability, excess) = (0.0, 0.0)
            integrate(from: a, to: b) { weight, distance in
                probability += weight
                excess += weight * distance
            }
            return (probability, excess)
        }
        let (low, high, start) = (a.moments, b.moments, zero)
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

    /// Calls `body` with each weight of an integral over a narrow interval, where differences of moments may lose digits, and
    /// with X − Xₐ there.
    private func integrate(from a: IntegratedPrice, to b: IntegratedPrice, _ body: (Double, Double) -> Void) {
        let start = exp(a.moments.y)
        // ln(b/a) without cancellation.
        let width = log1p((b.price - a.price) / (a.price + amount))
        let panel = width / 2
        for index in 0..<2 {
            for point in GaussLegendre.points(from: panel * Double(index), to: panel * Double(index + 1)) {
                let density = logDensity(at: a.moments.y + point.abscissa)
                body(point.weight * density, start * expm1(point.abscissa))
            }
        }
    }

    func expectation(of line: ProfitLine, from a: IntegratedPrice, to b: IntegratedPrice) -> Wide {
        let start = a.moments.y > -.infinity ? exp(a.moments.y) : 0
        let moments = moments(from: a, to: b, relativeTo: start)
        guard b.price < .infinity else {
            return Wide(line.atLower * moments.probability + line.slope * (factor * moments.excess))
        }
        // The line through (a, f(a)) and (b, f(b)): (f(a) (b − S) + f(b) (S − a)) / (b − a).
        let share = min(factor * moments.excess / (b.price - a.price), moments.probability)
        return Wide(line.atLower * (moments.probability - share) + line.atUpper * share)
    }

    func expectation(
        of curve: ProfitCurve, from a: IntegratedPrice, to b: IntegratedPrice
    ) throws(StrategyError) -> Wide {
        let (low, high) = (max(a.moments.y, support.lowerBound), min(b.moments.y, support.upperBound))
        guard low < high else { return Wide(0) }
        return Wide(try integral(of: curve, from: low, to: high, range: a.price...b.price))
    }

    /// The integral of a curve times the density of y. Panels are halved until neither the density nor an option with a
    /// time value changes too much for the rule of 16 points.
    private func integral(
        of curve: ProfitCurve, from low: Double, to high: Double, range: ClosedRange<Double>
    ) throws(StrategyError) -> Double {
        try curve.budget.spend(curve.function.surviving.count + WorkCost.panel + placeCost)
        func price(_ y: Double) -> Double { min(max(self.price(of: y), range.lowerBound), range.upperBound) }
        var width = panelWidth(from: low, to: high)
        if let least = curve.function.surviving.leastDeviation(between: price(low), and: price(high)) {
            width = min(width, 3 * least)
        }
        let middle = low + (high - low) / 2
        if high - low > width, low < middle, middle < high {
            return try integral(of: curve, from: low, to: middle, range: range)
                + integral(of: curve, from: middle, to: high, range: range)
        }
        let points = GaussLegendre.points(from: low, to: high)
        let densities = points.map { logDensity(at: $0.abscissa) }
        guard densities.contains(where: { $0 > 0 }) else { return 0 }
        let values = try curve.values(at: points.map { price($0.abscissa) })
        return points.indices.reduce(0) { $0 + points[$1].weight * densities[$1] * values[$1] }
    }

    func touchingProbability(_ level: Double) -> Double? { nil }
}
