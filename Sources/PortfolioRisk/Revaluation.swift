internal import ExactPayoff
internal import OptionPricing
internal import StrategyValuation

/// Computes the profits of positions, one block of scenarios at a time.
struct Revaluation {
    /// A holding, and the values that are the same in every scenario.
    private struct Item {
        let holding: HorizonHolding
        /// The index of the holding among those of all positions.
        let index: Int
        let position: Int
    }

    /// The present value of each position.
    let presentValues: [Double]
    private let items: [Item]
    private var evaluator = OptionEvaluator()
    private var values = [Double](repeating: 0, count: ScenarioPrices.blockSize)
    private var countsBeyondKernels: [Int]

    init(
        _ positions: [[PortfolioHolding]], _ model: RiskModel, horizon: Double, _ budget: WorkBudget
    ) throws(RiskError) {
        var items: [Item] = []
        var presentValues: [Double] = []
        for (position, holdings) in positions.enumerated() {
            var sum = 0.0
            for holding in holdings {
                let index = items.count
                try RiskError.require(.underlying, holding.underlying, in: 0...model.underlyings.count - 1)
                if let time = holding.contract?.terms.timeToExpiration, time < horizon {
                    throw .expiresBeforeHorizon(holding: index, timeToExpiration: time)
                }
                do throws(PricingError) {
                    let market = try model.underlyings[holding.underlying].market(riskFreeRate: model.riskFreeRate)
                    let item = try HorizonHolding(holding, in: market, horizon: horizon)
                    sum += item.shares * item.valueNow
                    items.append(Item(holding: item, index: index, position: position))
                } catch {
                    throw .pricing(holding: index, error)
                }
                try RiskError.working { () throws(StrategyError) in try budget.spend(items[index].holding.costNow) }
            }
            presentValues.append(sum)
        }
        self.items = items
        self.presentValues = presentValues
        countsBeyondKernels = [Int](repeating: 0, count: model.underlyings.count)
    }

    /// The least cost of a block, in valuations.
    var costOfBlock: Int { items.reduce(0) { $0 + $1.holding.costOfBlock } }

    /// Fills `profits` with the profits in a block of scenarios, a row of them for each position. Holdings are summed in order. A profit
    /// that is not representable is not finite.
    mutating func compute(prices: [Double], profits: inout [Double], _ budget: WorkBudget) throws(RiskError) {
        let size = ScenarioPrices.blockSize
        let prices = prices.span
        for underlying in countsBeyondKernels.indices {
            let own = prices.extracting(underlying * size..<(underlying + 1) * size)
            countsBeyondKernels[underlying] = HorizonHolding.countBeyondKernels(own)
        }
        for index in profits.indices { profits[index] = 0 }
        for item in items {
            let holding = item.holding
            let spots = prices.extracting(holding.underlying * size..<(holding.underlying + 1) * size)
            let beyond = countsBeyondKernels[holding.underlying]
            try RiskError.working { () throws(StrategyError) in
                try budget.spend(holding.costOfBlock + beyond * holding.costBeyondKernels)
            }
            do throws(PricingError) {
                try holding.value(at: spots, &evaluator, &values)
            } catch {
                throw .pricing(holding: item.index, error)
            }
            let (row, shares, valueNow) = (item.position * size, holding.shares, holding.valueNow)
            let values = values.span
            var target = profits.mutableSpan
            for index in 0..<size { target[row + index] += shares * (values[index] - valueNow) }
        }
    }
}
