import MarketData
import Testing

@testable import MarketProviders

@Suite struct PolygonErrorsTests {
    enum Verdict: Sendable {
        case keyRefused, notInPlan, limited, broken
    }

    /// Bodies have one of two keys, have none, or come from another server.
    @Test(
        arguments: [
            (401, #"{"status":"ERROR","request_id":"..","error":"Unknown API Key"}"#, .keyRefused),
            (401, #"{"status":"ERROR","message":"Unknown API Key"}"#, .keyRefused), (401, "", .keyRefused),
            (403, #"{"status":"NOT_AUTHORIZED","message":"You are not entitled to this data."}"#, .notInPlan),
            (403, #"{"status":"ERROR","error":"no"}"#, .notInPlan), (403, "", .notInPlan),
            (429, #"{"status":"ERROR","error":"You've exceeded the maximum requests per minute"}"#, .limited),
            (429, "", .limited), (429, "<html>", .limited),
            (500, "", .broken), (502, "<html>Bad Gateway</html>", .broken),
            (503, #"{"status":"ERROR","error":"x"}"#, .broken),
            (404, "<html>Not Found</html>", .broken), (302, "", .broken), (400, #"{"message":"bad"}"#, .broken),
            (200, #"{"status":"ERROR","error":"x"}"#, .broken), (200, "<html></html>", .broken), (200, "", .broken),
            (200, #"{"status":"OK","results":[{"#, .broken), (200, "[]", .broken), (200, #""OK""#, .broken),
            (200, #"{"status":"OK","results":7}"#, .broken),
        ] as [(Int, String, Verdict)])
    func verdicts(status: Int, body: String, verdict: Verdict) {
        for endpoint in ["chain", "bars"] {
            let reply = SourceReply.atScene(body.utf8, status: status)
            let failure = #expect(throws: SourceFailure.self) {
                if endpoint == "chain" {
                    _ = try PolygonPage<PolygonChainRow>(reply, endpoint, data: .optionChains, symbol: "ZZCO")
                } else {
                    _ = try PolygonPage<PolygonSessionBar>(reply, endpoint, symbol: "ZZCO")
                }
            }
            let found: Verdict? =
                switch failure {
                case .keyRefused: .keyRefused
                case .notInPlan: .notInPlan
                case .limited: .limited
                case .broken(let reason): reason.hasPrefix(endpoint) ? .broken : nil
                case .unknownSymbol, nil: nil
                }
            #expect(found == verdict)
        }
    }

    @Test func theTextOfAnErrorIsInTheReason() {
        for name in ["error", "message"] {
            let reply = SourceReply.atScene(#"{"\#(name)":"Could not parse"}"#.utf8, status: 400)
            #expect(reply.polygonFailure("bars") == .broken("bars: HTTP 400: Could not parse"))
        }
    }

    @Test func delayedDataIsData() throws {
        let reply = SourceReply.atScene(#"{"status":"DELAYED","results":[{"c":1.5,"t":1770757200000}]}"#.utf8)
        #expect(try PolygonPage<PolygonSessionBar>(reply, "bars").rows.count == 1)
    }

    @Test func whatFailsIsAskedAgain() async throws {
        let scene = QuotesScene { _, index in
            [.init("", status: 500), .init("<html>", status: 502), .init(PolygonSamples.previous)][min(index, 2)]
        }
        let quotes = try await scene.polygon().previousCloses.quotes(
            for: [Known.ticker("ZZCO")], priority: .interactive)
        #expect(quotes.count == 1)
        #expect(scene.transport.requests.count == 3)
    }
}
