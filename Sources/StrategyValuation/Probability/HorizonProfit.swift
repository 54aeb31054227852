internal import ExactPayoff

/// The profit of a strategy with far legs at its first expiration.
struct HorizonProfit<Prices: PriceLaw>: ProfitFunction {
    let budget: WorkBudget
    let unit: Double
    private let function: HorizonFunction
    private let partition: MonotonePartition
    private let prices: Prices
    let leastProfit: Double?
    let turningValues: [Double]
    /// The prices at which profit has a kink, and the ends of the range in which it has a time value.
    private let cuts: [Double]

    init(_ profile: HorizonProfile, _ prices: Prices, _ budget: WorkBudget) throws(StrategyError) {
        try budget.spend(profile.partition.nodes.count * WorkCost.turningValue)
        unit = profile.moneyUnit
        function = profile.function
        partition = profile.partition
        self.prices = prices
        self.budget = budget
        leastProfit = function.endSlope < 0 ? nil : partition.values.min()
        var cuts = partition.nodes.filter(\.isKink).map(\.price)
        if let live = function.surviving.live { cuts += [live.lowerBound, live.upperBound] }
        self.cuts = cuts
        turningValues = partition.nodes.map(\.value).sortedWithoutDuplicates()
    }

    func intervals(at level: PayoffProfile.Level) throws(StrategyError) -> [PriceInterval] {
        let profit: Double? =
            switch level {
            case .zero: 0
            case .minimum: leastProfit
            case .maximum: function.endSlope > 0 ? nil : partition.values.max()
            }
        guard let profit else { return [] }
        return try search(at: profit).prices
    }

    var lastTurningPrice: Double { partition.nodes[partition.nodes.count - 1].price }

    private func search(at level: Double) throws(StrategyError) -> LevelSearch {
        try LevelSearch(function, partition, level: level, budget)
    }

    func resolution(near level: Double) -> Double {
        let ofLevel = level.magnitude * function.relativeAllowance
        let near = partition.nodes.lazy.filter { ($0.value - level).magnitude <= 2 * ($0.allowance + ofLevel) }
        return ofLevel + (near.map(\.allowance).max() ?? 0)
    }

    func segments(at level: Double) throws(StrategyError) -> [ProfitSegment<Prices.Place>] {
        let search = try search(at: level)
        let crossings = search.prices.flatMap { [$0.lower, $0.upper] }.map { min($0, .greatestFiniteMagnitude) }
        var ends = ([0] + cuts + crossings).sortedWithoutDuplicates().map { prices.standardised($0) }
        ends.append(prices.standardised(.infinity))
        return try zip(ends, ends.dropFirst()).map { (lower, upper) throws(StrategyError) in
            try budget.spend(WorkCost.segment + function.surviving.count + prices.placeCost)
            let sign = sign(from: lower.price, to: upper.price, search)
            let isStraight = !function.surviving.isLiving(between: lower.price, and: upper.price)
            return ProfitSegment(
                lower: lower, upper: upper, sign: sign,
                line: isStraight ? line(from: lower.price, to: upper.price, level, sign) : nil)
        }
    }

    func curve(at level: Double) -> ProfitCurve? { ProfitCurve(function: function, level: level, budget: budget) }

    private func sign(from lower: Double, to upper: Double, _ search: LevelSearch) -> Int {
        if Self.contains(search.above, lower, upper) { return 1 }
        return Self.contains(search.prices, lower, upper) ? 0 : -1
    }

    /// Whether one of some intervals, which ascend and do not overlap, contains all prices between two, `lower` < `upper`.
    private static func contains(_ intervals: [PriceInterval], _ lower: Double, _ upper: Double) -> Bool {
        let first = intervals.indices.bisect { intervals[$0].upper >= upper }
        return first < intervals.count && intervals[first].lower <= lower
    }

    private func line(from lower: Double, to upper: Double, _ level: Double, _ sign: Int) -> ProfitLine {
        let piece = function.payoff.pieces[function.payoff.index(of: lower)]
        /// At an end that is a crossing, rounding must not change the sign.
        func excess(at price: Double) -> Double {
            let excess = piece.value + piece.slope * (price - piece.price) - level
            return sign < 0 ? min(excess, 0) : max(excess, 0)
        }
        return ProfitLine(
            atLower: excess(at: lower), atUpper: upper < .infinity ? excess(at: upper) : 0, slope: piece.slope)
    }

    func profit(at price: Double) throws(StrategyError) -> (value: Double, sign: Int) {
        let search = try search(at: 0)
        let isZero = search.prices.contains { $0.lower <= price && price <= $0.upper }
        let sign = isZero ? 0 : search.above.contains { $0.lower < price && price <= $0.upper } ? 1 : -1
        guard price == .infinity else {
            return (try function.sample(at: price, function.surviving, budget).value, sign)
        }
        return (function.limit ?? function.endSlope * .infinity, sign)
    }
}
