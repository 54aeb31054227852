internal import HTTPTypes
internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import NIOCore
internal import ServiceLifecycle

/// Responses of server-sent events (HTML Standard, section 9.2).
enum EventStream {
    private static let secondsBetweenComments = 15.0

    private enum Event: Sendable {
        case data(ByteBuffer)
        case comment
        case end
    }

    private static let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]

    /// The response to a request for the head alone.
    static let headResponse = Response(status: .ok, headers: headers)

    /// Returns a response with an event for each element, and a comment after each pause, until the elements end.
    static func response<Element: Sendable>(
        _ elements: AsyncStream<Element>, _ time: ServiceTime,
        _ write: @escaping @Sendable (inout JSONText, Element) -> Void
    ) -> Response {
        Response(
            status: .ok, headers: headers,
            body: .init { writer in
                let (events, continuation) = AsyncStream<Event>.makeStream()
                let producer = Task {
                    for await element in elements {
                        var json = JSONText()
                        write(&json, element)
                        continuation.yield(
                            .data(ByteBuffer(bytes: Array("data: ".utf8) + json.bytes + Array("\n\n".utf8))))
                    }
                    continuation.yield(.end)
                }
                let clock = Task {
                    while !Task.isCancelled {
                        try await time.sleep(secondsBetweenComments)
                        continuation.yield(.comment)
                    }
                }
                // The server waits for its responses before its services end.
                let stop = Task {
                    try await gracefulShutdown()
                    continuation.yield(.end)
                }
                defer {
                    stop.cancel()
                    producer.cancel()
                    clock.cancel()
                }
                for await event in events {
                    switch event {
                    case .data(let bytes): try await writer.write(bytes)
                    case .comment: try await writer.write(ByteBuffer(string: ":\n\n"))
                    case .end:
                        try await writer.finish(nil)
                        return
                    }
                }
                try await writer.finish(nil)
            })
    }
}
