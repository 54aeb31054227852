import ExactPayoff
import OptionPricing
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing
import _TestSupport

@Suite("Options without time or volatility in JSON")
struct ExpiredOptionTests {
    private func answer(_ members: String) throws -> String {
        let json = Array(#"{"type":"call","currentPrice":100,"riskFreeRate":0.5,\#(members)}"#.utf8)
        return String(decoding: try PriceRequest(json: json).price().json(), as: UTF8.self)
    }

    @Test(
        "the answer is the payoff with the greeks that have a limit",
        arguments: [
            // In the money, theta is -r K: the discount on the strike shrinks as time passes.
            ("80", #"{"price":20,"delta":1,"gamma":0,"theta":-40,"vega":0,"rho":0}"#),
            ("120", #"{"price":0,"delta":0,"gamma":0,"theta":0,"vega":0,"rho":0}"#),
            // At the money gamma grows and the value decays without bound.
            ("100", #"{"price":0,"delta":0.5,"gamma":null,"theta":null,"vega":0,"rho":0}"#),
        ])
    func expired(strike: String, expected: String) throws {
        for time in ["0", "-0.0", "1e-400"] {
            #expect(try answer(#""strikePrice":\#(strike),"timeToExpiration":\#(time),"volatility":0.2"#) == expected)
        }
    }

    @Test(
        "models of forwards and of normal prices have the same payoff",
        arguments: ["black-scholes-merton", "bachelier"])
    func models(model: String) throws {
        let json =
            #"{"type":"put","forwardPrice":80,"strikePrice":100,"timeToExpiration":0,"volatility":5,"model":"\#(model)"}"#
        let answer = try PriceRequest(json: Array(json.utf8)).price().json()
        let expected = #"{"price":20,"delta":-1,"gamma":0,"theta":0,"vega":0,"rho":0}"#
        #expect(String(decoding: answer, as: UTF8.self) == expected)
    }

    @Test("zero volatility discounts the payoff")
    func zeroVolatility() throws {
        // At the rate ln 2 over one year, 80 is worth 40.
        let json =
            #"{"type":"call","currentPrice":100,"strikePrice":80,"timeToExpiration":1,"riskFreeRate":0.6931471805599453,"volatility":0}"#
        let greeks = try PriceRequest(json: Array(json.utf8)).price().greeks
        #expect(abs(greeks.price - 60) <= 1e-14 && greeks.delta == 1 && greeks.gamma == 0 && greeks.vega == 0)
    }

    @Test("no price determines a volatility at the expiration", arguments: ["0", "5", "20", "25", "1e9"])
    func impliedVolatility(price: String) throws {
        for model in ["", #","model":"bachelier""#] {
            let json =
                #"{"type":"call","currentPrice":100,"strikePrice":80,"timeToExpiration":0,"price":\#(price)\#(model)}"#
            let response = try ImpliedVolatilityRequest(json: Array(json.utf8)).impliedVolatility()
            #expect(response.result == .notDeterminable)
        }
    }

    /// A call with the strike 80 on its last day, bought at 15, with the share at 100; and a call that expires later.
    private func strategy(_ strike: Int, _ members: String, later: String = "") throws -> CalculationResponse {
        let leg =
            #"{"type":"call","position":"long","strikePrice":\#(strike),"premium":15,"quantity":1,"timeToExpiration":0,"impliedVolatility":0.2}"#
        let json = #"{"currentPrice":100,"riskFreeRate":0.5,"volatility":0.2,"legs":[\#(leg)\#(later)]\#(members)}"#
        return try CalculationRequest(json: Array(json.utf8)).calculate()
    }

    @Test("a leg at its expiration is worth its payoff, with the greeks that have a limit")
    func leg() throws {
        let response = try strategy(80, #","include":["value","greeks","probability","curveDetails"]"#)
        #expect(response.value?.net == PositionValue(value: 2000, profitLoss: 500))
        let greeks = try #require(response.greeks?.net)
        #expect([greeks.delta, greeks.gamma, greeks.theta, greeks.vega, greeks.rho] == [100, 0, -4000, 0, 0])
        let probability = try #require(response.probability)
        #expect(probability.ofProfit == 1 && probability.ofLoss == 0 && probability.expectedProfitLoss == 500)
        #expect(response.curveDetails?.density.allSatisfy { $0 == 0 || !$0.isFinite } == true)
        let atTheMoney = try strategy(100, #","include":["greeks"]"#)
        let text = String(decoding: atTheMoney.json(), as: UTF8.self)
        #expect(text.contains(#""net":{"delta":50,"gamma":null,"theta":null,"vega":0,"rho":0}"#), "\(text)")
    }

    @Test("a calendar on the last day of its near leg")
    func calendar() throws {
        let later =
            #",{"type":"call","position":"short","strikePrice":80,"premium":60,"quantity":1,"timeToExpiration":1,"impliedVolatility":0}"#
        // With the volatility 0 the far call is worth S - 80 exp(-0.5) at every price above that.
        let response = try strategy(80, #","curvePrices":[100],"include":["value"]"#, later: later)
        let far = 100 - 80 * 0.6065306597126334
        let profit = 100 * (20 - 15) - 100 * (far - 60)
        #expect((try #require(response.curve.profitLosses.first) - profit).magnitude < 1e-7)
        #expect((try #require(response.value?.net.profitLoss) - profit).magnitude < 1e-7)
    }
}
