import Foundation
import StrategyAnalytics
import StrategyContract
import Testing
import _TestSupport

/// A row of `Fixtures/contract/refused.json`: a request and the message it must be refused with.
struct RefusedRequest: Decodable, CustomTestStringConvertible {
    let name, request, error: String

    var testDescription: String { name }

    static let all = (try? Fixture.decode([RefusedRequest].self, "Fixtures/contract/refused.json")) ?? []
}

/// A row of `Fixtures/contract/accepted.json`: an unusual request and the metrics it must be answered with.
struct AcceptedRequest: Decodable, CustomTestStringConvertible {
    let name, request: String
    let metrics: Metrics

    var testDescription: String { name }

    static let all = (try? Fixture.decode([AcceptedRequest].self, "Fixtures/contract/accepted.json")) ?? []
}

@Suite("Reading requests")
struct RequestDecoderTests {
    @Test("the tables are not empty")
    func tables() {
        #expect(RefusedRequest.all.count >= 60)
        #expect(AcceptedRequest.all.count >= 20)
    }

    @Test("bad requests are refused by the exact message", arguments: RefusedRequest.all)
    func refused(_ row: RefusedRequest) throws {
        let error = try #require(throws: ContractError.self) {
            try CalculationRequest(json: Array(row.request.utf8)).calculate()
        }
        #expect(error.message == row.error)
        let object = try JSONSerialization.jsonObject(with: Data(error.json())) as? [String: String]
        #expect(object == ["error": row.error])
    }

    @Test("unusual requests are answered", arguments: AcceptedRequest.all)
    func accepted(_ row: AcceptedRequest) throws {
        let response = try CalculationRequest(json: Array(row.request.utf8)).calculate()
        #expect(response.metrics == row.metrics)
    }

    @Test("a decoder reads on after a refused request")
    func reuse() throws {
        var decoder = RequestDecoder()
        for golden in Golden.all {
            let json = try golden.request
            let damaged = Array(json.dropLast(3))
            let refused = try? decoder.decode(damaged.span)
            #expect(refused == nil)
            let request = try decoder.decode(json.span)
            #expect(try request == CalculationRequest(json: json))
        }
    }

    private func message(_ request: String) -> String? {
        do {
            _ = try CalculationRequest(json: Array(request.utf8))
            return nil
        } catch {
            return error.message
        }
    }

    private static let leg = #"{"type":"call","position":"long","strikePrice":1,"premium":1,"quantity":1}"#

    @Test("nesting is limited to 512 levels")
    func depth() {
        func request(_ levels: Int) -> String {
            let open = String(repeating: "[", count: levels - 1)
            let close = String(repeating: "]", count: levels - 1)
            return #"{"currentPrice":1,"legs":[\#(Self.leg)],"x":\#(open)\#(close)}"#
        }
        #expect(message(request(512)) == nil)
        #expect(
            message(request(513))?.hasPrefix("the request must be nested at most 512 levels deep, got more at line 1")
                == true)
        #expect(message(request(1_000_000))?.hasPrefix("the request must be nested") == true)
    }

    @Test("the number of legs is limited to 10,000")
    func legs() throws {
        func request(_ count: Int) -> String {
            #"{"currentPrice":1,"legs":[\#([String](repeating: Self.leg, count: count).joined(separator: ","))]}"#
        }
        let response = try CalculationRequest(json: Array(request(10_000).utf8)).calculate()
        #expect(response.metrics.netCost == 1_000_000)
        #expect(message(request(10_001)) == "legs must hold 1 to 10000 legs, got 10001")
    }

    @Test("the size is limited to 16 MiB")
    func size() {
        let request = #"{"currentPrice":1,"legs":[\#(Self.leg)]}"#
        let filling = String(repeating: " ", count: Limits.requestBytes - request.utf8.count)
        #expect(message(request + filling) == nil)
        #expect(message(request + filling + " ") == "the request must be at most 16777216 bytes, got more")
    }

    @Test("bytes that are not UTF-8 are refused")
    func encoding() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0xAF]] {
            let json = Array(#"{"currentPrice":1,"x":""#.utf8) + bytes + Array(#"","legs":[\#(Self.leg)]}"#.utf8)
            #expect(throws: ContractError.self) { _ = try CalculationRequest(json: json) }
        }
    }

    @Test("a Swift request is held to the same rules")
    func values() throws {
        let leg = try Leg.stock(.long, entryPrice: 1, quantity: 1)
        func message(_ price: Double, _ legs: [Leg]) -> String? {
            do {
                _ = try CalculationRequest(currentPrice: price, legs: legs)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(message(1, [leg]) == nil)
        #expect(message(-5, [leg]) == "currentPrice must be greater than 0, got -5")
        #expect(message(.infinity, [leg]) == "currentPrice must be finite, got inf")
        #expect(message(.nan, [leg]) == "currentPrice must be finite, got nan")
        #expect(message(1, []) == "legs must hold 1 to 10000 legs, got 0")
    }
}

@Suite("Codable requests")
struct CodableRequestTests {
    private func message(_ request: String) throws -> String? {
        do {
            _ = try JSONDecoder().decode(CalculationRequest.self, from: Data(request.utf8))
            return nil
        } catch let error as ContractError {
            return error.message
        }
    }

    @Test(
        "break the same rules with the same words",
        arguments: [
            (#"{}"#, "currentPrice is required"),
            ("[]", "the request must be a JSON object, got an array"),
            (#"{"currentPrice":1}"#, "legs is required"),
            (#"{"currentPrice":1,"legs":null}"#, "legs is required"),
            (#"{"currentPrice":1,"legs":[]}"#, "legs must hold 1 to 10000 legs, got 0"),
            (#"{"currentPrice":0,"legs":[LEG]}"#, "currentPrice must be greater than 0, got 0"),
            (#"{"currentPrice":"1","legs":[LEG]}"#, #"currentPrice must be a number, got "1""#),
            (#"{"currentPrice":1,"legs":{}}"#, "legs must be an array, got an object"),
            (#"{"currentPrice":1,"legs":[LEG,5]}"#, "legs[1] must be an object, got 5"),
            (#"{"currentPrice":1,"legs":[LEG,{}]}"#, "legs[1].type is required"),
            (
                #"{"currentPrice":1,"legs":[LEG,{"type":"Call"}]}"#,
                #"legs[1].type must be "call", "put" or "stock", got "Call""#
            ),
            (
                #"{"currentPrice":1,"legs":[{"type":"call","position":"buy"}]}"#,
                #"legs[0].position must be "long" or "short", got "buy""#
            ),
            (#"{"currentPrice":1,"legs":[{"type":"call","position":"long"}]}"#, "legs[0].strikePrice is required"),
            (
                #"{"currentPrice":1,"legs":[{"type":"call","position":"long","strikePrice":-5,"premium":1,"quantity":1}]}"#,
                "legs[0].strikePrice must be greater than 0, got -5"
            ),
            (
                #"{"currentPrice":1,"legs":[{"type":"stock","position":"long","strikePrice":5,"premium":1,"quantity":1}]}"#,
                #"legs[0].strikePrice must not be given for type "stock", got 5"#
            ),
            (
                #"{"currentPrice":1,"legs":[{"type":"stock","position":"long","premium":1,"quantity":1.5}]}"#,
                "legs[0].quantity must be an integer from 1 to 1000000000, got 1.5"
            ),
            (
                #"{"currentPrice":1,"legs":[{"type":"stock","position":"long","premium":1,"quantity":0}]}"#,
                "legs[0].quantity must be an integer from 1 to 1000000000, got 0"
            ),
        ])
    func refused(request: String, message: String) throws {
        let leg = #"{"type":"stock","position":"long","premium":1,"quantity":1}"#
        #expect(try self.message(request.replacingOccurrences(of: "LEG", with: leg)) == message)
    }

    @Test("name the path from the root of the server's own type")
    func nested() throws {
        struct Envelope: Decodable {
            let request: CalculationRequest
        }
        let json = #"{"request":{"currentPrice":1,"legs":[{"type":"call","position":"long","strikePrice":1}]}}"#
        let error = #expect(throws: ContractError.self) {
            try JSONDecoder().decode(Envelope.self, from: Data(json.utf8))
        }
        #expect(error?.message == "request.legs[0].premium is required")
    }

    @Test("write shares without a strike price, and all else")
    func encoding() throws {
        let legs: [Leg] = try [
            .stock(.long, entryPrice: 10.5, quantity: 3), .put(.short, strikePrice: 9, premium: 0.25, quantity: 2),
        ]
        let request = try CalculationRequest(currentPrice: 10, legs: legs)
        let value = try JSONSerialization.jsonObject(with: JSONEncoder().encode(request)) as? NSDictionary
        let expected: NSDictionary = [
            "currentPrice": 10,
            "legs": [
                ["type": "stock", "position": "long", "premium": 10.5, "quantity": 3, "sharesPerContract": 1],
                [
                    "type": "put", "position": "short", "strikePrice": 9, "premium": 0.25, "quantity": 2,
                    "sharesPerContract": 100,
                ],
            ],
        ]
        #expect(value == expected)
    }
}
