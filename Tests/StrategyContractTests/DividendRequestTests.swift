import ExactPayoff
import Foundation
import StrategyContract
import StrategyValuation
import Testing

@Suite("Dividends in requests")
struct DividendRequestTests {
    private static let dividends = (1...12).map { #"{"timeToExDate":\#(Double($0) / 13),"amount":0.3}"# }
        .joined(separator: ",")

    private func answer(_ json: String, limits: WorkLimits = .generous) throws -> [String: Any] {
        let output = try JSONContract.calculate(Array(json.utf8), AnswerOptions(limits: limits))
        return try #require(JSONSerialization.jsonObject(with: Data(output)) as? [String: Any])
    }

    private func condor(_ members: String) -> String {
        let legs = [("put", "long", 80.0), ("put", "short", 90), ("call", "short", 110), ("call", "long", 120)]
            .map { kind, side, strike in
                #"{"type":"\#(kind)","position":"\#(side)","strikePrice":\#(strike),"quantity":1,"impliedVolatility":0.3}"#
            }.joined(separator: ",")
        return
            #"{"currentPrice":100,"riskFreeRate":0.04,"timeToExpiration":1,"volatility":0.3,"exercise":"american","legs":[\#(legs)],"dividends":[\#(Self.dividends)],\#(members)}"#
    }

    /// The work that the specification puts within the strict limits.
    @Test(
        "four American legs with twelve dividends are within the strict limits",
        arguments: ["greeks", "valueCurves", "scenarios", "value", "earlyExercise", "probability"])
    func work(inclusion: String) throws {
        let response = try answer(condor(#""include":["\#(inclusion)"]"#), limits: .strict)
        #expect(response[inclusion] != nil)
        let conventions = try #require(response["conventions"] as? [String: Any])
        #expect(
            conventions["model"] as? String
                == "Black-Scholes-Merton, American exercise, discrete dividends (spot model)")
        #expect((conventions["dividends"] as? [Any])?.count == 12)
        #expect(conventions["shares"] as? String == "neither earn nor owe dividends")
    }

    /// The premiums are the values in the model, each with a solution of its own; the prices of a curve share solutions.
    @Test("the value curve of model premiums passes through 0, and begins at a price of 0")
    func valueCurve() throws {
        let response = try answer(
            condor(
                #""include":["valueCurves"],"valueDates":[0],"curveRange":{"minimum":0,"maximum":400,"points":101}"#))
        let curves = try #require(response["valueCurves"] as? [[String: Any]])
        let points = try #require(curves.first?["points"] as? [[String: Double]])
        #expect(points.count == 101)
        #expect(points[0]["stockPrice"] == 0 && points[25]["stockPrice"] == 100)
        #expect(try abs(#require(points[25]["profitLoss"])) <= 0.4)
        // The puts are 10 apart, and the nearest dividend turns a price of 0 to 0.
        let credit = try #require((response["metrics"] as? [String: Any])?["netCost"] as? Double)
        #expect(try abs(#require(points[0]["profitLoss"]) + 1_000 + credit) <= 0.01)
    }

    @Test(
        "an option that no method values is refused by name, whatever is asked for",
        arguments: ["greeks", "value", "valueCurves", "scenarios", "curveDetails"])
    func refused(inclusion: String) {
        let request = condor(#""include":["\#(inclusion)"]"#)
            .replacingOccurrences(of: #""impliedVolatility":0.3"#, with: #""impliedVolatility":4,"premium":1"#)
        let error = #expect(throws: ContractError.self) { try answer(request) }
        #expect(
            error?.message.contains("volatility must lie between 0.02 and 3 for an option with dividends, got ")
                == true)
    }
}
