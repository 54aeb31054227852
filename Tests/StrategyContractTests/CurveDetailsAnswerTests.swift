import ExactPayoff
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

@Suite("Curve details in the contract")
struct CurveDetailsAnswerTests {
    private static let call =
        #"{"type":"call","position":"short","strikePrice":105,"premium":4,"quantity":2,"impliedVolatility":0.2}"#

    private func response(
        _ members: String, include: String = #"["curveDetails"]"#, legs: String = Self.call
    ) throws -> CalculationResponse {
        try CalculationRequest(json: request(members, include: include, legs: legs)).calculate()
    }

    private func request(
        _ members: String, include: String = #"["curveDetails"]"#, legs: String = Self.call
    ) -> [UInt8] {
        Array(#"{"currentPrice":100,"include":\#(include),"legs":[\#(legs)]\#(members)}"#.utf8)
    }

    private static let market = #","timeToExpiration":0.5,"riskFreeRate":0.04,"dividendYield":0.01"#

    @Test("the prices are those of the curve, with or without it")
    func prices() throws {
        for members in [
            "", #","curvePrices":[105,90,100.5,0]"#, #","curveRange":{"minimum":50,"maximum":150,"points":7}"#,
        ] {
            let with = try response(Self.market + members)
            let details = try #require(with.curveDetails)
            #expect(details.stockPrices == with.curve.map(\.stockPrice))
            let count = details.stockPrices.count
            for column in [
                details.delta, details.gamma, details.theta, details.vega, details.rho, details.density,
            ] { #expect(column.count == count) }
            let without = try response(Self.market + members + #","exclude":["curve"]"#)
            #expect(without.curve.isEmpty)
            #expect(without.curveDetails == details)
        }
    }

    @Test("the member and its conventions")
    func members() throws {
        let members = Self.market + #","curvePrices":[0,100],"strict":true,"volatility":0.25,"exclude":["curve"]"#
        let text = String(decoding: try JSONContract.calculate(request(members)), as: UTF8.self)
        let start = #""curveDetails":{"stockPrices":[0,100],"delta":[0,-86.2087509361193"#
        #expect(text.contains(start), "\(text)")
        let names = ["stockPrices", "delta", "gamma", "theta", "vega", "rho", "density"]
        #expect(text.matches(of: /"(\w+)":\[-?\d[^\]]*\]/).map { String($0.1) }.suffix(7) == names)
        #expect(text.contains(#""theta":"per year of time passing""#))
        #expect(text.contains(#""probability":"at the first expiration, ln S ~ N("#))
        #expect(text.contains(#""volatility":0.25,"volatilitySource":"given""#))
        #expect(!text.contains("vanna"))
        let pretty = try JSONContract.calculate(request(members), AnswerOptions(pretty: true))
        #expect(
            String(decoding: pretty, as: UTF8.self).contains(
                "\n  \"curveDetails\": {\n    \"stockPrices\": [0, 100],\n    \"delta\": [0, -86.2087509361193"))
    }

    /// Truth: the formulas at 50 digits, for S = 100, K = 105, T = 0.5, r = 0.04, q = 0.01, σ = 0.2.
    @Test("greeks at the current price are the net greeks, in either units", arguments: GreekUnits.allCases)
    func units(units: GreekUnits) throws {
        let response = try response(
            Self.market + #","curvePrices":[100],"greekUnits":"\#(units.rawValue)""#,
            include: #"["curveDetails","greeks","probability"]"#)
        let (details, net) = (try #require(response.curveDetails), try #require(response.greeks?.net))
        #expect(details.delta == [net.delta] && details.gamma == [net.gamma] && details.theta == [net.theta])
        #expect(details.vega == [net.vega] && details.rho == [net.rho])
        let theta = -200 * (units == .market ? -0.01825128273863265 : -6.661718199600917)
        #expect((details.theta[0] - theta).magnitude <= 1e-13 * theta)
        // φ(d₂)/(K σ√T) at K = 100, σ = 0.2.
        #expect((details.density[0] - 0.02819185376141815).magnitude <= 1e-15)
        #expect(response.conventions?.underlyingVolatility?.source == .legsAgree)
    }

    @Test("an infinite value is null")
    func infinite() throws {
        let leg =
            #"{"type":"call","position":"long","strikePrice":100,"premium":0,"quantity":1,"impliedVolatility":0}"#
        let answer = try JSONContract.calculate(
            request(#","timeToExpiration":1,"curvePrices":[100,101]"#, legs: leg), AnswerOptions(format: .metrics))
        let text = String(decoding: answer, as: UTF8.self)
        #expect(text.contains(#""gamma":[null,0],"#))
        #expect(text.contains(#""density":[null,0]}"#))
    }

    @Test("without a time or a volatility, the request is refused as for greeks and probability")
    func refused() throws {
        func error(_ include: String, _ members: String, _ legs: String) -> ContractError? {
            #expect(throws: ContractError.self) {
                try JSONContract.calculate(request(members, include: include, legs: legs))
            }
        }
        let plain = #"{"type":"call","position":"long","strikePrice":50,"premium":0,"quantity":1}"#
        let shares = #"{"type":"stock","position":"long","premium":98,"quantity":10}"#
        let differing =
            Self.call + ","
            + #"{"type":"put","position":"long","strikePrice":120,"premium":0,"quantity":1,"impliedVolatility":0.4}"#
        for (include, members, legs) in [
            ("greeks", "", Self.call), ("greeks", #","timeToExpiration":0.5"#, plain),
            ("probability", "", shares), ("probability", #","timeToExpiration":0.5"#, shares),
            ("probability", #","timeToExpiration":0.5"#, differing),
        ] {
            let expected = try #require(error(#"["\#(include)"]"#, members, legs))
            #expect(error(#"["curveDetails"]"#, members, legs) == expected)
        }
    }

    @Test("each number but the price is a point of the response")
    func points() throws {
        let prices = (1...1000).map { "\($0)" }.joined(separator: ",")
        let members = Self.market + #","exclude":["curve"],"curvePrices":[\#(prices)]"#
        var limits = WorkLimits.generous
        limits.responsePoints = 7000
        _ = try JSONContract.calculate(request(members), AnswerOptions(limits: limits))
        limits.responsePoints = 6999
        let error = #expect(throws: ContractError.self) {
            try JSONContract.calculate(request(members), AnswerOptions(limits: limits))
        }
        #expect(error?.message == "the request must take at most 6999 responsePoints, got more")
    }

    @Test("values beyond the range of a double are refused")
    func range() {
        let error = #expect(throws: ContractError.self) {
            try JSONContract.calculate(
                request(
                    #","timeToExpiration":1,"riskFreeRate":-1e3,"curvePrices":[0]"#,
                    legs: Self.call.replacing("call", with: "put")))
        }
        let limit = "its magnitude must be at most 1.7976931348623157e+308"
        #expect(error?.message == "curveDetails is too large for a number: \(limit)")
    }
}
