internal import ExactPayoff
internal import OptionPricing
internal import _OptionsMath

/// Profit less a level while surviving options have a time value: smooth between the strikes of those that expire.
struct ProfitCurve {
    let function: HorizonFunction
    let level: Double
    let budget: WorkBudget

    /// The mean where a < S < b of the value at S, for 0 < a and finite b, to the error of the function itself.
    ///
    /// As a function of the distance z of ln S from its mean, in standard deviations s, the integrand f(S) φ(z) is analytic.
    /// f grows no faster than S, so all but 10⁻¹⁸ of the integral lies where φ(z), or S φ(z), which peaks at z = s, is
    /// within e⁻⁴⁵ of its greatest value between a and b.
    func expectation(
        from a: StandardisedPrice, to b: StandardisedPrice, under prices: LognormalDistribution
    ) throws(StrategyError) -> Wide {
        let s = prices.deviation.high
        let start = -a.d2.z
        let width = (a.d2.z - b.d2.z).high
        func peak(nearest z: Double) -> (offset: Double, reach: Double) {
            let offset = min(max(z - start.high, 0), width)
            let distance = start.high + offset - z
            return (offset, 90 / ((distance * distance + 90).squareRoot() + distance.magnitude))
        }
        let (first, second) = (peak(nearest: 0), peak(nearest: s))
        let distance = start + DoubleDouble(first.offset)
        // If the peak is an end of the interval, its price is known.
        let price =
            first.offset == 0 ? a.price : first.offset == width ? b.price : prices.price(atDistance: distance.high)
        let panels = ProfitPanels(
            curve: self, price: price, range: a.price...b.price, distance: distance.high, deviation: s)
        let low = max(0, min(first.offset - first.reach, second.offset - second.reach)) - first.offset
        let high = min(width, max(first.offset + first.reach, second.offset + second.reach)) - first.offset
        return NormalDistribution.density(distance) * (try panels.integral(from: low, to: high))
    }

    /// Profit less the level at many prices.
    func values(at prices: [Double]) throws(StrategyError) -> [Double] {
        var values = prices.map { price in
            let piece = function.payoff.pieces[function.payoff.index(of: price)]
            return piece.value + piece.slope * (price - piece.price) - level
        }
        try function.surviving.add(at: prices, to: &values, budget)
        return values
    }
}

/// The integral of f(S) φ(z)/φ(peak) over u = z − peak, panel by panel.
private struct ProfitPanels {
    let curve: ProfitCurve
    /// The price at the peak of φ, and the peak's distance.
    let price: Double
    let range: ClosedRange<Double>
    let distance: Double
    let deviation: Double

    private func price(at u: Double) -> Double {
        min(max(price * exp(deviation * u), range.lowerBound), range.upperBound)
    }

    /// Panels are halved until neither φ nor any option with a time value there changes too much for the rule of 16
    /// points: a normal density of the deviation v of an option is v/s wide.
    func integral(from low: Double, to high: Double) throws(StrategyError) -> Double {
        try curve.budget.spend(curve.function.surviving.count + WorkCost.panel)
        var width = min(4, 12 / distance.magnitude)
        if let least = curve.function.surviving.leastDeviation(between: price(at: low), and: price(at: high)) {
            width = min(width, 3 * least / deviation)
        }
        let middle = low + (high - low) / 2
        if high - low > width, low < middle, middle < high {
            return try integral(from: low, to: middle) + integral(from: middle, to: high)
        }
        let points = GaussLegendre.points(from: low, to: high)
        let values = try curve.values(at: points.map { price(at: $0.abscissa) })
        return zip(points, values).reduce(0) { sum, term in
            let u = term.0.abscissa
            return sum + term.0.weight * term.1 * exp(-u * (distance + u / 2))
        }
    }
}
