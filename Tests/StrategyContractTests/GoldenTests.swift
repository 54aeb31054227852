import ExactPayoff
import Foundation
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

/// A request and its response in `Fixtures/contract`. The responses are those of `reference.py` in the same folder,
/// which follows the definitions in rational arithmetic and shares nothing with the engine.
struct Golden: CustomTestStringConvertible {
    let name: String

    var testDescription: String { name }

    var request: [UInt8] {
        get throws { try Fixture.bytes("Fixtures/contract/\(name).json") }
    }

    /// One line.
    var response: [UInt8] {
        get throws { try Fixture.bytes("Fixtures/contract/\(name).response.json") }
    }

    static let all: [Golden] = {
        let suffix = ".response.json"
        let names = (try? Fixture.names(in: "Fixtures/contract", suffix: suffix)) ?? []
        return names.map { Golden(name: String($0.dropLast(suffix.count))) }
    }()
}

@Suite("Golden requests")
struct GoldenTests {
    @Test("there are at least thirty golden requests")
    func count() {
        #expect(Golden.all.count >= 30)
    }

    @Test("are answered to the byte", arguments: Golden.all)
    func bytes(_ golden: Golden) throws {
        let response = try CalculationRequest(json: golden.request).calculate()
        let expected = try String(decoding: golden.response, as: UTF8.self)
        #expect(String(decoding: response.json(), as: UTF8.self) + "\n" == expected)
    }

    @Test("indented output has the same value", arguments: Golden.all)
    func pretty(_ golden: Golden) throws {
        let response = try CalculationRequest(json: golden.request).calculate()
        let value = try JSONSerialization.jsonObject(with: Data(response.json(pretty: true))) as? NSDictionary
        #expect(value != nil)
        #expect(try value == JSONSerialization.jsonObject(with: Data(golden.response)) as? NSDictionary)
    }

    @Test("one answerer, reused, gives the bytes of each request", arguments: [AnswerFormat.json, .metrics])
    func answerer(_ format: AnswerFormat) throws {
        var answerer = CalculationAnswerer(AnswerOptions(format: format))
        for golden in Golden.all + Golden.all.reversed() {
            let request = try golden.request
            var output: [UInt8] = []
            try answerer.appendAnswer(to: request.span, &output)
            var expected: [UInt8] = []
            try CalculationRequest(json: request).calculate()
                .append(to: &expected, withCurve: format == .json)
            #expect(output == expected, "\(golden)")
        }
    }

    @Test("strikes, break-evens and the current price are on the curve, which ascends", arguments: Golden.all)
    func curve(_ golden: Golden) throws {
        let request = try CalculationRequest(json: golden.request)
        let response = try request.calculate()
        let prices = response.curve.stockPrices
        #expect(zip(prices, prices.dropFirst()).allSatisfy { $0 < $1 })
        #expect(prices[0] <= 0.7 * request.currentPrice && prices[prices.count - 1] >= 1.3 * request.currentPrice)
        #expect(prices.contains(request.currentPrice))
        #expect(request.legs.compactMap(\.strikePrice).allSatisfy { prices.contains($0) })
        for point in response.metrics.breakEvenPoints {
            #expect(response.curve.contains(.init(stockPrice: point, profitLoss: 0)))
        }
        #expect(prices.count >= 70)
    }
}

@Suite("The documented request")
struct DocumentedRequestTests {
    @Test("has the documented metrics and every documented point")
    func documented() throws {
        let request = try CalculationRequest(
            currentPrice: 165.12,
            legs: [.call(.long, strikePrice: 165, premium: 9.25, quantity: 1, sharesPerContract: 100)])
        let response = try request.calculate()
        #expect(response.metrics.netCost == 925 && response.metrics.maxProfit == nil)
        #expect(response.metrics.maxLoss == -925 && response.metrics.breakEvenPoints == [174.25])
        let curve = response.curve
        #expect(curve.contains(.init(stockPrice: 115, profitLoss: -925)))
        #expect(curve.contains(.init(stockPrice: 175, profitLoss: 75)))
        #expect(curve.first?.stockPrice == 115)
        #expect(curve.last?.stockPrice == 215)
        // Every whole price, the current price and the break-even; the strike is a whole price.
        #expect(curve.count == 103)
        #expect(Set((115...215).map(Double.init)).isSubset(of: Set(curve.stockPrices)))
    }
}
