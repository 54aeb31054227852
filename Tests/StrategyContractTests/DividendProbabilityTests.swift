import ExactPayoff
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

/// Truth: `Fixtures/reference/dividend_distribution.py` for S = 100, σ = 0.3, T = 1, r = 0.05, q = 0.01 and a dividend of 5 at
/// 0.1, 0.35 and 0.6.
@Suite("Probabilities after dividends")
struct DividendProbabilityTests {
    private static let dividends =
        #","dividends":[{"timeToExDate":0.1,"amount":5},{"timeToExDate":0.35,"amount":5},{"timeToExDate":0.6,"amount":5}]"#

    private func json(_ members: String, time: Double = 1, legs: String = Self.call) -> String {
        #"{"currentPrice":100,"timeToExpiration":\#(time),"volatility":0.3,"riskFreeRate":0.05,"dividendYield":0.01,"#
            + #""legs":[\#(legs)]\#(members)}"#
    }

    private func answer(_ members: String) throws -> CalculationResponse {
        try CalculationRequest(json: Array(json(members).utf8)).calculate()
    }

    /// Breaks even at 90.
    private static let call =
        #"{"type":"call","position":"long","strikePrice":80,"premium":10,"quantity":1,"sharesPerContract":1}"#

    @Test("probabilities, and no probability of touching")
    func probabilities() throws {
        let members =
            #","include":["probability"],"priceLevels":[50,80,100,150],"touchLevels":[100],"standardDeviations":[2]"#
        let answer = try #require(try answer(Self.dividends + members).probability)
        let expected = [0.0520890933647, 0.4331525450902, 0.7025348537896, 0.9652416724880]
        for (row, probability) in zip(answer.ofPriceBelow, expected) {
            #expect((row.probability - probability).magnitude < 1e-12)
        }
        #expect(answer.ofPriceBelow.count == 4)
        #expect(answer.ofTouching == [90, 100].map { TouchingProbability(stockPrice: $0, probability: nil) })
        #expect(answer.expectedMoves.count == 1 && answer.expectedMoves[0].lower < answer.expectedMove.lower)
        #expect((answer.ofMaximumLoss - expected[1]).magnitude < 1e-12)
    }

    @Test("the JSON has null rows and the distribution in its conventions")
    func text() throws {
        let text = String(
            decoding: try JSONContract.calculate(Array(json(Self.dividends + #","include":["probability"]"#).utf8)),
            as: UTF8.self)
        #expect(text.contains(#""ofTouching":[{"stockPrice":90,"probability":null}]"#))
        #expect(
            text.contains(
                #""probability":"at the first expiration, after its dividends; between ex-dates, ln S changes by"#))
        #expect(text.contains("expectedMove holds the quantiles at N(-1) and N(1)"))
        let later = String(
            decoding: try JSONContract.calculate(
                Array(json(Self.dividends + #","include":["probability"]"#, time: 0.05).utf8)), as: UTF8.self)
        let without = String(
            decoding: try JSONContract.calculate(Array(json(#","include":["probability"]"#, time: 0.05).utf8)),
            as: UTF8.self)
        #expect(later == without)
    }

    @Test("densities over the curve")
    func densities() throws {
        let details = try #require(
            try answer(Self.dividends + #","include":["curveDetails"],"curvePrices":[0,50,80,100,150]"#).curveDetails)
        let expected = [0, 0.006540754918399, 0.015369831789420, 0.010902981151948, 0.001629351684714]
        for (density, truth) in zip(details.density, expected) { #expect((density - truth).magnitude < 1e-13) }
        #expect(details.density.count == 5)
    }

    @Test(
        "inputs outside the domain are named",
        arguments: [
            (#","volatility":4"#, "volatility must lie between 0.02 and 3 for an option with dividends, got 4"),
            (
                #","standardDeviations":[9.5]"#,
                "standardDeviations must lie between 0 and 9 for an option with dividends, got 9.5"
            ),
            (
                #","dividends":[{"timeToExDate":0.5,"proportion":0.95}]"#,
                "dividends must lie between 0 and 0.9 for an option with dividends, got 0.95"
            ),
        ])
    func refused(members: String, message: String) {
        #expect {
            try JSONContract.calculate(Array(json(Self.dividends + #","include":["probability"]"# + members).utf8))
        } throws: { error in
            (error as? ContractError)?.message == message
        }
    }

    @Test("a hundred dividends are within the strict limits")
    func work() throws {
        let rows = (1...100).map { #"{"timeToExDate":\#(Double($0) / 101),"amount":0.3}"# }.joined(separator: ",")
        let request = json(#","dividends":[\#(rows)],"include":["probability"],"confidenceLevels":[0.5,0.9,0.95,0.99]"#)
        let response = try CalculationRequest(json: Array(request.utf8)).calculate(limits: .strict)
        let probability = try #require(response.probability)
        #expect((probability.ofProfit + probability.ofLoss - 1).magnitude < 1e-12)
    }
}
