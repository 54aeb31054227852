internal import ExactPayoff
internal import OptionPricing
internal import StrategyValuation

/// Computes the profits of holdings, one block of scenarios at a time.
struct Revaluation {
    /// A holding, and the values that are the same in every scenario.
    private struct Item {
        let shares: Double
        let underlying: Int
        let valueNow: Double
        let contract: OptionContract?
        let market: OptionMarket
        /// Years to expiration at the horizon.
        let remainingTime: Double
    }

    private let items: [Item]
    private var evaluator = OptionEvaluator()
    private var values = [Double](repeating: 0, count: ScenarioPrices.blockSize)

    init(_ holdings: [PortfolioHolding], _ model: RiskModel, horizon: Double) throws(RiskError) {
        var items: [Item] = []
        for (index, holding) in holdings.enumerated() {
            try RiskError.require(.underlying, holding.underlying, in: 0...model.underlyings.count - 1)
            let underlying = model.underlyings[holding.underlying]
            if let time = holding.contract?.terms.timeToExpiration, time < horizon {
                throw .expiresBeforeHorizon(holding: index, timeToExpiration: time)
            }
            do throws(PricingError) {
                let market = try underlying.market(riskFreeRate: model.riskFreeRate)
                // The prices of the scenarios have no dividends.
                try market.requireNoDividends(until: horizon)
                var (now, remainingTime) = (underlying.price, 0.0)
                if let contract = holding.contract {
                    now = try ModelledOption(contract.terms, in: market).price(volatility: contract.volatility)
                    remainingTime = contract.terms.timeToExpiration - horizon
                }
                items.append(
                    Item(
                        shares: Double(holding.leg.signedShares), underlying: holding.underlying, valueNow: now,
                        contract: holding.contract, market: market.after(horizon), remainingTime: remainingTime))
            } catch {
                throw .pricing(holding: index, error)
            }
        }
        self.items = items
    }

    /// Fills `profits` with the profits in a block of scenarios. Holdings are summed in order. A profit that is not
    /// representable is not finite.
    mutating func compute(prices: [Double], profits: inout [Double]) {
        for index in profits.indices { profits[index] = 0 }
        for item in items {
            let first = item.underlying * ScenarioPrices.blockSize
            guard let contract = item.contract else {
                for index in profits.indices { profits[index] += item.shares * (prices[first + index] - item.valueNow) }
                continue
            }
            Self.value(
                contract, of: item, at: prices.span.extracting(first..<first + ScenarioPrices.blockSize), &evaluator,
                &values)
            for index in profits.indices { profits[index] += item.shares * (values[index] - item.valueNow) }
        }
    }

    /// Fills `values` with the values of an option per share at the horizon; NaN if a value is not representable.
    private static func value(
        _ contract: OptionContract, of item: Item, at spots: Span<Double>, _ evaluator: inout OptionEvaluator,
        _ values: inout [Double]
    ) {
        let terms = contract.terms
        guard item.remainingTime > 0 else {
            let sign: Double = terms.kind == .call ? 1 : -1
            for index in values.indices { values[index] = max(sign * (spots[index] - terms.strike), 0) }
            return
        }
        var prices = values.mutableSpan
        _ = evaluator.evaluatePrices(
            OptionColumns(
                kinds: .same(terms.kind), strikes: .same(terms.strike), timesToExpiration: .same(item.remainingTime),
                in: item.market, underlyingPrices: .each(spots), exercises: .same(terms.exercise)),
            volatilities: .same(contract.volatility), into: &prices)
    }
}
