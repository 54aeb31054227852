public import ExactPayoff

/// An account of legs over one underlying, split into named strategies so that every contract is used exactly once.
///
/// ```swift
/// let split = try AccountSplit.recognise(legs)
/// for strategy in split.strategies {
///     strategy.name       // "iron condor"
///     strategy.quantity   // 2
///     strategy.legs       // the legs of the account and how much of each
/// }
/// ```
///
/// The best split has the fewest strategies; among those, the most specific ones: those whose definitions require the
/// most equal strikes, equal expirations, ratios and wings; among those, the fewest strategies of a single contract.
/// `docs/recognise.md` describes the rules, the method and its bounds.
public struct AccountSplit: Hashable, Sendable {
    /// One strategy of an account.
    public struct Strategy: Hashable, Sendable {
        /// The name, as in ``StrategyName/name``; ``StrategyName/closed`` for legs that cancel out.
        public let name: String
        /// The kind of strategy; `nil` for legs that cancel out.
        public let family: StrategyName.Family?
        /// The other names of the strategy.
        public let aliases: [String]
        /// How many times the account holds the strategy: 2 for two iron condors.
        public let quantity: Int
        /// The legs that form the strategy, by index.
        public let legs: [Part]
    }

    /// The part of a leg that belongs to a strategy.
    public struct Part: Hashable, Sendable {
        /// The index of the leg.
        public let index: Int
        /// The contracts, or units of shares; at most the quantity of the leg.
        public let quantity: Int
        /// The role, as in ``StrategyName/roles``; `nil` for legs that cancel out.
        public let role: String?
    }

    /// The allowed number of legs of an account.
    public static let legCountRange = 1...200

    /// The strategies, those with the most conditions first, and last the legs that cancel out.
    public let strategies: [Strategy]
    /// Whether the split is the best one. False only if the account is too large for the exact search.
    public let isOptimal: Bool

    /// Splits an account.
    ///
    /// - Parameters:
    ///   - legs: The legs; their number must be in ``legCountRange``. Premiums do not matter.
    ///   - expirations: When each leg expires, as in ``StrategyName/recognise(_:expirations:)``.
    ///   - budget: The budget of the search. The result does not depend on it.
    /// - Returns: The split, the same for every order of the legs apart from their indices.
    /// - Throws: `StrategyError` for another number of legs, an expiration that is not finite, or an exceeded budget.
    /// - Precondition: There are as many `expirations` as `legs`.
    public static func recognise(
        _ legs: [Leg], expirations: [Double?]? = nil, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> AccountSplit {
        try recognise(legs, expirations: expirations, SplitOptimizer.Effort(), budget)
    }

    static func recognise(
        _ legs: [Leg], expirations: [Double?]?, _ effort: SplitOptimizer.Effort, _ budget: WorkBudget
    ) throws(StrategyError) -> AccountSplit {
        try StrategyError.require(legs.count, "legs", .count(legCountRange, .legs))
        precondition((expirations ?? []).count == (expirations == nil ? 0 : legs.count), "one expiration a leg")
        let account = try AccountHoldings(legs, expirations: expirations)
        var optimizer = SplitOptimizer(account.holdings, effort, budget)
        var (strategies, isOptimal) = try optimizer.split()
        strategies.sort { $0.precedes($1) }
        // Each strategy takes the first remaining legs of its contracts.
        var left = account.holdings.map { $0.legs[...] }
        return AccountSplit(
            strategies: strategies.map { Strategy($0, &left) } + account.closed.map { Strategy(closed: $0) },
            isOptimal: isOptimal)
    }
}

extension SplitOptimizer.Strategy {
    /// The pattern of the strategy.
    var pattern: StrategyPattern { StrategyPattern.all[candidate.pattern] }

    /// Orders strategies by the number of their conditions, then of their contracts, then by definition and contracts.
    fileprivate func precedes(_ other: Self) -> Bool {
        let (conditions, others) = (pattern.conditionCount, other.pattern.conditionCount)
        if conditions != others { return conditions > others }
        if candidate.count != other.candidate.count { return candidate.count > other.candidate.count }
        if candidate.pattern != other.candidate.pattern { return candidate.pattern < other.candidate.pattern }
        for part in 0..<candidate.count where candidate.holdings[part] != other.candidate.holdings[part] {
            return candidate.holdings[part] < other.candidate.holdings[part]
        }
        return identifier < other.identifier
    }
}

extension AccountSplit.Strategy {
    fileprivate init(_ strategy: SplitOptimizer.Strategy, _ left: inout [ArraySlice<AccountHoldings.Part>]) {
        let (candidate, pattern) = (strategy.candidate, strategy.pattern)
        var parts: [AccountSplit.Part] = []
        // The ratios of shares are those of the quantities in units of a contract of a count of 1.
        var ratios: [Int] = []
        for part in 0..<candidate.count {
            let holding = Int(candidate.holdings[part])
            ratios.append(strategy.amounts[part] / candidate.units[part])
            parts += Self.take(strategy.amounts[part], from: &left[holding]).map {
                AccountSplit.Part(index: $0.leg, quantity: $0.quantity, role: pattern.roles[part])
            }
        }
        name = pattern.name
        family = pattern.definition.family
        aliases = pattern.aliases(ratios.map { UInt128($0.magnitude) })
        quantity = ratios.reduce(0, SplitOptimizer.greatestCommonDivisor)
        legs = parts.sorted { $0.index < $1.index }
    }

    fileprivate init(closed: [AccountHoldings.Part]) {
        name = StrategyName.closed
        family = nil
        aliases = []
        legs = closed.map { AccountSplit.Part(index: $0.leg, quantity: $0.quantity, role: nil) }
            .sorted { $0.index < $1.index }
        // As much is bought as sold.
        quantity = closed.reduce(0) { $0 + $1.quantity } / 2
    }

    /// Takes an amount from the first parts that are left.
    private static func take(
        _ amount: Int, from left: inout ArraySlice<AccountHoldings.Part>
    ) -> [AccountHoldings.Part] {
        var amount = amount
        var taken: [AccountHoldings.Part] = []
        while amount > 0, let first = left.popFirst() {
            let quantity = min(amount, first.quantity)
            taken.append(.init(leg: first.leg, quantity: quantity))
            if quantity < first.quantity {
                left.insert(.init(leg: first.leg, quantity: first.quantity - quantity), at: left.startIndex)
            }
            amount -= quantity
        }
        return taken
    }
}
