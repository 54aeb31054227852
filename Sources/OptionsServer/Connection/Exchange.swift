internal import NIOCore
internal import NIOHTTP1

/// A request on a connection, and the state of its response.
struct Exchange {
    private(set) var identifier: RequestIdentifier
    let method: HTTPMethod
    /// The path without the query.
    let path: Substring
    private(set) var start: NIODeadline
    let isHead: Bool
    /// Whether the client speaks HTTP/1.0, which has no chunks.
    let isVersion10: Bool
    /// The index of the route; `nil` if there is none.
    var route: Int?
    /// The origin of the page that may read the response.
    var allowedOrigin: String?
    var status = 0
    /// Whether its parts are chunks.
    var isChunked = false
    var receivedBytes = 0
    var sentBytes = 0
    var legs: Int?
    /// Whether the event loop answered it.
    var isImmediate = false
    /// The places of which it has one while it is in progress beyond the event loops.
    var places: Places?

    init(identifier: RequestIdentifier, head: HTTPRequestHead, path: Substring, start: NIODeadline) {
        self.identifier = identifier
        self.path = path
        self.start = start
        method = head.method
        isHead = head.method == .HEAD
        isVersion10 = head.version == .http1_0
    }

    /// Creates the exchange of a further request with the same head, which the event loop answers. An identifier that the client gave is in
    /// the head.
    init(
        repeating first: Exchange, identifier: RequestIdentifier, start: NIODeadline, receivedBytes: Int, legs: Int?
    ) {
        self = first
        if case .made = first.identifier { self.identifier = identifier }
        self.start = start
        self.receivedBytes = receivedBytes
        self.legs = legs
        isImmediate = true
    }

    /// Creates an exchange without a head, whose response can only be an error.
    init(identifier: RequestIdentifier, start: NIODeadline) {
        self.init(
            identifier: identifier, head: HTTPRequestHead(version: .http1_1, method: .GET, uri: ""), path: "",
            start: start)
    }

    var isTakenOn: Bool { places != nil }
}
