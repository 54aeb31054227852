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
    var data: EventData

    /// The text before the data.
    fileprivate var head: ByteBuffer {
        var head = ByteBuffer()
        if let name { head.writeString("event: \(name)\n") }
        if let identifier { head.writeString("id: \(identifier)\n") }
        head.writeString("data: ")
        return head
    }
}

/// The body of a stream as it is sent: as it is, or compressed.
private struct EventBody {
    /// The length up to which an event is written in one piece. The data of longer ones is shared by all readers.
    private static let copiedBytes = 16 << 10
    private static let end = ByteBuffer(string: "\n\n")

    private var gzip: GzipStream?

    init(isCompressed: Bool) { gzip = isCompressed ? GzipStream() : nil }

    /// The first bytes.
    var start: ByteBuffer { gzip == nil ? ByteBuffer() : ByteBuffer(bytes: GzipStream.head) }

    mutating func pieces(of event: ServerEvent) -> [ByteBuffer] {
        if gzip != nil, let part = event.data.compressed {
            return [text(event.head), gzip?.compressed(part), text(Self.end)].compactMap(\.self)
        }
        let data = event.data.plain
        guard gzip != nil || data.readableBytes <= Self.copiedBytes else { return [event.head, data, Self.end] }
        var whole = event.head
        whole.writeImmutableBuffer(data)
        whole.writeImmutableBuffer(Self.end)
        return [text(whole)]
    }

    mutating func text(_ bytes: ByteBuffer) -> ByteBuffer { gzip?.stored(bytes) ?? bytes }

    /// The last bytes.
    var trailer: ByteBuffer { gzip?.trailer ?? ByteBuffer() }
}

/// Responses of server-sent events (HTML Standard, section 9.2).
enum EventStream {
    private static let secondsBetweenComments = 15.0

    private static func headers(isCompressed: Bool) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", .vary: "Accept-Encoding",
        ]
        if isCompressed { headers[.contentEncoding] = "gzip" }
        return headers
    }

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
    ///   - request: The header fields of the request: long events are compressed where that is accepted.
    ///   - context: The context of the request.
    /// - Returns: The response.
    static func response(
        _ source: some EventSource, _ bell: Bell, retry: Int? = nil, _ time: ServiceTime, _ request: HTTPFields,
        _ context: OptionsRequestContext
    ) -> Response {
        let isCompressed = Gzip.isAccepted(request[values: .acceptEncoding])
        let headers = headers(isCompressed: isCompressed)
        if context.signals.isHead { return Response(status: .ok, headers: headers) }
        let channel = context.channel
        return Response(
            status: .ok, headers: headers,
            body: .init { writer in
                var body = EventBody(isCompressed: isCompressed)
                try await withGracefulShutdownHandler {
                    if isCompressed { try await writer.write(body.start) }
                    if let retry { try await writer.write(body.text(ByteBuffer(string: "retry: \(retry)\n\n"))) }
                    try await write(source, bell, time, &body, to: &writer)
                    if isCompressed { try await writer.write(body.trailer) }
                } onGracefulShutdown: {
                    bell.finish()
                    // The stream of a client that takes nothing could not end.
                    channel.eventLoop.execute { if !channel.isWritable { channel.close(promise: nil) } }
                }
                try await writer.finish(nil)
            })
    }

    private static func write(
        _ source: some EventSource, _ bell: Bell, _ time: ServiceTime, _ body: inout EventBody,
        to writer: inout any ResponseBodyWriter
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
                for piece in body.pieces(of: event) { try await writer.write(piece) }
            }
            if next.isLast { return }
            if next.events.isEmpty, ring == .pause { try await writer.write(body.text(ByteBuffer(string: ":\n\n"))) }
        }
    }
}
