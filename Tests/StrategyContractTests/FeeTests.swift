import ExactPayoff
import OptionPricing
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

@Suite("Fees of legs")
struct FeeTests {
    private func answer(_ legs: String, _ members: String = "") throws -> CalculationResponse {
        try CalculationRequest(json: Array(#"{"currentPrice":100,"legs":[\#(legs)]\#(members)}"#.utf8)).calculate()
    }

    private func call(_ position: String, _ strike: Int, _ premium: String, _ terms: String = "") -> String {
        #"{"type":"call","position":"\#(position)","strikePrice":\#(strike),"premium":\#(premium),"quantity":1\#(terms)}"#
    }

    @Test("metrics are exact in the decimals of the fee")
    func exact() throws {
        // 100 · (max(S − 100, 0) − 3.1) − 1.3
        let long = try answer(call("long", 100, "3.1", #","fee":1.3"#))
        #expect(long.metrics.netCost == 311.3)
        #expect(long.metrics.maxLoss == -311.3)
        #expect(long.metrics.breakEvenPoints == [103.113])
        let short = try answer(call("short", 100, "3.1", #","fee":1.3"#))
        #expect(short.metrics.netCost == -308.7)
        #expect(short.metrics.maxProfit == 308.7)
        #expect(short.metrics.breakEvenPoints == [103.087])
        // Fees of 0.1 and 0.2, and a credit of 0.3.
        let shares = #"{"type":"stock","position":"long","premium":100,"quantity":1,"fee":0.1}"#
        let sold = #"{"type":"stock","position":"short","premium":100.3,"quantity":1,"fee":0.2}"#
        #expect(try answer(shares + "," + sold).metrics.netCost == 0)
        #expect(try answer(shares + "," + sold).metrics.breakEvenPoints == [0])
        // (10 · 7.7 + 0.333333333333333) / 10 = 7.7333333333333333, to 10 decimal places.
        let third = #"{"type":"stock","position":"long","premium":7.7,"quantity":10,"fee":0.333333333333333}"#
        #expect(try answer(third).metrics.breakEvenPoints == [7.7333333333])
        #expect(try answer(third).metrics.netCost == 77.33333333)
    }

    @Test("large and small fees", arguments: [("1e20", 1e20), ("1e-12", 0), ("123456789012345", 123_456_789_012_345)])
    func sizes(fee: String, amount: Double) throws {
        let response = try answer(call("long", 100, "0", #","fee":\#(fee)"#))
        #expect(response.metrics.netCost == amount)
        #expect(response.curve.profitLosses.first == 0 - amount)
        #expect(response.metrics.breakEvenPoints == [amount == 1e20 ? 1e18 + 100 : 100 + amount / 100])
    }

    @Test(
        "a fee is a higher premium paid, or a lower one received, in every answer",
        arguments: [
            "", #","include":["probability"],"confidenceLevels":[0.5,0.99]"#, #","include":["valueCurves"]"#,
            #","include":["scenarios"]"#, #","curveRange":{"minimum":0,"maximum":200,"points":7}"#,
        ], [#","impliedVolatility":0.25"#, #","impliedVolatility":0.25,"timeToExpiration":0.75"#])
    func premiums(members: String, farTerms: String) throws {
        let members = members + #","timeToExpiration":0.5,"volatility":0.3"#
        let near = #","impliedVolatility":0.3"#
        let fees =
            call("long", 95, "8.25", near + #","fee":65"#) + "," + call("short", 110, "3.5", farTerms + #","fee":12.5"#)
        let premiums = call("long", 95, "8.9", near) + "," + call("short", 110, "3.375", farTerms)
        let (left, right) = (try answer(fees, members), try answer(premiums, members))
        #expect(left.metrics == right.metrics)
        #expect(left.curve == right.curve)
        #expect(left.scenarios?.dates == right.scenarios?.dates)
        for (curve, other) in zip(left.valueCurves ?? [], right.valueCurves ?? []) {
            for (profit, expected) in zip(curve.curve.profitLosses, other.curve.profitLosses) {
                #expect((profit - expected).magnitude < 1e-7)
            }
        }
        if let probability = left.probability, let expected = right.probability {
            #expect((probability.ofProfit - expected.ofProfit).magnitude < 1e-14)
            #expect((probability.expectedProfitLoss - expected.expectedProfitLoss).magnitude < 1e-10)
        }
    }

    @Test("the profits of a book include the fees")
    func book() throws {
        func profits(_ leg: String) throws -> [UInt8] {
            let request =
                #"{"currentPrice":100,"timeToExpiration":0.5,"volatility":0.2,"positions":[{"legs":[\#(leg)]}],"#
                + #""scenarioGrid":{"spotShifts":[-0.125,0,0.25],"dates":[0.5]}}"#
            return try JSONContract.scenario(Array(request.utf8))
        }
        let terms = #","impliedVolatility":0.25"#
        #expect(
            try profits(call("long", 100, "3", terms + #","fee":50"#)) == profits(call("long", 100, "3.5", terms)))
    }

    @Test(
        "a fee that is not 0 or greater is refused",
        arguments: [
            ("-1", "must be 0 or greater, got -1"), ("1e999", "must be finite, got 1e999"),
            ("\"1\"", "must be a number, got \"1\""),
        ])
    func refused(fee: String, rule: String) throws {
        let error = #expect(throws: ContractError.self) { try answer(call("long", 100, "1", #","fee":\#(fee)"#)) }
        #expect(error?.message == "legs[0].fee \(rule)")
        #expect(try answer(call("long", 100, "1", #","fee":null"#)) == answer(call("long", 100, "1")))
    }

    @Test("the values of Swift")
    func values() throws {
        let leg = try Leg.put(.short, strikePrice: 50, premium: 2, quantity: 3, fee: 1.95)
        #expect(leg.fee == 1.95)
        let profile = try PayoffProfile([leg])
        #expect(profile.netCost == -598.05)
        #expect(try profile.profit(at: 50) == 598.05)
        let priced = try PricedLeg(leg, timeToExpiration: 1, volatility: 0)
        let strategy = try PricedStrategy([priced], in: OptionMarket(spot: 60))
        let grid = try ScenarioGrid(stockPrices: [60], volatilityShifts: [0], elapsedTimes: [1])
        #expect(try strategy.profits(in: grid)[0] == 598.05)
        let error = #expect(throws: StrategyError.self) { try Leg.stock(.long, entryPrice: 1, quantity: 1, fee: -1) }
        #expect(error?.path == "fee")
    }
}
