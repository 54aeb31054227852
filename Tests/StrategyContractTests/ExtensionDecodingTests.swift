import ExactPayoff
import OptionPricing
import StrategyContract
import StrategyRequests
import Testing

@Suite("Requests with extensions")
struct ExtensionDecodingTests {
    private static let call =
        #"{"type":"call","position":"long","strikePrice":100,"premium":3.5,"quantity":1"#

    private func message(_ members: String, leg: String = "") -> String? {
        let request = #"{"currentPrice":100,"legs":[\#(Self.call)\#(leg)}],\#(members)}"#
        do throws(ContractError) {
            _ = try JSONContract.calculate(Array(request.utf8))
            return nil
        } catch {
            return error.message
        }
    }

    @Test(
        "a member that breaks a rule is named, with the rule and the value",
        arguments: [
            (
                #""valuationDate":"2026-02-30""#,
                #"valuationDate must be a date YYYY-MM-DD or an instant as in RFC 3339, got "2026-02-30""#
            ),
            (#""valuationDate":20260101"#, "valuationDate must be a string, got 20260101"),
            (#""timeToExpiration":0"#, "timeToExpiration must be greater than 0, got 0"),
            (#""riskFreeRate":"5%""#, #"riskFreeRate must be a number, got "5%""#),
            (#""dividendYield":1e999"#, "dividendYield must be finite, got 1e999"),
            (#""volatility":0"#, "volatility must be greater than 0, got 0"),
            (#""volatility":-0.2"#, "volatility must be greater than 0, got -0.2"),
            (#""include":"greeks""#, #"include must be an array, got "greeks""#),
            (#""include":[]"#, "include must hold 1 to 1000 elements, got 0"),
            (#""include":["greeks",1]"#, "include[1] must be a string, got 1"),
            (
                #""include":["Greeks"]"#,
                #"include[0] must be "greeks", "probability", "valueCurves", "scenarios", "strategyName", "value", "allGreeks", "curveDetails", "earlyExercise" or "margin", got "Greeks""#
            ),
            (#""curveRange":5"#, "curveRange must be an object, got 5"),
            (#""curveRange":{"maximum":5,"points":2}"#, "curveRange.minimum is required"),
            (
                #""curveRange":{"minimum":5,"maximum":5,"points":2}"#,
                "curveRange.maximum must be greater than curveRange.minimum, got 5"
            ),
            (
                #""curveRange":{"minimum":5,"maximum":1e300,"points":2}"#,
                "curveRange.maximum must be 0 or greater and at most 1000000000000000, got 1e300"
            ),
            (
                #""curveRange":{"minimum":0,"maximum":-1,"points":1}"#,
                "curveRange.maximum must be 0 or greater and at most 1000000000000000, got -1"
            ),
            (
                #""curveRange":{"minimum":0,"maximum":0,"points":2}"#,
                "curveRange.maximum must be greater than curveRange.minimum, got 0"
            ),
            (
                #""curveRange":{"minimum":5,"maximum":6,"points":1}"#,
                "curveRange.points must be an integer from 2 to 100000, got 1"
            ),
            (#""valueDates":[-0.1]"#, "valueDates[0] must be 0 or greater, got -0.1"),
            (
                #""valueDates":["soon"]"#,
                #"valueDates[0] must be a date YYYY-MM-DD or years after the valuation, got "soon""#
            ),
            (#""confidenceLevels":[0.9,1]"#, "confidenceLevels[1] must lie between 0 and 1, got 1"),
            (#""scenarioGrid":{"spotShifts":[-1.5]}"#, "scenarioGrid.spotShifts[0] must be -1 or greater, got -1.5"),
            (
                #""scenarioGrid":{"volatilityShifts":[true]}"#,
                "scenarioGrid.volatilityShifts[0] must be a number, got true"
            ),
            (#""scenarioGrid":{"dates":[]}"#, "scenarioGrid.dates must hold 1 to 1000 elements, got 0"),
        ])
    func refusedMember(members: String, message: String) {
        #expect(self.message(members) == message)
    }

    @Test("a null member is absent")
    func null() {
        let members = """
            "valuationDate":null,"timeToExpiration":null,"include":null,"curveRange":null,"scenarioGrid":null,\
            "volatility":null,"valueDates":null
            """
        #expect(message(members, leg: #","expirationDate":null,"impliedVolatility":null"#) == nil)
    }

    @Test("too many scenarios are counted before any is valued")
    func scenarioLimit() {
        let list = "[" + [String](repeating: "0", count: 1000).joined(separator: ",") + "]"
        let grid = #""scenarioGrid":{"spotShifts":\#(list),"volatilityShifts":\#(list),"dates":[0,0]}"#
        #expect(message(grid) == "scenarioGrid must have at most 1000000 scenarios, got 2000000")
    }

    @Test(
        "a leg's terms that break a rule are named",
        arguments: [
            (#","impliedVolatility":-1"#, "legs[0].impliedVolatility must be 0 or greater, got -1"),
            (#","timeToExpiration":-0.1"#, "legs[0].timeToExpiration must be 0 or greater, got -0.1"),
            (
                #","expirationDate":"2026/01/01""#,
                #"legs[0].expirationDate must be a date YYYY-MM-DD, got "2026/01/01""#
            ),
            (
                #","expirationDate":"2026-01-02""#,
                #"legs[0].expirationDate must be after valuationDate, got "2026-01-02""#
            ),
            (
                #","expirationDate":"2027-01-02","timeToExpiration":1"#,
                #"legs[0].expirationDate must not be given with legs[0].timeToExpiration, got "2027-01-02""#
            ),
        ])
    func refusedTerms(terms: String, message: String) {
        #expect(self.message(#""valuationDate":"2026-01-02""#, leg: terms) == message)
    }

    @Test(
        "a missing member that a result needs is required",
        arguments: [
            (#""include":["greeks"]"#, "", "timeToExpiration is required"),
            (#""include":["greeks"]"#, #","expirationDate":"2027-01-02""#, "valuationDate is required"),
            (#""include":["greeks"],"valuationDate":"2026-01-02""#, "", "legs[0].expirationDate is required"),
            (
                #""include":["valueCurves"],"timeToExpiration":0.5,"valueDates":["2026-01-02"]"#, "",
                "valuationDate is required"
            ),
            (
                #""include":["valueCurves"],"timeToExpiration":0.5,"valueDates":[0.6]"#, "",
                "valueDates[0] must not be after the first expiration, got 0.6"
            ),
            (
                #""include":["scenarios"],"valuationDate":"2026-01-02","scenarioGrid":{"dates":["2026-01-01"]}"#,
                #","expirationDate":"2027-01-02""#,
                #"scenarioGrid.dates[0] must not be before valuationDate, got "2026-01-01""#
            ),
        ])
    func required(members: String, leg: String, message: String) {
        #expect(self.message(members, leg: leg) == message)
    }

    @Test(
        "a premium that determines no volatility is an error, unless the underlying's volatility is given",
        arguments: [
            (#","premium":120"#, "it is above what any volatility gives", "120"),
            (#","premium":0"#, "it is below the discounted intrinsic value", "0"),
        ])
    func undetermined(leg: String, reason: String, value: String) throws {
        let time = #""include":["greeks"],"timeToExpiration":0.5,"riskFreeRate":0.04"#
        let expected =
            "legs[0].premium must determine a volatility where neither impliedVolatility nor volatility is given "
            + "(\(reason)), got \(value)"
        #expect(message(time, leg: leg) == expected)
        #expect(message(time + #","volatility":0.25"#, leg: leg) == nil)
        let request = #"{"currentPrice":100,"legs":[\#(Self.call)\#(leg)}],\#(time),"volatility":0.25}"#
        let response = try CalculationRequest(json: Array(request.utf8)).calculate()
        #expect(response.conventions?.legs?[0]?.volatility?.source == .underlying)
        #expect(response.conventions?.legs?[0]?.volatility?.value == 0.25)
    }

    @Test("a date without a valuation, with a time for the other legs")
    func dateAlone() {
        for inclusion in ["greeks", "probability", "valueCurves", "scenarios"] {
            let members = #""timeToExpiration":0.5,"volatility":0.2,"include":["\#(inclusion)"]"#
            #expect(message(members, leg: #","expirationDate":"2027-01-15""#) == "valuationDate is required")
        }
    }

    @Test("more points of value curves than an answer may have")
    func curveLimit() {
        let dates = "[" + [String](repeating: "0", count: 20).joined(separator: ",") + "]"
        let members =
            #""timeToExpiration":1,"include":["valueCurves"],"valueDates":\#(dates),"#
            + #""curveRange":{"minimum":1,"maximum":2,"points":100000}"#
        #expect(
            message(members)
                == "valueDates must have at most 1000000 points of all curves together, got 2000000")
    }

    @Test("one leg with an expiration, and one without")
    func silentLeg() {
        let put = #"{"type":"put","position":"long","strikePrice":100,"premium":3.5,"quantity":1}"#
        let request =
            #"{"currentPrice":100,"legs":[\#(Self.call),"expirationDate":"2026-03-01"},\#(put)]}"#
        let error = #expect(throws: ContractError.self) {
            try JSONContract.calculate(Array(request.utf8))
        }
        #expect(error?.message == "legs[1].timeToExpiration is required")
    }

    @Test("the library's own requests are held to the same rules")
    func swiftValues() throws {
        func message(_ expiration: LegExpiration? = nil, _ change: (inout RequestExtensions) -> Void) throws -> String?
        {
            let leg = try Leg.call(.long, strikePrice: 100, premium: 3.5, quantity: 1, expiration: expiration)
            var extensions = RequestExtensions()
            change(&extensions)
            do throws(StrategyError) {
                _ = try CalculationRequest(currentPrice: 100, legs: [leg], extensions: extensions)
                return nil
            } catch {
                return ContractError(error).message
            }
        }
        #expect(try message { _ in } == nil)
        #expect(try message { $0.volatility = .nan } == "volatility must be finite, got nan")
        #expect(try message { $0.confidenceLevels = [] } == "confidenceLevels must hold 1 to 1000 elements, got 0")
        #expect(
            try message { $0.curveRange = CurveRange(minimum: 1, maximum: 0.5, points: 3) }
                == "curveRange.maximum must be greater than curveRange.minimum, got 0.5")
        let past = try #require(CalendarDate("2026-01-01"))
        #expect(
            try message(.date(past)) { $0.valuation = Timestamp("2026-01-02") }
                == #"legs[0].expirationDate must be after valuationDate, got "2026-01-01""#)
        #expect(throws: StrategyError("timeToExpiration", .nonNegative, .number(-1))) {
            try Leg.put(.long, strikePrice: 1, premium: 1, quantity: 1, expiration: .years(-1))
        }
        #expect(throws: StrategyError("impliedVolatility", .nonNegative, .number(-1))) {
            try Leg.put(.long, strikePrice: 1, premium: 1, quantity: 1, impliedVolatility: -1)
        }
    }
}
