import OptionPricing
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

@Suite("A delta in place of the strike price")
struct DeltaTests {
    private static func request(_ members: String) throws(ContractError) -> PriceRequest {
        try PriceRequest(
            json: Array(#"{"timeToExpiration":0.5,"riskFreeRate":0.05,"dividendYield":0.02,\#(members)}"#.utf8))
    }

    @Test(
        "the strike at 50 digits",
        arguments: [
            (#""type":"call","currentPrice":100,"volatility":0.2"#, 112.66763870683559037, 0.25),
            (#""type":"call","currentPrice":100,"volatility":0.2"#, 102.349025738928434, 0.5),
            (#""type":"call","currentPrice":100,"volatility":0.2"#, 84.892613403457312045, 0.9),
            (#""type":"call","forwardPrice":100,"volatility":0.2"#, 120.8303556563220005, 0.1),
            (#""type":"call","forwardPrice":-0.5,"volatility":2,"model":"bachelier""#, 1.2921735649065680215, 0.1),
            (#""type":"call","currentPrice":3,"volatility":2,"model":"bachelier""#, 2.0576471782204386723, 0.75),
            (#""type":"put","currentPrice":100,"volatility":0.2"#, 93.307280461558391542, -0.25),
            (#""type":"put","currentPrice":100,"volatility":0.2"#, 102.71432373548947885, -0.5),
            (#""type":"put","currentPrice":100,"volatility":0.2"#, 123.83540266098231364, -0.9),
            (#""type":"put","forwardPrice":100,"volatility":0.2"#, 84.432536384194409904, -0.1),
            (#""type":"put","forwardPrice":-0.5,"volatility":2,"model":"bachelier""#, -2.2921735649065680215, -0.1),
            (#""type":"put","currentPrice":3,"volatility":2,"model":"bachelier""#, 4.0330312094738752105, -0.75),
        ])
    func strike(members: String, expected: Double, delta: Double) throws {
        let request = try Self.request(members + #","delta":\#(delta)"#)
        #expect(abs(request.option.strike - expected) <= 4e-15 * abs(expected))
        let response = try request.price()
        #expect(abs(response.greeks.delta - delta) <= 2e-15)
        #expect(response.strikePrice == request.option.strike)
        #expect(response.json().starts(with: Array(#"{"strikePrice":"#.utf8)))
    }

    @Test("the response continues like that for the strike price")
    func answer() throws {
        let found = try Self.request(#""type":"put","currentPrice":100,"volatility":0.2,"delta":-0.25"#)
        let given = try Self.request(
            #""type":"put","currentPrice":100,"volatility":0.2,"strikePrice":\#(found.option.strike)"#)
        let text = String(decoding: try given.price(allGreeks: true).json(), as: UTF8.self)
        #expect(
            String(decoding: try found.price(allGreeks: true).json(), as: UTF8.self)
                == #"{"strikePrice":\#(found.option.strike),"# + text.dropFirst())
    }

    @Test("a line of implied-volatility has no delta")
    func impliedVolatility() throws {
        let json = #"{"type":"call","currentPrice":1,"timeToExpiration":1,"price":0.1,"delta":"x","strikePrice":1}"#
        #expect(try ImpliedVolatilityRequest(json: Array(json.utf8)).option.strike == 1)
    }

    @Test(
        "bad lines are refused by the exact message",
        arguments: [
            (#""delta":1.5,"volatility":0.2"#, "delta must lie between -1 and 1, got 1.5"),
            (#""delta":"x","volatility":0.2"#, #"delta must be a number, got "x""#),
            (#""strikePrice":100,"delta":0.5,"volatility":0.2"#, "delta must not be given with strikePrice, got 0.5"),
            (#""delta":-0.25,"volatility":0.2"#, "delta must be a delta that some strike price gives, got -0.25"),
            (#""delta":0,"volatility":0.2"#, "delta must be a delta that some strike price gives, got 0"),
            // At a yield of 2 %, the delta of a call is below e^(-0.01) = 0.9900….
            (#""delta":0.9901,"volatility":0.2"#, "delta must be a delta that some strike price gives, got 0.9901"),
            (#""delta":0.5,"volatility":0"#, "delta must be a delta that some strike price gives, got 0.5"),
            (#""delta":null,"volatility":0.2"#, "strikePrice is required"),
        ])
    func refused(members: String, message: String) {
        let error = #expect(throws: ContractError.self) {
            try Self.request(#""type":"call","currentPrice":100,\#(members)"#)
        }
        #expect(error?.message == message)
    }
}
