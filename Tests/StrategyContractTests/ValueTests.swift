import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

/// Truth: the Black–Scholes–Merton formula at 50 digits, for S = 100, r = 0.04, q = 0.01.
@Suite("The present value of a position")
struct ValueTests {
    private static let request =
        #"{"currentPrice":100,"timeToExpiration":0.5,"riskFreeRate":0.04,"dividendYield":0.01,"include":["value"],"#
        + #""exclude":["curve"],"legs":[{"type":"call","position":"short","strikePrice":105,"premium":4,"quantity":2,"#
        + #""impliedVolatility":0.2,"fee":1.3},{"type":"put","position":"long","strikePrice":95,"premium":3.5,"#
        + #""quantity":1,"impliedVolatility":0.25},{"type":"stock","position":"long","premium":98,"quantity":10}]}"#

    @Test("values and profits are those of the model, to 8 decimal places")
    func values() throws {
        let value = try #require(try CalculationRequest(json: Array(Self.request.utf8)).calculate().value)
        #expect(
            value.legs == [
                PositionValue(value: -831.49207175, profitLoss: -32.79207175),
                PositionValue(value: 406.21479994, profitLoss: 56.21479994), PositionValue(value: 1000, profitLoss: 20),
            ])
        #expect(value.net == PositionValue(value: 574.72272819, profitLoss: 43.42272819))
    }

    @Test("the members follow the metrics")
    func json() throws {
        let text = String(decoding: try JSONContract.calculate(Array(Self.request.utf8)), as: UTF8.self)
        let expected =
            #""value":{"net":{"value":574.72272819,"profitLoss":43.42272819},"legs":[{"value":-831.49207175,"profitLoss":-32.79207175},"#
            + #"{"value":406.21479994,"profitLoss":56.21479994},{"value":1000,"profitLoss":20}]},"conventions":{"#
        #expect(text.contains(expected))
    }

    @Test("the volatility of a premium gives its premium back")
    func premium() throws {
        let request =
            #"{"currentPrice":100,"timeToExpiration":0.25,"riskFreeRate":0.05,"include":["value","greeks"],"#
            + #""legs":[{"type":"put","position":"long","strikePrice":97.5,"premium":3.17,"quantity":1}]}"#
        let value = try #require(try CalculationRequest(json: Array(request.utf8)).calculate().value)
        #expect(value.net == PositionValue(value: 317, profitLoss: 0))
    }

    @Test("without a time, the request is refused, except for shares alone")
    func time() throws {
        let call = #"{"type":"call","position":"long","strikePrice":100,"premium":3,"quantity":1}"#
        let error = #expect(throws: ContractError.self) {
            try JSONContract.calculate(Array(#"{"currentPrice":100,"legs":[\#(call)],"include":["value"]}"#.utf8))
        }
        #expect(error?.message == "timeToExpiration is required")
        let shares = #"{"type":"stock","position":"short","premium":90,"quantity":3}"#
        let request = #"{"currentPrice":100,"legs":[\#(shares)],"include":["value"]}"#
        let value = try CalculationRequest(json: Array(request.utf8)).calculate().value
        #expect(value?.net == PositionValue(value: -300, profitLoss: -30))
    }
}
