import OptionPricing
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

/// Truth: the formulas of Black, Scholes and Merton at 50 digits, for S = 100, K = 105, T = 0.5, r = 0.04, q = 0.01, σ = 0.2.
@Suite("Units of greeks")
struct GreekUnitTests {
    private static let market = [
        0.4310437546805966, 0.02767442674954427, -0.01825128273863265, 0.2767442674954427, 0.1947345755465825,
    ]
    private static let mathematical = [
        0.4310437546805966, 0.02767442674954427, -6.661718199600917, 27.67442674954427, 19.47345755465825,
    ]

    private func request(_ members: String) -> [UInt8] {
        Array(
            (#"{"currentPrice":100,"timeToExpiration":0.5,"riskFreeRate":0.04,"dividendYield":0.01,"include":["greeks"],"#
                + #""legs":[{"type":"call","position":"short","strikePrice":105,"premium":4,"quantity":2,"impliedVolatility":0.2}]\#(members)}"#)
                .utf8)
    }

    private func agree(_ greeks: PositionGreeks?, _ expected: [Double], shares: Double) -> Bool {
        guard let greeks else { return false }
        let found = [greeks.delta, greeks.gamma, greeks.theta, greeks.vega, greeks.rho]
        return found.count == expected.count
            && zip(found, expected).allSatisfy { ($0 - shares * $1).magnitude <= 1e-13 * (shares * $1).magnitude }
    }

    @Test(
        "greeks of strategies are in the units of the request, or else of the reader",
        arguments: [
            ("", GreekUnits.mathematical, Self.mathematical), ("", .market, Self.market),
            (#","greekUnits":"market""#, .mathematical, Self.market),
            (#","greekUnits":"mathematical""#, .market, Self.mathematical),
            (#","greekUnits":null"#, .market, Self.market),
        ])
    func strategy(members: String, units: GreekUnits, expected: [Double]) throws {
        var reader = RequestReader(AnswerOptions(greekUnits: units))
        let response = try reader.read(request(members).span).calculate()
        #expect(agree(response.greeks?.net, expected, shares: -200))
        #expect(agree(response.greeks?.legs.first, expected, shares: -200))
        let isMarket = expected == Self.market
        #expect(response.conventions?.greekUnits == (isMarket ? .market : .mathematical))
        let json = String(decoding: response.json(), as: UTF8.self)
        #expect(json.contains(#""theta":"per calendar day of time passing""#) == isMarket)
        #expect(
            json.contains(#""vega":"per percentage point of volatility","rho":"per percentage point of rate""#)
                == isMarket)
        let answer = try JSONContract.calculate(request(members), AnswerOptions(greekUnits: units))
        #expect(answer == response.json())
        var answerer = CalculationAnswerer(AnswerOptions(greekUnits: units))
        var output: [UInt8] = []
        try answerer.appendAnswer(to: request(members).span, &output)
        #expect(output == answer)
    }

    @Test("the units of a line of price override those of the command")
    func price() throws {
        func greeks(_ member: String, _ units: GreekUnits) throws -> Greeks {
            let line =
                #"{"type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5,"riskFreeRate":0.04,"dividendYield":0.01,"volatility":0.2\#(member)}"#
            return try PriceRequest(json: Array(line.utf8)).price(units: units).greeks
        }
        for (member, units, expected) in [
            ("", GreekUnits.mathematical, Self.mathematical), ("", .market, Self.market),
            (#","greekUnits":"market""#, .mathematical, Self.market),
            (#","greekUnits":"mathematical","strict":true"#, .market, Self.mathematical),
        ] {
            let greeks = try greeks(member, units)
            #expect((greeks.theta - expected[2]).magnitude <= 1e-14 * expected[2].magnitude)
            #expect((greeks.vega - expected[3]).magnitude <= 1e-14 * expected[3])
            #expect((greeks.rho - expected[4]).magnitude <= 1e-14 * expected[4])
        }
        let error = #expect(throws: ContractError.self) { try greeks(#","greekUnits":"daily""#, .market) }
        #expect(error?.message == #"greekUnits must be "mathematical" or "market", got "daily""#)
    }

    @Test("the units of a line of implied-volatility override those of the command")
    func impliedVolatility() throws {
        // The price at 50 digits.
        let line =
            #"{"type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5,"riskFreeRate":0.04,"dividendYield":0.01,"price":4.157460358743157"#
        for (member, units, expected) in [
            ("", GreekUnits.mathematical, Self.mathematical), ("", .market, Self.market),
            (#","greekUnits":"market""#, .mathematical, Self.market),
            (#","greekUnits":null"#, .market, Self.market),
            (#","greekUnits":"mathematical","strict":true"#, .market, Self.mathematical),
        ] {
            let request = try ImpliedVolatilityRequest(json: Array((line + member + "}").utf8))
            let greeks = try #require(try request.impliedVolatility(greeks: .greeks, units: units).values?.greeks)
            let found = [greeks.delta, greeks.gamma, greeks.theta, greeks.vega, greeks.rho]
            for (value, expected) in zip(found, expected) {
                #expect((value - expected).magnitude <= 1e-14 * expected.magnitude)
            }
            var answerer = ImpliedVolatilityAnswerer(greeks: .greeks, AnswerOptions(greekUnits: units))
            var output: [UInt8] = []
            try answerer.appendAnswer(to: Array((line + member + "}").utf8).span, &output)
            #expect(output == (try request.impliedVolatility(greeks: .greeks, units: units).json()))
        }
        // Without greeks, the member has no effect.
        let plain = try ImpliedVolatilityRequest(json: Array((line + "}").utf8)).impliedVolatility()
        let market = try ImpliedVolatilityRequest(json: Array((line + #","greekUnits":"market"}"#).utf8))
        #expect(try market.impliedVolatility().json() == plain.json())
        let error = #expect(throws: ContractError.self) {
            try ImpliedVolatilityRequest(json: Array((line + #","greekUnits":"daily"}"#).utf8))
        }
        #expect(error?.message == #"greekUnits must be "mathematical" or "market", got "daily""#)
    }

    @Test("other units are refused")
    func refused() {
        for (value, got) in [
            (#""annual""#, #"must be "mathematical" or "market", got "annual""#), ("1", "must be a string, got 1"),
        ] {
            let error = #expect(throws: ContractError.self) {
                try JSONContract.calculate(request(#","greekUnits":\#(value)"#))
            }
            #expect(error?.message == "greekUnits \(got)")
        }
    }
}
