public import ExactPayoff
internal import OptionPricing

extension MarginAccount {
    /// Computes the least requirements over all groupings.
    ///
    /// - Parameters:
    ///   - withCertificate: Whether requirements have their certificates.
    ///   - budget: The budget of the searches.
    /// - Returns: The requirements, without rounding errors.
    /// - Throws: `StrategyError` if amounts have too many digits, or a limit is exceeded.
    public func requirements(
        withCertificate: Bool = false, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> AccountRequirements {
        try requirements(withCertificate: withCertificate, solver: { SolverLibrary.loaded }, budget: budget)
    }

    /// Computes the requirements with the solver that `solver` returns, if one is needed.
    func requirements(
        withCertificate: Bool, solver: @escaping () -> SolverLibrary?, budget: WorkBudget
    ) throws(StrategyError) -> AccountRequirements {
        let holdings = try AccountHoldings(self)
        let notPermitted = notPermitted(holdings)
        var search = RequirementSearch(withCertificate: withCertificate, solver: solver, budget: budget)
        func least(_ measure: MarginMeasure) throws(StrategyError) -> MarginRequirement {
            let rules = GroupRules(self, holdings, measure)
            var requirement = try search.least(rules)
            requirement.nameStrategies(in: self)
            return requirement
        }
        let initial = notPermitted.isEmpty ? try least(.initial) : .notPermitted
        let maintenance = accountType == .margin ? try least(.maintenance) : nil
        let (proceeds, shortValue) = shortAmounts(holdings)
        return AccountRequirements(
            initial: initial, maintenance: maintenance,
            proceeds: ExactMoney(units: proceeds, places: holdings.scale),
            shortValue: ExactMoney(units: shortValue, places: holdings.scale), notPermitted: notPermitted,
            solver: search.solverUse)
    }

    /// The proceeds and the market value of everything short.
    private func shortAmounts(_ holdings: AccountHoldings) -> (proceeds: Int128, value: Int128) {
        var (proceeds, value): (Int128, Int128) = (0, 0)
        for option in holdings.options where option.isShort {
            let shares = Int128(option.quantity) * Int128(option.size)
            proceeds += shares * option.premium
            value += shares * option.marketValue
        }
        for shares in holdings.shares where holdings.sharesAreShort {
            proceeds += Int128(shares.count) * shares.entry
            value += Int128(shares.count) * holdings.price
        }
        return (proceeds, value)
    }

    /// The legs that a cash account does not permit.
    private func notPermitted(_ holdings: AccountHoldings) -> [AccountRequirements.NotPermitted] {
        guard accountType == .cash else { return [] }
        var problems: [AccountRequirements.NotPermitted] = []
        if holdings.sharesAreShort, !holdings.shares.isEmpty {
            problems.append(.init(legs: holdings.shares.map(\.leg), reason: .shortShares))
        }
        let calls = holdings.options.filter(\.isCall)
        let uncovered: [AccountHoldings.Option]
        let reason: AccountRequirements.NotPermitted.Reason
        if GroupRules(self, holdings, .initial).permitsCashSpreads {
            reason = .unspreadCall
            // Each short call is in the spread of its date, which has as many long calls.
            uncovered = calls.filter(\.isShort).filter { short in
                let spread = calls.filter { $0.expiration == short.expiration && $0.size == short.size }
                let longs = spread.filter(\.isLong).reduce(0) { $0 + $1.quantity }
                let shorts = spread.filter { $0.isShort && $0.leg <= short.leg }.reduce(0) { $0 + $1.quantity }
                return shorts > longs
            }
        } else {
            reason = .uncoveredCall
            // Earlier legs are covered first.
            var owned = holdings.sharesAreShort ? 0 : holdings.shareCount
            uncovered = calls.filter(\.isShort).filter { short in
                let covered = min(short.quantity, owned / short.size)
                owned -= covered * short.size
                return covered < short.quantity
            }
        }
        if !uncovered.isEmpty { problems.append(.init(legs: uncovered.map(\.leg), reason: reason)) }
        return problems
    }
}
