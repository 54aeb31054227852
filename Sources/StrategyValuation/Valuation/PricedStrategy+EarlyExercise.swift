public import ExactPayoff
public import OptionPricing

extension PricedStrategy {
    /// Computes what the right to exercise early is worth for each leg, per share, and where exercise now is optimal.
    ///
    /// - Parameter budget: The cost is known before work begins.
    /// - Returns: The early exercise of each leg; `nil` for shares and European options.
    /// - Throws: `StrategyError` if no method values an option.
    public func earlyExercise(budget: WorkBudget = WorkBudget()) throws(StrategyError) -> [EarlyExercise?] {
        let cost = 2 * WorkCost.beyondKernels
        try budget.require(legs.count.saturatingProduct(cost))
        return try legs.map { (leg) throws(StrategyError) in
            try budget.spend(cost)
            guard let contract = leg.contract else { return nil }
            return try StrategyError.converting { () throws(PricingError) in
                try ModelledOption(contract.terms, in: market).earlyExercise(volatility: contract.volatility)
            }
        }
    }
}
