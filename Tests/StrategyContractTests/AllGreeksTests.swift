import StrategyContract
import StrategyValuation
import Testing

/// Truth: derivatives of the Black–Scholes–Merton price at 50 digits, for S = 100, K = 105, T = 0.5, r = 0.04, q = 0.01,
/// σ = 0.2. `PositionGreeksTests` checks many others.
@Suite("All greeks in the contract")
struct AllGreeksTests {
    private static let legs =
        #"{"type":"call","position":"short","strikePrice":105,"premium":4,"quantity":2,"impliedVolatility":0.2},"#
        + #"{"type":"stock","position":"long","premium":98,"quantity":10}"#

    private func answer(_ include: String, members: String = "", legs: String = Self.legs) throws -> String {
        let request =
            #"{"currentPrice":100,"timeToExpiration":0.5,"riskFreeRate":0.04,"dividendYield":0.01,"exclude":["curve"],"#
            + #""include":\#(include),"legs":[\#(legs)]\#(members)}"#
        return String(decoding: try JSONContract.calculate(Array(request.utf8)), as: UTF8.self)
    }

    /// The part of an answer from one text up to another.
    private func part(of text: String, from start: String, to end: String) throws -> String {
        let lower = try #require(text.firstRange(of: start)?.lowerBound)
        let rest = text[lower...]
        return String(rest[..<(try #require(rest.firstRange(of: end)?.lowerBound))])
    }

    private static let names = [
        "delta", "gamma", "theta", "vega", "rho", "epsilon", "vanna", "vomma", "charm", "speed", "zomma", "color",
        "ultima", "dualDelta", "dualGamma", "veta", "lambda",
    ]

    private func names(_ object: String) -> [String] {
        object.matches(of: /"(\w+)":(?:-?[\d.e+-]+|null)/).map { String($0.1) }
    }

    @Test("the members are those of greeks, and the further ones")
    func members() throws {
        let text = try answer(#"["allGreeks"]"#)
        let net = try part(of: text, from: #"{"net":"#, to: #","legs":"#)
        #expect(names(net) == Self.names.dropLast())
        let legs = try part(of: text, from: #""legs":[{"#, to: "]}")
        #expect(names(legs) == Self.names + Self.names)
        let units = try part(of: text, from: #""greekUnits":{"#, to: "}")
        #expect(units.matches(of: /"(\w+)":"/).map { String($0.1) } == ["position"] + Self.names)
        #expect(legs.hasSuffix(#""veta":0,"lambda":1}"#))
    }

    @Test("the numbers are those of the library, in either units", arguments: GreekUnits.allCases)
    func numbers(units: GreekUnits) throws {
        let text = try answer(#"["allGreeks"]"#, members: #","greekUnits":"\#(units.rawValue)""#)
        let net = try part(of: text, from: #"{"net":"#, to: #","legs":"#)
        let found = net.matches(of: /:(-?\d[\d.e+-]*)/).compactMap { Double($0.1) }
        let isMarket = units == .market
        let expected: [Double] = [
            -200 * 0.4310437546805966 + 10, -200 * 0.02767442674954427,
            -200 * (isMarket ? -0.01825128273863265 : -6.661718199600917),
            -200 * (isMarket ? 0.2767442674954427 : 27.67442674954427),
            -200 * (isMarket ? 0.1947345755465825 : 19.47345755465825), -200 * -21.55218773402983,
            -200 * 0.605933845328732, -200 * 7.207632828092876, -200 * -0.19989961176757323,
            -200 * 5.244531033784663e-05, -200 * -0.13116450091962847, -200 * 0.02552207571792127,
            -200 * -120.07452252314744, -200 * -0.37092300104110953, -200 * 0.02510152086126464,
            -200 * -29.82677778116727,
        ]
        #expect(found.count == 16)
        for (value, expected) in zip(found, expected) {
            #expect((value - expected).magnitude <= 1e-12 * expected.magnitude)
        }
    }

    @Test("if both are requested, the greeks are all greeks")
    func both() throws {
        let all = try answer(#"["allGreeks"]"#)
        #expect(try answer(#"["greeks","allGreeks"]"#) == all)
        #expect(try answer(#"["allGreeks","greeks"]"#) == all)
        let greeks = try answer(#"["greeks"]"#)
        #expect(!greeks.contains("vanna") && greeks.contains(#""rho":"per 1.00 of rate"}"#))
    }

    @Test("a strict request accepts the name, and infinite greeks are null")
    func infinite() throws {
        let leg =
            #"{"type":"put","position":"long","strikePrice":100,"premium":0,"quantity":1,"impliedVolatility":0}"#
        let text = try answer(
            #"["allGreeks"]"#, members: #","strict":true,"riskFreeRate":0,"dividendYield":0"#, legs: leg)
        let net = try part(of: text, from: #"{"net":"#, to: #","legs":"#)
        #expect(net.contains(#""gamma":null"#) && net.contains(#""dualGamma":null"#))
        #expect(net.contains(#""vomma":0,"#))
        let legs = try part(of: text, from: #""legs":[{"#, to: "]}")
        #expect(legs.hasSuffix(#""lambda":null}"#))
    }

    @Test("the refusals are those of greeks")
    func refused() throws {
        for legs in [
            #"{"type":"call","position":"short","strikePrice":50,"premium":4,"quantity":2}"#,
            #"{"type":"call","position":"short","strikePrice":50,"premium":4,"quantity":2,"expirationDate":"2026-12-18"}"#,
        ] {
            let errors = ["greeks", "allGreeks"].map { name in
                #expect(throws: ContractError.self) { try answer(#"["\#(name)"]"#, legs: legs) }
            }
            #expect(errors[0] == errors[1])
        }
    }
}
