import ExactPayoff
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing
import _TestSupport

/// The values of `Fixtures/reference/probability.json`, requested in JSON.
@Suite("Probabilities in answers")
struct ProbabilityAnswerTests {
    struct Table: Decodable {
        let cases: [Case]
    }

    struct Case: Decodable, CustomTestStringConvertible {
        struct Inputs: Decodable {
            let S0, r, q, sigma, T: Double
        }
        struct Leg: Decodable {
            let type, position: String
            let strikePrice: Double?
            let premium: Double
            let quantity, sharesPerContract: Int

            var json: String {
                let strike = strikePrice.map { #""strikePrice":\#($0),"# } ?? ""
                return #"{"type":"\#(type)","position":"\#(position)",\#(strike)"premium":\#(premium),"#
                    + #""quantity":\#(quantity),"sharesPerContract":\#(sharesPerContract)}"#
            }
        }
        struct Exact: Decodable {
            let pop, prob_loss, expected_pnl: Double
            let expected_profit_if_profitable, expected_loss_if_unprofitable: Double?
        }

        let name: String?
        let inputs: Inputs
        let legs: [Leg]
        let exact: Exact

        var testDescription: String { name ?? "\(inputs)" }

        func request(_ members: String) -> [UInt8] {
            Array(
                """
                {"currentPrice":\(inputs.S0),"riskFreeRate":\(inputs.r),"dividendYield":\(inputs.q),\
                "timeToExpiration":\(inputs.T),\(members)"include":["probability"],\
                "legs":[\(legs.map(\.json).joined(separator: ","))]}
                """.utf8)
        }
    }

    static func cases() throws -> [Case] {
        try Fixture.decode(Table.self, "Fixtures/reference/probability.json").cases
    }

    @Test("are the exact ones of the reference", arguments: try cases())
    func reference(_ row: Case) throws {
        let response = try CalculationRequest(json: row.request(#""volatility":\#(row.inputs.sigma),"#)).calculate()
        let answer = try #require(response.probability)
        func expect(_ own: Double?, _ exact: Double?, _ name: Comment) {
            guard let own, let exact else {
                #expect(own == nil && (exact == nil || exact == 0), name)
                return
            }
            #expect(abs(own - exact) <= 1e-12 * max(abs(exact), 1), name)
        }
        expect(answer.ofProfit, row.exact.pop, "ofProfit")
        expect(answer.ofLoss, row.exact.prob_loss, "ofLoss")
        expect(answer.expectedProfitLoss, row.exact.expected_pnl, "expectedProfitLoss")
        expect(answer.expectedProfit, row.exact.expected_profit_if_profitable, "expectedProfit")
        expect(answer.expectedLoss, row.exact.expected_loss_if_unprofitable, "expectedLoss")
        #expect(answer.valueAtRisk.map(\.level) == [0.95, 0.99])
        #expect(answer.ofTouching.map(\.stockPrice) == response.metrics.breakEvenPoints)
        #expect(response.conventions?.underlyingVolatility?.value == row.inputs.sigma)
        #expect(response.conventions?.underlyingVolatility?.source == .given)
        #expect(response.conventions?.timeToExpiration == row.inputs.T)
    }

    private func volatility(
        _ spot: Double, _ legs: [(strike: Double, volatility: Double)]
    ) -> (Double, Conventions.UnderlyingVolatility.Source)? {
        let legs = legs.map {
            #"{"type":"call","position":"long","strikePrice":\#($0.strike),"premium":1,"quantity":1,"#
                + #""impliedVolatility":\#($0.volatility)}"#
        }
        let request = """
            {"currentPrice":\(spot),"timeToExpiration":0.25,"include":["probability"],\
            "legs":[\(legs.joined(separator: ","))]}
            """
        guard let conventions = try? CalculationRequest(json: Array(request.utf8)).calculate().conventions,
            let volatility = conventions.underlyingVolatility
        else { return nil }
        return (volatility.value, volatility.source)
    }

    @Test("the legs determine a volatility, or none is used")
    func underlying() throws {
        #expect(volatility(100, [(90, 0.25)])?.0 == 0.25)
        #expect(volatility(100, [(110, 0.25), (120, 0.25)])?.0 == 0.25)
        #expect(volatility(100, [(100, 0.2), (120, 0.3)])?.0 == 0.2)
        // 100 is the geometric mean of 80 and 125.
        let between = try #require(volatility(100, [(80, 0.3), (125, 0.2), (150, 0.1)]))
        #expect(abs(between.0 - 0.25) < 1e-15)
        #expect(between.1 == .legsInterpolated)
        #expect(volatility(100, [(100, 0.2), (100, 0.3)])?.0 == 0.25)
        #expect(volatility(100, [(110, 0.2), (120, 0.3)]) == nil)
    }

    @Test(
        "without a volatility that is determined there is no answer",
        arguments: [
            (
                #"{"type":"call","position":"long","strikePrice":110,"premium":1,"quantity":1,"impliedVolatility":0.2},"#
                    + #"{"type":"call","position":"long","strikePrice":120,"premium":1,"quantity":1,"impliedVolatility":0.3}"#,
                "volatility is required: those of the legs differ, and the current price does not lie between their strikes"
            ),
            (#"{"type":"stock","position":"long","premium":1,"quantity":1}"#, "volatility is required"),
        ])
    func required(legs: String, message: String) {
        let request = #"{"currentPrice":100,"timeToExpiration":0.25,"include":["probability"],"legs":[\#(legs)]}"#
        let error = #expect(throws: ContractError.self) {
            try JSONContract.calculate(Array(request.utf8))
        }
        #expect(error?.message == message)
    }

    @Test("a price that cannot move is certain, however small the time or the volatility", arguments: [1e-300, 1e-40])
    func certain(time: Double) throws {
        let request = """
            {"currentPrice":50,"timeToExpiration":\(time),"volatility":0.1,"include":["probability"],
            "legs":[{"type":"put","position":"short","strikePrice":55,"premium":5.01,"quantity":10}]}
            """
        let answer = try #require(CalculationRequest(json: Array(request.utf8)).calculate().probability)
        #expect(answer.ofProfit == 1)
        #expect(abs(answer.expectedProfitLoss - 10) < 1e-9 && answer.expectedLoss == nil)
        #expect(answer.expectedShortfall.allSatisfy { abs($0.value + 10) < 1e-9 })
    }

    @Test("a yield that leaves no digits of a calendar is refused")
    func extremeYield() {
        let request = """
            {"currentPrice":100,"dividendYield":-0.01,"legs":[
            {"type":"put","position":"short","strikePrice":110,"quantity":1,"premium":13,"timeToExpiration":0.1},
            {"type":"put","position":"long","strikePrice":90,"quantity":1,"premium":0.0003,"timeToExpiration":7000,
             "impliedVolatility":0.1}]}
            """
        let error = #expect(throws: ContractError.self) {
            try JSONContract.calculate(Array(request.utf8))
        }
        #expect(
            error?.message
                == "dividendYield must be at most 20 in magnitude over the last time to expiration, "
                + "where legs expire at different times, got -0.01")
    }
}
