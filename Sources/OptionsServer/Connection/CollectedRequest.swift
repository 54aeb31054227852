internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1

/// The part of a request that has arrived. The memory of its body counts in the budget of all connections.
struct CollectedRequest {
    var head: HTTPRequestHead?
    private(set) var body: ByteBuffer?
    private let memory: MemoryBudget
    private var countedBytes = 0

    init(_ memory: MemoryBudget) { self.memory = memory }

    /// Adds a part of the body; returns whether there was enough memory.
    mutating func append(_ part: ByteBuffer) -> Bool {
        countedBytes += part.readableBytes
        guard memory.take(part.readableBytes) else { return false }
        if body == nil {
            body = part
        } else {
            body?.writeImmutableBuffer(part)
        }
        return true
    }

    mutating func removeAll() {
        (head, body) = (nil, nil)
        if countedBytes > 0 { memory.giveBack(countedBytes) }
        countedBytes = 0
    }

    /// Takes the head and the body out, for a task. Only the connection decides when it ends, and it discards the body of
    /// the response to HEAD.
    mutating func takeForTask(_ method: HTTPRequest.Method) -> (head: HTTPRequest, body: ByteBuffer?)? {
        guard var head else { return nil }
        let body = body
        removeAll()
        head.headers.remove(name: "connection")
        head.headers.remove(name: "expect")
        let request = HTTPRequest(
            method: method, scheme: "http", authority: head.headers.first(name: "host"), path: head.uri,
            headerFields: HTTPFields(head.headers, splitCookie: false))
        return (request, body)
    }
}
