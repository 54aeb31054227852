internal import DecimalNumbers
public import ExactPayoff
public import OptionPricing
internal import StrategyValuation
internal import _OptionsMath

/// Risk-based margin of one underlying: the greatest loss when the underlying moves at once, by the engine's model, or a
/// minimum for each contract.
///
/// It follows the published outline of portfolio margin, and is not the amount of OCC's programs. `docs/margin.md` states what is
/// verified.
public struct PortfolioMargin: Hashable, Sendable {
    /// A price of the underlying, and the profit at it.
    public struct Scenario: Hashable, Sendable {
        /// The change as a fraction of the current price.
        public let move: Double
        /// The price of the underlying.
        public let stockPrice: Double
        /// The profit of all positions from the current price to this one.
        public let profitLoss: Double
    }

    /// The greater of loss and minimum.
    public let requirement: Double
    /// The greatest loss in a scenario, 0 or greater.
    public let greatestLoss: Double
    /// The sum of the minimum of each contract; for a long option at most its value.
    public let minimum: Double
    /// The scenarios, by move.
    public let scenarios: [Scenario]
    /// The class that determines the range unless the parameters do.
    public let portfolioClass: MarginUnderlying.PortfolioClass
    /// The range of moves in effect: that of the parameters, or of the class, times the leverage factor.
    public let range: PortfolioParameters.Range
    /// The volatility of each leg; `nil` for shares, and for legs that netting closed.
    public let volatilities: [Double?]
}

/// The parameters of risk-based margin.
public struct PortfolioParameters: Hashable, Sendable {
    /// Moves of the underlying as fractions of its price.
    public struct Range: Hashable, Sendable {
        /// The greatest fall; −1 to 0.
        public var down: Double
        /// The greatest rise; 0 or greater.
        public var up: Double

        /// Creates a range.
        public init(down: Double, up: Double) {
            self.down = down
            self.up = up
        }
    }

    /// The greatest fall; `nil` for that of the class of the underlying.
    public var down: Double?
    /// The greatest rise; `nil` for that of the class of the underlying.
    public var up: Double?
    /// The number of prices, half of them on each side of the current price; an even number.
    public var points = 10
    /// The minimum for a contract on 100 shares.
    public var minimumPerContract = 37.5

    /// The allowed numbers of prices.
    public static let pointsRange = 2...1000

    /// Creates the published parameters.
    public init() {}
}

extension MarginUnderlying {
    /// The class for risk-based margin: that of the underlying unless it has another one.
    var effectivePortfolioClass: PortfolioClass {
        if let portfolioClass { return portfolioClass }
        return switch `class` {
        case .equity: .equity
        case .narrowIndex: .narrowIndex
        case .broadIndex: .broadIndex
        }
    }

    /// The range of moves for risk-based margin, before leverage.
    var portfolioRange: PortfolioParameters.Range {
        switch effectivePortfolioClass {
        case .equity, .narrowIndex: .init(down: -0.15, up: 0.15)
        case .highCapBroadIndex: .init(down: -0.08, up: 0.06)
        case .broadIndex: .init(down: -0.1, up: 0.1)
        }
    }
}

extension MarginAccount {
    /// Computes risk-based margin. Volatilities, rates and dates are those of the valuation at every price.
    ///
    /// - Parameters:
    ///   - parameters: The range of prices and the minimum.
    ///   - riskFreeRate: A decimal per year.
    ///   - dividendYield: A decimal per year.
    ///   - dividends: Dividends in addition to the yield.
    ///   - budget: The budget of the valuations.
    /// - Returns: The margin, rounded to 8 decimals.
    /// - Throws: `StrategyError` if the market value of a leg implies no volatility and none is given, or the model values
    ///   no such option.
    public func portfolioMargin(
        _ parameters: PortfolioParameters = PortfolioParameters(), riskFreeRate: Double = 0, dividendYield: Double = 0,
        dividends: [DiscreteDividend] = [], budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> PortfolioMargin {
        let holdings = try AccountHoldings(self)
        let range = range(parameters)
        let half = parameters.points / 2
        let moves =
            (1...half).reversed().map { range.down * Double($0) / Double(half) }
            + (1...half).map { range.up * Double($0) / Double(half) }
        let prices = moves.map { ResultRounding.rounded(currentPrice * (1 + $0), 10) }
        for (index, price) in prices.enumerated() {
            try StrategyError.require([price], "scenarios[\(index)].stockPrice")
        }
        let markets = try ([currentPrice] + prices).map { (price) throws(StrategyError) in
            try StrategyError.converting { () throws(PricingError) in
                try OptionMarket(
                    spot: price, riskFreeRate: riskFreeRate, dividendYield: dividendYield, dividends: dividends)
            }
        }
        var profits = [Double](repeating: 0, count: prices.count)
        var volatilities = [Double?](repeating: nil, count: positions.count)
        var minimum = 0.0
        for option in holdings.options {
            let contract = try contract(option, in: markets[0], budget)
            volatilities[option.leg] = contract.volatility
            let shares = Double(option.quantity) * Double(option.size) * (option.isShort ? -1 : 1)
            let values = try markets.map { (market) throws(StrategyError) in
                try budget.spend(contract.cost(in: market))
                do throws(StrategyError) {
                    return try contract.value(in: market)
                } catch {
                    throw error.within(StrategyError.leg(option.leg))
                }
            }
            for index in prices.indices { profits[index] += shares * (values[index + 1] - values[0]) }
            let ofContracts = parameters.minimumPerContract * Double(option.size) / 100 * Double(option.quantity)
            minimum += option.isLong ? min(ofContracts, shares * values[0]) : ofContracts
        }
        let shares = Double(holdings.shareCount) * (holdings.sharesAreShort ? -1 : 1)
        for index in prices.indices { profits[index] += shares * (prices[index] - currentPrice) }
        try StrategyError.require(profits + [minimum], "requirement")
        let loss = max(0, -(profits.min() ?? 0))
        return PortfolioMargin(
            requirement: ResultRounding.rounded(max(loss, minimum), 8), greatestLoss: ResultRounding.rounded(loss, 8),
            minimum: ResultRounding.rounded(minimum, 8),
            scenarios: prices.indices.map {
                .init(
                    move: ResultRounding.rounded(moves[$0], 10), stockPrice: prices[$0],
                    profitLoss: ResultRounding.rounded(profits[$0], 8))
            },
            portfolioClass: underlying.effectivePortfolioClass, range: range, volatilities: volatilities)
    }

    private func range(_ parameters: PortfolioParameters) -> PortfolioParameters.Range {
        let ofClass = underlying.portfolioRange
        let leverage = underlying.leverageFactor
        return .init(
            down: max(ResultRounding.rounded((parameters.down ?? ofClass.down) * leverage, 10), -1),
            up: ResultRounding.rounded((parameters.up ?? ofClass.up) * leverage, 10))
    }

    /// The contract of an option with its own volatility, or the one that its market value implies.
    private func contract(
        _ option: AccountHoldings.Option, in market: OptionMarket, _ budget: WorkBudget
    ) throws(StrategyError) -> OptionContract {
        let position = positions[option.leg]
        let time = max(0, DayCount.actual365Fixed(from: valuation, to: option.expiration))
        let terms = OptionTerms(
            validated: option.kind, strike: position.leg.strike.value, timeToExpiration: time,
            exercise: underlying.exerciseStyle)
        if let given = position.leg.impliedVolatility { return OptionContract(validated: terms, volatility: given) }
        // The payoff does not depend on a volatility.
        if time == 0 { return OptionContract(validated: terms, volatility: 0) }
        let price = position.marketValue ?? position.leg.premium
        let path = StrategyError.leg(option.leg)
        try budget.spend(16 * OptionContract.cost(of: terms, in: market, volatility: 0))
        let implied: ImpliedVolatility
        do throws(PricingError) {
            implied = try ModelledOption(terms, in: market).impliedVolatility(writtenPrice: price)
        } catch {
            throw error.strategyError.within(path)
        }
        guard case .volatility(let volatility) = implied else {
            let name = position.marketValue == nil ? "premium" : "marketValue"
            throw StrategyError("\(path).\(name)", .determinesLegVolatility(implied), .number(price))
        }
        return OptionContract(validated: terms, volatility: volatility)
    }
}

extension OptionContract {
    /// The price per share; at a price of 0 of the underlying, the limit: a call is worth nothing, and a put its strike, now or at
    /// the expiration.
    fileprivate func value(in market: OptionMarket) throws(StrategyError) -> Double {
        guard market.underlyingPrice == 0 else { return try price(in: market) }
        guard terms.kind == .put else { return 0 }
        let atExpiration = exp(-market.riskFreeRate * terms.timeToExpiration) * terms.strike
        return terms.exercise == .american ? max(terms.strike, atExpiration) : atExpiration
    }
}
