internal import OptionPricing
internal import StrategyAnalytics

/// Computes the profits of holdings, one block of scenarios at a time.
struct Revaluation {
    /// A holding, and the values that are the same in every scenario.
    private struct Item {
        let shares: Double
        let underlying: Int
        let valueNow: Double
        let terms: PortfolioHolding.Terms?
        let dividendYield: Double
        /// Years to expiration at the horizon.
        let remainingTime: Double
    }

    private let items: [Item]
    private var columns: RevaluationColumns
    private var values = [Double](repeating: 0, count: ScenarioPrices.blockSize)

    init(_ holdings: [PortfolioHolding], _ model: RiskModel, horizon: Double) throws(RiskError) {
        var items: [Item] = []
        for (index, holding) in holdings.enumerated() {
            try RiskError.require(.underlying, holding.underlying, in: 0...model.underlyings.count - 1)
            let underlying = model.underlyings[holding.underlying]
            let (now, remaining) = try Self.valueNow(holding, index, underlying, model.riskFreeRate, horizon)
            items.append(
                Item(
                    shares: Double(holding.leg.signedShares), underlying: holding.underlying, valueNow: now,
                    terms: holding.terms, dividendYield: underlying.dividendYield, remainingTime: remaining))
        }
        self.items = items
        columns = RevaluationColumns(count: ScenarioPrices.blockSize, riskFreeRate: model.riskFreeRate)
    }

    /// The present value of a holding per share, and the years to expiration at the horizon.
    private static func valueNow(
        _ holding: PortfolioHolding, _ index: Int, _ underlying: RiskUnderlying, _ riskFreeRate: Double,
        _ horizon: Double
    ) throws(RiskError) -> (Double, Double) {
        guard let terms = holding.terms else { return (underlying.price, 0) }
        guard terms.timeToExpiration >= horizon else {
            throw .expiresBeforeHorizon(holding: index, timeToExpiration: terms.timeToExpiration)
        }
        do throws(PricingError) {
            let option = try EuropeanOption(
                terms.isCall ? .call : .put, spot: underlying.price, strike: terms.strike,
                timeToExpiration: terms.timeToExpiration, riskFreeRate: riskFreeRate,
                dividendYield: underlying.dividendYield)
            let value = try BlackScholesMerton.price(of: option, volatility: terms.impliedVolatility)
            return (value, terms.timeToExpiration - horizon)
        } catch {
            throw .pricing(holding: index, error)
        }
    }

    /// Fills `profits` with the profits in a block of scenarios. Holdings are summed in order. A profit that is not
    /// representable is not finite.
    mutating func compute(prices: [Double], profits: inout [Double]) {
        for index in profits.indices { profits[index] = 0 }
        for item in items {
            let first = item.underlying * ScenarioPrices.blockSize
            guard let terms = item.terms else {
                for index in profits.indices { profits[index] += item.shares * (prices[first + index] - item.valueNow) }
                continue
            }
            columns.compute(
                terms, spots: prices.span.extracting(first..<first + ScenarioPrices.blockSize),
                remainingTime: item.remainingTime, dividendYield: item.dividendYield, values: &values)
            for index in profits.indices { profits[index] += item.shares * (values[index] - item.valueNow) }
        }
    }
}
