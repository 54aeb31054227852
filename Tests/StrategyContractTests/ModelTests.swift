import OptionPricing
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

@Suite("The normal model in JSON")
struct ModelTests {
    static let rest = #""type":"call","timeToExpiration":0.25,"model":"bachelier""#

    /// 5 N(0.5) + 10 φ(0.5) at 50 digits.
    static let price = 6.97796557401306

    @Test("a negative forward: mpmath at 50 digits", arguments: ["forwardPrice", "currentPrice"])
    func price(member: String) throws {
        let json = Array(#"{\#(Self.rest),"\#(member)":-10,"strikePrice":-15,"volatility":20}"#.utf8)
        let greeks = try PriceRequest(json: json).price().greeks
        #expect(abs(greeks.price - Self.price) <= 4e-15)
        #expect(abs(greeks.delta - 0.6914624612740131) <= 1e-15)
    }

    @Test("the implied volatility of a price")
    func impliedVolatility() throws {
        let json = Array(#"{\#(Self.rest),"forwardPrice":-10,"strikePrice":-15,"price":\#(Self.price)}"#.utf8)
        guard case .volatility(let volatility) = try ImpliedVolatilityRequest(json: json).impliedVolatility().result
        else {
            Issue.record("no volatility")
            return
        }
        #expect(abs(volatility - 20) <= 2e-14)
    }

    @Test(
        "a price without time value as written determines no volatility",
        arguments: [("-0.2", "-0.3", "0.1"), ("0.1", "-0.2", "0.3"), ("0.3", "0.1", "0.2"), ("0", "-0.1", "0.1")])
    func written(forward: String, strike: String, price: String) throws {
        let json = Array(
            #"{\#(Self.rest),"forwardPrice":\#(forward),"strikePrice":\#(strike),"price":\#(price)}"#.utf8)
        #expect(try ImpliedVolatilityRequest(json: json).impliedVolatility().result == .notDeterminable)
    }

    @Test("the default model has a name")
    func defaultModel() throws {
        let line = #"{"type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5,"volatility":0.2"#
        let named = try PriceRequest(json: Array((line + #","model":"black-scholes-merton"}"#).utf8))
        #expect(try named == PriceRequest(json: Array((line + "}").utf8)))
    }

    @Test(
        "bad lines are refused by the exact message",
        arguments: [
            (
                #""model":"black","currentPrice":1,"strikePrice":1"#,
                #"model must be "black-scholes-merton" or "bachelier", got "black""#
            ),
            (#""model":7,"currentPrice":1,"strikePrice":1"#, "model must be a string, got 7"),
            (
                #""model":"black-scholes-merton","currentPrice":1,"strikePrice":-1"#,
                "strikePrice must be greater than 0, got -1"
            ),
            (#""model":"bachelier","currentPrice":1e999,"strikePrice":1"#, "currentPrice must be finite, got 1e999"),
            (#""model":"bachelier","currentPrice":1,"strikePrice":1e999"#, "strikePrice must be finite, got 1e999"),
            (#""model":"bachelier","strikePrice":-1"#, "currentPrice is required"),
        ])
    func refused(members: String, message: String) {
        let json = Array(#"{"type":"put","timeToExpiration":1,"volatility":1,\#(members)}"#.utf8)
        let error = #expect(throws: ContractError.self) { try PriceRequest(json: json) }
        #expect(error?.message == message)
    }
}
