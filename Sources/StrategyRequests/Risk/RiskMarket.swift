internal import ExactPayoff
internal import LinearAlgebra
internal import OptionPricing
internal import PortfolioRisk

/// The model of the underlyings of a request: with the volatilities and correlations that it gives, or estimates from its histories.
struct RiskMarket {
    let horizon: Double
    let underlyings: [RiskConventions.Underlying]
    let correlationSource: RiskConventions.Source?
    /// The correlations, if they are estimated.
    private(set) var estimate: DenseMatrix?
    let model: RiskModel

    init(_ request: RiskRequest, _ budget: WorkBudget) throws(StrategyError) {
        horizon = try request.timeToHorizon()
        let given = request.correlations
        let count = request.underlyings.count
        let hasEstimate = given == nil && count > 1
        var histories: [PriceHistory] = []
        var underlyings: [RiskConventions.Underlying] = []
        var assets: [RiskUnderlying] = []
        for (index, underlying) in request.underlyings.enumerated() {
            let path = "underlyings[\(index)].history"
            var volatility = underlying.volatility
            if let prices = underlying.history, hasEstimate || volatility == nil {
                if hasEstimate, let first = request.underlyings[0].history, prices.count != first.count {
                    throw StrategyError(path, .sameCount("underlyings[0].history"), .count(prices.count))
                }
                try budget.spend(prices.count.saturatingProduct(WorkCost.pricePerHistory))
                let history = try StrategyError.ofRisk { () throws(RiskError) in try PriceHistory(prices) }
                guard history.varies else { throw StrategyError(path, .variedReturns) }
                volatility = volatility ?? history.volatility(periodsPerYear: request.periodsPerYear)
                histories.append(history)
            } else if hasEstimate {
                throw .missing("correlations")
            }
            let known = volatility ?? .nan
            // The variance of a history times the periods per year may overflow.
            guard known.isFinite, known > 0 else {
                throw StrategyError("underlyings[\(index)].volatility", .representable)
            }
            underlyings.append(
                RiskConventions.Underlying(
                    volatility: known, volatilitySource: underlying.volatility == nil ? .history : .given,
                    dividendYield: underlying.dividendYield))
            let dividends = try underlying.dividends.discreteDividends(from: request.valuation)
            for (row, dividend) in dividends.enumerated()
            where dividend.timeToExDate > 0 && dividend.timeToExDate <= horizon {
                throw underlying.dividends[row].exDate.error("underlyings[\(index)].dividends[\(row)]")
            }
            assets.append(
                try StrategyError.ofRisk { () throws(RiskError) in
                    try RiskUnderlying(
                        price: underlying.currentPrice, volatility: known, dividendYield: underlying.dividendYield,
                        dividends: dividends)
                })
        }
        self.underlyings = underlyings
        correlationSource = count == 1 ? nil : hasEstimate ? .history : .given
        let correlations: DenseMatrix
        if let given {
            correlations = try Self.matrix(given, count)
        } else if hasEstimate {
            correlations = try StrategyError.ofRisk { () throws(RiskError) in
                try PriceHistory.correlations(of: histories, budget: budget)
            }
            estimate = correlations
        } else {
            correlations = .identity(count)
        }
        try budget.spend(WorkCost.multiplying(count * count, columns: count))
        model = try StrategyError.ofRisk(correlations) { () throws(RiskError) in
            try RiskModel(underlyings: assets, correlations: correlations, riskFreeRate: request.riskFreeRate)
        }
    }

    private static func matrix(_ rows: [[Double]], _ count: Int) throws(StrategyError) -> DenseMatrix {
        try StrategyError.require(rows.count, "correlations", .count(count...count, .rows))
        for (index, row) in rows.enumerated() {
            try StrategyError.require(row.count, "correlations[\(index)]", .count(count...count, .elements))
        }
        return DenseMatrix(rows: rows)
    }
}

extension RiskRequest {
    /// Returns the years from the valuation to the horizon.
    fileprivate func timeToHorizon() throws(StrategyError) -> Double {
        switch horizon {
        case .years(let years): return years
        case .days(let days):
            let years = days / 365
            try StrategyError.require(years, "horizonDays", .positive)
            return years
        case .date(let date):
            guard let valuation else { throw .missing("valuationDate") }
            return DayCount.actual365Fixed(from: valuation, to: date)
        }
    }
}

extension RequestDividend.ExDate {
    /// The error of a dividend at `path` whose ex-date is not after the horizon.
    fileprivate func error(_ path: String) -> StrategyError {
        switch self {
        case .date(let date): StrategyError("\(path).exDate", .afterHorizon, .date(date))
        case .years(let years): StrategyError("\(path).timeToExDate", .afterHorizon, .number(years))
        }
    }
}

extension StrategyError {
    /// Runs `body`, and converts an error about the members of a request, of which `correlations` are the correlations.
    static func ofRisk<Result>(
        _ correlations: DenseMatrix? = nil, _ body: () throws(RiskError) -> Result
    ) throws(StrategyError) -> Result {
        do throws(RiskError) {
            return try body()
        } catch {
            throw StrategyError(error, correlations)
        }
    }

    init(_ error: RiskError, _ correlations: DenseMatrix? = nil) {
        switch error {
        case .work(let error): self = error
        case .notOne(let index, let value):
            self.init("correlations[\(index)][\(index)]", .one, .number(value))
        case .correlations(.notSymmetric(let row, let column)):
            self.init(
                "correlations[\(row)][\(column)]", .equal("correlations[\(column)][\(row)]"),
                correlations.map { .number($0[row, column]) } ?? .absent)
        case .notPositiveSemidefinite(let count): self.init("correlations", .positiveSemidefinite(count))
        case .correlations(.notPositiveDefinite(let order)): self.init("correlations", .positiveDefinite(order))
        case .correlations(.unavailable):
            self.init("underlyings", .atMost(64, .underlyingsWithoutOpenBLAS), .count(correlations?.rows ?? 65))
        case .pricing(_, let error): self = error.strategyError
        case .notRepresentable: self.init("valueAtRisk", .representable)
        default:
            // Members are valid, so that no other error occurs.
            self.init("underlyings", .representable)
        }
    }
}
