import Foundation
import StrategyContract
import Testing

@Suite("Responses without a curve")
struct ExclusionTests {
    private static let leg = #"{"type":"call","position":"long","strikePrice":100,"premium":3,"quantity":1}"#

    private func text(_ members: String, withCurve: Bool = true, pretty: Bool = false) throws -> String {
        let request = #"{"currentPrice":100,"legs":[\#(Self.leg)]\#(members)}"#
        return String(
            decoding: try JSONContract.calculate(
                Array(request.utf8), AnswerOptions(format: withCurve ? .json : .metrics, pretty: pretty)),
            as: UTF8.self)
    }

    private static let metrics =
        #"{"metrics":{"netCost":300,"maxProfit":null,"maxLoss":-300,"breakEvenPoints":[103]}"#

    @Test("the curve is left out, and the rest stays")
    func excluded() throws {
        #expect(try text(#","exclude":["curve"]"#) == Self.metrics + "}")
        #expect(try text(#","exclude":["curve","curve"],"include":["strategyName"]"#).hasPrefix(Self.metrics + ","))
        #expect(try text("", withCurve: false) == Self.metrics + "}")
        #expect(try text(#","exclude":null"#).hasPrefix(#"{"curve":["#))
        let whole = try text("", pretty: true)
        let rest = whole[try #require(whole.range(of: "\n  \"metrics\"")).lowerBound...]
        #expect(try text(#","exclude":["curve"]"#, pretty: true) == "{" + rest)
    }

    @Test("value curves have the prices of the curve that is left out")
    func valueCurves() throws {
        let members = #","include":["valueCurves"],"timeToExpiration":1,"volatility":0.2"#
        let whole = try text(members)
        let rest = whole[try #require(whole.range(of: #""metrics""#)).lowerBound...]
        #expect(try text(members + #","exclude":["curve"]"#) == "{" + rest)
    }

    @Test("a chart has its curve")
    func chart() throws {
        let plain = Array(#"{"currentPrice":100,"legs":[\#(Self.leg)]}"#.utf8)
        let excluded = Array(#"{"currentPrice":100,"legs":[\#(Self.leg)],"exclude":["curve"]}"#.utf8)
        #expect(try JSONContract.chart(excluded) == JSONContract.chart(plain))
    }

    @Test("every format of a batch has the metrics", arguments: AnswerFormat.allCases)
    func batch(_ format: AnswerFormat) throws {
        var answerer = CalculationAnswerer(AnswerOptions(format: format))
        var (excluded, plain): ([UInt8], [UInt8]) = ([], [])
        let request = #"{"currentPrice":100,"legs":[\#(Self.leg)]"#
        try answerer.appendAnswer(to: Array((request + #","exclude":["curve"]}"#).utf8).span, &excluded)
        var metrics = CalculationAnswerer(AnswerOptions(format: format == .csv ? .csv : .metrics))
        try metrics.appendAnswer(to: Array((request + "}").utf8).span, &plain)
        #expect(excluded == plain)
    }

    @Test("other results cannot be excluded")
    func refused() {
        let error = #expect(throws: ContractError.self) { try text(#","exclude":["metrics"]"#) }
        #expect(error?.message == #"exclude[0] must be "curve", got "metrics""#)
    }
}
