import ExactPayoff
import OptionPricing
import StrategyRequests
import StrategySearch
import StrategyValuation
import Testing

/// All combinations of up to three legs of a chain of eight strikes, each answered by `calculate`.
@Suite struct CalculateTests {
    private struct Row {
        let legs: [Leg]
        let capital: Double?
        let values: [FindObjective: Double]
    }

    private static func rows(_ request: FindRequest, target: Double) throws -> [Row] {
        var extensions = RequestExtensions()
        extensions.timeToExpiration = request.timeToExpiration
        (extensions.riskFreeRate, extensions.dividendYield) = (request.riskFreeRate, request.dividendYield)
        extensions.volatility = request.belief.volatility
        extensions.include = [.probability]
        extensions.curvePrices = [target]
        extensions.confidenceLevels = [request.confidenceLevel]
        var sides: [[Leg]] = []
        for quote in request.options.sorted(by: {
            ($0.strikePrice, $0.kind == .put ? 1 : 0) < ($1.strikePrice, $1.kind == .put ? 1 : 0)
        }) {
            let instrument: Leg.Instrument =
                quote.kind == .call ? .call(strikePrice: quote.strikePrice) : .put(strikePrice: quote.strikePrice)
            sides.append(
                try [(Leg.Side.long, quote.ask), (.short, quote.bid)].compactMap { side, price in
                    try price.map {
                        try Leg(
                            instrument, side, premium: $0, quantity: 1, sharesPerContract: 100,
                            impliedVolatility: quote.impliedVolatility)
                    }
                })
        }
        var calculator = StrategyCalculator()
        var response = CalculationResponse()
        var rows: [Row] = []
        func add(_ legs: [Leg], from first: Int) throws {
            if !legs.isEmpty {
                let calculation = try CalculationRequest(
                    currentPrice: request.currentPrice, legs: legs, extensions: extensions)
                try calculator.calculate(calculation, into: &response)
                let chances = try #require(response.probability)
                if let row = row(legs, response, chances) { rows.append(row) }
            }
            guard legs.count < request.search.legs.upperBound else { return }
            for contract in first..<sides.count {
                for leg in sides[contract] { try add(legs + [leg], from: contract + 1) }
            }
        }
        try add([], from: 0)
        return rows
    }

    /// The objectives for which a combination is eligible; `nil` if it cannot lose.
    private static func row(
        _ legs: [Leg], _ response: CalculationResponse, _ chances: ProfitProbabilities
    ) -> Row? {
        let (metrics, mean, target) = (response.metrics, chances.expectedProfitLoss, response.curve[0].profitLoss)
        var values: [FindObjective: Double] = [
            .expectedProfit: mean, .probabilityOfProfit: chances.ofProfit, .profitAtTarget: target,
        ]
        if let most = metrics.maxProfit { values[.maxProfit] = most }
        var capital: Double?
        if let least = metrics.maxLoss {
            if least >= 0 { return nil }
            let amount = max(-least, metrics.netCost)
            capital = amount
            values[.maxLoss] = least
            values[.expectedProfitPerCapital] = mean / amount
            values[.profitAtTargetPerCapital] = target / amount
            if let most = metrics.maxProfit { values[.maxProfitPerCapital] = most / amount }
            let shortfall = chances.expectedShortfall[0].value
            if shortfall >= 0.01 * amount { values[.expectedProfitPerShortfall] = mean / shortfall }
        }
        return Row(legs: legs, capital: capital, values: values)
    }

    @Test func everyObjectiveIsThatOfCalculate() throws {
        var request = try SampleChain(seed: 7, strikes: 8, objectives: [.expectedProfit]).request
        request.search.mergesEquivalents = false
        // Combinations of four legs take minutes.
        request.search.legs = 1...3
        request.limit = 40
        let target = (request.currentPrice * 1.05).rounded()
        request.belief.target = .price(target)
        let rows = try Self.rows(request, target: target)
        #expect(rows.count > 2000)
        for objective in FindObjective.allCases {
            request.objectives = [objective]
            let response = try StrategyFinder().find(request)
            let best = rows.compactMap { row in row.values[objective] }.sorted(by: >).prefix(40)
            #expect(response.strategies.count == best.count)
            for (strategy, value) in zip(response.strategies, best) {
                #expect((strategy.objectives[0] - value).magnitude <= 1e-9 * value.magnitude, "\(objective)")
                let legs = strategy.legs.map { "\($0.instrument) \($0.side)" }
                let same = rows.first { $0.legs.map { "\($0.instrument) \($0.side)" } == legs }
                let own = try #require(same?.values[objective])
                #expect((strategy.objectives[0] - own).magnitude <= 1e-9 * own.magnitude, "\(objective)")
                #expect(strategy.capital == same?.capital)
            }
        }
    }
}
