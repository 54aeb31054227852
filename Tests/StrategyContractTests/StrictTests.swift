import StrategyContract
import StrategyRequests
import Testing

@Suite("Strict requests")
struct StrictTests {
    private static let leg = #"{"type":"call","position":"long","strikePrice":100,"premium":3,"quantity":1"#

    private func message(_ answer: () throws(ContractError) -> [UInt8]) -> String? {
        do {
            _ = try answer()
            return nil
        } catch {
            return error.message
        }
    }

    private func calculate(_ request: String, strict: Bool = false) -> String? {
        message { () throws(ContractError) in
            try JSONContract.calculate(Array(request.utf8), AnswerOptions(strict: strict))
        }
    }

    @Test(
        "an unknown member is refused, with the nearest name if one is near",
        arguments: [
            (
                #""legs":[LEG,"riskFreerate":0.04}]"#,
                "legs[0].riskFreerate is not a known member; did you mean riskFreeRate?"
            ),
            (
                #""legs":[LEG},LEG,"strike_price":1}]"#,
                "legs[1].strike_price is not a known member; did you mean strikePrice?"
            ),
            (#""legs":[LEG,"premuim":1}]"#, "legs[0].premuim is not a known member; did you mean premium?"),
            (#""legs":[LEG,"shares":1}]"#, "legs[0].shares is not a known member; did you mean sharesPerContract?"),
            (
                #""legs":[LEG,"expiration":1}]"#,
                "legs[0].expiration is not a known member; did you mean expirationDate?"
            ),
            (#""legs":[LEG}],"volatilty":0.2"#, "volatilty is not a known member; did you mean volatility?"),
            (#""legs":[LEG}],"Include":["greeks"]"#, "Include is not a known member; did you mean include?"),
            (#""legs":[LEG}],"comment":"x""#, "comment is not a known member"),
            // A member in the wrong place.
            (#""legs":[LEG,"riskFreeRate":0.04}]"#, "legs[0].riskFreeRate is not a known member"),
            (#""legs":[LEG}],"strikePrice":100"#, "strikePrice is not a known member"),
            (#""legs":[LEG}],"positions":[]"#, "positions is not a known member"),
            (#""legs":[LEG}],"call":1"#, "call is not a known member"),
            (#""legs":[LEG}],"fee":1"#, "fee is not a known member"),
            (
                #""legs":[LEG,"excercise":"european"}]"#,
                "legs[0].excercise is not a known member; did you mean exercise?"
            ),
            (
                #""legs":[LEG}],"curveRange":{"minimum":1,"maximum":2,"points":3,"step":1}"#,
                "curveRange.step is not a known member"
            ),
            (
                #""legs":[LEG}],"scenarioGrid":{"spotShift":[0]}"#,
                "scenarioGrid.spotShift is not a known member; did you mean spotShifts?"
            ),
            // A name that is not a word, one with an escape, an absent one, and a null one.
            (#""legs":[LEG}],"a b":1"#, #""a b" is not a known member"#),
            (#""legs":[LEG}],"\u0078":1"#, "x is not a known member"),
            (#""legs":[LEG,"":1}]"#, #"legs[0]."" is not a known member"#),
            (#""legs":[LEG}],"premiums":null"#, "premiums is not a known member; did you mean premium?"),
        ])
    func refused(members: String, message: String) {
        let members = members.replacing("LEG", with: Self.leg)
        #expect(calculate(#"{"currentPrice":100,"strict":true,\#(members)}"#) == message)
        #expect(calculate(#"{"currentPrice":100,\#(members),"strict":true}"#) == message)
        #expect(calculate(#"{"currentPrice":100,\#(members)}"#, strict: true) == message)
        #expect(calculate(#"{"currentPrice":100,\#(members),"strict":false}"#, strict: true) == message)
        let request = Array(#"{"currentPrice":100,\#(members)}"#.utf8)
        #expect(RequestWarnings(.calculation).new(in: request.span).first?.message == message)
        for lenient in ["", #","strict":false"#, #","strict":null"#] {
            #expect(calculate(#"{"currentPrice":100,\#(members)\#(lenient)}"#) == nil)
        }
    }

    @Test("known members are read as without strict")
    func known() throws {
        let legs =
            #""legs":[\#(Self.leg),"id":[{"x":1}],"impliedVolatility":0.2,"timeToExpiration":1,"sharesPerContract":1,"exercise":"european"}]"#
        let request =
            #"{"id":{"any":1},"currentPrice":100,\#(legs),"curveRange":{"minimum":1,"maximum":2,"points":3,"id":1},"#
            + #""scenarioGrid":{"spotShifts":[0],"volatilityShifts":[0],"dates":[0],"id":2},"include":["greeks"],"#
            + #""valueDates":[0],"confidenceLevels":[0.9],"riskFreeRate":0,"dividendYield":0,"volatility":0.2"#
        let lenient = try JSONContract.calculate(Array((request + "}").utf8))
        #expect(try JSONContract.calculate(Array((request + #","strict":true}"#).utf8)) == lenient)
        #expect(try JSONContract.calculate(Array((request + "}").utf8), AnswerOptions(strict: true)) == lenient)
        // The fast path.
        let plain = Array(#"{"currentPrice":100,"legs":[\#(Self.leg)}],"id":7}"#.utf8)
        #expect(try JSONContract.calculate(plain, AnswerOptions(strict: true)) == JSONContract.calculate(plain))
    }

    @Test(
        "the first broken rule of the document is reported",
        arguments: [
            (#"{"x":1,"currentPrice":-1,"legs":[LEG}],"strict":true}"#, "x is not a known member"),
            (#"{"currentPrice":-1,"x":1,"legs":[LEG}],"strict":true}"#, "currentPrice must be greater than 0, got -1"),
            (#"{"legs":[{"x":1,"type":"call"}],"y":1,"strict":true}"#, "legs[0].x is not a known member"),
            (#"{"legs":[{"type":"call"}],"x":1,"strict":true}"#, "legs[0].position is required"),
            (#"{"legs":[LEG}],"x":1,"strict":true}"#, "x is not a known member"),
            (#"{"legs":[LEG}],"strict":true}"#, "currentPrice is required"),
            (#"{"legs":[{"x":{"y":1}}],"strict":true}"#, "legs[0].x is not a known member"),
            (#"{"strict":"yes","x":1,"legs":[LEG}]}"#, #"strict must be true or false, got "yes""#),
        ])
    func order(request: String, message: String) {
        #expect(calculate(request.replacing("LEG", with: Self.leg)) == message)
    }

    @Test("every kind of request can be strict")
    func kinds() throws {
        func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        let chart = bytes(#"{"strict":true,"currentPrice":100,"legs":[\#(Self.leg)}],"x":1}"#)
        #expect(message { () throws(ContractError) in try JSONContract.chart(chart) } == "x is not a known member")
        let book =
            #"{"currentPrice":100,"timeToExpiration":1,"volatility":0.2,"strict":true,"positions":[{"id":1,"legs":[LEG}]},POSITION]}"#
        for (position, expected) in [
            (#"{"legs":[LEG}]}"#, nil), (#"{"legs":[LEG}],"name":1}"#, "positions[1].name is not a known member"),
            (
                #"{"legs":[LEG,"quantty":1}]}"#,
                "positions[1].legs[0].quantty is not a known member; did you mean quantity?"
            ),
        ] {
            let json = bytes(book.replacing("POSITION", with: position).replacing("LEG", with: Self.leg))
            #expect(message { () throws(ContractError) in try JSONContract.scenario(json) } == expected)
        }
        let option = #"{"type":"call","currentPrice":100,"strikePrice":105,"timeToExpiration":0.5,"id":1"#
        var reader = OptionReader(strict: true)
        let price = try reader.readPriceRequest(bytes(option + #","volatility":0.2}"#).span)
        #expect(price.volatility == 0.2)
        let error = #expect(throws: ContractError.self) {
            try PriceRequest(json: bytes(option + #","volatility":0.2,"vol":1,"strict":true}"#))
        }
        #expect(error?.message == "vol is not a known member")
        #expect(error?.code == .unknownMember && error?.path == "vol" && error?.httpStatus == 400)
        let quote = #expect(throws: ContractError.self) {
            try ImpliedVolatilityRequest(json: bytes(option + #","price":3,"volatility":0.2,"strict":true}"#))
        }
        #expect(quote?.message == "volatility is not a known member")
    }

    @Test("the answer to a refused request in a batch has its id")
    func identifier() {
        var answerer = CalculationAnswerer(AnswerOptions(strict: true))
        var output: [UInt8] = []
        let request = Array(#"{"id":"a","currentPrice":100,"legs":[\#(Self.leg)}],"strcit":true}"#.utf8)
        do {
            try answerer.appendAnswer(to: request.span, &output)
            Issue.record("the request was answered")
        } catch {
            answerer.appendRefusal(error, wasRead: true, &output)
        }
        let expected =
            #"{"id":"a","error":"strcit is not a known member; did you mean strict?","code":"unknown_member","path":"strcit"}"#
        #expect(String(decoding: output, as: UTF8.self) == expected)
    }
}
