import OptionPricing
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

@Suite("Options on forwards in JSON")
struct ForwardPriceTests {
    static let rest = #""type":"put","strikePrice":19,"timeToExpiration":0.75,"riskFreeRate":0.1"#

    @Test("a forward price selects Black (1976): Haug's example")
    func price() throws {
        let json = Array(#"{\#(Self.rest),"forwardPrice":19,"volatility":0.28}"#.utf8)
        let greeks = try PriceRequest(json: json).price().greeks
        #expect(abs(greeks.price - 1.7011) <= 0.00005)
        // At a fixed forward only the discount factor depends on the rate.
        #expect(greeks.rho == -0.75 * greeks.price)
    }

    @Test("the implied volatility of a price")
    func impliedVolatility() throws {
        let json = Array(#"{\#(Self.rest),"forwardPrice":19,"price":1.7010507252362672}"#.utf8)
        guard case .volatility(let volatility) = try ImpliedVolatilityRequest(json: json).impliedVolatility().result
        else {
            Issue.record("no volatility")
            return
        }
        #expect(abs(volatility - 0.28) <= 1e-15)
    }

    @Test("a yield has no effect, because the forward contains it")
    func yield() throws {
        let plain = try PriceRequest(json: Array(#"{\#(Self.rest),"forwardPrice":19,"volatility":0.28}"#.utf8))
        let yielding = try PriceRequest(
            json: Array(#"{\#(Self.rest),"forwardPrice":19,"volatility":0.28,"dividendYield":0.5}"#.utf8))
        #expect(plain == yielding)
        #expect(try plain.price(allGreeks: true).higherGreeks?.epsilon == 0)
    }

    @Test(
        "bad lines are refused by the exact message",
        arguments: [
            (#""forwardPrice":-1"#, "forwardPrice must be greater than 0, got -1"),
            (#""forwardPrice":"19""#, #"forwardPrice must be a number, got "19""#),
            (#""forwardPrice":1e999"#, "forwardPrice must be finite, got 1e999"),
            (#""currentPrice":19,"forwardPrice":20"#, "forwardPrice must not be given with currentPrice, got 20"),
            (#""forwardPrice":20,"currentPrice":19"#, "forwardPrice must not be given with currentPrice, got 20"),
            (#""currentPrice":-1,"forwardPrice":20"#, "currentPrice must be greater than 0, got -1"),
            (#""forwardPrice":null"#, "currentPrice is required"),
            (#""forwardPrice":19,"dividendYield":"x""#, #"dividendYield must be a number, got "x""#),
        ])
    func refused(members: String, message: String) {
        let json = Array(#"{\#(Self.rest),\#(members),"volatility":0.28}"#.utf8)
        let error = #expect(throws: ContractError.self) { try PriceRequest(json: json) }
        #expect(error?.message == message)
    }
}
