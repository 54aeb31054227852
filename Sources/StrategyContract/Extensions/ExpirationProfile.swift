internal import StrategyAnalytics

/// The profit of a request's legs at the first expiration.
enum ExpirationProfile {
    /// All legs expire then: straight lines, exactly.
    case exact(PayoffProfile)

    /// How results of `calculate` are rounded.
    static let rounding = ResultRounding(money: 8, price: 10)

    init(_ legs: [Leg]) throws(ContractError) {
        self = .exact(
            try ContractError.translating { () throws(StrategyError) in
                try PayoffProfile(legs, rounding: Self.rounding)
            })
    }

    /// What the position costs, and what it can gain and lose.
    func metrics() throws(ContractError) -> Metrics {
        let metrics =
            switch self {
            case .exact(let profile):
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
        let curve = try ContractError.translating { () throws(StrategyError) in
            switch self {
            case .exact(let profile): try profile.curve(around: currentPrice)
            }
        }
        try ContractError.require(curve.profitLosses, "curve")
        return curve
    }

    /// The curve at some prices, ascending.
    func curve(at stockPrices: [Double]) throws(ContractError) -> PayoffCurve {
        let curve = try ContractError.translating { () throws(StrategyError) in
            switch self {
            case .exact(let profile): try profile.curve(at: stockPrices)
            }
        }
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
