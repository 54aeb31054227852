internal import ExactPayoff

/// The profit of a strategy whose legs all expire: straight lines between strikes.
struct ExpirationProfit<Prices: PriceLaw>: ProfitFunction {
    let budget: WorkBudget
    let unit: Double
    let leastProfit: Double?
    let turningValues: [Double]
    private let profile: PayoffProfile
    private let prices: Prices
    private let stretches: [PayoffStretch]
    /// The segments at level 0; empty where the price is certain.
    private let segments: [ProfitSegment<Prices.Place>]

    init(_ profile: PayoffProfile, _ prices: Prices, _ budget: WorkBudget) throws(StrategyError) {
        self.profile = profile
        self.prices = prices
        self.budget = budget
        (stretches, unit) = try profile.stretches(budget)
        leastProfit = stretches[stretches.count - 1].slope < 0 ? nil : stretches.lazy.map(\.profitAtLower).min()
        // The first stretch begins at price 0; every end but the last is also a start.
        turningValues = stretches.map(\.profitAtLower).sortedWithoutDuplicates()
        guard !prices.isCertain else {
            segments = []
            return
        }
        try budget.spend(stretches.count * prices.placeCost)
        var lower = prices.standardised(0)
        segments = stretches.map { stretch in
            let upper = prices.standardised(stretch.upper)
            defer { lower = upper }
            let line = ProfitLine(atLower: stretch.profitAtLower, atUpper: stretch.profitAtUpper, slope: stretch.slope)
            return ProfitSegment(lower: lower, upper: upper, sign: stretch.sign, line: line)
        }
    }

    var lastTurningPrice: Double { stretches[stretches.count - 1].lower }

    func intervals(at level: PayoffProfile.Level) throws(StrategyError) -> [PriceInterval] {
        try budget.spend(stretches.count * (profile.isWide ? WorkCost.wideLeg : WorkCost.leg))
        return try profile.intervals(at: level, rounded: false, budget)
    }

    func resolution(near level: Double) -> Double { 0 }

    func curve(at level: Double) -> ProfitCurve? { nil }

    func segments(at level: Double) throws(StrategyError) -> [ProfitSegment<Prices.Place>] {
        if level == 0 { return segments }
        try budget.spend(segments.count * WorkCost.segment)
        var parts: [ProfitSegment<Prices.Place>] = []
        parts.reserveCapacity(segments.count + 2)
        // Elements of a span are read in place; those of an array are copied.
        let segments = segments.span
        for index in segments.indices {
            guard let line = segments[index].line else { continue }
            segments[index].split(line, at: level, under: prices, into: &parts)
        }
        try budget.spend((parts.count - segments.count) * prices.placeCost)
        return parts
    }

    func profit(at price: Double) throws(StrategyError) -> (value: Double, sign: Int) {
        try budget.spend(stretches.count)
        guard let stretch = stretches.last(where: { $0.lower <= price }) else { return (0, 0) }
        let profit = stretch.profit(at: price)
        if price > stretch.lower { return (profit, stretch.sign) }
        return (profit, profit < 0 ? -1 : profit > 0 ? 1 : 0)
    }
}
