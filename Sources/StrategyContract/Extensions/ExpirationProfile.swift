internal import StrategyAnalytics

/// The profit of a request's legs at the first expiration.
enum ExpirationProfile {
    /// All legs expire then: straight lines, exactly.
    case exact(PayoffProfile)
    /// Some legs live on and are valued by the model.
    case model(HorizonProfile)

    private static let rounding = ResultRounding(money: 8, price: 10)

    /// The profile of legs that expire together.
    init(_ legs: [Leg]) throws(ContractError) {
        self = .exact(
            try ContractError.translating { () throws(StrategyError) in
                try PayoffProfile(legs, rounding: Self.rounding)
            })
    }

    /// The profile of legs that expire at different times; the volatilities of those that live on go into `conventions`.
    init(_ strategy: TimedStrategy, _ conventions: inout Conventions) throws(ContractError) {
        let horizon = try strategy.horizon()
        try strategy.requireModerateYield()
        var expiring: [Leg] = []
        var surviving: [SurvivingLeg] = []
        for (index, leg) in strategy.legs.enumerated() {
            guard let time = strategy.times[index], time > horizon else {
                expiring.append(leg)
                continue
            }
            let volatility = try strategy.volatility(of: index, &conventions)
            surviving.append(
                try ContractError.translating(in: ObjectPath.leg(index).text) { () throws(StrategyError) in
                    try SurvivingLeg(leg, remainingTime: time - horizon, volatility: volatility)
                })
        }
        let profile = try ContractError.translating { () throws(StrategyError) in
            try HorizonProfile(
                expiring: expiring, surviving: surviving, riskFreeRate: strategy.market.riskFreeRate,
                dividendYield: strategy.market.dividendYield, rounding: Self.rounding)
        }
        if !profile.isCertified { conventions.search = Conventions.unfinishedSearch }
        self = .model(profile)
    }

    /// What the position costs, and what it can gain and lose.
    func metrics() throws(ContractError) -> Metrics {
        let metrics =
            switch self {
            case .exact(let profile):
                Metrics(
                    netCost: profile.netCost, maxProfit: profile.maximumProfit, maxLoss: profile.minimumProfit,
                    breakEvenPoints: profile.breakEvenPoints)
            case .model(let profile):
                Metrics(
                    netCost: profile.netCost, maxProfit: profile.maximumProfit, maxLoss: profile.minimumProfit,
                    breakEvenPoints: profile.breakEvenPoints)
            }
        try ContractError.require([metrics.netCost], "netCost")
        try ContractError.require([metrics.maxProfit ?? 0], "maxProfit")
        try ContractError.require([metrics.maxLoss ?? 0], "maxLoss")
        try ContractError.require(metrics.breakEvenPoints, "breakEvenPoints")
        return metrics
    }

    /// The curve on the default grid.
    func curve(around currentPrice: Double) throws(ContractError) -> PayoffCurve {
        try curve { () throws(StrategyError) in
            switch self {
            case .exact(let profile): try profile.curve(around: currentPrice)
            case .model(let profile): try profile.curve(around: currentPrice)
            }
        }
    }

    /// The curve at some prices, ascending.
    func curve(at stockPrices: [Double]) throws(ContractError) -> PayoffCurve {
        try curve { () throws(StrategyError) in
            switch self {
            case .exact(let profile): try profile.curve(at: stockPrices)
            case .model(let profile):
                PayoffCurve(stockPrices: stockPrices, profitLosses: try profile.profits(at: stockPrices))
            }
        }
    }

    private func curve(
        _ evaluate: () throws(StrategyError) -> PayoffCurve
    ) throws(ContractError) -> PayoffCurve {
        let curve = try ContractError.translating(evaluate)
        try ContractError.require(curve.profitLosses, "curve")
        return curve
    }
}

extension ContractError {
    /// Throws unless every result is a number that JSON can carry.
    static func require(_ results: [Double], _ path: String) throws(ContractError) {
        guard results.allSatisfy(\.isFinite) else { throw .notRepresentable(path) }
    }
}
