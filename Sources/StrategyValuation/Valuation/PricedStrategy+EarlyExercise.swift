public import ExactPayoff
public import OptionPricing

extension PricedStrategy {
    /// The cost of valuing a leg.
    func cost(of leg: PricedLeg) -> Int { leg.contract?.cost(in: market) ?? WorkCost.beyondKernels }

    /// Computes what the right to exercise early is worth for each leg, per share, and where exercise now is optimal.
    ///
    /// - Parameter budget: The cost is known before work begins.
    /// - Returns: The early exercise of each leg; `nil` for shares and European options.
    /// - Throws: `StrategyError` if no method values an option.
    public func earlyExercise(budget: WorkBudget = WorkBudget()) throws(StrategyError) -> [EarlyExercise?] {
        try budget.require(legs.reduce(0) { $0 + 3 * cost(of: $1) })
        return try legs.map { (leg) throws(StrategyError) in
            try budget.spend(3 * cost(of: leg))
            guard let contract = leg.contract else { return nil }
            return try StrategyError.converting { () throws(PricingError) in
                try ModelledOption(contract.terms, in: market).earlyExercise(volatility: contract.volatility)
            }
        }
    }
}
