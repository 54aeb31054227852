internal import OptionPricing

/// The distribution of a strategy's profit under a lognormal price, for ``ProfitProbabilities``.
struct ProfitDistribution {
    let prices: LognormalDistribution
    let function: any ProfitFunction
    /// The segments in which profit is positive, negative or zero; empty if the price is certain.
    let segments: [ProfitSegment]
    /// The profit in units of ``unit``, and its sign, if the price is certain.
    let certain: (value: Double, sign: Int)?

    /// The amount of currency in which profits are expressed.
    var unit: Double { function.unit }
    var budget: WorkBudget { function.budget }

    init(_ function: some ProfitFunction, _ prices: LognormalDistribution) throws(StrategyError) {
        self.function = function
        self.prices = prices
        certain = prices.isCertain ? try function.profit(at: prices.mean) : nil
        segments = prices.isCertain ? [] : try function.segments(at: 0)
    }

    /// The mean profit, and given a profit and given a loss.
    func means() throws(StrategyError) -> (all: Double, ofProfit: Double?, ofLoss: Double?) {
        let gain = try expectation(of: segments) { $0 == 1 }
        let loss = try expectation(of: segments) { $0 == -1 }
        let all = certain.map { $0.value * unit } ?? ((gain + loss) * unit).double
        return (all, try mean(ofSign: 1, gain), try mean(ofSign: -1, loss))
    }

    private func mean(ofSign sign: Int, _ expectation: Wide) throws(StrategyError) -> Double? {
        if let certain { return certain.sign == sign ? certain.value * unit : nil }
        let probability = try probability(of: segments) { $0 == sign }
        guard !probability.isZero else { return nil }
        return (expectation / probability * unit).double
    }

    func touchingProbabilities() throws(StrategyError) -> [TouchingProbability] {
        try PriceInterval.ends(of: function.intervals(at: .zero)).map { (price) throws(StrategyError) in
            try budget.spend(WorkCost.probability)
            return TouchingProbability(stockPrice: price, probability: prices.firstPassageProbability(price))
        }
    }

    func probability(ofSign sign: Int) throws(StrategyError) -> Double {
        if let certain { return certain.sign == sign ? 1 : 0 }
        return try probability(of: segments) { $0 == sign }.double
    }

    func probability(of intervals: [PriceInterval]) throws(StrategyError) -> Double {
        if certain != nil {
            return intervals.contains { $0.lower <= prices.mean && prices.mean <= $0.upper } ? 1 : 0
        }
        var sum = Wide(0)
        for interval in intervals where interval.lower < interval.upper {
            try budget.spend(WorkCost.probability)
            sum = sum + prices.probability(from: standardised(interval.lower), to: standardised(interval.upper))
        }
        return sum.double
    }

    /// Standardises a price, by a binary search of the ends of the segments where it is one of them.
    private func standardised(_ price: Double) -> StandardisedPrice {
        let first = segments.indices.bisect { segments[$0].upper.price >= price }
        guard first < segments.count else { return prices.standardised(price) }
        let segment = segments[first]
        return segment.upper.price == price
            ? segment.upper : segment.lower.price == price ? segment.lower : prices.standardised(price)
    }
}
