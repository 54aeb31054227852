internal import DecimalNumbers
internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyNames
internal import StrategyRequests
internal import StrategyValuation

extension PairPlan {
    private static let rounding = ResultRounding(money: 8, price: 10)

    /// The legs of a combination, in canonical order: shares and those that expire at the horizon, and those that expire later.
    private func legs(of combination: Combination) throws(StrategyError) -> (near: [Leg], far: [Leg]) {
        let legs = combination.legs
        let later = legs.filter { $0.expiration == far.expiration }
        let first = Combination(shares: combination.shares, legs.filter { $0.expiration == near.expiration })
        return (try near.legs(of: first), try far.legs(of: Combination(shares: 0, later)))
    }

    private func name(_ legs: (near: [Leg], far: [Leg])) throws(StrategyError) -> StrategyName? {
        let expirations = legs.near.map { $0.instrument == .stock ? nil : 0.0 } + legs.far.map { _ in 1.0 }
        let name = try StrategyName.recognise(legs.near + legs.far, expirations: expirations)
        return name.family == nil ? nil : name
    }

    /// The name of a combination; `nil` if it has none.
    func name(of combination: Combination) -> String? {
        (try? legs(of: combination)).flatMap { try? name($0) }?.name
    }

    private func survivors(_ legs: [Leg], after elapsed: Double) throws(StrategyError) -> [PricedLeg] {
        try legs.map { (leg) throws(StrategyError) in
            guard let volatility = leg.impliedVolatility else { throw .missing("impliedVolatility") }
            return try PricedLeg(
                leg, timeToExpiration: far.chain.horizon - elapsed, volatility: volatility,
                exercise: far.request.exercise)
        }
    }

    private func profile(
        _ legs: (near: [Leg], far: [Leg]), _ budget: WorkBudget
    ) throws(StrategyError) -> (profile: HorizonProfile, metrics: StrategyMetrics) {
        let profile = try HorizonProfile(
            expiring: near.chain.holdings + legs.near, surviving: try survivors(legs.far, after: near.chain.horizon),
            in: laterMarket, rounding: Self.rounding, budget: budget)
        var metrics = StrategyMetrics()
        profile.metrics(into: &metrics)
        if let range = near.request.search.priceRange {
            let extremes = try profile.extremes(over: range, budget: budget)
            metrics.leastProfit = ResultNumber(extremes.minimum)
            metrics.greatestProfit = ResultNumber(extremes.maximum)
        }
        metrics.cost = try PayoffProfile(legs.near + legs.far, rounding: Self.rounding).cost
        return (profile, metrics)
    }

    /// Values a combination, and what is held, together. It has no objectives unless it is eligible, passes the filters and can lose.
    func value(_ combination: Combination, _ budget: WorkBudget) throws(StrategyError) -> ValuedCombination {
        let request = near.request
        let legs = try legs(of: combination)
        let (profile, metrics) = try profile(legs, budget)
        let chances = try ProfitProbabilities(
            of: profile, under: near.chain.prices, levels: [request.confidenceLevel], budget: budget)
        let priced = try priced(legs)
        var target: Double?
        if let prices = TargetPrices(request, near.chain) {
            if prices.isAtExpiration {
                let expiring = near.chain.holdings + legs.near
                let later = try PricedStrategy(survivors(legs.far, after: 0), in: market)
                target = try prices.profit(of: PayoffProfile(expiring)) + prices.profit(of: later, budget)
            } else {
                target = try priced.map { (strategy) throws(StrategyError) in try prices.profit(of: strategy, budget) }
            }
        }
        let greeks = try priced.map { (strategy) throws(StrategyError) in
            try strategy.greeks(budget: budget).net.converted(to: request.greekUnits)
        }
        var values = CombinationMetrics(
            netCost: metrics.netCost, mean: chances.expectedProfitLoss, leastProfit: metrics.maxLoss ?? -.infinity,
            greatestProfit: metrics.maxProfit ?? .infinity, target: target ?? .nan,
            delta: greeks?.delta ?? .nan, theta: greeks?.theta ?? .nan, vega: greeks?.vega ?? .nan, constant: 0)
        values.probabilityOfProfit = chances.ofProfit
        let objectives = request.objectives.map { SignificantDigits.rounded(values.value(of: $0)) }
        let filter = CombinationFilter(request.filters, amountError: 5e-9)
        let isEligible =
            !objectives[0].isNaN && filter.allows(values) && filter.allows(probability: chances.ofProfit)
            && !filter.isRiskless(values)
        let name = try name(legs)
        var strategy = FindResponse.Strategy(
            rank: 0, name: name, title: title(of: combination, name?.name), legs: legs.near + legs.far,
            objectives: objectives,
            capital: metrics.maxLoss == nil ? nil : ResultRounding.rounded(values.capital, 8), metrics: metrics,
            probability: FindResponse.Probability(chances),
            profitAtTarget: target.map { ResultRounding.rounded($0, 8) }, greeks: greeks)
        strategy.isCertified = profile.isCertified
        return ValuedCombination(
            combination: combination, strategy: strategy, values: isEligible ? ObjectiveValues(objectives) : nil,
            mean: SignificantDigits.rounded(chances.expectedProfitLoss))
    }

    /// What is held and the legs; `nil` if a volatility is unknown.
    private func priced(_ legs: (near: [Leg], far: [Leg])) throws(StrategyError) -> PricedStrategy? {
        var priced = near.chain.holdings.map { PricedLeg(shares: $0) }
        for leg in legs.near {
            guard leg.instrument != .stock else {
                priced.append(PricedLeg(shares: leg))
                continue
            }
            guard let volatility = leg.impliedVolatility else { return nil }
            priced.append(
                try PricedLeg(
                    leg, timeToExpiration: near.chain.horizon, volatility: volatility,
                    exercise: near.request.exercise))
        }
        return try PricedStrategy(priced + survivors(legs.far, after: 0), in: market)
    }

    /// A combination that cannot lose; its profit decides whether it is one.
    func riskless(_ combination: Combination, _ budget: WorkBudget) throws(StrategyError) -> FindResponse.Riskless {
        let legs = try legs(of: combination)
        return FindResponse.Riskless(
            title: title(of: combination), legs: legs.near + legs.far, metrics: try profile(legs, budget).metrics)
    }

    // MARK: Equivalents

    /// The combinations with the other kinds of near legs whose profits differ from that of `best` by a constant, best first.
    func equivalents(
        of best: Combination, _ budget: WorkBudget
    ) throws(StrategyError) -> [FindResponse.Equivalent] {
        let legs = best.legs
        let own = legs.filter { $0.expiration == near.expiration }
        let later = legs.filter { $0.expiration == far.expiration }
        let names = wantedNames(with: best)
        var rows: [(ranked: RankedCombination, title: String, name: String?, cost: Double)] = []
        var cost = 0.0
        for kinds in 0..<(1 << own.count) {
            let others = own.enumerated().map { index, leg in
                Combination.Leg(
                    expiration: leg.expiration, strike: leg.strike,
                    kind: kinds >> index & 1 == 1 ? .put : .call, quantity: leg.quantity)
            }
            let contracts = Set(others.map { [$0.strike, $0.kind == .put ? 1 : 0] })
            guard contracts.count == others.count,
                others.allSatisfy({ near.contracts[$0.kind, $0.strike]?.price(quantity: $0.quantity) != nil })
            else { continue }
            // Legs of one strike: the call first.
            let sorted = others.sorted { ($0.strike, $0.kind == .put ? 1 : 0) < ($1.strike, $1.kind == .put ? 1 : 0) }
            let combination = Combination(shares: best.shares, sorted + later)
            guard combination.equivalenceClass == best.equivalenceClass else { continue }
            let valued = try value(combination, budget)
            let name = valued.strategy.name?.name
            if combination == best {
                cost = valued.strategy.metrics.netCost - constant(own)
                continue
            }
            guard let ranked = valued.ranked, names.isEmpty || name.map(names.contains) ?? false else { continue }
            rows.append((ranked, valued.strategy.title, name, valued.strategy.metrics.netCost - constant(sorted)))
        }
        rows.sort { $0.ranked.precedes($1.ranked) }
        return rows.map { row in
            let strikes = row.ranked.combination.legs.filter { $0.expiration == near.expiration }
            return FindResponse.Equivalent(
                name: row.name, title: row.title, netCost: ResultRounding.rounded(row.cost + constant(strikes), 8),
                worseBy: ResultRounding.rounded(row.cost - cost, 8))
        }
    }

    /// The names of equivalents that are wanted; empty if all are.
    private func wantedNames(with best: Combination) -> Set<String> {
        let search = near.request.search
        return search.perStrategy ? Set([name(of: best)].compactMap(\.self)) : Set(search.strategies)
    }

    /// What the puts among legs are worth more than calls and shares sold.
    private func constant(_ legs: [Combination.Leg]) -> Double {
        legs.reduce(0) { sum, leg in
            guard leg.kind == .put else { return sum }
            return sum + Double(leg.quantity) * near.contracts.strikes[leg.strike] * near.amounts.shares
        }
    }

    // MARK: Titles

    /// The title of a combination.
    func title(of combination: Combination) -> String { title(of: combination, name(of: combination)) }

    /// The name, the strikes and the expirations, or the legs.
    private func title(of combination: Combination, _ name: String?) -> String {
        let legs = combination.legs
        func plan(_ leg: Combination.Leg) -> SearchPlan { leg.expiration == near.expiration ? near : far }
        func strike(_ leg: Combination.Leg) -> Double { plan(leg).contracts.strikes[leg.strike] }
        if let name {
            let strikes = Set(legs.map(strike)).sorted().map(SearchPlan.text)
            return "\(name) \(strikes.joined(separator: "/")) \(near.expirationText)/\(far.expirationText)"
        }
        var parts = legs.map { leg in
            "\(SearchPlan.text(of: leg, strike: strike(leg))) \(plan(leg).expirationText)"
        }
        if combination.shares != 0 { parts.insert(SearchPlan.text(ofShares: combination.shares), at: 0) }
        return parts.joined(separator: " ")
    }
}
