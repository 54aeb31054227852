internal import DecimalNumbers
internal import ExactPayoff
internal import OptionPricing
internal import PortfolioRisk
internal import StrategyValuation

/// The positions of a request with the times and volatilities of their options.
struct RiskPortfolio {
    /// The holdings of each position, over all underlyings.
    private(set) var holdings: [[PortfolioHolding]] = []
    /// The conventions of the legs of each position; `nil` for shares.
    private(set) var conventions: [[Conventions.LegConvention?]] = []
    /// The exercise style of all options, European if there are none; `nil` if some are American and some European.
    var exercise: ExerciseStyle? { styles.count > 1 ? nil : styles.first ?? .european }
    /// Whether a dividend counts for at least one option.
    private(set) var hasDividends = false
    private var styles: Set<ExerciseStyle> = []
    /// The path of each holding.
    private var paths: [String] = []

    init(_ request: RiskRequest, _ market: RiskMarket, _ budget: WorkBudget) throws(StrategyError) {
        for (index, underlying) in request.underlyings.enumerated() {
            var extensions = RequestExtensions()
            extensions.valuation = request.valuation
            extensions.riskFreeRate = request.riskFreeRate
            extensions.exercise = request.exercise
            extensions.dividendYield = underlying.dividendYield
            extensions.dividends = underlying.dividends
            extensions.volatility = market.underlyings[index].volatility
            var strategy = CalculationRequest(
                price: DecimalPrice(underlying.currentPrice), legs: [], extensions: extensions)
            for (number, position) in underlying.positions.enumerated() {
                strategy.legs = position.legs
                do throws(StrategyError) {
                    try budget.check()
                    try append(strategy, index, market.horizon, budget)
                } catch {
                    throw error.within(underlying: index, position: number)
                }
                paths += position.legs.indices.map {
                    "underlyings[\(index)].positions[\(number)].\(StrategyError.leg($0))"
                }
            }
        }
    }

    private mutating func append(
        _ request: CalculationRequest, _ underlying: Int, _ horizon: Double, _ budget: WorkBudget
    ) throws(StrategyError) {
        var strategy = try TimedStrategy(request, budget)
        var own: [PortfolioHolding] = []
        for (index, leg) in strategy.legs.enumerated() {
            guard leg.kind != .stock else {
                own.append(PortfolioHolding(PricedLeg(shares: leg), underlying: underlying))
                continue
            }
            let path = StrategyError.leg(index)
            guard let time = strategy.times[index] else {
                throw .missing(leg.expiration == nil ? "\(path).timeToExpiration" : "valuationDate")
            }
            if time < horizon {
                switch leg.expiration {
                case .date(let date): throw StrategyError("\(path).expirationDate", .notBeforeHorizon, .date(date))
                default: throw StrategyError("\(path).timeToExpiration", .notBeforeHorizon, .number(time))
                }
            }
            own.append(PortfolioHolding(try strategy.pricedLeg(index, time), underlying: underlying))
            styles.insert(request.extensions?.exercise(of: leg) ?? .european)
            hasDividends = hasDividends || strategy.market.hasDividends(until: time)
        }
        holdings.append(own)
        conventions.append(strategy.legConventions)
    }

    /// Computes the risk of the positions.
    func risk(
        of request: RiskRequest, _ market: RiskMarket, _ budget: WorkBudget
    ) throws(StrategyError) -> PositionRisk {
        do throws(RiskError) {
            return try market.model.profits(
                ofPositions: holdings, horizon: market.horizon, scenarios: request.scenarios,
                seed: UInt64(request.seed),
                budget: budget)
        } catch {
            if case .pricing(let holding, let error) = error { throw error.strategyError.ofHolding(paths[holding]) }
            throw StrategyError(error)
        }
    }
}

extension StrategyError {
    /// Returns the error with the path of its member in the request.
    fileprivate func within(underlying: Int, position: Int) -> StrategyError {
        if path.hasPrefix("legs") { return within("underlyings[\(underlying)].positions[\(position)]") }
        return ["", "valuationDate", "riskFreeRate"].contains(path) ? self : within("underlyings[\(underlying)]")
    }

    /// Returns the error of the option at `holding`, whose volatility is that of its leg.
    fileprivate func ofHolding(_ holding: String) -> StrategyError {
        let path = path == "volatility" ? "impliedVolatility" : path
        return StrategyError(path, rule, value).within(holding)
    }
}
