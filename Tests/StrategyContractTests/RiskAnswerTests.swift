import ExactPayoff
import Foundation
import OptionPricing
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

@Suite("Answers of risk")
struct RiskAnswerTests {
    private static let call =
        #"{"type":"call","position":"short","strikePrice":105,"premium":3,"quantity":1,"timeToExpiration":0.25}"#
    private static let two = [
        #"{"id":"A","currentPrice":100,"volatility":0.3,"dividendYield":0.01,"positions":[{"id":1,"legs":[\#(RiskRequestTests.shares),\#(call)]},{"legs":[\#(RiskRequestTests.put)]}]}"#,
        #"{"id":7.0,"currentPrice":50,"volatility":0.2,"positions":[{"id":"b","legs":[\#(RiskRequestTests.shares)]}]}"#,
    ]

    private static func request(_ members: String = "") -> String {
        RiskRequestTests.request(
            two, #""timeToHorizon":0.04,"riskFreeRate":0.03,"correlations":[[1,0.6],[0.6,1]]\#(members)"#)
    }

    private static func response(_ request: String) throws -> RiskResponse {
        try RiskRequest(json: Array(request.utf8)).risk()
    }

    @Test("a seed gives the same bytes, and another one others")
    func seed() throws {
        func bytes(_ seed: Int) throws -> [UInt8] {
            try JSONContract.risk(Array(Self.request(#","seed":\#(seed)"#).utf8))
        }
        #expect(try bytes(1) == bytes(1))
        #expect(try bytes(1) != bytes(2))
        #expect(try bytes(0) == JSONContract.risk(Array(Self.request().utf8)))
    }

    @Test("contributions, values and mean profits of the positions add up to those of the portfolio")
    func sums() throws {
        let response = try Self.response(Self.request(#","confidenceLevels":[0.5,0.99,0.95]"#))
        let positions = response.underlyings.flatMap(\.positions)
        #expect(positions.count == 3)
        #expect(response.valueAtRisk.map(\.level) == [0.5, 0.99, 0.95])
        for index in 0..<3 {
            let (value, shortfall) = (response.valueAtRisk[index], response.expectedShortfall[index])
            let parts = positions.map { $0.contributions[index] }
            #expect(abs(parts.reduce(0) { $0 + $1.valueAtRisk } - value.value) <= 1e-9)
            #expect(abs(parts.reduce(0) { $0 + $1.expectedShortfall } - shortfall.value) <= 1e-9)
            #expect(value.lower <= value.value && value.value <= value.upper)
            #expect(shortfall.lower <= shortfall.value && shortfall.value <= shortfall.upper)
            #expect(shortfall.value >= value.value)
        }
        #expect(abs(positions.reduce(0) { $0 + $1.value } - response.value) <= 2e-8)
        #expect(abs(positions.reduce(0) { $0 + $1.expectedProfitLoss } - response.expectedProfitLoss) <= 1e-9)
    }

    @Test("one underlying with shares has the quantiles of a lognormal price", arguments: ["long", "short"])
    func closedForm(side: String) throws {
        let leg = #"{"type":"stock","position":"\#(side)","quantity":100}"#
        let underlying = RiskRequestTests.underlying(leg, #""volatility":0.3,"dividendYield":0.02"#)
        let response = try Self.response(
            #"{"scenarios":40000,"timeToHorizon":0.1,"riskFreeRate":0.05,"confidenceLevels":[0.9,0.95,0.99],"underlyings":[\#(underlying)]}"#
        )
        for row in response.valueAtRisk {
            // Φ⁻¹ of 0.9, 0.95 and 0.99.
            let quantile =
                [0.9: 1.2815515655446004, 0.95: 1.6448536269514722, 0.99: 2.3263478740408408][row.level] ?? .nan
            let sign: Double = side == "long" ? 1 : -1
            let price = 100 * exp((0.05 - 0.02 - 0.045) * 0.1 - sign * quantile * 0.3 * 0.1.squareRoot())
            let exact = sign * 100 * (100 - price)
            // Five standard errors; the intervals have 1.96 on each side.
            let margin = (row.upper - row.lower) / 2 * 5 / 1.96
            #expect(abs(row.value - exact) <= margin, "\(row.level): \(row.value), \(exact)")
        }
    }

    @Test("the order of the underlyings' names and the layout of the response")
    func layout() throws {
        let json = String(decoding: try JSONContract.risk(Array(Self.request().utf8)), as: UTF8.self)
        #expect(json.contains(#""underlyings":[{"id":"A","positions":[{"id":1,"value":"#))
        #expect(json.contains(#"{"id":7.0,"positions":[{"id":"b","value":5000,"#))
        #expect(json.contains(#""model":"Black-Scholes-Merton, European exercise""#))
        #expect(json.contains(#""correlationSource":"given","distribution":"#))
        #expect(!json.contains("normals"))
        #expect(json.hasSuffix(#""scenarios":200,"seed":0}}"#))
    }

    @Test("volatilities come from the leg, its premium, or the underlying, and the response states which")
    func volatilities() throws {
        let silent = #"{"type":"call","position":"long","strikePrice":100,"quantity":1,"timeToExpiration":1}"#
        let text = RiskRequestTests.underlying([Self.call, RiskRequestTests.put, silent].joined(separator: ","))
        let legs = try #require(
            try Self.response(RiskRequestTests.request([text])).underlyings.first?.positions.first?.legs)
        #expect(legs.map { $0?.volatility?.source } == [.premium, .given, .underlying])
        #expect(legs[2]?.volatility?.value == 0.2)
    }

    @Test("correlations and volatilities are estimated from histories")
    func estimates() throws {
        let one = RiskRequestTests.underlying(RiskRequestTests.shares, #""history":[100,200,100,200,100]"#)
        let other = RiskRequestTests.underlying(RiskRequestTests.shares, #""history":[3,1.5,3,1.5,3],"volatility":0.5"#)
        let response = try Self.response(
            RiskRequestTests.request([one, other], #""horizonDays":1,"periodsPerYear":12,"include":["normals"]"#))
        let conventions = response.conventions
        #expect(conventions.correlationSource == .history && conventions.timeToHorizon == 1.0 / 365)
        #expect(conventions.underlyings.map(\.volatilitySource) == [.history, .given])
        // Four returns of ±ln 2 with mean 0.
        let doubling = 0.6931471805599453
        #expect(abs(conventions.underlyings[0].volatility - (4 * doubling * doubling / 3 * 12).squareRoot()) <= 1e-12)
        #expect(abs(try #require(conventions.correlations)[0][1] + 1) <= 1e-15)
        #expect(response.normals?.map(\.count) == [200, 200])
    }

    @Test("requests within the strict limits have the same bytes under both presets, and others are refused")
    func limits() throws {
        let json = Array(Self.request().utf8)
        #expect(try JSONContract.risk(json, AnswerOptions(limits: .strict)) == JSONContract.risk(json))
        for (name, limit) in [(WorkLimits.Name.legs, 3), (.valuations, 5_000), (.responsePoints, 17)] {
            var limits = WorkLimits.strict
            switch name {
            case .legs: limits.legs = limit
            case .valuations: limits.valuations = limit
            case .responsePoints: limits.responsePoints = limit
            case .bytes: limits.bytes = limit
            // A search for strategies alone has combinations.
            case .combinations, .expirationPairs: continue
            }
            let message = "the request must take at most \(limit) \(name.rawValue), got more"
            #expect(RiskRequestTests.message(Self.request(), limits) == message)
        }
        let long = Self.request().replacing(#""scenarios":200"#, with: #""scenarios":2000000"#)
        #expect(
            RiskRequestTests.message(long, .strict) == "the request must take at most 30000000 valuations, got more")
    }

    @Test("a cancelled request ends")
    func cancelled() throws {
        let long = Self.request().replacing(#""scenarios":200"#, with: #""scenarios":2000000"#)
        let error = #expect(throws: ContractError.self) {
            try JSONContract.risk(Array(long.utf8), AnswerOptions(isCancelled: { true }))
        }
        #expect(error?.code == .cancelled)
    }

    @Test("American options have values of their own")
    func american() throws {
        let european = try Self.response(Self.request())
        let american = try Self.response(Self.request(#","exercise":"american""#))
        #expect(american.conventions.exercise == .american && european.conventions.exercise == .european)
        let (one, other) = (european.underlyings[0].positions[1], american.underlyings[0].positions[1])
        #expect(other.value > one.value)
        let json = String(decoding: american.json(), as: UTF8.self)
        #expect(json.contains(#""model":"Black-Scholes-Merton, American exercise""#))
        #expect(json.contains(#""source":"given","exercise":"american"}"#))
    }
}
