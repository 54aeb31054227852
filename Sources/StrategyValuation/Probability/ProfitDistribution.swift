internal import ExactPayoff
internal import OptionPricing

/// The distribution of a strategy's profit under a distribution of the price, for ``ProfitProbabilities``.
struct ProfitDistribution<Function: ProfitFunction> {
    typealias Segment = ProfitSegment<Function.Prices.Place>

    let prices: Function.Prices
    let function: Function
    /// The segments in which profit is positive, negative or zero; empty if the price is certain.
    let segments: [Segment]
    /// The profit in units of ``unit``, and its sign, if the price is certain.
    let certain: (value: Double, sign: Int)?
    /// The same at a price of 0, if that has a probability.
    let profitAtZero: (value: Double, sign: Int)?
    /// The last level of ``parts(at:)``, and the result: a quantile and its expected shortfall often need the same one.
    private var last: (level: Double, parts: [Segment])?

    /// The amount of currency in which profits are expressed.
    var unit: Double { function.unit }
    var budget: WorkBudget { function.budget }

    init(_ function: Function, _ prices: Function.Prices) throws(StrategyError) {
        self.function = function
        self.prices = prices
        certain = prices.isCertain ? try function.profit(at: prices.mean) : nil
        profitAtZero = prices.atom > 0 && !prices.isCertain ? try function.profit(at: 0) : nil
        segments = prices.isCertain ? [] : try function.segments(at: 0)
    }

    /// The segments in which profit is above a level, below it, or equal to it.
    mutating func parts(at level: Double) throws(StrategyError) -> [Segment] {
        if let last, last.level == level { return last.parts }
        let parts = try function.segments(at: level)
        last = (level, parts)
        return parts
    }

    /// The sign of profit minus a level at a price of 0.
    func signAtZero(_ level: Double) -> Int {
        guard let profitAtZero else { return 0 }
        if level == 0 { return profitAtZero.sign }
        return profitAtZero.value < level ? -1 : profitAtZero.value > level ? 1 : 0
    }

    /// The mean profit, and given a profit and given a loss.
    func means() throws(StrategyError) -> (all: Double, ofProfit: Double?, ofLoss: Double?) {
        let gain = try expectation(of: segments, at: 0) { $0 == 1 }
        let loss = try expectation(of: segments, at: 0) { $0 == -1 }
        let all = certain.map { $0.value * unit } ?? ((gain + loss) * unit).double
        return (all, try mean(ofSign: 1, gain), try mean(ofSign: -1, loss))
    }

    private func mean(ofSign sign: Int, _ expectation: Wide) throws(StrategyError) -> Double? {
        if let certain { return certain.sign == sign ? certain.value * unit : nil }
        let probability = try probability(of: segments, at: 0) { $0 == sign }
        guard !probability.isZero else { return nil }
        return (expectation / probability * unit).double
    }

    func touchingProbabilities() throws(StrategyError) -> [TouchingProbability] {
        try PriceInterval.ends(of: function.intervals(at: .zero)).map { (price) throws(StrategyError) in
            try budget.spend(WorkCost.probability)
            return TouchingProbability(stockPrice: price, probability: prices.touchingProbability(price))
        }
    }

    func probability(ofSign sign: Int) throws(StrategyError) -> Double {
        if let certain { return certain.sign == sign ? 1 : 0 }
        return try probability(of: segments, at: 0) { $0 == sign }.double
    }

    func probability(of intervals: [PriceInterval]) throws(StrategyError) -> Double {
        if certain != nil {
            return intervals.contains { $0.lower <= prices.mean && prices.mean <= $0.upper } ? 1 : 0
        }
        var sum = Wide(0)
        if profitAtZero != nil, intervals.contains(where: { $0.lower <= 0 }) { sum = Wide(prices.atom) }
        for interval in intervals where interval.lower < interval.upper {
            try budget.spend(WorkCost.probability + 2 * prices.placeCost)
            sum = sum + prices.probability(from: standardised(interval.lower), to: standardised(interval.upper))
        }
        return sum.double
    }

    /// Standardises a price, by a binary search if it is an end of a segment.
    private func standardised(_ price: Double) -> Function.Prices.Place {
        let first = segments.indices.bisect { segments[$0].upper.price >= price }
        guard first < segments.count else { return prices.standardised(price) }
        let segment = segments[first]
        return segment.upper.price == price
            ? segment.upper : segment.lower.price == price ? segment.lower : prices.standardised(price)
    }

    /// A quantile of the profit, from which the value at risk and the expected shortfall follow.
    struct Risk {
        let level: Double
        /// In units of ``ProfitDistribution/unit``.
        let quantile: Double
        let valueAtRisk: Double
    }

    /// Finds the quantile at a level.
    mutating func risk(level: Double) throws(StrategyError) -> Risk {
        try StrategyError.require(level, "level", .betweenZeroAndOne)
        try prices.requireResolved(level, "level")
        var quantile = try quantile(level: level)
        try budget.spend(2 * function.turningValues.count)
        // The function may not resolve the difference between the two.
        if let least = function.leastProfit, quantile - least <= 2 * function.resolution(near: quantile) {
            quantile = least
        }
        return Risk(level: level, quantile: quantile, valueAtRisk: 0 - quantile * unit)
    }

    /// The expected shortfall beyond a quantile: the mean loss in the worst 1 − p of outcomes, at the level p.
    mutating func expectedShortfall(_ risk: Risk) throws(StrategyError) -> Double {
        let (quantile, level) = (risk.quantile, risk.level)
        guard certain == nil, quantile.magnitude < 1e300 else { return risk.valueAtRisk }
        // The worst 1 − p of outcomes sum to (1 − p) x − E[(x − profit)⁺], and to the mean less the sum of the best p,
        // p x + E[(profit − x)⁺]. For x other than the quantile the result is too small: below the quantile by at most
        // 1 − p per unit, above it by up to p per unit, which divided by 1 − p may dominate. Hence x is a level that is
        // certainly not above the quantile.
        let x = quantile - 3 * function.resolution(near: quantile)
        let parts = try parts(at: x)
        let tail = Wide(1 - level)
        let sum: Wide
        if level >= 0.5 {
            sum = Wide(x) * tail + (try expectation(of: parts, at: x) { $0 < 0 })
        } else {
            let all = try expectation(of: segments, at: 0) { _ in true }
            sum = all - Wide(x) * level - (try expectation(of: parts, at: x) { $0 > 0 })
        }
        let mean = (sum / tail).double
        return 0 - min(max(mean, function.leastProfit ?? mean), quantile) * unit
    }

    /// sup { x : P(profit < x) ≤ 1 − level }, in units of ``unit``.
    private mutating func quantile(level: Double) throws(StrategyError) -> Double {
        if let certain { return certain.value }
        let values = function.turningValues
        try budget.spend(values.count * WorkCost.turningValue)
        let tail = 1 - level
        /// Whether P(profit < x), or P(profit ≤ x), is at most 1 − level, from the lesser of it and its complement.
        func isReached(_ x: Double, orEqual: Bool = false) throws(StrategyError) -> Bool {
            let parts = try parts(at: x)
            if tail < 0.5 {
                return try probability(of: parts, at: x) { $0 < (orEqual ? 1 : 0) }.double <= tail
            }
            return try probability(of: parts, at: x) { $0 >= (orEqual ? 1 : 0) }.double >= level
        }

        // The first value that is not reached. The quantile lies between it, or infinity, and the previous value.
        let first = try values.indices.bisect { (index) throws(StrategyError) in try !isReached(values[index]) }
        guard first > 0 else { return try profitTowardsInfinity(probabilityBeyond: tail) }
        guard try isReached(values[first - 1], orEqual: true) else { return values[first - 1] }
        guard first < values.count else { return try profitTowardsInfinity(probabilityBeyond: level) }
        // Φ⁻¹(P(profit < x)) is nearly linear if one end of the set moves.
        let target = NormalDistribution.quantile(below: Wide(tail), above: Wide(level))
        return try Bracketing.root(between: values[first - 1], and: values[first]) { (x) throws(StrategyError) in
            let parts = try parts(at: x)
            let below = try probability(of: parts, at: x) { $0 < 0 }
            let above = try probability(of: parts, at: x) { $0 >= 0 }
            return NormalDistribution.quantile(below: below, above: above) - target
        }
    }

    /// The profit at the price that is exceeded with a probability, in units of ``unit``, beyond all turning values.
    private func profitTowardsInfinity(probabilityBeyond probability: Double) throws(StrategyError) -> Double {
        let distance = -NormalDistribution.quantile(below: Wide(probability), above: Wide(1 - probability))
        let price = max(prices.price(atDistance: distance), function.lastTurningPrice)
        return try function.profit(at: price).value
    }
}
