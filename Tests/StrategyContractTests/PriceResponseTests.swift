import Foundation
import OptionPricing
import StrategyRequests
import StrategyValuation
import Testing
import _TestSupport

@testable import StrategyContract

/// A row of `Fixtures/reference/bsm_mpmath.json`, computed by mpmath at 50 digits.
struct ReferenceOption: Decodable, CustomTestStringConvertible {
    let id: Int
    let type: String
    let S, K, r, q, T, sigma: Double
    let expected: [String: Double]

    var testDescription: String { "\(id): \(type) S=\(S) K=\(K) T=\(T) σ=\(sigma)" }

    /// A line, its last member being the volatility or the price.
    func line(_ last: String, _ value: Double) -> [UInt8] {
        Array(
            """
            {"type":"\(type)","currentPrice":\(S),"strikePrice":\(K),"timeToExpiration":\(T),"riskFreeRate":\(r),\
            "dividendYield":\(q),"\(last)":\(value)}
            """.utf8)
    }

    static let all: [ReferenceOption] = {
        struct Table: Decodable {
            let cases: [ReferenceOption]
        }
        return (try? Fixture.decode(Table.self, "Fixtures/reference/bsm_mpmath.json").cases) ?? []
    }()
}

/// These tests check that each member has its value; the tests of OptionPricing check the last digits.
@Suite("Answers of price and implied-volatility")
struct PriceResponseTests {
    static let members = ["price", "delta", "gamma", "theta", "vega", "rho"]
    static let higherMembers = [
        "epsilon", "vanna", "vomma", "charm", "speed", "zomma", "color", "ultima", "dualDelta", "dualGamma",
    ]

    @Test("the table is not empty")
    func table() {
        #expect(ReferenceOption.all.count >= 200)
    }

    private func members(_ json: [UInt8]) throws -> [String: Double] {
        try JSONDecoder().decode([String: Double].self, from: Data(json))
    }

    private func isClose(_ value: Double?, _ expected: Double?) -> Bool {
        guard let value, let expected else { return false }
        return abs(value - expected) <= 1e-9 * abs(expected)
    }

    /// The member's name in the table.
    private func key(_ member: String) -> String {
        switch member {
        case "dualDelta": "dual_delta"
        case "dualGamma": "dual_gamma"
        default: member
        }
    }

    @Test("price and greeks are those of mpmath", arguments: ReferenceOption.all)
    func greeks(_ option: ReferenceOption) throws {
        let request = try PriceRequest(json: option.line("volatility", option.sigma))
        let few = try members(request.price().json())
        let all = try members(request.price(allGreeks: true).json())
        #expect(few.count == 6 && all.count == 16)
        for member in Self.members { #expect(few[member] == all[member]) }
        for member in Self.members + Self.higherMembers {
            #expect(
                isClose(all[member], option.expected[key(member)]),
                "\(member) \(all[member] ?? .nan) \(option.expected[key(member)] ?? .nan)")
        }
    }

    @Test("market units change theta, vega and rho only", arguments: ReferenceOption.all.prefix(20))
    func marketUnits(_ option: ReferenceOption) throws {
        let request = try PriceRequest(json: option.line("volatility", option.sigma))
        let market = try members(request.price(allGreeks: true, units: .market).json())
        for member in Self.members + Self.higherMembers {
            let unit: Double =
                switch member {
                case "theta": 365
                case "vega", "rho": 100
                default: 1
                }
            #expect(isClose(market[member], option.expected[key(member)].map { $0 / unit }), "\(member)")
        }
    }

    /// The relative change of the volatility that corresponds to the last bits of the price.
    private static func slack(_ option: ReferenceOption) -> Double {
        8 * (option.expected["price"] ?? .nan).ulp / ((option.expected["vega"] ?? .nan) * option.sigma)
    }

    @Test("most reference prices determine a volatility")
    func determinedVolatilities() {
        let count = ReferenceOption.all.count
        #expect(count >= 100 && ReferenceOption.all.count { Self.slack($0) < 1e-3 } >= count * 9 / 10)
    }

    @Test(
        "implied volatilities are those that the prices were made of",
        arguments: ReferenceOption.all.filter { slack($0) < 1e-3 })
    func impliedVolatility(_ option: ReferenceOption) throws {
        let price = option.expected["price"] ?? .nan
        let response = try ImpliedVolatilityRequest(json: option.line("price", price)).impliedVolatility()
        guard case .volatility(let volatility) = response.result else {
            Issue.record("\(response.result)")
            return
        }
        #expect(abs(volatility - option.sigma) <= (1e-9 + Self.slack(option)) * option.sigma)
        let expected = #"{"impliedVolatility":\#(JSONWriter.text(volatility)),"status":"ok"}"#
        #expect(String(decoding: response.json(), as: UTF8.self) == expected)
    }

    @Test(
        "there being no volatility is an answer",
        arguments: [
            (ImpliedVolatility.belowIntrinsic, "below_intrinsic"), (.aboveMaximum, "above_maximum"),
            (.notDeterminable, "not_determinable"),
        ])
    func statuses(result: ImpliedVolatility, status: String) {
        let json = String(decoding: ImpliedVolatilityResponse(result: result).json(), as: UTF8.self)
        #expect(json == #"{"impliedVolatility":null,"status":"\#(status)"}"#)
    }

    @Test("members are in the order of the contract, and infinite greeks are null")
    func order() throws {
        // At the money without volatility, gamma and dualGamma are infinite.
        let line = #"{"type":"call","currentPrice":100,"strikePrice":100,"timeToExpiration":1,"volatility":0}"#
        let request = try PriceRequest(json: Array(line.utf8))
        let object = String(decoding: try request.price(allGreeks: true).json(), as: UTF8.self)
        let names = object.matches(of: /"([a-zA-Z]+)":/).map { String($0.1) }
        #expect(names == Self.members + Self.higherMembers)
        #expect(object.contains(#""gamma":null,"#))
        #expect(!object.contains(" ") && !object.contains("inf") && !object.contains("nan"))
        #expect(String(decoding: try request.price().json(), as: UTF8.self).contains(#""gamma":null,"#))
    }
}
