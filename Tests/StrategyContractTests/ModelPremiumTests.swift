import ExactPayoff
import OptionPricing
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

/// Truth: the formula of Black, Scholes and Merton at 50 digits.
@Suite("Premiums by the model")
struct ModelPremiumTests {
    /// S = 100, K = 100, T = 1, r = 0.05, q = 0, σ = 0.2
    private static let call = 10.450583572185565
    private static let put = 5.573526022256971

    private func calculate(_ json: String) throws -> CalculationResponse {
        try CalculationRequest(json: Array(json.utf8)).calculate()
    }

    private func request(_ legs: String, _ members: String = #","volatility":0.2,"timeToExpiration":1"#) -> String {
        #"{"currentPrice":100,"riskFreeRate":0.05,"legs":[\#(legs)]\#(members)}"#
    }

    private func message(_ json: String) -> String? {
        do {
            _ = try calculate(json)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("the premium is the value in the model, to 8 decimals of the cost")
    func values() throws {
        let call = #"{"type":"call","position":"long","strikePrice":100,"quantity":1}"#
        let put = #"{"type":"put","position":"short","strikePrice":100,"quantity":2,"premium":null}"#
        let one = try calculate(request(call))
        #expect(one.metrics.netCost == 1045.05835722)
        #expect(one.metrics.breakEvenPoints == [110.4505835722])
        let both = try calculate(request("\(call),\(put)"))
        let expected = 100 * Self.call - 200 * Self.put
        #expect((both.metrics.netCost - expected).magnitude < 1e-8)
    }

    @Test(
        "time and volatility come from the leg, or else from the request",
        arguments: [
            (#","timeToExpiration":1,"impliedVolatility":0.2"#, ""),
            (#","timeToExpiration":1"#, #","volatility":0.2"#),
            (#","impliedVolatility":0.2"#, #","timeToExpiration":1,"volatility":0.9"#),
            (
                #","expirationDate":"2027-02-13","impliedVolatility":0.2"#,
                #","valuationDate":"2026-02-13","timeToExpiration":3"#
            ),
        ])
    func terms(leg: String, members: String) throws {
        let leg = #"{"type":"call","position":"long","strikePrice":100,"quantity":1\#(leg)}"#
        let response = try calculate(request(leg, members))
        #expect(response.metrics.netCost == 1045.05835722)
        let convention = try #require(response.conventions?.legs?[0])
        #expect(convention.premiumSource == .model)
        #expect(convention.volatility?.value == 0.2)
        #expect(convention.timeToExpiration == 1)
    }

    @Test("without a time or a volatility, a premium is required; so it is of shares and positions of a book")
    func required() {
        let leg = #"{"type":"call","position":"long","strikePrice":100,"quantity":1}"#
        let dated = #"{"type":"call","position":"long","strikePrice":100,"quantity":1,"expirationDate":"2027-02-13"}"#
        let stock = #"{"type":"stock","position":"long","quantity":100}"#
        let missing = "legs[0].premium is required"
        #expect(message(request(leg, "")) == missing)
        #expect(message(request(leg, #","volatility":0.2"#)) == missing)
        #expect(message(request(leg, #","timeToExpiration":1"#)) == missing)
        #expect(message(request(dated, #","volatility":0.2,"timeToExpiration":1"#)) == missing)
        #expect(message(request(stock)) == missing)
        // The error of an invalid member takes precedence, wherever the member is.
        #expect(
            message(request(leg, #","volatility":-1,"timeToExpiration":1"#))
                == "volatility must be greater than 0, got -1")
        let book = #"{"currentPrice":100,"volatility":0.2,"timeToExpiration":1,"positions":[{"legs":[\#(leg)]}]}"#
        #expect(throws: ContractError.self) { try ScenarioRequest(json: Array(book.utf8)) }
    }

    @Test("each option names the source of its premium, if one is the model value")
    func sources() throws {
        let legs = [
            #"{"type":"call","position":"long","strikePrice":100,"quantity":1}"#,
            #"{"type":"put","position":"long","strikePrice":100,"quantity":1,"premium":6}"#,
            #"{"type":"stock","position":"short","quantity":100,"premium":100}"#,
        ]
        let mixed = try calculate(request(legs.joined(separator: ",")))
        #expect(mixed.conventions?.legs?.map { $0?.premiumSource } == [.model, .given, nil])
        let text = String(decoding: mixed.json(), as: UTF8.self)
        #expect(text.contains(#""premiumSource":"model""#) && text.contains(#""premiumSource":"given""#))
        let given = try calculate(request(legs[1], #","volatility":0.2,"timeToExpiration":1,"include":["value"]"#))
        #expect(!String(decoding: given.json(), as: UTF8.self).contains("premiumSource"))
    }

    @Test("a trade at the model's premiums has no profit so far")
    func profit() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let legs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let type = Bool.random(using: &random) ? "call" : "put"
                let side = Bool.random(using: &random) ? "long" : "short"
                let strike = Int.random(in: 50...200, using: &random)
                return #"{"type":"\#(type)","position":"\#(side)","strikePrice":\#(strike),"quantity":1}"#
            }
            let volatility = Double.random(in: 0.05...1, using: &random)
            let time = Double.random(in: 0.01...2, using: &random)
            let json = request(
                legs.joined(separator: ","),
                #","include":["value"],"volatility":\#(volatility),"timeToExpiration":\#(time)"#)
            let value = try #require(try calculate(json).value, "\(json)")
            #expect(value.legs.allSatisfy { $0.profitLoss.magnitude <= 1e-8 }, "\(json)")
        }
    }

    @Test("the Swift value is that of the JSON")
    func library() throws {
        var extensions = RequestExtensions()
        extensions.timeToExpiration = 1
        extensions.riskFreeRate = 0.05
        extensions.volatility = 0.2
        let leg = try Leg.put(.short, strikePrice: 100, premium: nil, quantity: 3, fee: 1.5)
        #expect(leg.premiumSource == .model)
        let json = #"{"type":"put","position":"short","strikePrice":100,"quantity":3,"fee":1.5}"#
        let members = #","timeToExpiration":1,"riskFreeRate":0.05,"volatility":0.2"#
        let request = try CalculationRequest(currentPrice: 100, legs: [leg], extensions: extensions)
        #expect(try CalculationRequest(json: Array(self.request(json, members).utf8)) == request)
        #expect((try request.calculate().metrics.netCost + 300 * Self.put - 1.5).magnitude < 1e-8)
        func rule(_ leg: Leg, _ extensions: RequestExtensions) throws -> StrategyError? {
            #expect(throws: StrategyError.self) {
                try CalculationRequest(currentPrice: 100, legs: [leg], extensions: extensions)
            }
        }
        #expect(try rule(leg, RequestExtensions())?.path == "legs[0].premium")
        #expect(throws: StrategyError.self) {
            try Leg(.stock, .long, premium: nil, quantity: 1, sharesPerContract: 1)
        }
        // Nothing else values a leg without a premium.
        for path in ["legs[0].premium", "premium"] {
            let error = #expect(throws: StrategyError.self) {
                if path == "premium" {
                    _ = try PricedLeg(leg, timeToExpiration: 1, volatility: 0.2)
                } else {
                    _ = try PayoffProfile([leg])
                }
            }
            #expect(error?.path == path && error?.rule == .required)
        }
    }
}
