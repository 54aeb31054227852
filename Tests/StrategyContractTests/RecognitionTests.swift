import ExactPayoff
import StrategyContract
import Testing

@Suite("Accounts from JSON")
struct RecognitionTests {
    private static let call = #""type":"call","position":"short","strikePrice":105,"quantity":1"#
    private static let put = #""type":"put","position":"long","strikePrice":95,"quantity":1"#

    private func answer(_ json: String, pretty: Bool = false) throws -> String {
        String(decoding: try JSONContract.recognise(Array(json.utf8), AnswerOptions(pretty: pretty)), as: UTF8.self)
    }

    @Test("the answer")
    func answer() throws {
        let shares = #"{"type":"stock","position":"long","quantity":100}"#
        let json = #"{"legs":[\#(shares),{\#(Self.call)},{\#(Self.put)}],"note":1}"#
        #expect(
            try answer(json)
                == #"{"strategies":[{"name":"collar","family":"protective","quantity":1,"legs":[{"index":0,"quantity":100,"role":"long stock"},{"index":1,"quantity":1,"role":"short call"},{"index":2,"quantity":1,"role":"long put"}],"aliases":["protective collar","zero-cost collar","fence"]}],"optimal":true}"#
        )
        #expect(
            try answer(#"{"legs":[{\#(Self.put)},{\#(Self.put.replacing("long", with: "short"))}]}"#, pretty: true)
                == """
                {
                  "strategies": [
                    {"name": "closed position", "family": null, "quantity": 1, "legs": [{"index": 0, "quantity": 1, "role": null}, {"index": 1, "quantity": 1, "role": null}], "aliases": []}
                  ],
                  "optimal": true
                }
                """)
    }

    @Test("premiums change nothing, and expirations may be dates, years or both")
    func expirations() throws {
        let near = #"{"type":"call","position":"short","strikePrice":100,"quantity":1"#
        let far = #"{"type":"call","position":"long","strikePrice":100,"quantity":1"#
        let calendars = [
            #"{"legs":[\#(near),"expirationDate":"2027-01-15"},\#(far),"expirationDate":"2027-03-19"}]}"#,
            #"{"legs":[\#(near),"timeToExpiration":0.1,"premium":4},\#(far),"timeToExpiration":0.3}]}"#,
            #"{"timeToExpiration":0.1,"legs":[\#(near)},\#(far),"timeToExpiration":0.3}]}"#,
            #"{"valuationDate":"2027-01-01","legs":[\#(near),"timeToExpiration":0.1},\#(far),"expirationDate":"2027-03-19"}]}"#,
        ]
        for request in calendars {
            #expect(try answer(request).hasPrefix(#"{"strategies":[{"name":"long call calendar spread","#))
        }
        #expect(Set(try calendars.map { try answer($0) }).count == 1)
    }

    @Test(
        "refusals",
        arguments: [
            ("[]", "the request must be a JSON object, got an array"),
            ("{}", "legs is required"),
            (#"{"legs":{}}"#, "legs must be an array, got an object"),
            (#"{"legs":[]}"#, "legs must hold 1 to 200 legs, got 0"),
            (#"{"legs":[1]}"#, "legs[0] must be an object, got 1"),
            (#"{"legs":[{\#(call),"premium":-1}]}"#, "legs[0].premium must be 0 or greater, got -1"),
            (#"{"legs":[{\#(call),"premium":"1"}]}"#, #"legs[0].premium must be a number, got "1""#),
            (
                #"{"legs":[{"type":"put","position":"long","quantity":1}]}"#,
                "legs[0].strikePrice is required"
            ),
            (
                #"{"legs":[{\#(call),"timeToExpiration":0.1},{\#(put)}]}"#,
                "legs[1].timeToExpiration is required"
            ),
            (
                #"{"legs":[{\#(put)},{\#(call),"expirationDate":"2027-01-15"}]}"#,
                "legs[0].expirationDate is required"
            ),
            (
                #"{"valuationDate":"2026-11-23","legs":[{\#(call),"timeToExpiration":0.1},{\#(put)}]}"#,
                "legs[1].expirationDate is required"
            ),
            (
                #"{"legs":[{\#(call),"timeToExpiration":0.1},{\#(put),"expirationDate":"2027-01-15"}]}"#,
                "valuationDate is required"
            ),
            (
                #"{"valuationDate":"2027-01-15","legs":[{\#(call),"expirationDate":"2027-01-15"}]}"#,
                #"legs[0].expirationDate must be after valuationDate, got "2027-01-15""#
            ),
        ])
    func refusals(_ json: String, _ message: String) {
        let error = #expect(throws: ContractError.self) { try JSONContract.recognise(Array(json.utf8)) }
        #expect(error?.message == message)
    }

    @Test("200 legs are answered within the strict limits, and 201 are refused")
    func legCount() throws {
        func request(_ count: Int) -> [UInt8] {
            let legs = (0..<count).map { index in
                let kind = index.isMultiple(of: 2) ? "call" : "put"
                let side = index % 3 == 0 ? "long" : "short"
                return
                    #"{"type":"\#(kind)","position":"\#(side)","strikePrice":\#(50 + index),"quantity":\#(1 + index % 5)}"#
            }
            return Array(#"{"legs":[\#(legs.joined(separator: ","))]}"#.utf8)
        }
        let answer = try JSONContract.recognise(request(200), AnswerOptions(limits: .strict))
        #expect(String(decoding: answer, as: UTF8.self).hasSuffix(#""optimal":false}"#))
        let error = #expect(throws: ContractError.self) { try JSONContract.recognise(request(201)) }
        #expect(error?.message == "legs must hold 1 to 200 legs, got 201")
    }

    private static let longPut =
        #""strategies":[{"name":"long put","family":"single option","quantity":1,"legs":[{"index":0,"quantity":1,"role":"long put"}],"aliases":[]}],"optimal":true}"#

    @Test(
        "the response begins with the id, a string or a number, as it was written",
        arguments: [
            (#""id":"A-1","#, #""id":"A-1","#), (#""id":1.50,"#, #""id":1.50,"#),
            (#""id":"\u00e4\"","#, #""id":"\u00e4\"","#),
            (#""id":"x","id":7,"#, #""id":7,"#), (#""id":null,"#, ""), (#""id":true,"#, ""), (#""id":[1],"#, ""),
            (#""id":{"a":1},"#, ""), ("", ""),
        ])
    func identifier(written: String, repeated: String) throws {
        let legs = #""legs":[{\#(Self.put)}]"#
        #expect(try answer("{\(written)\(legs)}") == "{\(repeated)\(Self.longPut)")
        #expect(try answer(#"{\#(written)\#(legs),"strict":true}"#) == "{\(repeated)\(Self.longPut)")
        #expect(
            try refusal("{\(written)\"legs\":[]}")
                == #"{\#(repeated)"error":"legs must hold 1 to 200 legs, got 0","code":"not_allowed","path":"legs"}"#)
    }

    @Test("a request that is not JSON has no id")
    func unreadableIdentifier() throws {
        let json = #"{"id":1,"legs":[}"#
        #expect(try refusal(json).hasPrefix(#"{"error":"the request is not valid JSON"#))
        let padding = String(repeating: " ", count: 20)
        var limits = WorkLimits.generous
        limits.bytes = 20
        #expect(
            try refusal(#"{"id":1,"legs":[]}"# + padding, limits)
                == #"{"error":"the request must be at most 20 bytes, got more","code":"too_large"}"#)
    }

    @Test("the id, indented")
    func prettyIdentifier() throws {
        let answer = try answer(#"{"legs":[{\#(Self.put)}],"id":"A"}"#, pretty: true)
        #expect(answer.hasPrefix("{\n  \"id\": \"A\",\n  \"strategies\": [\n"))
    }

    private func refusal(_ json: String, _ limits: WorkLimits = .generous) throws -> String {
        var answerer = RecognitionAnswerer(AnswerOptions(limits: limits))
        var output: [UInt8] = []
        do throws(ContractError) {
            try answerer.appendAnswer(to: Array(json.utf8).span, &output)
            Issue.record("the request was answered")
        } catch {
            #expect(output.isEmpty)
            answerer.appendRefusal(error, wasRead: true, &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    @Test(
        "a strict request has no unknown member",
        arguments: [
            (#""legs":[LEG],"leg":1"#, "leg is not a known member; did you mean legs?"),
            (
                #""legs":[LEG],"valuationdate":"2027-01-01""#,
                "valuationdate is not a known member; did you mean valuationDate?"
            ),
            (
                #""legs":[LEG,{\#(put),"strike_price":1}]"#,
                "legs[1].strike_price is not a known member; did you mean strikePrice?"
            ),
            // Members of other requests, which would have no effect here.
            (#""legs":[LEG],"currentPrice":100"#, "currentPrice is not a known member"),
            (#""legs":[LEG],"volatility":0.2"#, "volatility is not a known member"),
            (#""legs":[LEG],"positions":[]"#, "positions is not a known member"),
            (#""x":1,"legs":[]"#, "x is not a known member"),
            (#""legs":[],"x":1"#, "legs must hold 1 to 200 legs, got 0"),
        ])
    func strict(members: String, message: String) {
        let members = members.replacing("LEG", with: "{\(Self.put)}")
        func refusal(_ json: String, _ isStrict: Bool) -> ContractError? {
            do throws(ContractError) {
                _ = try JSONContract.recognise(Array(json.utf8), AnswerOptions(strict: isStrict))
                return nil
            } catch {
                return error
            }
        }
        for (json, isStrict) in [
            (#"{\#(members),"strict":true}"#, false), (#"{"strict":true,\#(members)}"#, false), ("{\(members)}", true),
            (#"{\#(members),"strict":false}"#, true),
        ] {
            #expect(refusal(json, isStrict)?.message == message)
        }
        for json in ["{\(members)}", #"{\#(members),"strict":false}"#, #"{\#(members),"strict":null}"#] {
            #expect(refusal(json, false)?.code != .unknownMember)
        }
    }

    @Test("known members are read as without strict")
    func known() throws {
        let leg =
            #"{\#(Self.put),"premium":1,"sharesPerContract":100,"timeToExpiration":0.5,"impliedVolatility":0.2,"fee":1,"id":[1]}"#
        let request =
            #"{"legs":[\#(leg),{\#(Self.call),"expirationDate":"2027-03-19"}],"valuationDate":"2027-01-01","timeToExpiration":1"#
        let lenient = try answer(request + "}")
        #expect(try answer(request + #","strict":true}"#) == lenient)
        #expect(try answer(request + #","strict":false}"#) == lenient)
        let strict = #expect(throws: ContractError.self) {
            try answer(request + #","strict":"yes"}"#)
        }
        #expect(strict?.message == #"strict must be true or false, got "yes""#)
    }

    @Test("a premium is still required elsewhere")
    func premium() {
        let json = #"{"currentPrice":100,"legs":[{\#(Self.call)}]}"#
        let error = #expect(throws: ContractError.self) { try JSONContract.calculate(Array(json.utf8)) }
        #expect(error?.message == "legs[0].premium is required")
    }
}
