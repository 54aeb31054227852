import Foundation
import HTTPTypes
import Logging
import MarketData
import MarketStore
import Synchronization
import Testing
import _TestSupport

@testable import OptionsServer

@Suite("Logs and metrics")
struct ObservationTests {
    /// Runs `body` with a logger and returns its lines.
    private func lines(
        _ format: ServerConfiguration.LogFormat, level: Logger.Level = .info, _ body: (Logger) async throws -> Void
    ) async throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        let output = LogOutput(descriptor: handle.fileDescriptor)
        try await body(Logger(label: "test") { _ in LineLogHandler(format, level: level, output: output) })
        output.flush()
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("a request is one line with its identifier, route, status, bytes and time, and never its body or token")
    func requestLines() async throws {
        let lines = try await lines(.json) { logger in
            try await withServer(token: "secret-token", logger: logger) { (port: Int) throws in
                let fields = ["X-Request-ID": "r1", "Authorization": "Bearer secret-token"]
                let body =
                    #"{"currentPrice":123.456,"legs":[{"type":"stock","position":"long","premium":100,"quantity":1}]}"#
                _ = try exchange(port, "POST", "/api/rest/options/calculate?key=abc", fields: fields, body: body)
                _ = try exchange(port, "GET", "/nothing", fields: ["X-Request-ID": "r2"])
            }
        }
        let objects = try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let request = try #require(objects.first { $0["id"] as? String == "r1" })
        #expect(request["route"] as? String == "/api/rest/options/calculate")
        #expect(
            request["status"] as? Int == 200 && request["legs"] as? Int == 1 && request["immediate"] as? Bool == true)
        #expect(try #require(request["sent"] as? Int) > 100 && request["ms"] is Double)
        #expect(objects.contains { $0["id"] as? String == "r2" && $0["status"] as? Int == 401 })
        let text = lines.joined()
        #expect(!text.contains("secret-token") && !text.contains("123.456") && !text.contains("abc"))
    }

    @Test("a text entry is one line, whatever the path contains")
    func textLines() async throws {
        let lines = try await lines(.text) { logger in
            logger.info("request", metadata: ["path": "/a\nb c", "status": .stringConvertible(200)])
            logger.debug("hidden")
        }
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix(#"info request path="/a\u000ab c" status=200"#) == true)
    }

    @Test("excess lines are dropped and counted, and logging never blocks")
    func dropped() async throws {
        let lines = try await lines(.text) { logger in
            for _ in 0..<5000 { logger.info("\(String(repeating: "x", count: 1000))") }
        }
        #expect(lines.count < 5000)
        #expect(lines.last == "\(5000 - lines.count + 1) log lines were dropped")
    }

    @Test("metrics count requests by route and status")
    func metrics() async throws {
        try await withServer { (port: Int) throws in
            for _ in 0..<3 { _ = try exchange(port, "GET", "/health/live") }
            _ = try exchange(port, "GET", "/nothing")
            try expectMetric(#"options_http_requests_total{method="GET",route="/health/live",status="200"} 3"#, port)
            try expectMetric(#"options_http_requests_total{method="",route="other",status="404"} 1"#, port)
            try expectMetric(
                #"options_http_request_duration_seconds_bucket{method="GET",route="/health/live",le="+Inf"} 3"#, port)
            let text = try exchange(port, "GET", "/metrics").body
            #expect(text.hasSuffix("\n"))
        }
    }

    @Test("the text of the metrics has every count, by route")
    func metricsText() {
        let metrics = ServerMetrics()
        metrics.begin(PageRoutes(market: .live).routes)
        let nanoseconds: [Int64] = [200_000, 2_000_000, 6_000_000_000]
        for (status, time) in zip([304, 200, 200], nanoseconds) {
            metrics.count(
                route: 0, status: status, nanoseconds: time, received: 10, sent: 1000, isImmediate: status == 304)
        }
        metrics.count(route: nil, status: 404, nanoseconds: 1, received: 0, sent: 7, isImmediate: false)
        for _ in 0..<3 { metrics.connectionOpened() }
        metrics.connectionClosed()
        metrics.requestAborted()
        let values = metrics.text(requests: 1, streams: 2, calculations: 5)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)

        let (page, other) = (#"method="GET",route="/""#, #"method="",route="other""#)
        let bounds = [
            "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5",
            "1.0", "5.0", "+Inf",
        ]
        func durations(_ label: String, _ totals: [Int], sum: String) -> [String] {
            let name = "options_http_request_duration_seconds"
            return zip(bounds, totals).map { #"\#(name)_bucket{\#(label),le="\#($0)"} \#($1)"# }
                + ["\(name)_sum{\(label)} \(sum)", "\(name)_count{\(label)} \(totals.last ?? 0)"]
        }
        let expected =
            [
                #"options_http_requests_total{\#(page),status="200"} 2"#,
                #"options_http_requests_total{\#(page),status="304"} 1"#,
                #"options_http_requests_total{\#(other),status="404"} 1"#,
            ]
            + durations(page, [0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3], sum: "6.0022")
            + durations(other, Array(repeating: 1, count: bounds.count), sum: "1e-09")
            + [
                "options_http_received_bytes_total{\(page)} 30", "options_http_received_bytes_total{\(other)} 0",
                "options_http_sent_bytes_total{\(page)} 3000", "options_http_sent_bytes_total{\(other)} 7",
                "options_http_immediate_requests_total{\(page)} 1",
                "options_http_immediate_requests_total{\(other)} 0",
                "options_http_aborted_requests_total 1", "options_http_connections 2",
                "options_http_requests_in_progress 1", "options_http_streams 2", "options_calculations_in_progress 5",
            ]
        #expect(values == expected)
    }

    @Test("the date has the form of HTTP")
    func httpDate() {
        // RFC 9110, section 5.6.7.
        #expect(UTCTime(seconds: 784_111_777).httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(UTCTime(seconds: 0).text == "1970-01-01T00:00:00.000Z")
        #expect(UTCTime(seconds: 1_771_065_045, milliseconds: 7).text == "2026-02-14T10:30:45.007Z")
    }

    @Test("the OpenAPI document has the endpoints of the route table")
    func openAPI() throws {
        let data = Data(try Fixture.bytes("Sources/COptionsServer/openapi.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let documented = paths.flatMap { path, operations in
            operations.keys.filter { ["get", "post", "put", "delete"].contains($0) }.map {
                "\($0.uppercased()) \(path)"
            }
        }
        let (configuration, folder) = (ServerConfiguration(), TemporaryFolder())
        let routes = APIServer(
            configuration, market: try .temporary(configuration, folder),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).routes.filter(\.isPartOfAPI)
        #expect(documented.sorted() == routes.map { "\($0.method.rawValue) \($0.path)" }.sorted())
    }
}
