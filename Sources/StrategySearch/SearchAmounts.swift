internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyRequests
internal import StrategyValuation

/// The amounts of money of legs and holdings: what the value of a combination is a sum of.
///
/// A put is a call less the shares plus its strike, so the profit at expiration of any legs is C + a S + Σ n (S − K)⁺, and only the
/// constant C depends on which are calls and which are puts. All amounts are for the whole position.
struct SearchAmounts: Sendable {
    /// The shares of one contract of an addition.
    let shares: Double
    /// The largest quantity of a leg.
    let largestQuantity: Int
    private let strikeCount: Int
    /// By contract and quantity: what it adds to C, its cost, its profit at the target, and its greeks. NaN where it cannot be traded
    /// or has no value.
    private var constants: [Double], costs: [Double], targets: [Double], deltas: [Double], thetas: [Double],
        vegas: [Double]
    /// E(S − K)⁺ of each strike, for `shares`.
    private(set) var means: [Double] = []
    /// The mean price, for `shares`; the cost of shares, and their profit at the target.
    let meanPrice: Double, shareCost: Double, shareTarget: Double
    /// What is held.
    let held: HeldProfit

    init(
        _ request: FindRequest, _ chain: ResolvedChain, _ contracts: SearchContracts, _ moments: BeliefMoments,
        _ held: HeldProfit, _ budget: WorkBudget
    ) throws(StrategyError) {
        let shares = Double(Leg.defaultSharesPerContract * request.search.contracts)
        self.shares = shares
        self.held = held
        largestQuantity = request.search.quantity
        strikeCount = contracts.strikes.count
        let count = 2 * 5 * strikeCount
        constants = [Double](repeating: .nan, count: count)
        (costs, targets, deltas, thetas, vegas) = (constants, constants, constants, constants, constants)
        meanPrice = moments.mean * shares
        shareCost = request.currentPrice * shares
        let target = TargetPrices(request, chain)
        shareTarget = target.map { ($0.mean - request.currentPrice) * shares } ?? .nan
        means = try contracts.strikes.map { (strike) throws(StrategyError) in
            try moments.meanExcess(over: strike, budget) * shares
        }
        for strike in contracts.strikes.indices {
            for kind in [OptionKind.call, .put] {
                guard let contract = contracts[kind, strike] else { continue }
                let value = try target?.value(of: contract, request, chain, budget)
                for quantity in -largestQuantity...largestQuantity {
                    guard quantity != 0, let price = contract.price(quantity: quantity) else { continue }
                    let index = self.index(kind, strike, quantity)
                    let signed = Double(quantity) * shares
                    let fee = request.fee * Double(quantity.magnitude) * Double(request.search.contracts)
                    costs[index] = signed * price + fee
                    constants[index] = (kind == .put ? signed * contract.strikePrice : 0) - costs[index]
                    if let value { targets[index] = signed * value - costs[index] }
                    if let greeks = contract.greeks {
                        let factor = Double(quantity * request.search.contracts)
                        deltas[index] = factor * greeks.delta
                        thetas[index] = factor * greeks.theta
                        vegas[index] = factor * greeks.vega
                    }
                }
            }
        }
    }

    @inline(__always)
    private func index(_ kind: OptionKind, _ strike: Int, _ quantity: Int) -> Int {
        ((kind == .call ? 0 : 5) + quantity + 2) * strikeCount + strike
    }

    func constant(_ kind: OptionKind, _ strike: Int, _ quantity: Int) -> Double {
        constants[index(kind, strike, quantity)]
    }
    func cost(_ kind: OptionKind, _ strike: Int, _ quantity: Int) -> Double { costs[index(kind, strike, quantity)] }
    func target(_ kind: OptionKind, _ strike: Int, _ quantity: Int) -> Double { targets[index(kind, strike, quantity)] }
    func delta(_ kind: OptionKind, _ strike: Int, _ quantity: Int) -> Double { deltas[index(kind, strike, quantity)] }
    func theta(_ kind: OptionKind, _ strike: Int, _ quantity: Int) -> Double { thetas[index(kind, strike, quantity)] }
    func vega(_ kind: OptionKind, _ strike: Int, _ quantity: Int) -> Double { vegas[index(kind, strike, quantity)] }
}

/// The prices at the target with their weights: one, or many of a range.
struct TargetPrices: Sendable {
    let prices: [Double], weights: [Double]
    /// The range whose mean profit at expiration is exact; `nil` for a single price.
    let range: ClosedRange<Double>?
    /// The years from the valuation.
    let time: Double
    /// Whether the target is at the expiration.
    let isAtExpiration: Bool

    /// Creates the prices of a request; `nil` without a target.
    init?(_ request: FindRequest, _ chain: ResolvedChain) {
        time = chain.targetTime
        isAtExpiration = chain.targetTime == chain.horizon
        switch request.belief.target {
        case nil: return nil
        case .price(let price): (prices, weights, range) = ([price], [1], nil)
        case .range(let range) where range.lowerBound == range.upperBound:
            (prices, weights, self.range) = ([range.lowerBound], [1], nil)
        case .range(let range):
            self.range = range
            let width = range.upperBound - range.lowerBound
            let panels = 8
            var points: [(abscissa: Double, weight: Double)] = []
            for panel in 0..<panels {
                let start = range.lowerBound + width * Double(panel) / Double(panels)
                points += GaussLegendre.points(from: start, to: start + width / Double(panels))
            }
            prices = points.map(\.abscissa)
            weights = points.map { $0.weight / width }
        }
    }

    /// The mean price.
    var mean: Double { range.map { ($0.lowerBound + $0.upperBound) / 2 } ?? prices[0] }

    /// The mean profit at the expiration.
    func profit(of profile: PayoffProfile) throws(StrategyError) -> Double {
        guard let range else { return try profile.profit(at: prices[0]) }
        let inner = profile.strikePrices.filter { range.lowerBound < $0 && $0 < range.upperBound }
        let places = [range.lowerBound] + inner + [range.upperBound]
        let profits = try places.map { (price) throws(StrategyError) in try profile.profit(at: price) }
        var area = 0.0
        for index in 1..<places.count {
            area += (places[index] - places[index - 1]) * (profits[index] + profits[index - 1]) / 2
        }
        return area / (range.upperBound - range.lowerBound)
    }

    /// The mean profit before the expiration.
    func profit(of strategy: PricedStrategy, _ budget: WorkBudget) throws(StrategyError) -> Double {
        let grid = try ScenarioGrid(stockPrices: prices, volatilityShifts: [0], elapsedTimes: [time])
        let profits = try strategy.profits(in: grid, budget: budget)
        var mean = 0.0
        for (weight, profit) in zip(weights, profits) { mean += weight * profit }
        return mean
    }

    /// The value per share of a contract; NaN before its expiration if it has no volatility.
    fileprivate func value(
        of contract: SearchContract, _ request: FindRequest, _ chain: ResolvedChain, _ budget: WorkBudget
    ) throws(StrategyError) -> Double {
        let leg = try Leg(
            contract.kind == .call ? .call(strikePrice: contract.strikePrice) : .put(strikePrice: contract.strikePrice),
            .long, premium: 0, quantity: 1, sharesPerContract: 1)
        if isAtExpiration { return try profit(of: PayoffProfile([leg])) }
        guard let volatility = contract.volatility else { return .nan }
        let priced = try PricedLeg(
            leg, timeToExpiration: chain.horizon, volatility: volatility, exercise: request.exercise)
        return try profit(of: PricedStrategy([priced], in: chain.market), budget)
    }
}

/// The profit at expiration of what is held.
struct HeldProfit: Sendable {
    /// A price, and the profit there.
    struct Knot: Sendable {
        let price: Double, profit: Double
    }

    /// The knots, ascending, the first at 0; the slope beyond the last one in shares.
    private(set) var knots = [Knot(price: 0, profit: 0)]
    private(set) var endSlope = 0
    /// The shares of puts, and of the underlying.
    private(set) var putShares = 0, shares = 0
    /// Whether nothing is held.
    private(set) var isNothing = true
    private(set) var mean = 0.0, target = 0.0, delta = 0.0, theta = 0.0, vega = 0.0

    /// Nothing.
    init() {}

    init(
        _ request: FindRequest, _ chain: ResolvedChain, _ moments: BeliefMoments, _ budget: WorkBudget
    ) throws(StrategyError) {
        guard !chain.holdings.isEmpty else { return }
        isNothing = false
        let profile = try PayoffProfile(chain.holdings)
        let strikes: [Double] = profile.strikePrices
        knots = try ([0] + strikes).map { (price) throws(StrategyError) in
            Knot(price: price, profit: try profile.profit(at: price))
        }
        for leg in chain.holdings {
            switch leg.instrument {
            case .call: endSlope += leg.signedShares
            case .put: putShares += leg.signedShares
            case .stock:
                endSlope += leg.signedShares
                shares += leg.signedShares
            }
        }
        mean = try ProfitProbabilities(of: profile, under: moments.prices, budget: budget).expectedProfitLoss
        let strategy = try? chain.pricedHoldings(request)
        let greeks = try strategy?.greeks(budget: budget).net.converted(to: request.greekUnits)
        delta = greeks?.delta ?? .nan
        theta = greeks?.theta ?? .nan
        vega = greeks?.vega ?? .nan
        if let prices = TargetPrices(request, chain) {
            if prices.isAtExpiration {
                target = try prices.profit(of: profile)
            } else {
                target =
                    try strategy.map { (strategy) throws(StrategyError) in
                        try prices.profit(of: strategy, budget)
                    } ?? .nan
            }
        }
    }

    /// The profit at a price.
    func profit(at price: Double) -> Double {
        let after = knots.firstIndex { $0.price > price } ?? knots.count
        let last = knots[after - 1]
        if after == knots.count { return last.profit + Double(endSlope) * (price - last.price) }
        let next = knots[after]
        return last.profit + (next.profit - last.profit) * (price - last.price) / (next.price - last.price)
    }
}

extension ResolvedChain {
    /// What is held, with its volatilities. Throws an error if one is unknown.
    func pricedHoldings(_ request: FindRequest) throws(StrategyError) -> PricedStrategy {
        var legs: [PricedLeg] = []
        for (leg, volatility) in zip(holdings, holdingVolatilities) {
            if leg.instrument == .stock {
                legs.append(PricedLeg(shares: leg))
            } else {
                guard let volatility else { throw .missing("impliedVolatility") }
                legs.append(
                    try PricedLeg(
                        leg, timeToExpiration: horizon, volatility: volatility,
                        exercise: leg.exercise ?? request.exercise))
            }
        }
        return try PricedStrategy(legs, in: market)
    }
}
