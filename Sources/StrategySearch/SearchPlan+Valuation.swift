internal import DecimalNumbers
internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyNames
internal import StrategyRequests
internal import StrategyValuation

/// A combination valued by the engine.
struct ValuedCombination {
    let combination: Combination
    let strategy: FindResponse.Strategy
    /// The objectives; `nil` if the combination is not eligible.
    let values: ObjectiveValues?
    let mean: Double

    var ranked: RankedCombination? {
        values.map {
            RankedCombination(
                values: $0, mean: mean, combination: combination, equivalenceClass: combination.equivalenceClass)
        }
    }
}

extension SearchPlan {
    /// The legs of a combination, in canonical order, as a request of `calculate` has them.
    func legs(of combination: Combination) throws(StrategyError) -> [Leg] {
        var legs: [Leg] = []
        let count = request.search.contracts
        if combination.shares != 0 {
            legs.append(
                try Leg.stock(
                    combination.shares > 0 ? .long : .short, entryPrice: request.currentPrice,
                    quantity: Leg.defaultSharesPerContract * count))
        }
        for leg in combination.legs {
            guard let contract = contracts[leg.kind, leg.strike], let price = contract.price(quantity: leg.quantity)
            else {
                preconditionFailure("a combination has contracts that can be traded")
            }
            let quantity = Int(leg.quantity.magnitude) * count
            let strike = contract.strikePrice
            legs.append(
                try Leg(
                    leg.kind == .call ? .call(strikePrice: strike) : .put(strikePrice: strike),
                    leg.quantity > 0 ? .long : .short, premium: price, quantity: quantity,
                    sharesPerContract: Leg.defaultSharesPerContract,
                    expiration: request.options[contract.quote].expiration, impliedVolatility: contract.volatility,
                    fee: ResultRounding.rounded(request.fee * Double(quantity), 8)))
        }
        return legs
    }

    /// Values additions, and what is held, together. Without additions, it is what is held.
    func value(
        _ combination: Combination?, _ budget: WorkBudget
    ) throws(StrategyError) -> ValuedCombination {
        let additions = try combination.map { (combination) throws(StrategyError) in try legs(of: combination) } ?? []
        let all = chain.holdings + additions
        let profile = try PayoffProfile(all, rounding: ResultRounding(money: 8, price: 10))
        let metrics = try StrategyMetrics(profile, netCostOf: additions, budget)
        let chances = try ProfitProbabilities(
            of: profile, under: chain.prices, levels: [request.confidenceLevel], budget: budget)
        let priced = try priced(additions, combination)
        var target: Double?
        if let prices = TargetPrices(request, chain) {
            if prices.isAtExpiration {
                target = try prices.profit(of: profile)
            } else {
                target = try priced.map { (strategy) throws(StrategyError) in try prices.profit(of: strategy, budget) }
            }
        }
        let greeks = try priced.map { (strategy) throws(StrategyError) in
            try strategy.greeks(budget: budget).net.converted(to: request.greekUnits)
        }
        let cost = metrics.netCost
        var values = CombinationMetrics(
            netCost: cost, mean: chances.expectedProfitLoss, leastProfit: metrics.maxLoss ?? -.infinity,
            greatestProfit: metrics.maxProfit ?? .infinity, target: target ?? .nan, delta: greeks?.delta ?? .nan,
            theta: greeks?.theta ?? .nan, vega: greeks?.vega ?? .nan, constant: 0)
        values.probabilityOfProfit = chances.ofProfit
        values.expectedShortfall = chances.expectedShortfall[0].value
        let objectives = request.objectives.map { SignificantDigits.rounded(values.value(of: $0)) }
        let isEligible = !objectives.contains(where: \.isNaN)
        let name = try combination == nil ? nil : StrategyName.recognise(additions).recognised
        let strategy = FindResponse.Strategy(
            rank: 0, name: name, title: combination.map { title(of: $0, name?.name) } ?? "",
            legs: all == additions ? all : additions,
            objectives: objectives,
            capital: metrics.maxLoss == nil ? nil : ResultRounding.rounded(values.capital, 8), metrics: metrics,
            probability: FindResponse.Probability(chances),
            profitAtTarget: target.map { ResultRounding.rounded($0, 8) }, greeks: greeks)
        return ValuedCombination(
            combination: combination ?? Combination(shares: 0, []), strategy: strategy,
            values: isEligible ? ObjectiveValues(objectives) : nil,
            mean: SignificantDigits.rounded(chances.expectedProfitLoss))
    }

    /// The position of doing nothing.
    func valueHoldings(_ budget: WorkBudget) throws(StrategyError) -> FindResponse.Holdings? {
        if chain.holdings.isEmpty { return nil }
        var holdings = FindResponse.Holdings(try value(nil, budget).strategy, legs: chain.holdings)
        if request.include.contains(.margin) {
            holdings.initialDeposit = try request.initialDeposit(of: chain.holdings, budget)
        }
        return holdings
    }

    /// What is held and the additions, with their volatilities; `nil` if one is unknown.
    private func priced(_ additions: [Leg], _ combination: Combination?) throws(StrategyError) -> PricedStrategy? {
        var legs: [PricedLeg] = []
        if !chain.holdings.isEmpty {
            guard let held = try? chain.pricedHoldings(request) else { return nil }
            legs = held.legs
        }
        for leg in additions {
            guard leg.instrument != .stock else {
                legs.append(PricedLeg(shares: leg))
                continue
            }
            guard let volatility = leg.impliedVolatility else { return nil }
            legs.append(
                try PricedLeg(
                    leg, timeToExpiration: chain.horizon, volatility: volatility, exercise: request.exercise))
        }
        return try PricedStrategy(legs, in: chain.market)
    }

    /// The expected shortfall of a combination, by the engine.
    func expectedShortfall(of combination: Combination) -> Double? {
        guard let legs = try? legs(of: combination), let profile = try? PayoffProfile(chain.holdings + legs) else {
            return nil
        }
        return try? ProfitProbabilities(of: profile, under: chain.prices, levels: [request.confidenceLevel])
            .expectedShortfall[0].value
    }

    /// A combination that cannot lose.
    func riskless(_ combination: Combination, _ budget: WorkBudget) throws(StrategyError) -> FindResponse.Riskless {
        let legs = try legs(of: combination)
        let profile = try PayoffProfile(chain.holdings + legs, rounding: ResultRounding(money: 8, price: 10))
        let name = try StrategyName.recognise(legs).recognised
        return FindResponse.Riskless(
            title: title(of: combination, name?.name), legs: legs,
            metrics: try StrategyMetrics(profile, netCostOf: legs, budget))
    }

    // MARK: Titles

    /// The title of a combination.
    func title(of combination: Combination) -> String {
        let name = (try? StrategyName.recognise(legs(of: combination)))?.recognised
        return title(of: combination, name?.name)
    }

    /// The name and the strikes, or the legs.
    func title(of combination: Combination, _ name: String?) -> String {
        let legs = combination.legs
        func strike(_ leg: Combination.Leg) -> String { Self.text(contracts.strikes[leg.strike]) }
        if let name {
            var strikes: [String] = []
            for leg in legs where strikes.last != strike(leg) { strikes.append(strike(leg)) }
            return strikes.isEmpty ? name : "\(name) \(strikes.joined(separator: "/"))"
        }
        var parts = legs.map { Self.text(of: $0, strike: contracts.strikes[$0.strike]) }
        if combination.shares != 0 { parts.insert(Self.text(ofShares: combination.shares), at: 0) }
        return parts.joined(separator: " ")
    }

    /// A leg in a title.
    static func text(of leg: Combination.Leg, strike: Double) -> String {
        let count = leg.quantity.magnitude == 2 ? "2×" : ""
        return "\(leg.quantity > 0 ? "+" : "−")1 \(leg.kind == .call ? "call" : "put") \(count)\(text(strike))"
    }

    /// Shares in a title.
    static func text(ofShares shares: Int) -> String {
        "\(shares > 0 ? "+" : "−")\(Leg.defaultSharesPerContract) shares"
    }

    /// The expiration in a title: the date, or the years.
    var expirationText: String {
        request.expirationDate?.description ?? "\(chain.horizon) years"
    }

    /// The shortest decimal of a strike.
    static func text(_ price: Double) -> String {
        price == price.rounded() && price < 1e15 ? "\(Int(price))" : "\(price)"
    }
}

extension StrategyMetrics {
    /// The metrics of a profile with the cost of some of its legs.
    fileprivate init(
        _ profile: PayoffProfile, netCostOf legs: [Leg], _ budget: WorkBudget
    ) throws(StrategyError) {
        self.init()
        var profile = profile
        _ = try profile.metrics(into: &self, budget)
        if legs.isEmpty {
            cost = ResultNumber(digits: 0, decimals: 0)
        } else {
            cost = try PayoffProfile(legs, rounding: ResultRounding(money: 8, price: 10)).cost
        }
    }
}

extension StrategyName {
    /// The name; `nil` if the legs are not a strategy.
    fileprivate var recognised: StrategyName? { family == nil ? nil : self }
}
