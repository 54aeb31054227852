internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyRequests
internal import StrategyValuation
internal import _OptionsMath

/// Everything that the workers of a search share: the amounts of contracts as money and in ticks, and the conditions.
struct SearchPlan: Sendable {
    /// The request, with the options of one expiration.
    let request: FindRequest
    /// The index of the expiration.
    let expiration: Int
    private(set) var chain: ResolvedChain
    private(set) var contracts: SearchContracts
    let moments: BeliefMoments
    private(set) var amounts: SearchAmounts
    let tables: SearchTables
    /// The conditions of the kernel, without a threshold.
    let conditions: SearchConditions
    /// The money of one tick per share.
    let moneyPerTick: Double
    /// The objectives in the order of the kernel, and their places in the request.
    let kernelOrder: [Int]
    /// The shares with which combinations begin, and their price and profit at the target in ticks.
    let starts: [(shares: Int, price: Int32, target: Int32)]

    init(_ date: FindRequest.Expiration, _ budget: WorkBudget) throws(StrategyError) {
        let request = date.request
        self.request = request
        expiration = date.index
        let chain = try ResolvedChain(date, budget)
        self.chain = chain
        let contracts = try SearchContracts(request, chain, budget)
        self.contracts = contracts
        let moments = BeliefMoments(chain.prices)
        self.moments = moments
        let held = try HeldProfit(request, chain, moments, budget)
        amounts = try SearchAmounts(request, chain, contracts, moments, held, budget)
        let ticks = Ticks(request, contracts, amounts)
        moneyPerTick = amounts.shares / ticks.perPrice
        tables = try Self.tables(request, contracts, amounts, moments, ticks, budget)
        let order = Self.kernelOrder(request.objectives)
        kernelOrder = order.map(\.place)
        conditions = Self.conditions(
            request, amounts, order.map(\.objective), ticks,
            probabilityError: try Self.probabilityError(tables, moments, budget))
        let price = ticks.rounded(request.currentPrice)
        let target = amounts.shareTarget.isNaN ? 0 : ticks.rounded(amounts.shareTarget / amounts.shares)
        starts = request.search.startingShares.map { ($0, price, Int32($0) * target) }
    }

    /// The plans of the expirations of a request, each with the volatility that is found at the first one.
    static func all(
        of request: FindRequest, _ limits: WorkLimits, _ budget: WorkBudget
    ) throws(StrategyError) -> [SearchPlan] {
        var plans: [SearchPlan] = []
        let dates = try request.expirations()
        if request.search.expirations == 2 {
            try WorkBudget(limits).require(.expirationPairs, dates.count * (dates.count - 1) / 2)
        }
        for date in dates {
            var date = date
            if let first = plans.first?.chain.conventions.volatility { date.request.belief.volatility = first.value }
            plans.append(try SearchPlan(date, budget))
        }
        return plans
    }

    /// Returns the plan with the values and the greeks of contracts in another market, for combinations with another expiration.
    func valued(in market: OptionMarket, _ budget: WorkBudget) throws(StrategyError) -> SearchPlan {
        if market == chain.market { return self }
        var plan = self
        plan.chain.market = market
        plan.contracts = try contracts.valued(request, plan.chain, budget)
        plan.amounts = try SearchAmounts(request, plan.chain, plan.contracts, moments, amounts.held, budget)
        return plan
    }

    /// The number of combinations.
    var combinationCount: Int { contracts.combinationCount(request.search) }

    /// The money of a value in ticks; a ratio has none.
    func scale(of objective: FindObjective) -> Double {
        switch objective {
        case .expectedProfit, .maxProfit, .profitAtTarget, .maxLoss: moneyPerTick
        default: 1
        }
    }

    // MARK: Ticks

    /// The resolution in which the kernel adds amounts: integers of 32 bits, in which sums must fit.
    struct Ticks {
        let perPrice: Double
        /// How far a sum of rounded amounts may be from the exact one.
        let error: Int32

        init(_ request: FindRequest, _ contracts: SearchContracts, _ amounts: SearchAmounts) {
            let prices = contracts.strikes + [request.currentPrice]
            let held = amounts.held.knots.map { $0.profit.magnitude / amounts.shares }.max() ?? 0
            let heldPrice = amounts.held.knots.last?.price ?? 0
            let highest = max(prices.max() ?? 0, heldPrice)
            let slope = Double(amounts.held.endSlope.magnitude) / amounts.shares
            let largest = Double(4 * request.search.quantity) * highest + held + slope * highest
            // The quotient is infinite if the largest amount is 0 or subnormal.
            perPrice = pow(10, min(log10(0x1p27 / largest).rounded(.down), 4))
            let fee = request.fee / Double(Leg.defaultSharesPerContract)
            var amountsInTicks = prices + [fee]
            for quote in request.options { amountsInTicks += [quote.bid ?? 0, quote.ask ?? 0] }
            let scale = perPrice
            let isWhole = amountsInTicks.allSatisfy { price in
                let scaled = price * scale
                return (scaled - scaled.rounded()).magnitude < 1e-6
            }
            error = 6 + (isWhole ? 0 : 20) + (amounts.held.isNothing ? 0 : 12)
        }

        /// A price in ticks. Sums of what fits fit as well.
        func rounded(_ price: Double) -> Int32 {
            let scaled = price * perPrice
            return scaled.isNaN ? -(1 << 27) : Int32(min(max(scaled.rounded(), -0x1p28), 0x1p28))
        }
    }

    // MARK: Tables

    /// The normal quantiles that bound the tails: outcomes of at least the probability of the tail.
    private static func tails(
        _ level: Double, _ moments: BeliefMoments
    ) -> [[ClosedRange<Double>]] {
        let tail = 1 - level
        func price(_ probability: Double) -> Double {
            moments.quantile(distance: NormalQuantile.distance(of: probability))
        }
        return [
            [0...price(tail)], [0...price(tail / 2), price(1 - tail / 2)...(.infinity)],
            [price(1 - tail)...(.infinity)],
            [price(0.5 - tail / 2)...price(0.5 + tail / 2)],
        ]
    }

    private static func tables(
        _ request: FindRequest, _ contracts: SearchContracts, _ amounts: SearchAmounts, _ moments: BeliefMoments,
        _ ticks: Ticks, _ budget: WorkBudget
    ) throws(StrategyError) -> SearchTables {
        let (strikes, shares) = (contracts.strikes, amounts.shares)
        var tables = SearchTables(strikeCount: strikes.count)
        for (index, strike) in strikes.enumerated() {
            tables[.strike, index] = ticks.rounded(strike)
            tables[.mean, index] = ticks.rounded(amounts.means[index] / shares)
            tables[.held, index] = ticks.rounded(amounts.held.profit(at: strike) / shares)
            tables.setPrice(Float(strike), below: Float(moments.probability(below: strike)), at: index)
            for kind in [OptionKind.call, .put] {
                for quantity in -amounts.largestQuantity...amounts.largestQuantity where quantity != 0 {
                    let constant = amounts.constant(kind, index, quantity)
                    guard !constant.isNaN else { continue }
                    tables[.constant(kind, quantity: quantity), index] = ticks.rounded(constant / shares)
                    tables[.target(kind, quantity: quantity), index] = ticks.rounded(
                        amounts.target(kind, index, quantity) / shares)
                }
            }
        }
        tables.meanPrice = moments.mean * ticks.perPrice
        tables.isHeld = !amounts.held.isNothing
        tables.heldPrices = amounts.held.knots.map { ticks.rounded($0.price) }
        tables.heldProfits = amounts.held.knots.map { ticks.rounded($0.profit / shares) }
        tables.heldMean = amounts.held.mean / shares * ticks.perPrice
        tables.heldTarget = amounts.held.target.isNaN ? 0 : ticks.rounded(amounts.held.target / shares)
        let slope = Double(amounts.held.endSlope) / shares
        tables.leastSlope = Int((-slope).rounded(.up))
        tables.gainingSlope = Int((-slope).rounded(.down)) + 1
        if request.objectives.contains(.expectedProfitPerShortfall) {
            setTails(&tables, request.confidenceLevel, strikes, amounts, moments, ticks)
        }
        try setProbabilities(&tables, strikes, moments, budget)
        tables.ticksPerPrice = Float(ticks.perPrice)
        tables.finish()
        return tables
    }

    /// The means under the worst outcomes. Without a partial mean, a tail is all outcomes, whose mean is a bound as well.
    private static func setTails(
        _ tables: inout SearchTables, _ level: Double, _ strikes: [Double], _ amounts: SearchAmounts,
        _ moments: BeliefMoments, _ ticks: Ticks
    ) {
        guard moments.partialMean(below: 1) != nil, amounts.held.isNothing else {
            for tail in 0..<SearchTables.tailCount {
                tables.tailPrices[tail] = tables.meanPrice
                tables.heldTails[tail] = tables.heldMean
                for strike in strikes.indices { tables[.tail(tail), strike] = tables[.mean, strike] }
            }
            return
        }
        for (index, ranges) in tails(level, moments).enumerated() {
            func mean(over strike: Double) -> Double {
                ranges.reduce(0) { sum, range in
                    let from = max(range.lowerBound, strike)
                    guard from < range.upperBound else { return sum }
                    let probability =
                        moments.probability(below: range.upperBound) - moments.probability(below: from)
                    let mean =
                        (moments.partialMean(below: range.upperBound) ?? 0) - (moments.partialMean(below: from) ?? 0)
                    return sum + mean - strike * probability
                }
            }
            let probability = ranges.reduce(0) {
                $0 + moments.probability(below: $1.upperBound) - moments.probability(below: $1.lowerBound)
            }
            let weight = max(probability, 1 - level)
            tables.tailPrices[index] = mean(over: 0) / weight * ticks.perPrice
            for (strike, price) in strikes.enumerated() {
                tables[.tail(index), strike] = ticks.rounded(mean(over: price) / weight)
            }
        }
    }

    private static let cellCount = 8192

    private static func setProbabilities(
        _ tables: inout SearchTables, _ strikes: [Double], _ moments: BeliefMoments, _ budget: WorkBudget
    ) throws(StrategyError) {
        let highestStrike = strikes.last ?? 1
        let quantile = moments.quantile(distance: 5)
        let highest = max(1.5 * highestStrike, quantile < .infinity ? min(quantile, 100 * highestStrike) : 0)
        let width = highest / Double(cellCount)
        tables.below = try (0...cellCount).map { (cell) throws(StrategyError) in
            try budget.spend(WorkCost.probability)
            return Float(moments.probability(below: Double(cell) * width))
        }
        tables.cellsPerPrice = Float(1 / width)
    }

    /// How far a probability of the kernel may be from the exact one: five stretches, each with the error of the table between its cells
    /// and of the price in a cell.
    private static func probabilityError(
        _ tables: SearchTables, _ moments: BeliefMoments, _ budget: WorkBudget
    ) throws(StrategyError) -> Float {
        let width = 1 / Double(tables.cellsPerPrice)
        var (worst, steepest) = (0.0, 0.0)
        for index in 0..<tables.below.count - 1 {
            let (start, step) = (Double(tables.below[index]), Double(tables.below[index + 1] - tables.below[index]))
            steepest = max(steepest, step)
            // Where the price does not move, the table is exact.
            if step == 0 { continue }
            try budget.spend(3 * WorkCost.probability)
            for part in [0.25, 0.5, 0.75] {
                let exact = moments.probability(below: (Double(index) + part) * width)
                worst = max(worst, (exact - start - part * step).magnitude)
            }
        }
        let beyond = 1 - Double(tables.below[tables.below.count - 1])
        let place = steepest * 4e-7 * Double(tables.below.count)
        return Float(5 * (1.2 * worst + place) + beyond + 1e-6)
    }

    // MARK: Conditions

    /// The objectives, first one that is a value, then those that make cells well.
    private static func kernelOrder(_ objectives: [FindObjective]) -> [(place: Int, objective: FindObjective)] {
        let all = objectives.enumerated().map { (place: $0.offset, objective: $0.element) }
        let isCell: (FindObjective) -> Bool = { $0 == .probabilityOfProfit || $0 == .maxLoss }
        let values = all.filter { !isCell($0.objective) }
        let cells = all.filter { $0.objective == .maxLoss } + all.filter { $0.objective == .probabilityOfProfit }
        return values + cells
    }

    private static func conditions(
        _ request: FindRequest, _ amounts: SearchAmounts, _ objectives: [FindObjective], _ ticks: Ticks,
        probabilityError: Float
    ) -> SearchConditions {
        let filters = request.filters
        var conditions = SearchConditions()
        conditions.largestQuantity = request.search.quantity
        conditions.legs = request.search.legs
        conditions.boundedLoss =
            filters.definedRisk || filters.noNaked || filters.maxLoss != nil || filters.capital.isGiven
            || request.objectives.contains(where: \.needsLimitedLoss)
        conditions.boundedProfit = request.objectives.contains(where: \.needsLimitedProfit)
        if filters.noNaked {
            let (shares, puts) = (Double(amounts.held.shares), Double(amounts.held.putShares))
            conditions.leastPuts = [-1, 0, 1].map { own in
                Int(((min(0, shares + own * amounts.shares) - puts) / amounts.shares).rounded(.up))
            }
        }
        /// An amount with its margin: `direction` is that in which it is lenient.
        func amount(_ money: Double?, _ direction: Double, otherwise: Int32) -> Int32 {
            guard let money else { return otherwise }
            let scaled = money / amounts.shares * ticks.perPrice + direction * Double(ticks.error + 1)
            let limit = Double(SearchConditions.unlimited)
            return Int32(min(max(scaled, -limit), limit))
        }
        let unlimited = SearchConditions.unlimited
        conditions.greatestLoss = amount(filters.maxLoss, 1, otherwise: unlimited)
        conditions.greatestCost = amount(filters.netCost.maximum, 1, otherwise: unlimited)
        conditions.leastCost = amount(filters.netCost.minimum, -1, otherwise: -unlimited)
        conditions.leastMean = amount(filters.expectedProfit.minimum, -1, otherwise: -unlimited)
        conditions.leastTarget = amount(filters.profitAtTarget.minimum, -1, otherwise: -unlimited - unlimited / 2)
        conditions.leastProbability = Float(filters.probabilityOfProfit.minimum ?? 0)
        conditions.amountError = Float(ticks.error)
        conditions.probabilityError = probabilityError
        conditions.objectives = objectives.map(\.kernel)
        conditions.riskless = -(ticks.error + 1)
        return conditions
    }
}

extension FindObjective {
    var kernel: SearchConditions.Objective {
        switch self {
        case .expectedProfit: .expectedProfit
        case .expectedProfitPerCapital: .expectedProfitPerCapital
        case .probabilityOfProfit: .probabilityOfProfit
        case .maxProfit: .maxProfit
        case .maxProfitPerCapital: .maxProfitPerCapital
        case .profitAtTarget: .profitAtTarget
        case .profitAtTargetPerCapital: .profitAtTargetPerCapital
        case .expectedProfitPerShortfall: .expectedProfitPerShortfall
        case .maxLoss: .maxLoss
        }
    }
}

/// The quantile of the normal distribution, by bisection.
enum NormalQuantile {
    static func distance(of probability: Double) -> Double {
        var (low, high) = (-9.0, 9.0)
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if erfc(-middle * 0.5.squareRoot()) / 2 < probability { low = middle } else { high = middle }
        }
        return low
    }
}
