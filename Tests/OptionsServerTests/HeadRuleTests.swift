import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Testing

@testable import OptionsServer

/// The rules for the head of a request (docs/server.md, Errors), without sockets.
@Suite("Rules for heads")
struct HeadRuleTests {
    /// A head, and what becomes of its request: a limit for its body, a stream, or a status and a message.
    struct Head: CustomTestStringConvertible {
        let line: String
        let fields: [(String, String)]
        let expected: String
        let version: HTTPVersion

        init(_ line: String, _ fields: [(String, String)], version: HTTPVersion = .http1_1, _ expected: String) {
            (self.line, self.fields, self.version, self.expected) = (line, fields, version, expected)
        }

        init(_ line: String, _ expected: String) { self.init(line, [("Host", "localhost")], expected) }

        var testDescription: String { "\(line) \(fields)" }
    }

    private static let routes = [
        Route("/open", "", isOpen: true, mediaType: "text/plain") { ByteBuffer() },
        Route(.get, "/a", "") { _, _ in Response(status: .ok) },
        Route(.post, "/a", "", body: .collected(["application/json"])) { _, _ in Response(status: .ok) },
        Route(.put, "/a", "", body: .collected(["application/json"]), changesState: true) { _, _ in
            Response(status: .ok)
        },
        Route(.post, "/batch", "", body: .streamed(["application/x-ndjson", "application/json"])) { _, _ in
            Response(status: .ok)
        },
    ]

    private static func ruling(
        _ head: Head, _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) -> (text: String, fields: [String: String]) {
        var configuration = ServerConfiguration()
        change(&configuration)
        let core = ServerCore(
            table: RouteTable(routes), configuration: configuration, metrics: ServerMetrics(),
            admission: Admission(configuration.limits), memory: MemoryBudget(bytes: 0),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let words = head.line.split(separator: " ")
        let request = HTTPRequestHead(
            version: head.version, method: HTTPMethod(rawValue: String(words[0])), uri: String(words[1]),
            headers: HTTPHeaders(head.fields))
        var exchange = Exchange(
            identifier: .made(0), head: request, path: RequestTarget(request.uri).path, start: .now())
        var acceptedHost: String?
        switch core.ruling(request, RequestFields(request.headers), &exchange, acceptedHost: &acceptedHost) {
        case .collect(let limit): return ("\(limit)", [:])
        case .stream: return ("stream", [:])
        case .refuse(let error): return ("\(error.status) \(error.message)", error.fields)
        }
    }

    private static let host = ("Host", "localhost")
    private static let json = ("Content-Type", "application/json")

    @Test(
        "a head is accepted, or refused with a status and a message",
        arguments: [
            Head("GET /a", "16777216"), Head("HEAD /a", "16777216"), Head("GET /a?b=c", "16777216"),
            Head("POST /a", [host, ("Content-Length", "16777216")], "16777216"),
            Head(
                "POST /a", [host, ("Content-Length", "16777217")],
                "413 the body must be at most 16777216 bytes, got more"),
            Head(
                "POST /a", [host, ("Content-Length", "9223372036854775808")],
                "413 the body must be at most 16777216 bytes, got more"),
            Head("PUT /a", [host, ("Content-Length", "1048576")], "1048576"),
            Head(
                "PUT /a", [host, ("Content-Length", "1048577")], "413 the body must be at most 1048576 bytes, got more"),
            Head("POST /batch", [host, ("Content-Length", "99999999999")], "stream"),
            Head("POST /batch", [host, ("Transfer-Encoding", "Chunked ")], "stream"),
            Head("GET /b", "404 there is no /b"), Head("OPTIONS *", "404 the request target must be a path, got *"),
            Head("DELETE /a", "405 /a must be asked for by GET, HEAD, POST, PUT, got DELETE"),
            Head("OPTIONS /a", "405 /a must be asked for by GET, HEAD, POST, PUT, got OPTIONS"),
            // The absolute form, which a client sends to a proxy.
            Head("GET http://localhost/a", "16777216"), Head("GET HTTP://localhost", "404 there is no /"),
            Head("GET http://localhost?b", "404 there is no /"),
            // The media type and the coding of a body.
            Head("POST /a", [host, ("Content-Length", "1"), json], "16777216"),
            Head(
                "POST /a", [host, ("Content-Length", "1"), ("Content-Type", "Application/JSON; charset=utf-8")],
                "16777216"),
            Head(
                "POST /a", [host, ("Content-Length", "1"), ("Content-Type", "text/plain")],
                "415 Content-Type must be application/json, got text/plain"),
            Head(
                "POST /batch", [host, ("Transfer-Encoding", "chunked"), ("Content-Type", "text/plain")],
                "415 Content-Type must be application/x-ndjson or application/json, got text/plain"),
            Head("POST /a", [host, ("Content-Type", "text/plain")], "16777216"),
            Head(
                "POST /a", [host, ("Content-Length", "1"), ("Content-Encoding", "gzip")],
                "415 Content-Encoding must be identity, got gzip"),
            Head("POST /a", [host, ("Content-Length", "1"), ("Content-Encoding", "identity")], "16777216"),
            Head(
                "POST /a", [host, ("Transfer-Encoding", "gzip, chunked")],
                "400 Transfer-Encoding must be chunked, got gzip, chunked"),
            // Names of the server.
            Head("GET /a", [], "400 Host is required"), Head("GET /a", [], version: .http1_0, "16777216"),
            Head("GET /a", [host, host], "400 Host must be given once, got it 2 times"),
            Head(
                "GET /a", [("Host", "a b")],
                "400 Host must be a name or an address with an optional port, got a b"),
            Head("GET /a", [("Host", "localhost \t")], "16777216"),
            Head("GET /a", [("Host", "LOCALHOST:1")], "16777216"),
            Head("GET /a", [("Host", "127.1.2.3")], "16777216"), Head("GET /a", [("Host", "[::1]:80")], "16777216"),
            Head("GET /a", [("Host", "localhost.")], "16777216"),
            Head(
                "GET /open", [("Host", "evil.example")],
                "403 Host must be a name that --allowed-host lists, got evil.example"),
            Head(
                "GET /a", [("Host", "127.0.0.1.evil.example")],
                "403 Host must be a name that --allowed-host lists, got 127.0.0.1.evil.example"),
            Head(
                "GET /a", [("Host", "192.168.0.1")],
                "403 Host must be a name that --allowed-host lists, got 192.168.0.1"),
            // Pages of other origins.
            Head("POST /a", [host, ("Origin", "https://evil.example")], "16777216"),
            Head(
                "PUT /a", [host, ("Origin", "https://evil.example")],
                "403 Origin must be this server or an origin that --allowed-origin lists, got https://evil.example"),
            Head("PUT /a", [host, ("Origin", "http://localhost")], "1048576"),
            Head(
                "OPTIONS /a", [host, ("Origin", "null"), ("Access-Control-Request-Method", "PUT")],
                "403 Origin must be one that --allowed-origin lists, got null"),
        ])
    func rules(_ head: Head) {
        #expect(Self.ruling(head).text == head.expected)
    }

    @Test("405 lists the methods")
    func allow() {
        #expect(Self.ruling(Head("DELETE /batch", "")).fields == ["Allow": "POST"])
    }

    @Test("names that are given take the place of those of the loopback interface")
    func allowedHosts() {
        for (host, isAllowed) in [("api.example:443", true), ("API.example", true), ("localhost", false)] {
            let ruling = Self.ruling(Head("GET /a", [("Host", host)], "")) { $0.allowedHosts = ["api.example"] }
            #expect(ruling.text.hasPrefix("403") == !isAllowed)
        }
    }

    @Test(
        "a token is required for every path but the open ones",
        arguments: [
            ("/open", nil, "16777216"), ("/a", "bearer secret", "16777216"), ("/a", "Bearer  secret ", "16777216"),
            ("/a", nil, "401 Authorization is required: Bearer and the token"),
            ("/b", nil, "401 Authorization is required: Bearer and the token"),
            ("/b", "Bearer secret", "404 there is no /b"),
        ]
            + ["secret", "Bearer wrong!", "Bearer secre", "Bearer secret2", "Basic secret", "Bearer"].map {
                ("/a", $0, "401 Authorization must be Bearer and the token")
            } as [(String, String?, String)])
    func token(_ path: String, _ authorization: String?, _ expected: String) {
        // With a token, any name is accepted.
        let fields = [("Host", "any.example")] + (authorization.map { [("Authorization", $0)] } ?? [])
        let ruling = Self.ruling(Head("GET \(path)", fields, "")) { $0.token = "secret" }
        #expect(ruling.text == expected)
        if expected.hasPrefix("401") { #expect(ruling.fields == ["WWW-Authenticate": "Bearer"]) }
    }
}
