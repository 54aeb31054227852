import ExactPayoff
import Foundation
import StrategyContract
import Testing

@Suite("Margin from JSON")
struct MarginAnswerTests {
    private static let put =
        #"{"type":"put","position":"short","strikePrice":80,"premium":2,"quantity":1,"expirationDate":"2026-03-20"}"#

    private static func request(_ legs: String, _ members: String = "") -> String {
        #"{"accountType":"margin","valuationDate":"2026-01-02","currentPrice":95,"legs":[\#(legs)]\#(members)}"#
    }

    private func answer(_ json: String, _ limits: WorkLimits = .generous) throws -> String {
        String(decoding: try JSONContract.margin(Array(json.utf8), AnswerOptions(limits: limits)), as: UTF8.self)
    }

    private func object(_ json: String) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(try answer(json).utf8))
        return try #require(value as? [String: Any])
    }

    /// 10 % of the strike, and the premium: (2 + 8) × 100; the deposit is the cash put of docs/margin.md in a margin account.
    @Test("the members and their order")
    func members() throws {
        let requirement =
            #"{"requirement":1000,"lowerBound":1000,"optimal":true,"groups":[{"rule":"uncovered","legs":[{"index":0,"quantity":1}],"amount":1000,"explanation":"(value 2 + the greater of 4 (20 % of the price 95 less 15 out of the money) and 8 (10 % of the strike 80)) × 100 shares × 1 = 1000","saves":0,"strategyName":null}],"proof":"exhaustive"}"#
        let text = try answer(Self.request(Self.put, #","id":"a""#))
        #expect(
            text.hasPrefix(
                #"{"id":"a","method":"strategy","initial":\#(requirement),"initialDeposit":800,"maintenance":\#(requirement),"maintenanceNet":800,"conventions":{"#
            ), "\(text)")
        #expect(text.hasSuffix(#""solver":null}}"#))
    }

    @Test("a cash account deposits the strike of a short put, and permits no uncovered call")
    func cash() throws {
        let put = try object(Self.request(Self.put).replacing(#""margin""#, with: #""cash""#))
        #expect((put["initial"] as? [String: Any])?["requirement"] as? Int == 8000)
        #expect(put["initialDeposit"] as? Int == 7800)
        #expect(put["maintenance"] is NSNull && put["notPermitted"] == nil)
        let call = try object(
            Self.request(Self.put.replacing("put", with: "call")).replacing(#""margin""#, with: #""cash""#))
        #expect((call["initial"] as? [String: Any])?["requirement"] is NSNull)
        #expect(call["initialDeposit"] is NSNull)
        let problems = call["notPermitted"] as? [[String: Any]]
        #expect(problems?.first?["legs"] as? [Int] == [0])
    }

    @Test("the certificate has exact multipliers")
    func certificate() throws {
        let text = try answer(Self.request(Self.put, #","include":["certificate"]"#))
        let expected =
            #""certificate":{"prices":[{"index":0,"price":1000}],"dates":[],"hosts":[{"index":0,"multiplier":0}],"shares":0,"bound":1000}"#
        #expect(text.contains(expected), "\(text)")
    }

    @Test("risk-based margin has ten prices, and is at least the minimum")
    func portfolio() throws {
        let far = Self.put.replacing(#""premium":2"#, with: #""premium":0.01,"impliedVolatility":0.1"#)
        let answer = try object(Self.request(far, #","method":"portfolio""#))
        #expect(
            answer["requirement"] as? Double == answer["greatestLoss"] as? Double
                || answer["requirement"] as? Double == 37.5)
        #expect(answer["minimum"] as? Double == 37.5)
        let moves = (answer["scenarios"] as? [[String: Any]])?.compactMap { $0["move"] as? Double }
        #expect(moves == [-0.15, -0.12, -0.09, -0.06, -0.03, 0.03, 0.06, 0.09, 0.12, 0.15])
    }

    /// Each leg is valued by the lines of `options price`, at the prices and the volatility that the answer states.
    @Test("risk-based margin revalues each leg as options price does", arguments: ["american", "european"])
    func revaluation(_ style: String) throws {
        let legs = [
            (#""type":"put","strikePrice":80"#, "short", 2, 2.0), (#""type":"put","strikePrice":75"#, "long", 3, 1.1),
            (#""type":"call","strikePrice":100"#, "short", 1, 3.2),
        ]
        let market = #""riskFreeRate":0.04,"dividends":[{"exDate":"2026-02-10","amount":0.6}]"#
        let rows = legs.map { leg in
            #"{\#(leg.0),"position":"\#(leg.1)","quantity":\#(leg.2),"premium":\#(leg.3),"expirationDate":"2026-03-20"}"#
        }
        let members = #","method":"portfolio",\#(market),"underlying":{"exerciseStyle":"\#(style)"}"#
        let answer = try object(Self.request(rows.joined(separator: ","), members))
        let conventions = try #require((answer["conventions"] as? [String: Any])?["legs"] as? [[String: Any]])
        let volatilities = conventions.compactMap { $0["impliedVolatility"] as? Double }
        func value(_ leg: Int, _ price: Double) throws -> Double {
            let line =
                #"{\#(legs[leg].0),"currentPrice":\#(price),"valuationDate":"2026-01-02","expirationDate":"2026-03-20",\#(market),"exercise":"\#(style)","volatility":\#(volatilities[leg])}"#
            var answerer = PriceAnswerer()
            var output: [UInt8] = []
            try answerer.appendAnswer(to: Array(line.utf8).span, &output)
            let object = try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
            return try #require(object?["price"] as? Double)
        }
        var least = 0.0
        let scenarios = try #require(answer["scenarios"] as? [[String: Any]])
        #expect(scenarios.count == 10)
        for scenario in scenarios {
            let price = try #require(scenario["stockPrice"] as? Double)
            var profit = 0.0
            for (index, leg) in legs.enumerated() {
                let shares = Double(leg.2 * 100) * (leg.1 == "long" ? 1 : -1)
                profit += shares * (try value(index, price) - value(index, 95))
            }
            let written = try #require(scenario["profitLoss"] as? Double)
            #expect((written - profit).magnitude < 1e-7)
            least = min(least, written)
        }
        #expect(answer["greatestLoss"] as? Double == -least)
    }

    @Test("strict limits accept 100 legs")
    func limits() throws {
        let legs = Array(repeating: Self.put, count: 101).joined(separator: ",")
        do {
            _ = try answer(Self.request(legs), .strict)
            Issue.record("101 legs are accepted")
        } catch {
            #expect("\(error)" == "the request must take at most 100 legs, got more")
        }
    }

    /// A credit spread of width 5 sold at 1.5: 500 − 150 must be deposited, and 150 can be earned, in 73 days.
    @Test("calculate includes the margin and the return on it")
    func inclusion() throws {
        let short =
            #"{"type":"put","position":"short","strikePrice":95,"premium":2.5,"quantity":1,"expirationDate":"2026-03-16"}"#
        let long =
            #"{"type":"put","position":"long","strikePrice":90,"premium":1,"quantity":1,"expirationDate":"2026-03-16"}"#
        let request = #"{"currentPrice":95,"legs":[\#(short),\#(long)],"exclude":["curve"],"include":["margin"]"#
        func answer(_ members: String) throws -> String {
            String(decoding: try JSONContract.calculate(Array((request + members + "}").utf8)), as: UTF8.self)
        }
        let text = try answer(#","accountType":"margin","valuationDate":"2026-01-02""#)
        let ratio = 150.0 / 350
        #expect(
            text.hasSuffix(
                #","margin":{"initial":600,"initialDeposit":350,"maintenance":600,"returnOnMargin":\#(ratio),"annualised":\#(ratio * 365 / 73)}}"#
            ), "\(text)")
        #expect(throws: ContractError(.missing("accountType"))) { try answer(#","valuationDate":"2026-01-02""#) }
        #expect(throws: ContractError(.missing("valuationDate"))) { try answer(#","accountType":"margin""#) }
    }

    /// No bound proves this account, so that a solver searches, and the time limit may end its search.
    @Test("calculate says that its margin may not be the least, where margin says so", arguments: [1e-6, .infinity])
    func limitedSearch(_ seconds: Double) throws {
        let legs = [("long", 440, 41.5, 7), ("short", 430, 45.15, 9), ("long", 400, 57.78, 3)].map { leg in
            #"{"type":"call","position":"\#(leg.0)","strikePrice":\#(leg.1),"premium":\#(leg.2),"quantity":\#(leg.3),"expirationDate":"2026-12-18"}"#
        }
        let request =
            #"{"accountType":"margin","valuationDate":"2026-01-02","currentPrice":419.11,"legs":[\#(legs.joined(separator: ","))]"#
        var limits = WorkLimits.generous
        limits.solverSeconds = seconds
        let calculation = try JSONContract.calculate(
            Array((request + #","exclude":["curve"],"include":["margin"]}"#).utf8), AnswerOptions(limits: limits))
        let margin = try answer(request + "}", limits)
        let isOpen = margin.contains(#""optimal":false"#)
        #expect(margin.contains(#""search":"where optimal is false, the least requirement lies between"#) == isOpen)
        #expect(margin.contains(#""proof":null"#) == isOpen)
        let text = String(decoding: calculation, as: UTF8.self)
        #expect(text.hasSuffix(#","optimal":false}}"#) == isOpen && text.contains(#""optimal""#) == isOpen, "\(text)")
    }
}
