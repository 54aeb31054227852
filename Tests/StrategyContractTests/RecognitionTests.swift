import StrategyAnalytics
import StrategyContract
import Testing

@Suite("Accounts from JSON")
struct RecognitionTests {
    private static let call = #""type":"call","position":"short","strikePrice":105,"quantity":1"#
    private static let put = #""type":"put","position":"long","strikePrice":95,"quantity":1"#

    private func answer(_ json: String, pretty: Bool = false) throws -> String {
        String(decoding: try JSONContract.recognise(Array(json.utf8), pretty: pretty), as: UTF8.self)
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
        let answer = try JSONContract.recognise(request(200), limits: .strict)
        #expect(String(decoding: answer, as: UTF8.self).hasSuffix(#""optimal":false}"#))
        let error = #expect(throws: ContractError.self) { try JSONContract.recognise(request(201)) }
        #expect(error?.message == "legs must hold 1 to 200 legs, got 201")
    }

    @Test("a premium is still required elsewhere")
    func premium() {
        let json = #"{"currentPrice":100,"legs":[{\#(Self.call)}]}"#
        let error = #expect(throws: ContractError.self) { try JSONContract.calculate(Array(json.utf8)) }
        #expect(error?.message == "legs[0].premium is required")
    }
}
