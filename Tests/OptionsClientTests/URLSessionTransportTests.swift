import Foundation
import OptionsClient
import Testing

/// The transport by `URLSession`, with servers that send invalid responses.
@Suite("URLSession", .timeLimit(.minutes(2)))
struct URLSessionTransportTests {
    private let price = "GET /api/rest/stocks/{ticker}/price"
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    private func client(_ server: LoopbackServer, timeout: TimeInterval = 600) -> OptionsServerClient {
        OptionsServerClient(
            baseAddress: server.address, token: "secret", timeout: timeout, transport: URLSessionTransport())
    }

    private func priceError(_ answer: LoopbackServer.Answer, timeout: TimeInterval = 600) async throws
        -> OptionsClientError?
    {
        let server = try LoopbackServer { _ in answer }
        return await failure { try await client(server, timeout: timeout).stockPrice(of: "COIN") }
    }

    @Test("an answer, with its header")
    func answer() async throws {
        let body = #"{"ticker":"COIN","price":165.12}"#
        let server = try LoopbackServer { _ in .close(Self.ok + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)") }
        #expect(try await client(server).stockPrice(of: "COIN").price == 165.12)
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("GET /api/rest/stocks/COIN/price HTTP/1.1\r\n"))
        #expect(head.contains("Authorization: Bearer secret\r\n") && head.contains("Accept: application/json\r\n"))
    }

    @Test("429 and 503 with Retry-After", arguments: [429, 503])
    func refused(status: Int) async throws {
        let error = try await priceError(
            .close("HTTP/1.1 \(status) No\r\nRetry-After: 7\r\nContent-Length: 16\r\n\r\n{\"error\":\"busy\"}"))
        #expect(error?.status == status && error?.retryAfter == 7 && error?.message == "busy")
    }

    @Test("a time-out before the head and inside the body", arguments: ["", "head"])
    func timeOut(sent: String) async throws {
        let bytes = sent.isEmpty ? "" : Self.ok + "Content-Length: 100\r\n\r\n{"
        #expect(try await priceError(.hang(bytes), timeout: 1) == .timedOut(endpoint: price))
    }

    @Test(
        "a connection that breaks off, before, in and after the head",
        arguments: [
            "", "HTTP/1.1 200", ok + "Content-Length: 100\r\n\r\n{\"ticker\"",
            ok + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"ti",
        ])
    func brokenConnection(bytes: String) async throws {
        switch try await priceError(.close(bytes)) {
        case .transport(let endpoint, _, let reason): #expect(endpoint == price && !reason.isEmpty)
        case .undocumented: #expect(bytes == "HTTP/1.1 200", "curl takes it for a head")
        case let error: Issue.record("\(String(describing: error))")
        }
    }

    @Test("bytes that are not HTTP")
    func notHTTP() async throws {
        let error = try await priceError(.close("SSH-2.0-OpenSSH_9.6\r\n"))
        guard let error else {
            Issue.record("accepted")
            return
        }
        #expect(error.status == nil)
    }

    @Test("HTML in place of JSON")
    func html() async throws {
        let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"
        guard case .undocumented(price, nil, _)? = try await priceError(.close(page)) else {
            Issue.record("accepted")
            return
        }
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        let other = try LoopbackServer { _ in .close(Self.ok + "Content-Length: 2\r\n\r\n{}") }
        let server = try LoopbackServer { [address = other.address] _ in
            .close("HTTP/1.1 302 Found\r\nLocation: \(address)/x\r\nContent-Length: 0\r\n\r\n")
        }
        let error = await failure { try await client(server).stockPrice(of: "COIN") }
        #expect(error?.status == 302)
        #expect(other.requests.isEmpty)
    }

    @Test("no server at the address")
    func noServer() async throws {
        let address = try LoopbackServer { _ in .close("") }.address
        let client = OptionsServerClient(baseAddress: address, timeout: 600)
        switch await failure({ try await client.stockPrice(of: "COIN") }) {
        case .transport(_, let code?, _): #expect(code == .cannotConnectToHost)
        case let error: Issue.record("\(String(describing: error))")
        }
    }

    @Test("cancellation ends the request, before the head and inside the body", arguments: ["", "head"])
    func cancellation(sent: String) async throws {
        let bytes = sent.isEmpty ? "" : Self.ok + "Content-Length: 100\r\n\r\n{"
        let server = try LoopbackServer { _ in .hang(bytes) }
        let client = client(server)
        let task = Task { await failure { try await client.stockPrice(of: "COIN") } }
        #expect(await server.waitForRequests(1))
        task.cancel()
        // The server hangs, so nothing but the cancellation ends the request.
        #expect(await task.value == .cancelled(endpoint: price))
        #expect(await server.waitForClosedConnections(1))
    }

    @Test("job events: the first arrives at once, and leaving the loop ends the request")
    func events() async throws {
        let job = #"{"job":"7","state":"running","from":"2026-01-02","to":"2026-01-05","secondsLeft":9,"assets":[]}"#
        let server = try LoopbackServer { _ in
            .hang("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: \(job)\n\n: still here\n\n")
        }
        let client = client(server)
        let task = Task {
            for try await job in client.jobEvents("7") {
                #expect(job.secondsLeft == 9)
                break
            }
        }
        try await task.value
        #expect(await server.waitForClosedConnections(1))
        let cancelled = Task { await failure { for try await _ in client.jobEvents("7") {} } }
        #expect(await server.waitForRequests(2))
        cancelled.cancel()
        _ = await cancelled.value
        #expect(await server.waitForClosedConnections(2))
    }
}
