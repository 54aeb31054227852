public import AccountMargin
public import ExactPayoff

/// A request of `options margin`: an account on one underlying, and the method.
///
/// ```swift
/// let request = try MarginRequest(account)
/// if case .strategy(let requirements) = try request.margin() { requirements.initialDeposit }
/// ```
public struct MarginRequest: Hashable, Sendable {
    /// How margin is computed. Raw values are the JSON names.
    public enum Method: String, Hashable, Sendable, CaseIterable {
        /// By rules for groups of positions, with the least grouping.
        case strategy
        /// By the greatest loss when the underlying moves.
        case portfolio
    }

    /// A further result. Raw values are the JSON names.
    public enum Inclusion: String, Hashable, Sendable, CaseIterable {
        /// The multipliers of the bounds.
        case certificate
    }

    /// The account.
    public let account: MarginAccount
    /// The method.
    public let method: Method
    /// The results to compute in addition.
    public let include: Set<Inclusion>
    /// The parameters of ``Method/portfolio``.
    public let portfolio: PortfolioParameters
    /// The market of ``Method/portfolio``.
    public let market: PortfolioMarket

    /// The allowed number of legs.
    public static let legCountRange = 1...1000

    /// Creates a request.
    ///
    /// - Throws: `StrategyError` naming the first member that breaks a rule.
    public init(
        _ account: MarginAccount, method: Method = .strategy, include: Set<Inclusion> = [],
        portfolio: PortfolioParameters = PortfolioParameters(), market: PortfolioMarket = PortfolioMarket()
    ) throws(StrategyError) {
        let members = MarginMembers(account, method, include, portfolio, market)
        try members.validate()
        self.account = account
        self.method = method
        self.include = include
        self.portfolio = portfolio
        self.market = market
    }

    /// Creates a request from valid members.
    package init(_ members: MarginMembers) {
        guard let accountType = members.accountType, let valuation = members.valuation,
            let currentPrice = members.currentPrice
        else { preconditionFailure("a required member without a value breaks a rule") }
        account = MarginAccount(
            accountType, valuation: valuation, currentPrice: currentPrice, underlying: members.underlying,
            positions: members.legs.compactMap { MarginPosition($0) })
        method = members.method
        include = members.include
        portfolio = members.portfolio
        market = PortfolioMarket(
            riskFreeRate: members.riskFreeRate, dividendYield: members.dividendYield, dividends: members.dividends)
    }

    /// Computes the margin.
    ///
    /// - Parameters:
    ///   - limits: The limits of the work.
    ///   - isCancelled: Called every few milliseconds, or more often, except while a solver searches; `true` ends the search.
    /// - Returns: The margin by the method.
    /// - Throws: `StrategyError` if the request lacks a value that the method needs, or a limit is exceeded.
    public func margin(
        limits: WorkLimits = .generous, isCancelled: (@Sendable () -> Bool)? = nil
    ) throws(StrategyError) -> MarginResponse {
        try Self.requireLegs(account.positions.count, limits)
        let budget = WorkBudget(limits, isCancelled: isCancelled)
        switch method {
        case .strategy: return MarginResponse(request: self, result: .strategy(try requirements(budget)))
        case .portfolio:
            let margin = try account.portfolioMargin(
                portfolio, riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield,
                dividends: market.dividends.discreteDividends(from: account.valuation), budget: budget)
            return MarginResponse(request: self, result: .portfolio(margin))
        }
    }

    /// Computes the requirements by rules.
    func requirements(_ budget: WorkBudget) throws(StrategyError) -> AccountRequirements {
        try account.requirements(withCertificate: include.contains(.certificate), budget: budget)
    }

    /// Throws an error if the legs of an account exceed the limits.
    static func requireLegs(_ count: Int, _ limits: WorkLimits) throws(StrategyError) {
        if count > limits.marginLegs { throw StrategyError("", .withinLimit(.legs, limits.marginLegs)) }
    }
}

/// The market in which risk-based margin values options.
public struct PortfolioMarket: Hashable, Sendable {
    /// The risk-free rate, a decimal per year, continuously compounded.
    public var riskFreeRate: Double
    /// The yield of the underlying, a decimal per year, continuously compounded.
    public var dividendYield: Double
    /// Dividends in addition to the yield.
    public var dividends: [RequestDividend]

    /// Creates a market.
    public init(riskFreeRate: Double = 0, dividendYield: Double = 0, dividends: [RequestDividend] = []) {
        self.riskFreeRate = riskFreeRate
        self.dividendYield = dividendYield
        self.dividends = dividends
    }
}

/// The response of `options margin`.
public struct MarginResponse: Hashable, Sendable {
    /// The margin by the method.
    public enum Result: Hashable, Sendable {
        /// The requirements by rules.
        case strategy(AccountRequirements)
        /// Risk-based margin.
        case portfolio(PortfolioMargin)
    }

    /// The request, whose values the response states as conventions.
    package let request: MarginRequest
    /// The margin.
    public let result: Result
}
