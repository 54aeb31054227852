import NIOCore
import Testing
import _TestSupport

@testable import OptionsServer

@Suite("Requests that repeat a head")
struct RepeatedRequestTests {
    /// A head, and bytes that arrive later.
    struct Case: CustomTestStringConvertible {
        let head, bytes: String
        /// The body that is recognised; `nil` if none is.
        let body: String?
        var testDescription: String { bytes.debugDescription }
    }

    static let post = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nX: y\r\n\r\n"
    static let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    static let cases = [
        Case(head: post, bytes: post + "{}", body: "{}"),
        Case(head: post, bytes: post + "{}" + post, body: "{}"),
        Case(head: post, bytes: post.replacing(": 2", with: ": 0011") + "{\"legs\":[]}", body: "{\"legs\":[]}"),
        Case(head: post, bytes: post + "{", body: nil),
        Case(head: post, bytes: String(post.dropLast()), body: nil),
        Case(head: post, bytes: String(post.prefix(44)), body: nil),
        Case(head: post, bytes: "", body: nil),
        Case(head: post, bytes: post.replacing(": 2", with: ": 0"), body: nil),
        Case(head: post, bytes: post.replacing(": 2", with: ": -2") + "{}", body: nil),
        Case(head: post, bytes: post.replacing(": 2", with: ": +2") + "{}", body: nil),
        Case(head: post, bytes: post.replacing(": 2", with: ": 2 ") + "{}", body: nil),
        Case(head: post, bytes: post.replacing(": 2", with: ": 2,2") + "{}", body: nil),
        Case(head: post, bytes: post.replacing(": 2", with: ": ") + "{}", body: nil),
        Case(head: post, bytes: post.replacing(": 2", with: ": 99999999999999999999") + "{}", body: nil),
        Case(head: post, bytes: post.replacing("X", with: "x") + "{}", body: nil),
        Case(head: post, bytes: post.replacing("h\r\n", with: "i\r\n") + "{}", body: nil),
        Case(head: post, bytes: post.replacing("/a", with: "/b") + "{}", body: nil),
        Case(head: post, bytes: "\r\n" + post + "{}", body: nil),
        Case(head: post, bytes: get, body: nil),
        Case(
            head: post.replacing("Content-Length: ", with: "content-length:\t"),
            bytes: post.replacing("Content-Length: 2", with: "content-length:\t3") + "[1]", body: "[1]"),
        Case(head: get, bytes: get, body: ""),
        Case(head: get, bytes: get + post, body: ""),
        Case(head: get, bytes: String(get.dropLast(2)) + "Content-Length: 2\r\n\r\n{}", body: nil),
    ]

    @Test("the same head is recognised, with a body of any length", arguments: cases)
    func recognition(_ row: Case) throws {
        let known = try #require(RepeatedHead(ByteBuffer(string: row.head), hasBody: row.head.hasPrefix("POST")))
        // The bytes begin anywhere in the memory into which the connection is read.
        var bytes = ByteBuffer(string: "..." + row.bytes)
        bytes.moveReaderIndex(forwardBy: 3)
        let found = known.body(bytes)
        #expect(found.map { String(buffer: $0.body) } == row.body)
        if let found, let body = row.body {
            #expect(row.bytes.utf8.prefix(found.count).suffix(body.utf8.count).elementsEqual(body.utf8))
            #expect(RepeatedHead.count(bytes) == found.count - body.utf8.count)
        }
    }

    @Test("a head that says otherwise about its body is not repeated", arguments: [(post, false), (get, true)])
    func contradiction(_ head: String, _ hasBody: Bool) {
        #expect(RepeatedHead(ByteBuffer(string: head), hasBody: hasBody) == nil)
    }

    // MARK: Connections

    static func calculation(_ body: String, more: String = "") -> String { EdgeTests.post(body, more: more) }

    /// Requests of every kind: repeated, refused, answered by a task, in chunks.
    static let requests = [
        calculation(EdgeTests.request), calculation(EdgeTests.request.replacing("95", with: "105.25")),
        calculation("{"), calculation(""), calculation(EdgeTests.request, more: "Content-Type: text/plain\r\n"),
        calculation("", more: "Content-Type: text/plain\r\n"),
        calculation(EdgeTests.request, more: "X-Request-ID: a\r\n"),
        calculation(EdgeTests.request, more: "X-Request-ID: b\r\n"),
        calculation(EdgeTests.request).replacing("Host: localhost", with: "Host: elsewhere"),
        calculation(EdgeTests.request).replacing("calculate", with: "chart"),
        calculation(EdgeTests.request.replacing("100", with: "200") + String(repeating: " ", count: 70_000)),
        "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", "HEAD /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /api/rest/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /health/live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc",
        "PUT /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /api/rest/options/calculate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "\(String(EdgeTests.request.utf8.count, radix: 16))\r\n\(EdgeTests.request)\r\n0\r\n\r\n",
    ]

    static func hasBody(_ request: String) -> Bool { !request.hasPrefix("HEAD") }

    /// A response without what depends on the request's number and the time.
    static func text(_ response: RawResponse?) throws -> String {
        let response = try #require(response)
        let fields = response.fields.filter { $0.key != "date" && ($0.key != "x-request-id" || $0.value.count == 1) }
        return "\(response.status) \(fields.sorted { $0.key < $1.key }) \(response.body)"
    }

    @Test(
        "each request is answered as on a connection of its own, whatever came before it",
        arguments: 1...8 as ClosedRange<UInt64>)
    func likeAlone(_ seed: UInt64) async throws {
        try await withServer { (port: Int) throws in
            var random = SeededGenerator(seed: seed)
            let alone = try Self.requests.map { request in
                let connection = try RawConnection(port)
                connection.sendText(request)
                return try Self.text(connection.receive(hasBody: Self.hasBody(request)))
            }
            // A client repeats few requests most of the time.
            let favourites = (0..<3).map { _ in Int.random(in: Self.requests.indices, using: &random) }
            let order = (0..<300).map { _ in
                Bool.random(using: &random)
                    ? favourites.randomElement(using: &random) ?? 0
                    : Int.random(in: Self.requests.indices, using: &random)
            }
            let connection = try RawConnection(port)
            var (sent, received) = (0, 0)
            while received < order.count {
                // Some requests together, the last one perhaps in two parts.
                let next = min(order.count, sent + Int.random(in: 1...3, using: &random))
                let text = order[sent..<next].map { Self.requests[$0] }.joined()
                let cut = Bool.random(using: &random) ? 0 : Int.random(in: 0..<text.utf8.count, using: &random)
                connection.sendText(String(decoding: text.utf8.dropLast(cut), as: UTF8.self))
                if Bool.random(using: &random), sent > received {
                    let request = order[received]
                    #expect(
                        try Self.text(connection.receive(hasBody: Self.hasBody(Self.requests[request])))
                            == alone[request])
                    received += 1
                }
                connection.sendText(String(decoding: text.utf8.suffix(cut), as: UTF8.self))
                sent = next
                let kept = sent == order.count ? 0 : Int.random(in: 0...2, using: &random)
                while sent - received > kept {
                    let request = order[received]
                    #expect(
                        try Self.text(connection.receive(hasBody: Self.hasBody(Self.requests[request])))
                            == alone[request])
                    received += 1
                }
            }
            connection.finish()
            #expect(try connection.isAtEnd())
        }
    }

    @Test("responses that wait for those to other clients reach clients that have closed their side")
    func closedSides() async throws {
        try await withServer { (port: Int) throws in
            let request = Self.calculation(EdgeTests.request)
            let connections = try (0..<40).map { _ in try RawConnection(port) }
            for connection in connections { connection.sendText(request) }
            for connection in connections { #expect(try connection.receive()?.status == 200) }
            for connection in connections {
                connection.sendText(request + request)
                connection.finish()
            }
            for connection in connections {
                for _ in 0..<2 { #expect(try connection.receive()?.status == 200) }
                #expect(try connection.isAtEnd())
            }
        }
    }

    @Test("repeated requests are counted like all others")
    func counts() async throws {
        try await withServer { (port: Int) throws in
            let connection = try RawConnection(port)
            for _ in 0..<5 {
                connection.sendText(Self.calculation(EdgeTests.request))
                #expect(try connection.receive()?.status == 200)
            }
            let route = #"method="POST",route="/api/rest/options/calculate""#
            try expectMetric("options_http_requests_total{\(route),status=\"200\"} 5\n", port)
            try expectMetric("options_http_immediate_requests_total{\(route)} 5\n", port)
            let bytes = 5 * EdgeTests.request.utf8.count
            try expectMetric("options_http_received_bytes_total{\(route)} \(bytes)\n", port)
        }
    }
}
