public import ExactPayoff
internal import OptionPricing

extension PricedStrategy {
    /// Computes the present greeks of each leg and of the strategy.
    ///
    /// A greek of an option without time or volatility can be infinite; a net of infinities of both signs is NaN.
    ///
    /// ## Accuracy
    /// A leg's greeks have one more rounding error than those of `ModelledOption/greeks(volatility:)`. The net is
    /// the correctly rounded sum of the legs' greeks.
    ///
    /// - Parameter budget: The cost is known before work begins.
    /// - Returns: The greeks.
    /// - Throws: `StrategyError` if the value of an option is too large for a `Double`.
    public func greeks(budget: WorkBudget = WorkBudget()) throws(StrategyError) -> StrategyGreeks {
        let legs = try legGreeks(.greeks, budget)
        return StrategyGreeks(net: PositionGreeks(sumOf: legs), legs: legs)
    }

    /// Computes the present greeks of each leg and of the strategy, with ``PositionGreeks/higher``.
    ///
    /// ## Accuracy
    /// The greeks of ``greeks(budget:)`` are the same. The further ones have one more rounding error than those of
    /// `ModelledOption/allGreeks(volatility:)` and `ModelledOption/veta(volatility:)`, and lambda has two more
    /// than delta and the price. Lambda loses digits if the price is subnormal.
    ///
    /// - Parameter budget: The cost is known before work begins.
    /// - Returns: The greeks. Some can be infinite, or NaN, as those of ``greeks(budget:)``.
    /// - Throws: `StrategyError` if the value of an option is too large for a `Double`.
    public func allGreeks(budget: WorkBudget = WorkBudget()) throws(StrategyError) -> StrategyGreeks {
        let legs = try legGreeks(.allGreeks, budget)
        var net = PositionGreeks(sumOf: legs)
        net.higher = HigherPositionGreeks(sumOf: legs.compactMap(\.higher))
        return StrategyGreeks(net: net, legs: legs)
    }

    private func legGreeks(
        _ selection: GreekSelection, _ budget: WorkBudget
    ) throws(StrategyError) -> [PositionGreeks] {
        // An option outside the range of the kernels takes about 10 µs; so does veta.
        // Without a formula, the higher greeks are differences of greeks.
        let factor = selection == .allGreeks ? 2 : 1
        let cost = factor * WorkCost.beyondKernels
        let numerical = legs.reduce(0) { sum, leg in
            guard let contract = leg.contract, !contract.hasFormula(in: market) else { return sum }
            return sum + 4 * factor * contract.cost(in: market)
        }
        try budget.require(legs.count.saturatingProduct(cost) + numerical)
        try budget.spend(numerical)
        var greeks: [PositionGreeks] = []
        greeks.reserveCapacity(legs.count)
        // How many legs lie between two calls of the check.
        let blockSize = WorkBudget.checkInterval / cost
        for start in stride(from: 0, to: legs.count, by: blockSize) {
            let block = legs[start..<min(start + blockSize, legs.count)]
            try budget.spend(block.count * cost)
            try appendGreeks(selection, of: block, to: &greeks)
        }
        return greeks
    }

    private func appendGreeks(
        _ selection: GreekSelection, of legs: ArraySlice<PricedLeg>, to greeks: inout [PositionGreeks]
    ) throws(StrategyError) {
        let options = legs.compactMap(\.contract)
        let kinds = options.map(\.terms.kind)
        let exercises = options.map(\.terms.exercise)
        let strikes = options.map(\.terms.strike)
        let times = options.map(\.terms.timeToExpiration)
        let volatilities = options.map(\.volatility)
        var columns = GreekColumns(selection, count: options.count)
        var evaluator = OptionEvaluator()
        let refusals = evaluator.evaluate(
            OptionColumns(
                kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .each(times.span),
                in: market, exercises: .each(exercises.span)),
            volatilities: .each(volatilities.span), into: &columns)
        if let refusal = refusals.first { throw refusal.error.strategyError }

        var index = 0
        for leg in legs {
            let shares = Double(leg.leg.signedShares)
            var position = PositionGreeks(shares: shares)
            if leg.contract != nil { position = PositionGreeks(columns, index, shares: shares) }
            if selection == .allGreeks { position.higher = try higherGreeks(of: leg, columns, index) }
            greeks.append(position)
            if leg.contract != nil { index += 1 }
        }
    }

    /// Returns the further greeks of a leg. Those of an option are at `index` of the columns, per share.
    private func higherGreeks(
        of leg: PricedLeg, _ columns: GreekColumns, _ index: Int
    ) throws(StrategyError) -> HigherPositionGreeks {
        var greeks = HigherPositionGreeks()
        guard let contract = leg.contract else {
            greeks.lambda = 1
            return greeks
        }
        let shares = Double(leg.leg.signedShares)
        greeks.epsilon = shares * columns[.epsilon, index]
        greeks.vanna = shares * columns[.vanna, index]
        greeks.vomma = shares * columns[.vomma, index]
        greeks.charm = shares * columns[.charm, index]
        greeks.speed = shares * columns[.speed, index]
        greeks.zomma = shares * columns[.zomma, index]
        greeks.color = shares * columns[.color, index]
        greeks.ultima = shares * columns[.ultima, index]
        greeks.dualDelta = shares * columns[.dualDelta, index]
        greeks.dualGamma = shares * columns[.dualGamma, index]
        greeks.veta = shares * (try contract.veta(in: market))
        greeks.lambda = columns[.delta, index] * market.underlyingPrice / columns[.price, index]
        return greeks
    }
}
