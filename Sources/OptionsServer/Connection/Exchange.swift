internal import NIOCore
internal import NIOHTTP1

/// A request on a connection, and the state of its response.
struct Exchange {
    /// The identifier from `X-Request-ID`, or a new one.
    let identifier: String
    let method: HTTPMethod
    /// The path without the query.
    let path: Substring
    let start: NIODeadline
    let isHead: Bool
    /// Whether the client speaks HTTP/1.0, which has no chunks.
    private let isVersion10: Bool
    /// The index of the route; `nil` if there is none.
    var route: Int?
    /// The origin of the page that may read the response.
    var allowedOrigin: String?
    var status = 0
    var receivedBytes = 0
    var sentBytes = 0
    var legs: Int?
    /// Whether the event loop answered it.
    var isImmediate = false
    /// The places of which it has one while it is in progress beyond the event loops.
    var places: Places?

    init(identifier: String, head: HTTPRequestHead, path: Substring, start: NIODeadline) {
        self.identifier = identifier
        self.path = path
        self.start = start
        method = head.method
        isHead = head.method == .HEAD
        isVersion10 = head.version == .http1_0
    }

    /// Creates an exchange without a head, whose response can only be an error.
    init(identifier: String, start: NIODeadline) {
        self.init(
            identifier: identifier, head: HTTPRequestHead(version: .http1_1, method: .GET, uri: ""), path: "",
            start: start)
    }

    var isTakenOn: Bool { places != nil }

    /// Adds the header fields that every response has. `isLast` is whether the connection ends with it.
    mutating func complete(_ head: inout HTTPResponseHead, isLast: Bool, dependsOnOrigin: Bool) {
        status = Int(head.status.code)
        head.headers.add(name: "X-Request-ID", value: identifier)
        head.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        if let allowedOrigin {
            head.headers.add(name: "Access-Control-Allow-Origin", value: allowedOrigin)
            head.headers.add(name: "Access-Control-Expose-Headers", value: "ETag, Location, Retry-After, X-Request-ID")
        }
        if dependsOnOrigin { head.headers.add(name: "Vary", value: "Origin") }
        if isVersion10 {
            if !head.headers.contains(name: "content-length") {
                head.version = .http1_0
            } else if !isLast {
                head.headers.add(name: "Connection", value: "keep-alive")
            }
        }
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    }
}
