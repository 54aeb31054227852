import ExactPayoff
import OptionPricing
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

@Suite("Prices that are intrinsic values as written")
struct WrittenPriceTests {
    private func status(_ type: String, _ spot: String, _ strike: String, _ price: String, _ rest: String = "") throws
        -> ImpliedVolatilityStatus
    {
        let json =
            #"{"type":"\#(type)","currentPrice":\#(spot),"strikePrice":\#(strike),"timeToExpiration":0.25,"#
            + #""price":\#(price)\#(rest)}"#
        return try ImpliedVolatilityRequest(json: Array(json.utf8)).impliedVolatility().result.status
    }

    @Test(
        "a price without time value determines no volatility, however its doubles are rounded",
        arguments: [
            ("call", "100.1", "90", "10.1"), ("call", "390.33", "273.23", "117.1"),
            ("call", "4097.7", "3313.22", "784.48"),
            ("put", "90", "100.1", "10.1"), ("call", "0.3", "0.2", "0.1"),
        ])
    func known(type: String, spot: String, strike: String, price: String) throws {
        #expect(try status(type, spot, strike, price) == .notDeterminable)
    }

    @Test("for any number of cents")
    func cents() throws {
        func amount(_ cents: Int) -> String { "\(cents / 100)." + (cents % 100 < 10 ? "0" : "") + "\(cents % 100)" }
        var random = SeededGenerator(seed: 17)
        for _ in 0..<2_000 {
            let strike = Int.random(in: 1...200_000, using: &random)
            let value = Int.random(in: 1...200_000, using: &random)
            let (greater, lesser) = (amount(strike + value), amount(strike))
            #expect(try status("call", greater, lesser, amount(value)) == .notDeterminable, "\(greater) \(lesser)")
            #expect(try status("put", lesser, greater, amount(value)) == .notDeterminable, "\(greater) \(lesser)")
        }
    }

    @Test("a price with representable time value determines a volatility")
    func timeValue() throws {
        #expect(try status("call", "100.1", "90", "10.10000001") == .ok)
        #expect(try status("call", "100", "60", "40.00000000001") == .ok)
        // Discounting gives the same price a time value.
        #expect(try status("call", "100.1", "90", "10.1", #","riskFreeRate":-0.01"#) == .ok)
    }

    @Test("a leg whose premium has no time value takes the volatility of the underlying, or is refused")
    func leg() throws {
        func request(_ volatility: String) throws -> CalculationRequest {
            let json =
                #"{"currentPrice":390.33,"timeToExpiration":0.25,"include":["greeks"],\#(volatility)"legs":[{"type":"call","#
                + #""position":"short","strikePrice":273.23,"premium":117.1,"quantity":3}]}"#
            return try CalculationRequest(json: Array(json.utf8))
        }
        let legs = try request(#""volatility":0.4,"#).calculate().conventions?.legs
        #expect(legs?.first??.volatility?.source == .underlying)
        #expect(throws: StrategyError.self) { try request("").calculate() }
    }
}
