import OptionPricing
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing
import _TestSupport

@Suite("Lines of price and implied-volatility")
struct OptionLineTests {
    static let option =
        #""type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5,"riskFreeRate":0.05"#

    private func answer(_ line: String, by answerer: consuming some LineAnswerer & ~Copyable) -> String {
        var output: [UInt8] = []
        do throws(ContractError) {
            try answerer.appendAnswer(to: Array(line.utf8).span, &output)
        } catch {
            answerer.appendRefusal(error, wasRead: true, &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func price(_ line: String) -> String {
        answer(line, by: PriceAnswerer(allGreeks: false, AnswerOptions(greekUnits: .mathematical)))
    }

    @Test("an identifier begins the response, as it was written", arguments: [#""A\u0020-1""#, "7.0", "-1e5", #""""#])
    func identifier(text: String) {
        let plain = price(#"{\#(Self.option),"volatility":0.2}"#)
        #expect(plain.hasPrefix(#"{"price":"#))
        #expect(price(#"{\#(Self.option),"volatility":0.2,"id":\#(text)}"#) == #"{"id":\#(text),"# + plain.dropFirst())
        let volatility = answer(#"{"id":\#(text),\#(Self.option),"price":0}"#, by: ImpliedVolatilityAnswerer())
        #expect(volatility == #"{"id":\#(text),"impliedVolatility":null,"status":"not_determinable"}"#)
        #expect(
            price(#"{"id":\#(text)}"#) == #"{"id":\#(text),"error":"type is required","code":"missing","path":"type"}"#)
    }

    @Test("any other identifier is ignored", arguments: ["null", "true", "[1]", "{}"])
    func ignored(text: String) {
        #expect(price(#"{"id":\#(text)}"#) == #"{"error":"type is required","code":"missing","path":"type"}"#)
    }

    @Test("an identifier belongs to its own line only")
    func reuse() {
        var answerer = PriceAnswerer(allGreeks: false, AnswerOptions(greekUnits: .mathematical))
        var output: [UInt8] = []
        #expect(throws: ContractError.self) { try answerer.appendAnswer(to: Array(#"{"id":1}"#.utf8).span, &output) }
        #expect(throws: ContractError.self) { try answerer.appendAnswer(to: Array("{".utf8).span, &output) }
        answerer.appendRefusal(ContractError.tooLarge(), wasRead: true, &output)
        #expect(output.starts(with: Array(#"{"error":"#.utf8)))
    }

    @Test("greeks at the implied volatility are those of price", arguments: [false, true])
    func greeks(all: Bool) throws {
        let request = try ImpliedVolatilityRequest(json: Array(#"{\#(Self.option),"price":4.58}"#.utf8))
        let response = try request.impliedVolatility(greeks: all ? .allGreeks : .greeks, units: .market)
        guard case .volatility(let volatility) = response.result else {
            Issue.record("no volatility")
            return
        }
        let values = try PriceRequest(request.option, volatility: volatility).price(allGreeks: all, units: .market)
        #expect(response.values == values)
        let plain = String(decoding: try request.impliedVolatility().json(), as: UTF8.self)
        let expected = plain.dropLast() + "," + String(decoding: values.json(), as: UTF8.self).dropFirst()
        #expect(String(decoding: response.json(), as: UTF8.self) == expected)
    }

    @Test("without a volatility the values are null")
    func noGreeks() throws {
        let request = try ImpliedVolatilityRequest(json: Array(#"{\#(Self.option),"price":200}"#.utf8))
        #expect(
            String(decoding: try request.impliedVolatility(greeks: .greeks).json(), as: UTF8.self)
                == #"{"impliedVolatility":null,"status":"above_maximum","price":null,"delta":null,"gamma":null,"theta":null,"#
                + #""vega":null,"rho":null}"#)
        let all = String(decoding: try request.impliedVolatility(greeks: .allGreeks).json(), as: UTF8.self)
        #expect(
            all.hasSuffix(
                #""rho":null,"epsilon":null,"vanna":null,"vomma":null,"charm":null,"speed":null,"#
                    + #""zomma":null,"color":null,"ultima":null,"dualDelta":null,"dualGamma":null}"#))
    }

    @Test(
        "an instant counts its part of a day",
        arguments: [
            ("2026-01-01T12:00:00Z", 0.5), ("2026-01-01T06:00:00-06:00", 0.5), ("2026-01-01T18:00:00+00:00", 0.25),
            ("2026-01-01", 1),
        ])
    func instant(valuation: String, days: Double) throws {
        let line =
            #"{"type":"put","currentPrice":1,"strikePrice":1,"volatility":1,"expirationDate":"2026-01-02","#
            + #""valuationDate":"\#(valuation)"}"#
        #expect(try PriceRequest(json: Array(line.utf8)).option.timeToExpiration == days / 365)
    }

    @Test("an instant at or after the expiration is refused")
    func lateInstant() {
        let line =
            #"{"type":"put","currentPrice":1,"strikePrice":1,"volatility":1,"expirationDate":"2026-01-02","#
            + #""valuationDate":"2026-01-02T00:00:01Z"}"#
        #expect(
            price(line)
                == #"{"error":"expirationDate must be after valuationDate, got \"2026-01-02\"","code":"not_allowed","path":"expirationDate"}"#
        )
    }
}
