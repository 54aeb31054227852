internal import AccountMargin
package import ExactPayoff
internal import OptionPricing

/// The margin of an account that holds the legs of a strategy and nothing else, and the greatest profit in relation to it.
public struct StrategyMargin: Hashable, Sendable {
    /// What opening requires, gross; `nil` if the account does not permit the legs.
    public let initial: Double?
    /// The money needed to open the legs; `nil` if the account does not permit them.
    public let initialDeposit: Double?
    /// What the legs require every day afterwards, gross, at their premiums; `nil` in a cash account.
    public let maintenance: Double?
    /// The greatest profit at expiration in relation to ``initialDeposit``; `nil` if it is unlimited, or the deposit is not
    /// positive.
    public let returnOnMargin: Double?
    /// ``returnOnMargin`` × 365 / days to the first expiration; `nil` on the day itself.
    public let annualised: Double?
    /// Whether the amounts are the least that the rules permit; false if no solver is installed, or its search reached a limit.
    public let isOptimal: Bool

    init(
        _ legs: [Leg], _ request: CalculationRequest, maximumProfit: Double?, _ budget: WorkBudget
    ) throws(StrategyError) {
        guard let extensions = request.extensions, let accountType = extensions.accountType else {
            throw .missing("accountType")
        }
        guard let valuation = extensions.valuation else { throw .missing("valuationDate") }
        let account = MarginAccount(
            accountType, valuation: valuation, currentPrice: request.currentPrice, underlying: extensions.underlying,
            positions: legs.map { MarginPosition($0) })
        let requirements = try MarginRequest(account, budget).requirements(budget)
        initial = requirements.initial.requirement
        initialDeposit = requirements.initialDeposit
        maintenance = requirements.maintenance?.requirement
        isOptimal = [requirements.initial, requirements.maintenance].allSatisfy { requirement in
            requirement?.requirement == nil || requirement?.isOptimal == true
        }
        guard let maximumProfit, let deposit = requirements.initialDeposit, deposit > 0 else {
            (returnOnMargin, annualised) = (nil, nil)
            return
        }
        let ratio = maximumProfit / deposit
        returnOnMargin = ratio
        let days = account.daysToFirstExpiration ?? 0
        annualised = days > 0 ? ratio * 365 / Double(days) : nil
    }
}

extension FindRequest {
    /// The money needed to open the legs in an account that holds them and nothing else; `nil` if the account does not permit them.
    package func initialDeposit(of legs: [Leg], _ budget: WorkBudget) throws(StrategyError) -> Double? {
        guard let accountType else { throw .missing("accountType") }
        guard let valuation else { throw .missing("valuationDate") }
        let account = MarginAccount(
            accountType, valuation: valuation, currentPrice: currentPrice, underlying: underlying,
            positions: legs.map { MarginPosition($0) })
        return try MarginRequest(account, budget).requirements(budget).initialDeposit
    }
}

extension MarginRequest {
    /// Creates the request of an account of legs of another request, within the limits of a budget.
    fileprivate init(_ account: MarginAccount, _ budget: WorkBudget) throws(StrategyError) {
        try Self.requireLegs(account.positions.count, budget.limits)
        try self.init(account)
    }
}

extension MarginAccount {
    /// The days from the valuation to the first expiration; `nil` without options.
    fileprivate var daysToFirstExpiration: Int? {
        positions.compactMap { position in
            guard case .date(let date) = position.leg.expiration else { return nil }
            return valuation.date.days(to: date)
        }.min()
    }
}
