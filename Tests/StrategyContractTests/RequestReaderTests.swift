import ExactPayoff
import Foundation
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

/// A row of `Fixtures/contract/refused.json`: a request and the message it must be refused with.
struct RefusedRequest: Decodable, CustomTestStringConvertible {
    let name, request, error, code: String

    var testDescription: String { name }

    static let all = (try? Fixture.decode([RefusedRequest].self, "Fixtures/contract/refused.json")) ?? []
}

/// A row of `Fixtures/contract/accepted.json`: an unusual request and the metrics it must be answered with.
struct AcceptedRequest: Decodable, CustomTestStringConvertible {
    let name, request: String
    let metrics: ExpectedMetrics

    struct ExpectedMetrics: Decodable {
        let netCost: Double
        let maxProfit, maxLoss: Double?
        let breakEvenPoints: [Double]

        func equals(_ metrics: StrategyMetrics) -> Bool {
            netCost == metrics.netCost && maxProfit == metrics.maxProfit && maxLoss == metrics.maxLoss
                && breakEvenPoints == metrics.breakEvenPoints
        }
    }

    var testDescription: String { name }

    static let all = (try? Fixture.decode([AcceptedRequest].self, "Fixtures/contract/accepted.json")) ?? []
}

@Suite("Reading requests")
struct RequestReaderTests {
    @Test("the tables are not empty")
    func tables() {
        #expect(RefusedRequest.all.count >= 60)
        #expect(AcceptedRequest.all.count >= 20)
    }

    @Test("bad requests are refused by the exact message", arguments: RefusedRequest.all)
    func refused(_ row: RefusedRequest) throws {
        let error = try #require(throws: ContractError.self) {
            try JSONContract.calculate(Array(row.request.utf8))
        }
        #expect(error.message == row.error)
        let object = try JSONSerialization.jsonObject(with: Data(error.json())) as? [String: String]
        #expect(object == errorObject(row.error, code: row.code))
    }

    @Test("unusual requests are answered", arguments: AcceptedRequest.all)
    func accepted(_ row: AcceptedRequest) throws {
        let response = try CalculationRequest(json: Array(row.request.utf8)).calculate()
        #expect(row.metrics.equals(response.metrics))
    }

    @Test("a decoder reads on after a refused request")
    func reuse() throws {
        var decoder = RequestReader()
        for golden in Golden.all {
            let json = try golden.request
            let damaged = Array(json.dropLast(3))
            let refused = try? decoder.read(damaged.span)
            #expect(refused == nil)
            let request = try decoder.read(json.span)
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
        let filling = String(repeating: " ", count: RequestLimits.requestBytes - request.utf8.count)
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
            do throws(StrategyError) {
                _ = try CalculationRequest(currentPrice: price, legs: legs)
                return nil
            } catch {
                return ContractError(error).message
            }
        }
        #expect(message(1, [leg]) == nil)
        #expect(message(-5, [leg]) == "currentPrice must be greater than 0, got -5")
        #expect(message(.infinity, [leg]) == "currentPrice must be finite, got inf")
        #expect(message(.nan, [leg]) == "currentPrice must be finite, got nan")
        #expect(message(1, []) == "legs must hold 1 to 10000 legs, got 0")
    }
}
