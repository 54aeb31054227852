internal import HTTPTypes
internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import NIOCore
internal import ServiceLifecycle

/// The events of a stream, for one reader.
protocol EventSource: Sendable {
    /// Returns the events that the reader does not have yet, and whether the stream ends with them.
    mutating func events() -> (events: [ServerEvent], isLast: Bool)
}

/// A server-sent event.
struct ServerEvent: Sendable {
    /// The type; `nil` for an unnamed event.
    var name: StaticString?
    /// The identifier of the stream up to this event.
    var identifier: String?
    /// JSON without line ends.
    var data: ByteBuffer

    /// The length up to which an event is written in one piece. The data of longer ones is shared by all readers.
    private static let copiedBytes = 16 << 10

    /// The pieces of its text.
    fileprivate var pieces: [ByteBuffer] {
        var head = ByteBuffer()
        if let name { head.writeString("event: \(name)\n") }
        if let identifier { head.writeString("id: \(identifier)\n") }
        head.writeString("data: ")
        guard data.readableBytes <= Self.copiedBytes else { return [head, data, ByteBuffer(string: "\n\n")] }
        head.writeImmutableBuffer(data)
        head.writeString("\n\n")
        return [head]
    }
}

/// Responses of server-sent events (HTML Standard, section 9.2).
enum EventStream {
    private static let secondsBetweenComments = 15.0

    private static let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]

    /// Responds with the events of a source, until it ends or the server stops.
    ///
    /// The source is asked at first and when the bell rings, and not before the client has taken the events before. A
    /// comment follows 15 seconds without an event.
    ///
    /// - Parameters:
    ///   - source: The events.
    ///   - bell: Rings when there may be events.
    ///   - retry: The milliseconds after which a client returns; `nil` if it does not.
    ///   - time: The clock.
    ///   - context: The context of the request.
    /// - Returns: The response.
    static func response(
        _ source: some EventSource, _ bell: Bell, retry: Int? = nil, _ time: ServiceTime,
        _ context: OptionsRequestContext
    ) -> Response {
        if context.signals.isHead { return Response(status: .ok, headers: headers) }
        let channel = context.channel
        return Response(
            status: .ok, headers: headers,
            body: .init { writer in
                try await withGracefulShutdownHandler {
                    if let retry { try await writer.write(ByteBuffer(string: "retry: \(retry)\n\n")) }
                    try await write(source, bell, time, to: &writer)
                } onGracefulShutdown: {
                    bell.finish()
                    // The stream of a client that takes nothing could not end.
                    channel.eventLoop.execute { if !channel.isWritable { channel.close(promise: nil) } }
                }
                try await writer.finish(nil)
            })
    }

    private static func write(
        _ source: some EventSource, _ bell: Bell, _ time: ServiceTime, to writer: inout any ResponseBodyWriter
    ) async throws {
        var source = source
        var rings = bell.rings.makeAsyncIterator()
        bell.ring(.change)
        while true {
            let clock = Task {
                try await time.sleep(secondsBetweenComments)
                bell.ring(.pause)
            }
            defer { clock.cancel() }
            guard let ring = await rings.next() else { return }
            clock.cancel()
            let next = source.events()
            for event in next.events {
                for piece in event.pieces { try await writer.write(piece) }
            }
            if next.isLast { return }
            if next.events.isEmpty, ring == .pause { try await writer.write(ByteBuffer(string: ":\n\n")) }
        }
    }
}
