import ExactPayoff
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

/// Truth: the formulas of the lognormal distribution and of its first passage at 50 digits, for S = 100, σ = 0.25, T = 0.5,
/// r = 0.04, q = 0.01.
@Suite("Probabilities at given levels")
struct ProbabilityLevelTests {
    private func answer(_ members: String, legs: String = Self.spread) throws -> ProfitProbabilities {
        let request =
            #"{"currentPrice":100,"timeToExpiration":0.5,"volatility":0.25,"riskFreeRate":0.04,"dividendYield":0.01,"#
            + #""include":["probability"],"legs":[\#(legs)]\#(members)}"#
        return try #require(try CalculationRequest(json: Array(request.utf8)).calculate().probability)
    }

    /// 100 · (min(max(S − 95, 0), 15) − 6.3): −630 up to 95, 870 from 110 on.
    private static let spread =
        #"{"type":"call","position":"long","strikePrice":95,"premium":8.2,"quantity":1},"#
        + #"{"type":"call","position":"short","strikePrice":110,"premium":1.9,"quantity":1}"#

    private func isNear(_ value: Double, _ expected: Double) -> Bool {
        (value - expected).magnitude <= 4e-15 * expected.magnitude
    }

    @Test(
        "prices",
        arguments: [
            (20, 4.4826112783809645e-20, 8.9618216866683645e-20), (80.5, 0.11056862123619406, 0.22076041762425236),
            (99.99, 0.50118478509930513, 0.99955062216827001), (100, 0.50141047102038749, 1.0),
            (130, 0.93158392269138814, 0.1370458600009055), (400, 0.99999999999999785, 4.3107447158411961e-15),
        ])
    func prices(price: Double, below: Double, touching: Double) throws {
        let answer = try answer(#","priceLevels":[\#(price)],"touchLevels":[\#(price)]"#)
        #expect(answer.ofPriceBelow.map(\.stockPrice) == [price])
        #expect(isNear(answer.ofPriceBelow[0].probability, below))
        // The break-even is 101.3.
        #expect(answer.ofTouching.map(\.stockPrice) == [101.3, price])
        #expect(isNear(try #require(answer.ofTouching[1].probability), touching))
    }

    /// P(S ≥ 95 + (profit + 630) / 100), and the ends of the range.
    @Test(
        "profits",
        arguments: [
            (-630.01, 1), (-630, 1), (870.01, 0), (-629.99, 0.61279727917583873), (-100.5, 0.49194243730599918),
            (0, 0.46947058604291462), (250, 0.41507376769669405), (869.99, 0.29367294316504692),
            (870, 0.29367117248417013),
        ])
    func profits(profit: Double, probability: Double) throws {
        let row = try answer(#","profitLevels":[\#(profit)]"#).ofProfitAtLeast[0]
        #expect(row.profitLoss == profit && isNear(row.probability, probability))
    }

    @Test(
        "standard deviations",
        arguments: [
            (0.5, 91.48333626189642, 109.17297310467338), (1, 83.744331990658477, 119.26189596162635),
            (2, 70.17497706308545, 142.32292231841135), (3.25, 56.262088590691959, 177.51754439663922),
        ])
    func moves(count: Double, lower: Double, upper: Double) throws {
        let move = try answer(#","standardDeviations":[\#(count)]"#).expectedMoves[0]
        #expect(move.standardDeviations == count && isNear(move.lower, lower) && isNear(move.upper, upper))
    }

    @Test("one standard deviation is the expected move, and a profit of 0 or more is no loss")
    func agreement() throws {
        let answer = try answer(#","standardDeviations":[2,1],"profitLevels":[0],"priceLevels":[101.3]"#)
        #expect(answer.expectedMoves[1].lower == answer.expectedMove.lower)
        #expect(answer.expectedMoves[1].upper == answer.expectedMove.upper)
        #expect(isNear(answer.ofProfitAtLeast[0].probability, 1 - answer.ofLoss))
        #expect(isNear(answer.ofPriceBelow[0].probability, answer.ofLoss))
    }

    @Test("a calendar has the probabilities of its curve")
    func calendar() throws {
        let legs =
            #"{"type":"put","position":"short","strikePrice":100,"premium":5,"quantity":1},"#
            + #"{"type":"put","position":"long","strikePrice":100,"premium":7.5,"quantity":1,"timeToExpiration":1,"impliedVolatility":0.25}"#
        let answer = try answer(#","profitLevels":[-1e6,0,1e6,-100,100],"touchLevels":[100]"#, legs: legs)
        let rows = answer.ofProfitAtLeast.map(\.probability)
        #expect(rows[0] == 1 && rows[2] == 0 && rows[3] > rows[1] && rows[1] > rows[4])
        #expect(isNear(rows[1], answer.ofProfit))
        #expect(answer.ofTouching.last == TouchingProbability(stockPrice: 100, probability: 1))
    }

    @Test("the members of the response")
    func json() throws {
        func text(_ members: String) throws -> String {
            let request =
                #"{"currentPrice":100,"timeToExpiration":1,"volatility":0.2,"include":["probability"],"exclude":["curve"],"#
                + #""legs":[{"type":"stock","position":"long","premium":0,"quantity":1}]\#(members)}"#
            return String(decoding: try JSONContract.calculate(Array(request.utf8)), as: UTF8.self)
        }
        let plain = try text("")
        #expect(!plain.contains("ofPriceBelow") && !plain.contains("expectedMoves"))
        let levels = try text(#","priceLevels":[0],"profitLevels":[-1],"touchLevels":[100,0],"standardDeviations":[1]"#)
        #expect(
            levels.contains(
                #""ofTouching":[{"stockPrice":0,"probability":0},{"stockPrice":100,"probability":1},{"stockPrice":0,"probability":0}],"expectedMove":{"#
            ))
        #expect(
            levels.contains(
                #"},"ofPriceBelow":[{"stockPrice":0,"probability":0}],"ofProfitAtLeast":[{"profitLoss":-1,"probability":1}],"expectedMoves":[{"standardDeviations":1,"lower":"#
            ))
    }

    @Test(
        "wrong levels are refused",
        arguments: [
            (#""priceLevels":[-1]"#, "priceLevels[0] must be 0 or greater, got -1"),
            (#""touchLevels":[1,"x"]"#, #"touchLevels[1] must be a number, got "x""#),
            (#""profitLevels":[]"#, "profitLevels must hold 1 to 1000 elements, got 0"),
            (#""profitLevels":[1e999]"#, "profitLevels[0] must be finite, got 1e999"),
            (#""standardDeviations":[0]"#, "standardDeviations[0] must be greater than 0, got 0"),
            (
                #""standardDeviations":[1e9]"#,
                "probability.expectedMoves is too large for a number: its magnitude must be at most 1.7976931348623157e+308"
            ),
        ])
    func refused(members: String, message: String) {
        let error = #expect(throws: (any Error).self) { try answer(",\(members)") }
        let found = (error as? ContractError) ?? (error as? StrategyError).map { ContractError($0) }
        #expect(found?.message == message)
    }
}
