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
    /// Whether the client speaks HTTP/1.0, which has no chunks.
    let isVersion10: Bool
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
    /// Whether part of the response has been written.
    var isAnswering = false
    /// Whether the response is complete.
    var isAnswered = false

    var isTakenOn: Bool { places != nil }
    var isHead: Bool { method == .HEAD }
}
