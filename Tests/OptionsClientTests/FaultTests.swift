import Foundation
import OptionsClient
import Testing

/// Faults of a transport that is passed in.
@Suite("Faults of answers")
struct FaultTests {
    private let price = "GET /api/rest/stocks/{ticker}/price"

    private func priceError(_ status: Int, _ headers: [String: String] = [:], _ body: String) async
        -> OptionsClientError?
    {
        await failure {
            try await OptionsServerClient(ScriptedTransport(status, headers, body)).stockPrice(of: "COIN")
        }
    }

    @Test(
        "Retry-After in seconds and as an instant",
        arguments: [
            ("30", 30), ("0", 0), (" 1.5 ", 1.5), ("-5", 0), ("Mon, 23 Nov 2026 03:23:59 GMT", 30),
            ("Mon, 23 Nov 2026 03:23:00 GMT", 0), ("soon", nil), ("", nil), ("inf", nil),
        ] as [(String, Double?)], [429, 503])
    func retryAfter(header: (text: String, seconds: Double?), status: Int) async {
        let headers = ["Retry-After": header.text, "Date": "Mon, 23 Nov 2026 03:23:29 GMT", "X-Request-ID": "7"]
        let error = await priceError(status, headers, #"{"error":"busy","code":"source_limit","path":"ticker"}"#)
        let refusal = OptionsClientError.Refusal(
            status: status, message: "busy", code: "source_limit", path: "ticker", retryAfter: header.seconds,
            requestIdentifier: "7")
        #expect(error == .refused(endpoint: price, refusal))
        #expect(error?.retryAfter == header.seconds && error?.status == status && error?.message == "busy")
        #expect(error?.localizedDescription == "busy")
    }

    @Test("a status without a sentence keeps the status", arguments: ["", "<html>", "[]", #"{"error":7}"#, "{"])
    func refusalWithoutSentence(body: String) async {
        let error = await priceError(502, ["Content-Type": "text/html"], body)
        #expect(error?.status == 502 && error?.message.isEmpty == false)
        #expect(error.map { "\($0)".hasPrefix("\(price): 502: ") } == true)
    }

    @Test(
        "an undocumented body: the member is named",
        arguments: [
            ("", nil), ("<html><body>Log in</body></html>", nil), (#"{"ticker":"COIN","price":165."#, nil),
            ("[]", nil), ("null", nil), (#"{"ticker":"COIN"}"#, "price"), (#"{"ticker":"COIN","price":null}"#, "price"),
            (#"{"ticker":"COIN","price":"165"}"#, "price"), (#"{"ticker":7,"price":165}"#, "ticker"),
            (#"{"ticker":"COIN","price":1,"stale":1}"#, "stale"), (#"{"ticker":"COIN","price":1e999}"#, "price"),
        ] as [(String, String?)])
    func undocumented(body: String, member: String?) async {
        guard case .undocumented(let endpoint, let found, let reason)? = await priceError(200, [:], body) else {
            Issue.record("\(body) is accepted")
            return
        }
        #expect(endpoint == price && !reason.isEmpty)
        // For a number out of range, Foundation only reports that the data is corrupted.
        if !body.contains("1e999") { #expect(found == member) }
    }

    @Test("a member in an array is named by its position")
    func nested() async {
        let body = #"{"last_update":"","count":1,"results":[{"symbol":"A","description":"","last":null}]}"#
        let client = OptionsServerClient(ScriptedTransport(200, [:], body))
        guard
            case .undocumented("GET /v1/markets/quotes/snapshot", "results[0].last", _)? = await failure({
                try await client.quotesSnapshot()
            })
        else {
            Issue.record("the member is not named")
            return
        }
    }

    @Test("another media type in place of JSON, CSV, SVG or events; 204, 304 and redirects")
    func mediaTypes() async {
        let page = OptionsServerClient(ScriptedTransport(200, ["content-type": "text/html; charset=utf-8"], "<html>"))
        let strategy = CalculateRequest(currentPrice: 1, legs: [])
        let errors = [
            await failure { try await page.chart(strategy) }, await failure { try await page.batchCSV([]) },
            await failure { try await page.metrics() }, await failure { try await page.openAPIDocument() },
            await failure { for try await _ in page.jobEvents("7") {} },
        ]
        for error in errors {
            guard case .undocumented(_, nil, let reason)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(reason.contains("text/html"))
        }
        let halfChart = OptionsServerClient(ScriptedTransport(200, ["Content-Type": "image/svg+xml"], "<svg><path"))
        guard case .undocumented? = await failure({ try await halfChart.chart(strategy) }) else {
            Issue.record("half a chart is accepted")
            return
        }
        #expect(await priceError(304, [:], "")?.status == 304)
        #expect(await priceError(302, ["Location": "https://elsewhere.invalid"], "")?.status == 302)
        guard case .undocumented? = await priceError(204, [:], "") else {
            Issue.record("204 is accepted")
            return
        }
    }

    @Test("errors of the transport")
    func transport() async {
        func error(_ thrown: any Error & Sendable) async -> OptionsClientError? {
            await failure {
                try await OptionsServerClient(ScriptedTransport { _, _ in throw thrown }).stockPrice(of: "COIN")
            }
        }
        #expect(await error(URLError(.timedOut)) == .timedOut(endpoint: price))
        #expect(await error(URLError(.cancelled)) == .cancelled(endpoint: price))
        #expect(await error(CancellationError()) == .cancelled(endpoint: price))
        guard case .transport(_, .cannotFindHost?, _)? = await error(URLError(.cannotFindHost)) else {
            Issue.record("the code is lost")
            return
        }
        guard case .transport(_, nil, _)? = await error(CocoaError(.fileNoSuchFile)) else {
            Issue.record("another error is not one of the transport")
            return
        }
    }

    @Test("an incomplete body")
    func brokenBody() async {
        let client = OptionsServerClient(
            ScriptedTransport { _, _ in
                TransportAnswer(
                    status: 200,
                    pieces: AsyncThrowingStream { continuation in
                        continuation.yield(Data(#"{"ticker":"COIN","#.utf8))
                        continuation.finish(throwing: URLError(.networkConnectionLost))
                    })
            })
        guard
            case .transport(price, .networkConnectionLost?, _)? = await failure({
                try await client.stockPrice(of: "COIN")
            })
        else {
            Issue.record("the error is lost")
            return
        }
    }

    @Test("lines in pieces of any size; too few lines, too many, and an invalid one")
    func lines() async throws {
        let body = """
            {"id":1,"metrics":{"netCost":1,"maxProfit":null,"maxLoss":2,"breakEvenPoints":[]}}\r
            {"id":"ü","error":"no","code":"missing","path":"legs"}

            """
        func client(_ body: String, _ size: Int) -> OptionsServerClient {
            let bytes = Array(body.utf8)
            return OptionsServerClient(
                ScriptedTransport { _, _ in
                    TransportAnswer(
                        status: 200,
                        pieces: AsyncThrowingStream { continuation in
                            for start in stride(from: 0, to: bytes.count, by: size) {
                                continuation.yield(Data(bytes[start..<min(start + size, bytes.count)]))
                            }
                            continuation.finish()
                        })
                })
        }
        let requests = [BatchRequest](repeating: BatchRequest(CalculateRequest(currentPrice: 1, legs: [])), count: 2)
        for size in [1, 2, 7, 1000] {
            let results = try await client(body, size).batch(requests)
            #expect(try results[0].get().id == 1)
            let refusal = try #require(throws: LineRefusal.self) { try results[1].get() }
            #expect(refusal.id == "ü" && refusal.error == "no" && refusal.code == "missing" && refusal.path == "legs")
        }
        // The last line needs no line end.
        #expect(try await client(String(body.dropLast()), 9).batch(requests).count == 2)
        for count in [1, 3] {
            let error = await failure {
                try await client(body, 9).batch([BatchRequest](repeating: requests[0], count: count))
            }
            guard case .undocumented(_, nil, let reason)? = error else {
                Issue.record("\(count) lines are accepted")
                continue
            }
            #expect(reason == "the body has 2 lines in place of \(count)")
        }
        guard
            case .undocumented(_, "[1]", _)? = await failure({
                try await client(String(body.dropLast(3)), 9).batch(requests)
            })
        else {
            Issue.record("half a line is accepted")
            return
        }
    }

    @Test("events: comments, other fields, data on several lines; a stream that ends before the job")
    func events() async throws {
        func job(_ state: String) -> String {
            #"{"job":"7","state":"\#(state)","from":"2026-01-02","to":"2026-01-05","secondsLeft":null,"assets":[]}"#
        }
        let inTwoLines = job("done").replacingOccurrences(of: ",\"to\"", with: ",\ndata: \"to\"")
        let both = ": hello\n\nid: 1\ndata: \(job("running"))\n\ndata:\(inTwoLines)\n\n"
        var states: [JobState] = []
        let type = ["Content-Type": "text/event-stream"]
        for try await job in OptionsServerClient(ScriptedTransport(200, type, both)).jobEvents("7") {
            states.append(job.state)
        }
        #expect(states == [.running, .done])
        for body in ["", "data: \(job("running"))\n\n", "data: \(job("done"))\n"] {
            let error = await failure {
                for try await _ in OptionsServerClient(ScriptedTransport(200, type, body)).jobEvents("7") {}
            }
            guard case .transport? = error else {
                Issue.record("\(body) is accepted")
                continue
            }
        }
        guard
            case .undocumented(_, "state", _)? = await failure({
                for try await _ in OptionsServerClient(ScriptedTransport(200, type, "data: {\"job\":\"7\"}\n\n"))
                    .jobEvents("7")
                {}
            })
        else {
            Issue.record("half a job is accepted")
            return
        }
    }

    @Test("a cancelled task sends nothing, or ends the request")
    func cancellation() async {
        // The transport never answers by itself.
        let transport = ScriptedTransport { _, _ in
            try await Task.sleep(nanoseconds: 1_000_000_000_000)
            return TransportAnswer(status: 200)
        }
        let client = OptionsServerClient(transport)
        let task = Task { await failure { try await client.stockPrice(of: "COIN") } }
        task.cancel()
        #expect(await task.value == .cancelled(endpoint: price))
        // The body never ends.
        let endless = OptionsServerClient(
            ScriptedTransport { _, _ in
                TransportAnswer(status: 200, pieces: AsyncThrowingStream { $0.yield(Data("{".utf8)) })
            })
        let reader = Task { await failure { try await endless.stockPrice(of: "COIN") } }
        await Task.yield()
        reader.cancel()
        #expect(await reader.value == .cancelled(endpoint: price))
    }
}
