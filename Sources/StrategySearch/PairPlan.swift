internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyRequests
internal import StrategyValuation
internal import _OptionsMath

/// The combinations of one or two legs of one expiration with one or two of a later one, valued at the earlier expiration, the horizon.
///
/// Values of options are convex in the price, so that on a cell of the grid a value lies between the chord of its ends and the
/// tangents that the neighbouring cells bound. This bounds the extremes and the chance of a combination from both sides.
struct PairPlan: Sendable {
    /// A leg of a combination: a contract and its quantity, with its amounts per share of an addition.
    struct Side: Sendable {
        let leg: Combination.Leg
        let cost: Double, mean: Double, target: Double
        /// In money.
        let delta: Double, theta: Double, vega: Double
        /// The slope beyond the grid.
        let slope: Double
        /// The index of the contract among those of the grid, and the rows of the kernel.
        let contract: Int
        let rows: [Float]
    }

    /// A contract on the grid, per share.
    struct GridContract: Sendable {
        var values: [Double]
        /// By how much the value is at most below the chord in each cell; at last beyond the grid.
        var dips: [Double]
        var endSlope: Double
        /// The mean value at the horizon.
        var mean: Double
    }

    let near: SearchPlan, far: SearchPlan
    let grid: PairGrid
    let nearContracts: [GridContract], farContracts: [GridContract]
    let nearSides: [Side], farSides: [Side]
    /// The market: that of the earlier expiration, with the dividends until the later one.
    let market: OptionMarket
    /// The market at the horizon.
    let laterMarket: OptionMarket

    init(_ near: SearchPlan, _ far: SearchPlan, _ map: ParallelMap) throws(StrategyError) {
        let shared = try Self.market(near.chain.market, dividends: far.chain.market.dividends)
        let budget = WorkBudget(.generous, isCancelled: map.isCancelled)
        let (near, far) = (try near.valued(in: shared, budget), try far.valued(in: shared, budget))
        (self.near, self.far, market) = (near, far, shared)
        let laterMarket = shared.after(near.chain.horizon)
        self.laterMarket = laterMarket
        let time = far.chain.horizon - near.chain.horizon
        let options = Self.laterContracts(of: far)
        let grid = PairGrid(near, far, options.compactMap(\.contract.volatility), time)
        self.grid = grid
        let exercise = near.request.exercise
        let prices = near.chain.prices
        let farContracts = try map(options) { (option, budget) throws(StrategyError) in
            try GridContract(
                option.contract, time: time, exercise, in: laterMarket, on: grid, under: prices, budget)
        }
        self.farContracts = farContracts
        let own = Self.contracts(of: near)
        let (moments, unit) = (near.moments, near.amounts.shares)
        let nearContracts = own.map { option in
            let call = near.amounts.means[option.strike] / unit
            let isCall = option.contract.kind == .call
            let strike = option.contract.strikePrice
            return GridContract(
                values: grid.prices.map { max(isCall ? $0 - strike : strike - $0, 0) },
                dips: [Double](repeating: 0, count: grid.prices.count), endSlope: isCall ? 1 : 0,
                mean: isCall ? call : call - moments.mean + strike)
        }
        self.nearContracts = nearContracts
        nearSides = Self.sides(of: near, own, nearContracts, grid)
        farSides = Self.sides(of: far, options, farContracts, grid)
    }

    private static func market(
        _ near: OptionMarket, dividends: [DiscreteDividend]
    ) throws(StrategyError) -> OptionMarket {
        try StrategyError.converting { () throws(PricingError) in
            try OptionMarket(
                spot: near.underlyingPrice, riskFreeRate: near.riskFreeRate, dividendYield: near.dividendYield,
                dividends: dividends)
        }
    }

    private typealias Option = (strike: Int, contract: SearchContract)

    private static func contracts(of plan: SearchPlan) -> [Option] {
        plan.contracts.strikes.indices.flatMap { strike in
            [OptionKind.call, .put].compactMap { kind in plan.contracts[kind, strike].map { (strike, $0) } }
        }
    }

    private static func sides(
        of plan: SearchPlan, _ options: [Option], _ contracts: [GridContract], _ grid: PairGrid
    ) -> [Side] {
        let amounts = plan.amounts
        let largest = amounts.largestQuantity
        return options.indices.flatMap { index in
            [1, 2, -1, -2].filter { abs($0) <= largest }.compactMap { quantity -> Side? in
                let (strike, kind) = (options[index].strike, options[index].contract.kind)
                guard !amounts.constant(kind, strike, quantity).isNaN else { return nil }
                let signed = Double(quantity)
                let cost = amounts.cost(kind, strike, quantity) / amounts.shares
                let mean = signed * contracts[index].mean - cost
                let target = amounts.target(kind, strike, quantity) / amounts.shares
                let value = plan.request.objectives[0].needsTarget ? target : mean
                return Side(
                    leg: .init(expiration: plan.expiration, strike: strike, kind: kind, quantity: quantity), cost: cost,
                    mean: mean, target: target, delta: amounts.delta(kind, strike, quantity),
                    theta: amounts.theta(kind, strike, quantity), vega: amounts.vega(kind, strike, quantity),
                    slope: signed * contracts[index].endSlope, contract: index,
                    rows: grid.rows(
                        contracts[index], quantity: quantity, cost: cost, value: value, isCall: kind == .call))
            }
        }
    }

    // MARK: Counts

    /// The number of combinations.
    var combinationCount: Double { Self.combinationCount(near, far) }

    /// The number of combinations, by formula.
    static func combinationCount(_ near: SearchPlan, _ far: SearchPlan) -> Double {
        let search = near.request.search
        /// The packs of up to two legs, and those with only double quantities.
        func counts(_ options: [Option]) -> (all: [Double], doubled: [Double]) {
            var (all, doubled) = ([1.0, 0, 0], [1.0, 0, 0])
            for (_, contract) in options {
                let sides = Double((contract.ask != nil ? 1 : 0) + (contract.bid != nil ? 1 : 0))
                for count in [2, 1] {
                    all[count] += all[count - 1] * sides * Double(search.quantity)
                    doubled[count] += search.quantity > 1 ? doubled[count - 1] * sides : 0
                }
            }
            return (all, doubled)
        }
        let (first, second) = (counts(contracts(of: near)), counts(laterContracts(of: far)))
        var total = 0.0
        for legs in 1...2 {
            for later in 1...2 {
                let all = first.all[legs] * second.all[later]
                if search.legs.contains(legs + later) { total += all - first.doubled[legs] * second.doubled[later] }
                if search.shares, search.legs.contains(legs + later + 1), legs + later < 4 { total += 2 * all }
            }
        }
        return total
    }

    /// The contracts that can be valued before their expiration.
    private static func laterContracts(of plan: SearchPlan) -> [Option] {
        contracts(of: plan).filter { $0.contract.volatility != nil }
    }
}

extension PairPlan.GridContract {
    /// A contract that expires some time after the horizon.
    fileprivate init(
        _ contract: SearchContract, time: Double, _ exercise: ExerciseStyle, in market: OptionMarket,
        on grid: PairGrid, under prices: PriceDistribution, _ budget: WorkBudget
    ) throws(StrategyError) {
        let isCall = contract.kind == .call
        let leg = try Leg(
            isCall ? .call(strikePrice: contract.strikePrice) : .put(strikePrice: contract.strikePrice), .long,
            premium: 0, quantity: 1, sharesPerContract: 1)
        let priced = try PricedLeg(
            leg, timeToExpiration: time, volatility: contract.volatility ?? 0, exercise: exercise)
        let profile = try HorizonProfile(expiring: [], surviving: [priced], in: market, budget: budget)
        mean = try ProfitProbabilities(of: profile, under: prices, budget: budget).expectedProfitLoss
        let last = grid.prices[grid.prices.count - 1]
        let all = try profile.profits(at: grid.prices + [2 * last, 4 * last], budget: budget)
        values = Array(all.dropLast(2))
        let slope = (all[all.count - 1] - all[all.count - 2]) / (2 * last)
        let growth = exp(-market.dividendYield * time)
        // The limit is exact where it is known.
        endSlope = !isCall ? 0 : (slope - 1).magnitude < 1e-6 ? 1 : (slope - growth).magnitude < 1e-6 ? growth : slope
        dips = []
        // Values have an error of parts of the larger of price and strike, and differences of values twice that error.
        let error = max(2 * (priced.contract?.error(in: market) ?? 0), 1e-12)
        let (least, greatest) = isCall ? (0, max(1, growth, endSlope)) : (-max(1, growth), 0)
        let count = values.count
        func inclination(_ index: Int) -> Double {
            (values[index + 1] - values[index]) / (grid.prices[index + 1] - grid.prices[index])
        }
        for index in 0..<count - 1 {
            let own = inclination(index)
            let before = index > 0 ? min(inclination(index - 1), own) : min(least, own)
            let after = index + 2 < count ? max(inclination(index + 1), own) : max(greatest, own)
            let width = grid.prices[index + 1] - grid.prices[index]
            let bend = after - before
            let dip = bend > 0 ? width * (own - before) * (after - own) / bend : 0
            dips.append(max(dip, 0) + error * max(grid.prices[index + 1], contract.strikePrice))
        }
        let line = all[all.count - 2] - last * endSlope
        dips.append(max(values[count - 1] - line, 0) + error * max(last, contract.strikePrice))
    }
}

/// The prices at the horizon at which contracts are valued.
struct PairGrid: Sendable {
    /// Ascending, with 0 and all strikes of the near expiration, where profits have kinks.
    let prices: [Double]
    /// P(S < price), and 1 beyond the last price.
    let below: [Double]
    /// The indices of the prices over which extremes are taken; all of them unless the request has a range.
    let extent: ClosedRange<Int>
    let isWhole: Bool
    /// The indices of the points of the kernel.
    private let points: [Int]

    init(_ near: SearchPlan, _ far: SearchPlan, _ volatilities: [Double], _ time: Double) {
        let deviation = (volatilities.max() ?? 0.1) * time.squareRoot()
        let reach = exp(min(4 * deviation + deviation * deviation / 2 + 0.2, 7))
        let marks = near.contracts.strikes + far.contracts.strikes + [near.request.currentPrice]
        let (lowest, highest) = ((marks.min() ?? 1) / reach, (marks.max() ?? 1) * reach)
        var all = [0] + near.contracts.strikes
        let count = 320
        for index in 0...count { all.append(lowest * pow(highest / lowest, Double(index) / Double(count))) }
        let range = near.request.search.priceRange
        if let range { all += [range.lowerBound, range.upperBound] }
        all.sort()
        var distinct: [Double] = []
        for price in all where distinct.last.map({ price > $0 }) ?? true { distinct.append(price) }
        prices = distinct
        below = distinct.map { near.moments.probability(below: $0) }
        isWhole = range == nil
        let first = range.flatMap { distinct.firstIndex(of: $0.lowerBound) } ?? 0
        let last = range.flatMap { distinct.firstIndex(of: $0.upperBound) } ?? distinct.count - 1
        extent = first...last
        // The ends, and between them points at about the same number of deviations.
        let number = SearchPacks.pointCount
        let centre = near.request.currentPrice
        let near = Double(number - 3)
        let low = min(marks.min() ?? centre, centre) * 0.97, high = max(marks.max() ?? centre, centre) * 1.03
        var places = [first]
        for index in 0...(number - 3) {
            let price = low * pow(high / low, Double(index) / near)
            let place = distinct.firstIndex { $0 >= price } ?? last
            places.append(min(max(place, places[places.count - 1]), last))
        }
        places.append(last)
        points = places
    }

    /// The rows of the kernel for a leg.
    func rows(
        _ contract: PairPlan.GridContract, quantity: Int, cost: Double, value: Double, isCall: Bool
    ) -> [Float] {
        let signed = Double(quantity)
        var rows = [Float](repeating: 0, count: SearchPacks.rowCount)
        for (index, point) in points.enumerated() {
            rows[index] = Float(signed * contract.values[point] - cost)
            guard quantity > 0 else { continue }
            // The value is convex, so that it lies below the chord between the points.
            var dip = 0.0
            if index + 1 < points.count {
                let next = points[index + 1]
                let width = prices[next] - prices[point]
                var (gap, inside) = (0.0, 0.0)
                for inner in point..<max(next, point) {
                    let share = (prices[inner] - prices[point]) / width
                    let chord = contract.values[point] * (1 - share) + contract.values[next] * share
                    gap = max(gap, chord - contract.values[inner])
                    inside = max(inside, contract.dips[inner])
                }
                dip = gap + inside
            } else if isWhole {
                dip = contract.dips[point]
            }
            rows[SearchPacks.pointCount + index] = Float(signed * dip * (1 + 1e-6))
        }
        rows[SearchPacks.value] = Float(value)
        rows[SearchPacks.cost] = Float(cost)
        rows[SearchPacks.slope] = Float(signed * contract.endSlope)
        rows[SearchPacks.calls] = isCall ? Float(signed) : 0
        rows[SearchPacks.puts] = isCall ? 0 : Float(signed)
        return rows
    }

    /// The rows of shares, held or added: `shares` for each share of an addition, of which `added` are bought.
    func rows(ofShares shares: Double, offset: Double, value: Double, cost: Double) -> [Float] {
        var rows = [Float](repeating: 0, count: SearchPacks.rowCount)
        for (index, point) in points.enumerated() { rows[index] = Float(shares * prices[point] + offset) }
        rows[SearchPacks.value] = Float(value)
        rows[SearchPacks.cost] = Float(cost)
        rows[SearchPacks.slope] = Float(shares)
        rows[SearchPacks.calls] = Float(shares)
        rows[SearchPacks.puts] = Float(-min(0, shares))
        return rows
    }
}
