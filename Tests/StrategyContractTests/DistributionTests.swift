import ExactPayoff
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

@Suite("distribution")
struct DistributionTests {
    private static let smile =
        #"{"forward":101,"timeToExpiration":0.4,"level":0.04,"slope":0,"correlation":0,"shift":0,"width":1}"#

    private func json(_ members: String, include: String = #"["probability"]"#) -> [UInt8] {
        let leg =
            #"{"type":"call","position":"long","strikePrice":100,"premium":10,"quantity":1,"impliedVolatility":0.2}"#
        return Array(
            #"{"currentPrice":100,"timeToExpiration":0.4,"include":\#(include),"exclude":["curve"],"legs":[\#(leg)]\#(members)}"#
                .utf8)
    }

    private func text(_ members: String, include: String = #"["probability"]"#) throws -> String {
        String(decoding: try JSONContract.calculate(json(members, include: include)), as: UTF8.self)
    }

    /// ln S is normal with the variance 0.04 and the mean price 101: as with σ = 0.2, T = 1 and r = ln 1.01.
    @Test("a flat smile")
    func flat() throws {
        let members = #","distribution":\#(Self.smile),"priceLevels":[90,110]"#
        let probability = try #require(try CalculationRequest(json: json(members)).calculate().probability)
        // By mpmath at 30 digits.
        #expect((probability.ofPriceBelow[0].probability - 0.31683979018386608).magnitude < 1e-14)
        #expect((probability.ofPriceBelow[1].probability - 0.70083349628102854).magnitude < 1e-14)
        let text = try text(members)
        #expect(text.contains(#""ofTouching":null,"#))
        #expect(text.contains(#","distribution":\#(Self.smile),"legs":"#))
        #expect(text.contains("P(S < K) = 1 + dC/dK"))
        #expect(!text.contains(#""volatilitySource""#))
    }

    @Test("without a result that depends on it, it has no effect")
    func unused() throws {
        let members = #","distribution":\#(Self.smile)"#
        #expect(try text(members, include: #"["greeks"]"#) == text("", include: #"["greeks"]"#))
        #expect(try text(#","distribution":null,"volatility":0.2"#) == text(#","volatility":0.2"#))
    }

    @Test("densities")
    func densities() throws {
        let request = #","distribution":\#(Self.smile),"exclude":null,"curvePrices":[0,101]"#
        let details = try #require(
            try CalculationRequest(json: json(request, include: #"["curveDetails"]"#)).calculate().curveDetails)
        // φ(0.1)/(101 · 0.2).
        #expect(details.density[0] == 0 && (details.density[1] - 0.01965111621173326).magnitude < 1e-12)
    }

    @Test(
        "errors",
        arguments: [
            (#","distribution":{}"#, "distribution.forward is required"),
            (#","distribution":5"#, "distribution must be an object, got 5"),
            (
                #","distribution":{"forward":0,"timeToExpiration":1,"level":0.04,"slope":0,"correlation":0,"shift":0,"width":1}"#,
                "distribution.forward must be greater than 0, got 0"
            ),
            (
                #","distribution":{"forward":1,"timeToExpiration":1,"level":0.04,"slope":0.1,"correlation":-1.5,"shift":0,"width":1}"#,
                "distribution.correlation must lie between -1 and 1, got -1.5"
            ),
            (
                #","distribution":{"forward":1,"timeToExpiration":1,"level":-0.041,"slope":0.1331,"correlation":0.306,"shift":0.3586,"width":0.4153}"#,
                "distribution must be free of butterfly arbitrage at every strike"
            ),
            (
                #","volatility":0.2,"distribution":\#(Self.smile)"#,
                "distribution must not be given with volatility, got an object"
            ),
        ])
    func errors(members: String, message: String) {
        for include in [#"["probability"]"#, #"["greeks"]"#] {
            #expect {
                try JSONContract.calculate(json(members, include: include))
            } throws: { error in
                let found = (error as? ContractError)?.message
                if found != message { Issue.record("\(found ?? "")") }
                return found == message
            }
        }
    }
}
