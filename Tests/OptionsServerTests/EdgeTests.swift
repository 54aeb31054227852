import Foundation
import NIOCore
import Testing

@testable import OptionsServer

/// The edges of HTTP/1.1 (RFC 9112) that depend on the decoder of NIO, the order of bytes, or a socket. The rules
/// themselves are tested by ``ConnectionStateTests`` and ``HeadRuleTests``.
@Suite("Edges of HTTP")
struct EdgeTests {
    static let request =
        #"{"currentPrice":100,"legs":[{"type":"put","position":"short","strikePrice":95,"premium":2.5,"quantity":1}]}"#

    static func post(_ body: String, more: String = "") -> String {
        "POST /api/rest/options/calculate HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
    }

    @Test(
        "malformed requests are answered with a status and JSON, and end the connection",
        arguments: [
            ("GARBAGE\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: a\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n", 431),
            ("GET /\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 431),
            (
                "POST /api/rest/options/calculate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                400
            ),
        ])
    func malformed(_ text: String, _ status: Int) async throws {
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            connection.sendText(text)
            let response = try #require(try connection.receive())
            #expect(response.status == status)
            #expect(response.body.hasPrefix(#"{"error":""#) && response.body.hasSuffix("\"}"))
            #expect(response.fields["content-type"] == "application/json")
        }
    }

    @Test("requests that arrive together are answered in order")
    func pipelining() async throws {
        let large =
            #"{"currentPrice":100,"legs":["#
            + Array(
                repeating: #"{"type":"put","position":"short","strikePrice":95,"premium":2.5,"quantity":1}"#, count: 500
            )
            .joined(separator: ",") + "]}"
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            let parts = [
                Self.post(large), "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", Self.post("{"),
                Self.post(Self.request),
            ]
            connection.sendText((parts + parts).joined())
            for _ in 0..<2 {
                #expect(try connection.receive()?.body.contains(#""curve""#) == true)
                #expect(try connection.receive()?.body == #"{"status":"live"}"#)
                #expect(try connection.receive()?.status == 400)
                #expect(try connection.receive()?.body.contains(#""curve""#) == true)
            }
        }
    }

    @Test("Expect: 100-continue is answered before the body comes")
    func expectContinue() async throws {
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            let text = Self.post(Self.request, more: "Expect: 100-continue\r\n")
            connection.sendText(String(text.dropLast(Self.request.count)))
            #expect(try connection.receive()?.status == 100)
            connection.sendText(Self.request)
            #expect(try connection.receive()?.status == 200)
        }
    }

    @Test("connections close on the client's request, and with HTTP/1.0 unless it asks to keep them")
    func closing() async throws {
        try await withServer { (port: Int) throws in
            for value in ["close", "Close", "keep-alive, close"] {
                let connection = try RawConnection(port)
                connection.sendText("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: \(value)\r\n\r\n")
                #expect(try connection.receive()?.fields["connection"] == "close")
                #expect(try connection.isAtEnd())
            }
            let old = try RawConnection(port)
            old.sendText("GET /health/live HTTP/1.0\r\n\r\n")
            #expect(try old.receive()?.status == 200)
            #expect(try old.isAtEnd())
            let kept = try RawConnection(port)
            for _ in 0..<2 {
                kept.sendText("GET /health/live HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try kept.receive()?.fields["connection"] == "keep-alive")
            }
        }
    }

    @Test("a client that closes its side still gets its response")
    func halfClosed() async throws {
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            connection.sendText(Self.post(Self.request))
            connection.finish()
            #expect(try connection.receive()?.status == 200)
            #expect(try connection.isAtEnd())
            let refused = try RawConnection(port)
            refused.sendText("PUT /health/live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{}")
            refused.finish()
            #expect(try refused.receive()?.status == 405)
            #expect(try refused.isAtEnd())
            let cut = try RawConnection(port)
            cut.sendText(String(Self.post(Self.request).dropLast(5)))
            cut.finish()
            let response = try #require(try cut.receive())
            #expect(response.status == 400)
            #expect(
                response.body == #"{"error":"the request must be complete, got its end too early","code":"malformed"}"#)
        }
    }

    @Test("the timer of a connection fires")
    func slow() async throws {
        try await withServer(limits: { $0.arrivalTime = .milliseconds(1) }) { (port: Int) throws in
            let connection = try RawConnection(port)
            connection.sendText("GET /he")
            #expect(
                try connection.receive()?.body
                    == #"{"error":"the request must arrive within 0 seconds","code":"timeout"}"#)
            #expect(try connection.isAtEnd())
        }
    }

    @Test("many requests that arrive together do not deepen the stack")
    func manyTogether() async throws {
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            // The server reads larger blocks from a large body, and its response comes from another thread.
            connection.sendText(Self.post("[" + String(repeating: " ", count: 8_000_000) + "]"))
            #expect(try connection.receive()?.status == 400)
            let count = 14_000
            let leg = #"{"type":"put","position":"short","strikePrice":95,"premium":2.5,"quantity":1}"#
            let large = #"{"currentPrice":100,"legs":[\#(Array(repeating: leg, count: 500).joined(separator: ","))]}"#
            connection.sendText(
                Self.post(large) + String(repeating: "GET /x HTTP/1.1\r\nHost:[::1]\r\n\r\n", count: count))
            #expect(try connection.receive()?.status == 200)
            for _ in 0..<count { #expect(try connection.receive()?.status == 404) }
        }
    }

    @Test("a batch that arrives after another request is answered")
    func batchBehind() async throws {
        let batch =
            "POST /api/rest/options/batch?metricsOnly=true HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Length: \(Self.request.utf8.count)\r\n\r\n\(Self.request)"
        let chart = Self.post(Self.request).replacingOccurrences(of: "calculate", with: "chart")
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            connection.sendText(chart + batch + batch + Self.post(Self.request))
            #expect(try connection.receive()?.body.hasPrefix("<svg") == true)
            for _ in 0..<2 { #expect(try connection.receive()?.body.hasPrefix(#"{"metrics""#) == true) }
            #expect(try connection.receive()?.body.hasPrefix(#"{"curve""#) == true)
        }
    }

    @Test("a client that closes its side gets the responses to all of its requests, and all bytes of them")
    func halfClosedBehind() async throws {
        let range = #""curveRange":{"minimum":0,"maximum":1000,"points":100000}"#
        let large = String(Self.request.dropLast()) + ",\(range)}"
        let chart = Self.post(Self.request).replacingOccurrences(of: "calculate", with: "chart")
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            connection.sendText(chart + Self.post(Self.request) + Self.post(large))
            connection.finish()
            #expect(try connection.receive()?.body.hasPrefix("<svg") == true)
            #expect(try connection.receive()?.status == 200)
            let response = try #require(try connection.receive())
            #expect(response.body.utf8.count > 4_000_000)
            #expect(response.body.hasSuffix("}"))
            #expect(try connection.isAtEnd())
        }
    }

    @Test("a malformed request is refused after the requests before it")
    func malformedBehind() async throws {
        let chart = Self.post(Self.request).replacingOccurrences(of: "calculate", with: "chart")
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            connection.sendText(chart + Self.post(Self.request) + "%%%%\r\n\r\n" + String(repeating: "x", count: 5000))
            #expect(try connection.receive()?.body.hasPrefix("<svg") == true)
            #expect(try connection.receive()?.status == 200)
            #expect(try connection.receive()?.status == 400)
            #expect(try connection.isAtEnd())
        }
    }

    @Test("a request for another protocol is answered, and ends the connection")
    func upgrade() async throws {
        try await withServer { (port: Int) throws in
            for head in [
                "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n",
                "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n",
            ] {
                let connection = try RawConnection(port)
                connection.sendText(head + "\r\n")
                let response = try #require(try connection.receive())
                #expect(response.fields["connection"] == "close")
                #expect(response.fields["content-type"] == "application/json")
                #expect(try connection.isAtEnd())
            }
        }
    }

    @Test(
        "a body that arrives after a head with Upgrade is read",
        arguments: ["/api/rest/options/calculate", "/api/rest/options/batch"])
    func upgradeWithBody(_ path: String) async throws {
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            // The fields of Java's HTTP client. The server has read the head when it asks for the body.
            let fields =
                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk\r\n"
                + "Expect: 100-continue\r\n"
            let text = Self.post(Self.request, more: fields).replacing("/api/rest/options/calculate", with: path)
            connection.sendText(String(text.dropLast(Self.request.utf8.count)))
            #expect(try connection.receive()?.status == 100)
            connection.sendText(Self.request)
            let response = try #require(try connection.receive())
            #expect(response.status == 200)
            #expect(response.body.hasPrefix(#"{"curve""#))
            #expect(response.fields["connection"] == "close")
            #expect(try connection.isAtEnd())
        }
    }

    @Test("a request is over with its response, although its connection is still open")
    func overWithResponse() async throws {
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            connection.sendText(
                Self.post(Self.request, more: "Connection: close\r\n").replacing("calculate", with: "chart"))
            #expect(try connection.receive()?.status == 200)
            #expect(try exchange(port, "GET", "/metrics").body.contains("options_http_requests_in_progress 0\n"))
        }
    }
}
