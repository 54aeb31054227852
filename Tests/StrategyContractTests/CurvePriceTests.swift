import ExactPayoff
import StrategyContract
import StrategyRequests
import StrategyValuation
import Testing

@Suite("Given prices of the curve")
struct CurvePriceTests {
    private func answer(_ members: String, legs: String = "") throws -> CalculationResponse {
        let leg = #"{"type":"call","position":"long","strikePrice":100,"premium":3.1,"quantity":1"#
        let request = #"{"currentPrice":100,"legs":[\#(leg)}\#(legs)],\#(members)}"#
        return try CalculationRequest(json: Array(request.utf8)).calculate()
    }

    @Test("the curve has these distinct prices, ascending")
    func prices() throws {
        let curve = try answer(#""curvePrices":[103.1,0,100,250.5,100.0,0.30000000000000004,-0.0,0.3,1e2]"#).curve
        #expect(curve.stockPrices == [0, 0.3, 100, 103.1, 250.5])
        // 100 · (max(S − 100, 0) − 3.1)
        #expect(curve.profitLosses == [-310, -310, -310, 0, 14740])
    }

    @Test("a price with many decimals is exact")
    func decimals() throws {
        // 100 · (123.456789012345 − 103.1) = 2035.6789012345, to 8 decimal places.
        let curve = try answer(#""curvePrices":[123.456789012345]"#).curve
        #expect(curve.stockPrices == [123.456789012345])
        #expect(curve.profitLosses == [2035.67890123])
    }

    @Test("a range of one point")
    func onePoint() throws {
        let curve = try answer(#""curveRange":{"minimum":105,"maximum":105,"points":1}"#).curve
        #expect(curve.stockPrices == [105] && curve.profitLosses == [190])
        let range = CurveRange(minimum: 105, maximum: 105, points: 1)
        var extensions = RequestExtensions()
        extensions.curveRange = range
        let leg = try Leg.call(.long, strikePrice: 100, premium: 3.1, quantity: 1)
        let request = try CalculationRequest(currentPrice: 100, legs: [leg], extensions: extensions)
        #expect(try request.calculate().curve == curve)
        let svg = try JSONContract.chart(
            Array(
                #"{"currentPrice":100,"legs":[{"type":"stock","position":"long","premium":1,"quantity":1}],"curveRange":{"minimum":5,"maximum":5,"points":1}}"#
                    .utf8))
        #expect(!svg.isEmpty)
    }

    @Test("a range of one point at 0, with all results over prices")
    func zero() throws {
        let members =
            #""timeToExpiration":0.5,"volatility":0.2,"include":["valueCurves","curveDetails"],"curveRange":{"minimum":0,"maximum":0,"points":1}"#
        let response = try answer(members)
        #expect(response.curve.stockPrices == [0] && response.curve.profitLosses == [-310])
        #expect(response.valueCurves?.map(\.curve.stockPrices) == [[0], [0], [0]])
        #expect(response.curveDetails?.stockPrices == [0])
        var extensions = RequestExtensions()
        extensions.curveRange = CurveRange(minimum: 0, maximum: 0, points: 1)
        let leg = try Leg.call(.long, strikePrice: 100, premium: 3.1, quantity: 1)
        let request = try CalculationRequest(currentPrice: 100, legs: [leg], extensions: extensions)
        #expect(try request.calculate().curve == response.curve)
        for strike in ["100", "1e-9"] {
            let json =
                #"{"currentPrice":100,"legs":[{"type":"put","position":"long","strikePrice":\#(strike),"premium":0,"quantity":1}],"curveRange":{"minimum":0,"maximum":0,"points":1}}"#
            #expect(try !JSONContract.chart(Array(json.utf8)).isEmpty)
        }
    }

    @Test("a calendar and its value curves have the given prices")
    func calendar() throws {
        let far =
            #",{"type":"call","position":"short","strikePrice":100,"premium":5,"quantity":1,"timeToExpiration":1,"impliedVolatility":0.2}"#
        let members =
            #""curvePrices":[110,90],"timeToExpiration":0.5,"volatility":0.2,"include":["valueCurves"],"valueDates":[0]"#
        let response = try answer(members, legs: far)
        #expect(response.curve.stockPrices == [90, 110])
        #expect(response.valueCurves?.map(\.curve.stockPrices) == [[90, 110]])
    }

    @Test(
        "wrong prices are refused",
        arguments: [
            (#""curvePrices":[]"#, "curvePrices must hold 1 to 10000 elements, got 0"),
            (#""curvePrices":[1,-1]"#, "curvePrices[1] must be 0 or greater and at most 1000000000000000, got -1"),
            (#""curvePrices":[1e16]"#, "curvePrices[0] must be 0 or greater and at most 1000000000000000, got 1e16"),
            (#""curvePrices":["1"]"#, #"curvePrices[0] must be a number, got "1""#),
            (#""curvePrices":100"#, "curvePrices must be an array, got 100"),
            (
                #""curveRange":{"minimum":1,"maximum":2,"points":3},"curvePrices":[1]"#,
                "curvePrices must not be given with curveRange, got an array"
            ),
            (
                #""curveRange":{"minimum":1,"maximum":2,"points":1}"#,
                "curveRange.points must be an integer from 2 to 100000, got 1"
            ),
            (
                #""curveRange":{"minimum":2,"maximum":2,"points":2}"#,
                "curveRange.maximum must be greater than curveRange.minimum, got 2"
            ),
            (
                #""curveRange":{"minimum":2,"maximum":2,"points":0}"#,
                "curveRange.points must be an integer from 1 to 100000, got 0"
            ),
        ])
    func refused(members: String, message: String) {
        let error = #expect(throws: ContractError.self) { try answer(members) }
        #expect(error?.message == message)
    }
}
