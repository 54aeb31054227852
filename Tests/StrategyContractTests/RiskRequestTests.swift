import ExactPayoff
import StrategyContract
import StrategyRequests
import Testing

@Suite("Requests of risk")
struct RiskRequestTests {
    static let shares = #"{"type":"stock","position":"long","quantity":100}"#
    static let put =
        #"{"type":"put","position":"long","strikePrice":95,"quantity":2,"timeToExpiration":0.5,"impliedVolatility":0.25}"#
    static let years = #""timeToHorizon":0.04"#

    static func underlying(_ legs: String = shares, _ members: String = #""volatility":0.2"#) -> String {
        #"{"currentPrice":100,\#(members),"positions":[{"legs":[\#(legs)]}]}"#
    }

    static func request(_ underlyings: [String] = [underlying()], _ members: String = years) -> String {
        #"{"scenarios":200,\#(members),"underlyings":[\#(underlyings.joined(separator: ","))]}"#
    }

    static func message(_ request: String, _ limits: WorkLimits = .generous) -> String? {
        do throws(ContractError) {
            _ = try JSONContract.risk(Array(request.utf8), AnswerOptions(limits: limits))
            return nil
        } catch {
            return error.message
        }
    }

    @Test(
        "a member that breaks a rule is named",
        arguments: [
            (years + #","scenarios":99"#, "scenarios must be an integer from 100 to 10000000, got 99"),
            (years + #","scenarios":150.5"#, "scenarios must be an integer from 100 to 10000000, got 150.5"),
            (years + #","seed":-1"#, "seed must be an integer from 0 to 9007199254740991, got -1"),
            (
                years + #","seed":9007199254740992"#,
                "seed must be an integer from 0 to 9007199254740991, got 9007199254740992"
            ),
            (years + #","seed":"1""#, #"seed must be a number, got "1""#),
            (years + #","riskFreeRate":1e400"#, "riskFreeRate must be finite, got 1e400"),
            (years + #","exercise":"bermudan""#, #"exercise must be "european" or "american", got "bermudan""#),
            (years + #","confidenceLevels":[]"#, "confidenceLevels must hold 1 to 1000 elements, got 0"),
            (years + #","confidenceLevels":[0.95,1]"#, "confidenceLevels[1] must lie between 0 and 1, got 1"),
            (years + #","include":["profits"]"#, #"include[0] must be "normals", got "profits""#),
            (years + #","periodsPerYear":0"#, "periodsPerYear must be greater than 0, got 0"),
            (years + #","correlations":1"#, "correlations must be an array, got 1"),
            (years + #","correlations":[]"#, "correlations must hold 1 to 1000 rows, got 0"),
            (years + #","correlations":[1]"#, "correlations[0] must be an array, got 1"),
            (years + #","correlations":[[]]"#, "correlations[0] must hold 1 to 1000 elements, got 0"),
            (years + #","correlations":[["a"]]"#, #"correlations[0][0] must be a number, got "a""#),
            (years + #","correlations":[[1.5]]"#, "correlations[0][0] must lie between -1 and 1, got 1.5"),
            (years + #","correlations":[[1],[1]]"#, "correlations must hold 1 rows, got 2"),
            (years + #","correlations":[[1,0]]"#, "correlations[0] must hold 1 elements, got 2"),
            (years + #","correlations":[[0.5]]"#, "correlations[0][0] must be 1, got 0.5"),
            (#""riskFreeRate":0"#, "timeToHorizon is required"),
            (#""timeToHorizon":0"#, "timeToHorizon must be greater than 0, got 0"),
            (#""horizonDays":-1"#, "horizonDays must be greater than 0, got -1"),
            (#""horizonDays":5e-324"#, "horizonDays must be greater than 0, got 0"),
            (#""horizonDays":1,"timeToHorizon":1"#, "timeToHorizon must not be given with horizonDays, got 1"),
            (#""horizonDate":"2027-01-04""#, "valuationDate is required"),
            (
                #""valuationDate":"2027-01-04","horizonDate":"2027-01-04""#,
                #"horizonDate must be after valuationDate, got "2027-01-04""#
            ),
            (
                #""valuationDate":"2027-01-04","horizonDate":"2027-01-14","horizonDays":1"#,
                "horizonDays must not be given with horizonDate, got 1"
            ),
            (
                #""horizonDate":"2027-02-30""#, #"horizonDate must be a date YYYY-MM-DD, got "2027-02-30""#
            ),
        ])
    func members(members: String, message: String) {
        #expect(Self.message(Self.request([Self.underlying()], members)) == message)
    }

    @Test(
        "a member of an underlying that breaks a rule is named with it",
        arguments: [
            (#"{"volatility":0.2,"positions":[]}"#, "underlyings[0].positions must hold 1 to 10000 positions, got 0"),
            (#"{"volatility":0.2}"#, "underlyings[0].currentPrice is required"),
            (#"{"currentPrice":100,"volatility":0.2}"#, "underlyings[0].positions is required"),
            (#"{"currentPrice":100,"positions":[{"legs":[LEG]}]}"#, "underlyings[0].volatility is required"),
            (#"{"currentPrice":0,"volatility":0.2}"#, "underlyings[0].currentPrice must be greater than 0, got 0"),
            (#"{"currentPrice":1,"volatility":0}"#, "underlyings[0].volatility must be greater than 0, got 0"),
            (
                #"{"currentPrice":1,"volatility":1,"dividendYield":"a"}"#,
                #"underlyings[0].dividendYield must be a number, got "a""#
            ),
            (#"{"currentPrice":1,"history":[1,2]}"#, "underlyings[0].history must hold 3 to 10000 elements, got 2"),
            (#"{"currentPrice":1,"history":[1,2,-1]}"#, "underlyings[0].history[2] must be greater than 0, got -1"),
            (
                #"{"currentPrice":1,"history":[1,2,4],"positions":[{"legs":[LEG]}]}"#,
                "underlyings[0].history must not rise or fall at a constant rate"
            ),
            (
                #"{"currentPrice":1,"volatility":1,"positions":[{"legs":[LEG,{"type":"call"}]}]}"#,
                "underlyings[0].positions[0].legs[1].position is required"
            ),
            (
                #"{"currentPrice":1,"volatility":1,"positions":[{"legs":[LEG]},{"legs":[CALL}]}]}"#,
                "underlyings[0].positions[1].legs[0].timeToExpiration is required"
            ),
            (
                #"{"currentPrice":1,"volatility":1,"positions":[{"legs":[LEG,CALL,"timeToExpiration":0.03}]}]}"#,
                "underlyings[0].positions[0].legs[1].timeToExpiration must not be before the horizon, got 0.03"
            ),
            (
                #"{"currentPrice":1,"volatility":1,"positions":[{"legs":[LEG,CALL,"expirationDate":"2027-01-05"}]}]}"#,
                "valuationDate is required"
            ),
            (
                #"{"currentPrice":1,"volatility":1,"dividends":[{"timeToExDate":0.04,"amount":1}],"positions":[{"legs":[LEG]}]}"#,
                "underlyings[0].dividends[0].timeToExDate must be after the horizon, got 0.04"
            ),
            (
                #"{"currentPrice":1,"volatility":1,"dividendYield":0.02,"positions":[{"legs":[CALL,"timeToExpiration":1,"exercise":"american","impliedVolatility":12}]}]}"#,
                "underlyings[0].positions[0].legs[0].impliedVolatility must lie between 0.001 and 10 for an option with American exercise, got 12"
            ),
            (
                #"{"currentPrice":100,"volatility":1,"dividendYield":-1000,"positions":[{"legs":[CALL,"timeToExpiration":1}]}]}"#,
                "underlyings[0].positions[0].legs[0].price is too large for a number: its magnitude must be at most 1.7976931348623157e+308"
            ),
        ])
    func underlyings(underlying: String, message: String) {
        let call = #"{"type":"call","position":"short","strikePrice":105,"quantity":1"#
        let text = underlying.replacing("LEG", with: Self.shares).replacing("CALL", with: call)
        #expect(Self.message(Self.request([text])) == message)
    }

    @Test("dates before the horizon are named")
    func dates() {
        let dates = #""valuationDate":"2027-01-04","horizonDays":10"#
        let call =
            #"{"type":"call","position":"short","strikePrice":105,"quantity":1,"expirationDate":"2027-01-13"}"#
        #expect(
            Self.message(Self.request([Self.underlying(call)], dates))
                == #"underlyings[0].positions[0].legs[0].expirationDate must not be before the horizon, got "2027-01-13""#
        )
        #expect(Self.message(Self.request([Self.underlying(call.replacing("13", with: "14"))], dates)) == nil)
        let dividend = #""volatility":0.2,"dividends":[{"exDate":"2027-01-05","amount":1}]"#
        #expect(
            Self.message(Self.request([Self.underlying(Self.shares, dividend)], dates))
                == #"underlyings[0].dividends[0].exDate must be after the horizon, got "2027-01-05""#)
        #expect(Self.message(Self.request([Self.underlying(Self.shares, dividend)])) == "valuationDate is required")
    }

    @Test("the lists of underlyings and positions have limits")
    func lists() {
        #expect(Self.message(Self.request([])) == "underlyings must hold 1 to 1000 underlyings, got 0")
        #expect(Self.message(#"{"timeToHorizon":1}"#) == "underlyings is required")
        #expect(Self.message(Self.request(["5"])) == "underlyings[0] must be an object, got 5")
        let position = #"{"legs":[\#(Self.shares)]}"#
        let positions = [String](repeating: position, count: 2).joined(separator: ",")
        let two = #"{"currentPrice":100,"volatility":0.2,"positions":[\#(positions)]}"#
        #expect(
            Self.message(#"{"scenarios":6000000,"timeToHorizon":1,"underlyings":[\#(two)]}"#)
                == "scenarios must have at most 10000000 scenarios of all positions together, got 12000000")
        #expect(
            Self.message(#"{"scenarios":100001,"include":["normals"],"timeToHorizon":1,"underlyings":[\#(two)]}"#)
                == "include must have at most 100000 normals, got 100001")
    }

    @Test(
        "correlations are those of prices",
        arguments: [
            (nil, "correlations is required"),
            ("[[1,0.5]]", "correlations must hold 3 rows, got 1"),
            ("[[1,0,0],[0,1],[0,0,1]]", "correlations[1] must hold 3 elements, got 2"),
            ("[[1,0.5,0],[0.4,1,0],[0,0,1]]", "correlations[1][0] must equal correlations[0][1], got 0.4"),
            ("[[1,0,0],[0,0.99,0],[0,0,1]]", "correlations[1][1] must be 1, got 0.99"),
            (
                "[[1,0.9,-0.9],[0.9,1,0.9],[-0.9,0.9,1]]",
                "correlations must be positive semidefinite, and those of the first 3 underlyings are not"
            ),
            ("[[1,1,-1],[1,1,-1],[-1,-1,1]]", nil),
            ("[[1,0.5,0.2],[0.5,1,0.1],[0.2,0.1,1]]", nil),
        ] as [(String?, String?)])
    func correlations(matrix: String?, message: String?) {
        let members = matrix.map { #"\#(Self.years),"correlations":\#($0)"# } ?? Self.years
        let underlyings = [String](repeating: Self.underlying(), count: 3)
        #expect(Self.message(Self.request(underlyings, members)) == message)
    }

    @Test("correlations of more than 64 underlyings are definite")
    func manyUnderlyings() {
        func message(_ correlation: Double) -> String? {
            let rows = (0..<65).map { row in
                "[\((0..<65).map { $0 == row ? "1" : "\(correlation)" }.joined(separator: ","))]"
            }
            let matrix = #"\#(Self.years),"correlations":[\#(rows.joined(separator: ","))]"#
            return Self.message(Self.request([String](repeating: Self.underlying(), count: 65), matrix))
        }
        #expect(message(0.5) == nil)
        #expect(
            message(1)
                == "correlations must be positive definite for more than 64 underlyings, and those of the first 2 are not"
        )
    }

    @Test("histories have the same number of prices, and vary")
    func histories() {
        func underlyings(_ one: String, _ other: String) -> String? {
            Self.message(
                Self.request([
                    Self.underlying(Self.shares, #""history":\#(one)"#),
                    Self.underlying(Self.shares, #""volatility":0.2,"history":\#(other)"#),
                ]))
        }
        #expect(underlyings("[1,2,1]", "[3,2,3]") == nil)
        #expect(
            underlyings("[1,2,1,2]", "[1,2,1]")
                == "underlyings[1].history must hold as many elements as underlyings[0].history, got 3")
        #expect(underlyings("[1,2,1]", "[1,2,4]") == "underlyings[1].history must not rise or fall at a constant rate")
        #expect(underlyings("[1,2,1]", "null") == "correlations is required")
        #expect(underlyings("[1e-300,1e300,1e-300]", "[1,2,1]")?.hasPrefix("valueAtRisk is too large") ?? true)
    }

    @Test("strict requests name unknown members, with the nearest known name")
    func strict() {
        let members = #"\#(Self.years),"strict":true,"#
        for (text, message) in [
            (#""horizon":1"#, "horizon is not a known member; did you mean horizonDate?"),
            (#""corelations":1"#, "corelations is not a known member; did you mean correlations?"),
        ] {
            #expect(Self.message(Self.request([Self.underlying()], members + text)) == message)
        }
        let underlying = Self.underlying(Self.shares, #""volatility":0.2,"id":null,"historie":[1]"#)
        #expect(
            Self.message(Self.request([underlying], #"\#(Self.years),"strict":true"#))
                == "underlyings[0].historie is not a known member; did you mean history?")
    }

    @Test(
        "numbers beyond reason are refused or answered",
        arguments: ["1e-320", "5e-324", "1e-9", "1", "1e9", "1e300", "1.7e308"])
    func extremes(number: String) throws {
        for name in ["riskFreeRate", "timeToHorizon", "horizonDays", "periodsPerYear"] {
            let horizon = name.contains("orizon") ? "" : #","timeToHorizon":0.04"#
            for legs in [Self.shares, Self.put] {
                let request = Self.request([Self.underlying(legs)], #""\#(name)":\#(number)\#(horizon)"#)
                _ = Self.message(request, .strict)
            }
        }
        for name in ["currentPrice", "volatility", "dividendYield"] {
            for (legs, sign) in [(Self.shares, ""), (Self.put, ""), (Self.put, name == "dividendYield" ? "-" : "")] {
                let given = name == "currentPrice" ? "" : #""currentPrice":100,"#
                let volatility = name == "volatility" ? "" : #""volatility":0.2,"#
                let text =
                    #"{\#(given)\#(volatility)"\#(name)":\#(sign)\#(number),"positions":[{"legs":[\#(legs)]}]}"#
                _ = Self.message(Self.request([text]), .strict)
            }
        }
        for name in ["strikePrice", "timeToExpiration", "impliedVolatility", "premium", "quantity"] {
            for exercise in ["european", "american"] {
                let leg = Self.put.dropLast() + #","\#(name)":\#(number)}"#
                _ = Self.message(
                    Self.request([Self.underlying(String(leg))], #"\#(Self.years),"exercise":"\#(exercise)""#), .strict)
            }
        }
    }
}
