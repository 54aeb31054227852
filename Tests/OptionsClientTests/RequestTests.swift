import Foundation
import OptionsClient
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Requests")
struct RequestTests {
    @Test("path, query, header and body; values are encoded whole")
    func address() async throws {
        let transport = ScriptedTransport(200, [:], #"{"ticker":"BRK.B","price":1}"#)
        let client = OptionsServerClient(transport, token: "secret", baseAddress: "https://options.invalid/proxy/")
        _ = try await client.stockPrice(of: "brk.b")
        _ = try? await client.dailyPrices(of: "coin:a/b", from: "2026-01-02")
        _ = try? await client.searchStocks("a+b & c=ü", limit: 5)
        _ = try? await client.putPosition("spy", quantity: 1.5, cost: 10)
        _ = try? await client.quotesSnapshot(of: ["AAPL", "^GSPC"], ifNoneMatch: #"W/"1""#)
        let requests = await transport.requests
        #expect(requests[0].url?.absoluteString == "https://options.invalid/proxy/api/rest/stocks/BRK.B/price")
        #expect(requests[0].value(forHTTPHeaderField: "Authorization") == "Bearer secret")
        #expect(requests[0].value(forHTTPHeaderField: "Accept") == "application/json")
        #expect(requests[0].timeoutInterval == 30 && requests[0].httpBody == nil)
        #expect(requests[1].url?.absoluteString.hasSuffix("/prices/coin%3Aa%2Fb?from=2026-01-02") == true)
        #expect(requests[2].url?.query == "query=a%2Bb%20%26%20c%3D%C3%BC&limit=5")
        #expect(requests[3].httpMethod == "PUT")
        #expect(requests[3].value(forHTTPHeaderField: "Content-Type") == "application/json")
        let body = try JSONSerialization.jsonObject(with: #require(requests[3].httpBody)) as? [String: Double]
        #expect(body == ["quantity": 1.5, "cost": 10])
        #expect(requests[4].url?.query == "symbols=AAPL%2C%5EGSPC")
        #expect(requests[4].value(forHTTPHeaderField: "If-None-Match") == #"W/"1""#)
        #expect(requests.count == 5)
    }

    @Test("an invalid parameter is named, and no request is sent", arguments: ["", ".", ".."])
    func invalidPath(ticker: String) async {
        let transport = ScriptedTransport(200, [:], "{}")
        let error = await failure { try await OptionsServerClient(transport).stockPrice(of: ticker) }
        #expect(
            error
                == .invalidRequest(
                    endpoint: "GET /api/rest/stocks/{ticker}/price", member: "ticker",
                    reason: "must be a name, got \"\(ticker)\""))
        #expect(await transport.requests.isEmpty)
    }

    @Test("numbers that are not JSON, no symbols, and an address without a host")
    func invalidBody() async {
        let transport = ScriptedTransport(200, [:], "{}")
        let client = OptionsServerClient(transport)
        let leg = StrategyLeg(type: .call, position: .long, strikePrice: 165, premium: .nan)
        let request = CalculateRequest(currentPrice: 165.12, legs: [leg])
        guard case .invalidRequest(_, "legs[0].premium", _) = await failure({ try await client.calculate(request) })
        else {
            Issue.record("the premium is not named")
            return
        }
        guard
            case .invalidRequest(_, "[1].legs[0].premium", _) = await failure({
                try await client.batch([
                    BatchRequest(CalculateRequest(currentPrice: 1, legs: [])), BatchRequest(request),
                ])
            })
        else {
            Issue.record("the line is not named")
            return
        }
        guard case .invalidRequest(_, "symbols", _) = await failure({ try await client.quotesSnapshot(of: []) }) else {
            Issue.record("the symbols are not named")
            return
        }
        let nowhere = OptionsServerClient(transport, baseAddress: "options")
        guard case .invalidRequest(_, "baseAddress", _) = await failure({ try await nowhere.live() }) else {
            Issue.record("the address is not named")
            return
        }
        #expect(await transport.requests.isEmpty)
    }

    @Test("the token is printed nowhere, and cannot add a header")
    func token() async {
        let transport = ScriptedTransport(500, [:], "")
        let client = OptionsServerClient(transport, token: "secret")
        var text = "\(client) \(String(reflecting: client))"
        dump(client, to: &text)
        if let error = await failure({ try await client.live() }) { dump(error, to: &text) }
        #expect(!text.contains("secret") && text.contains("options.invalid"))
        let broken = OptionsServerClient(transport, token: "a\r\nX: b")
        guard case .invalidRequest(_, "Authorization", let reason)? = await failure({ try await broken.live() }) else {
            Issue.record("the token is sent")
            return
        }
        #expect(!reason.contains("X: b"))
    }
}
