internal import DecimalNumbers
internal import ExactPayoff
internal import OptionPricing
internal import _OptionsMath

/// The values of surviving options of any exercise style, in a market with or without dividends, as ``OptionEvaluator`` computes
/// them.
///
/// Nothing is known of them but their values and derivatives. Inside ``range`` they are evaluated; outside it each value is the line
/// that touches it at the end of the range.
struct ModelValues: SurvivingValues {
    private let market: OptionMarket
    /// Shares in money units.
    private var weights: [Double] = []
    private var contracts: [OptionContract] = []
    /// The prices between which each value bends: ten deviations around the strike, and around the strike discounted to the horizon.
    private var bends: [ClosedRange<Double>] = []
    /// The error of each value in parts of the larger of spot and strike.
    private var errors: [Double] = []
    /// The cost of the greeks of all contracts at one price.
    private let greeksCost: Int
    /// The prices between which the options are evaluated: ten deviations around all strikes, and within a factor of 2¹³.
    let range: ClosedRange<Double>
    /// The lines below and above the range.
    private(set) var below = Line()
    private(set) var above = Line()

    /// A value that is linear in the price.
    struct Line {
        var value = 0.0
        var slope = 0.0
        var magnitude = 0.0
        var slopeMagnitude = 0.0
    }

    /// Collects options, whose times to expiration are those from the horizon, in the market at the horizon. Its price has no effect.
    ///
    /// - Throws: `StrategyError` if the evaluator refuses an option.
    init(
        _ legs: [(contract: OptionContract, shares: Int128)], in market: OptionMarket, moneyUnit: Double,
        _ budget: WorkBudget
    ) throws(StrategyError) {
        self.market = market
        weights = legs.map { $0.shares.nearestDouble / moneyUnit }
        contracts = legs.map(\.contract)
        errors = contracts.map { $0.error(in: market) }
        let slow = contracts.reduce(0) { $0 + ($1.hasFormula(in: market) ? 0 : $1.cost(in: market)) }
        greeksCost = slow + (contracts.count.saturatingProduct(WorkCost.greeks) + WorkCost.kernelCall)
        var (low, high) = (Double.infinity, 0.0)
        for contract in contracts {
            let reach = Self.reach(contract)
            low = min(low, contract.terms.strike / reach)
            high = max(high, contract.terms.strike * reach)
        }
        bends = contracts.map { Self.bend($0, in: market) }
        for contract in contracts {
            guard let domain = contract.prices(in: market) else { continue }
            low = max(low, domain.lowerBound)
            high = min(high, domain.upperBound)
        }
        range = low...max(low, high)
        below = try line(at: range.lowerBound, budget)
        above = try line(at: range.upperBound, budget)
    }

    /// The factor of a price ten deviations above a strike.
    private static func reach(_ contract: OptionContract) -> Double {
        let deviation = deviation(contract)
        return min(exp(10 * deviation + deviation * deviation / 2), 0x1p13)
    }

    /// The prices between which the value of an option bends. With dividends, these are all prices.
    private static func bend(_ contract: OptionContract, in market: OptionMarket) -> ClosedRange<Double> {
        let (strike, time) = (contract.terms.strike, contract.terms.timeToExpiration)
        if market.hasDividends(until: time) { return 0...Double.infinity }
        let discounted = strike * exp((market.dividendYield - market.riskFreeRate) * time)
        let reach = reach(contract)
        return min(strike, discounted) / reach...max(strike, discounted) * reach
    }

    private static func deviation(_ contract: OptionContract) -> Double {
        contract.volatility * contract.terms.timeToExpiration.squareRoot()
    }

    /// The line that touches the sum of the values at a price.
    private func line(at price: Double, _ budget: WorkBudget) throws(StrategyError) -> Line {
        let values = try derivatives(at: price, budget)
        let slopeMagnitude = weights.reduce(0) { $0 + $1.magnitude }
        // A slope within rounding of 0 is that of options that cancel.
        let slope = values.slope.magnitude <= slopeMagnitude * 0x1p-44 ? 0 : values.slope
        return Line(
            value: values.value - slope * price, slope: slope, magnitude: values.magnitude,
            slopeMagnitude: slopeMagnitude)
    }

    // MARK: The range

    var count: Int { contracts.count }

    var live: ClosedRange<Double>? { range }

    /// Prices half a deviation apart around each strike. Between two of them, the value of an option hardly bends.
    var seeds: [Double] {
        contracts.flatMap { contract in
            (-8...8).map { contract.terms.strike * exp(Double($0) / 2 * Self.deviation(contract)) }
        }.filter(range.contains)
    }

    func living(between low: Double, and high: Double) -> [Int] {
        isLiving(between: low, and: high) ? Array(contracts.indices) : []
    }

    func isLiving(between low: Double, and high: Double) -> Bool { range.lowerBound < high && low < range.upperBound }

    func leastDeviation(between low: Double, and high: Double) -> Double? {
        guard isLiving(between: low, and: high) else { return nil }
        return contracts.indices.lazy.filter { bends[$0].lowerBound < high && low < bends[$0].upperBound }
            .map { Self.deviation(contracts[$0]) }.min()
    }

    var isWorthSelecting: Bool { false }

    func selecting(_ places: [Int]) -> any SurvivingValues { self }

    func effort(at spot: Double) -> Int { 16 + count }

    // MARK: Values

    func evaluate(at spot: Double, _ budget: WorkBudget) throws(StrategyError) -> SurvivingDerivatives {
        guard spot >= range.lowerBound, spot < range.upperBound else {
            return SurvivingDerivatives(gammas: [Double](repeating: 0, count: count))
        }
        return try derivatives(at: spot, budget)
    }

    private func derivatives(at spot: Double, _ budget: WorkBudget) throws(StrategyError) -> SurvivingDerivatives {
        try budget.spend(greeksCost)
        let kinds = contracts.map(\.terms.kind)
        let exercises = contracts.map(\.terms.exercise)
        let strikes = contracts.map(\.terms.strike)
        let times = contracts.map(\.terms.timeToExpiration)
        let volatilities = contracts.map(\.volatility)
        var columns = GreekColumns(.greeks, count: count)
        var evaluator = OptionEvaluator()
        let refusals = evaluator.evaluate(
            OptionColumns(
                kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .each(times.span),
                in: market, underlyingPrices: .same(spot), exercises: .each(exercises.span)),
            volatilities: .each(volatilities.span), into: &columns)
        if let refusal = refusals.first { throw refusal.error.strategyError }
        var result = SurvivingDerivatives()
        var sum = CompensatedSum()
        for (index, weight) in weights.enumerated() {
            let (price, delta) = (columns[.price, index], columns[.delta, index])
            sum.add(weight * price)
            result.slope += weight * delta
            let error = errors[index] * max(spot, contracts[index].terms.strike) / HorizonFunction.modelAllowance
            result.magnitude += weight.magnitude * (price + spot * delta.magnitude + error)
            result.gammas.append(columns[.gamma, index])
        }
        result.value = sum.value
        return result
    }

    func cost(at spots: [Double]) -> Int {
        contracts.reduce(0) { $0 + cost(of: $1, at: spots) }
    }

    private func cost(of contract: OptionContract, at spots: [Double]) -> Int {
        contract.cost(ofPrices: spots.count, in: market) + WorkCost.kernelCall
    }

    func add(at spots: [Double], to sums: inout [Double], _ budget: WorkBudget) throws(StrategyError) {
        // Outside the range nothing is added, so the column has an arbitrary price.
        let inside = spots.map { $0 >= range.lowerBound && $0 < range.upperBound ? $0 : range.lowerBound }
        var values = [Double](repeating: 0, count: spots.count)
        var evaluator = OptionEvaluator()
        for (contract, weight) in zip(contracts, weights) {
            try budget.spend(cost(of: contract, at: spots))
            var prices = values.mutableSpan
            let refusals = evaluator.evaluatePrices(
                OptionColumns(
                    kinds: .same(contract.terms.kind), strikes: .same(contract.terms.strike),
                    timesToExpiration: .same(contract.terms.timeToExpiration), in: market,
                    underlyingPrices: .each(inside.span), exercises: .same(contract.terms.exercise)),
                volatilities: .same(contract.volatility), into: &prices)
            if let refusal = refusals.first { throw refusal.error.strategyError }
            for place in spots.indices where spots[place] == inside[place] { sums[place] += weight * values[place] }
        }
    }

    // MARK: Curvature

    func curvature(
        from low: Double, _ lowGammas: [Double], to high: Double, _ highGammas: [Double]
    ) -> (least: Double, greatest: Double)? { nil }

    func curvature(_ gammas: [Double]) -> Double { zip(weights, gammas).reduce(0) { $0 + $1.0 * $1.1 } }
}
