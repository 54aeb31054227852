internal import NIOCore
internal import NIOHTTP1

/// Lets ``ConnectionHandler`` answer requests whose head repeats an earlier one of the connection, without decoding it again.
///
/// Decoding a head and applying the rules to it takes more time than most calculations. The same bytes give the same result, so
/// the first request with a head decides on all others. Requests are recognised only where one begins: when the decoder holds no
/// part of another one. All others are decoded.
final class RepeatedRequestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: ConnectionHandler
    private var known: KnownRequest?
    /// The number of bytes that the decoder got since it was last between two requests; `nil` if that is not known.
    private var decoderBytes: Int? = 0
    /// The number of bytes of the head with which they begin.
    private var headBytes = 0
    /// Whether the decoder got bytes since the last read was complete.
    private var hasDecoded = false

    init(_ connection: ConnectionHandler) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        while decoderBytes == 0, let known, let (body, count) = known.head.body(bytes),
            connection.answer(known, body)
        {
            bytes.moveReaderIndex(forwardBy: count)
            if bytes.readableBytes == 0 { return }
        }
        decode(context, bytes)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasDecoded { context.fireChannelReadComplete() }
        hasDecoded = false
    }

    private func decode(_ context: ChannelHandlerContext, _ bytes: ByteBuffer) {
        hasDecoded = true
        guard let decoded = decoderBytes else { return context.fireChannelRead(wrapInboundOut(bytes)) }
        if decoded == 0 {
            headBytes = RepeatedHead.count(bytes) ?? 0
            connection.decodedParts = DecodedParts()
        }
        // Otherwise the request waits, and the one that was admitted last is another one.
        let isNext = connection.isBetweenRequests
        context.fireChannelRead(wrapInboundOut(bytes))
        let (parts, count) = (connection.decodedParts, decoded + bytes.readableBytes)
        guard headBytes > 0, parts.heads <= 1 else {
            decoderBytes = nil
            return
        }
        // The bytes are the head and the body of one request, without chunks and without the beginning of another one.
        let isBetween = parts.ends == 1 && headBytes + parts.bodyBytes == count
        decoderBytes = isBetween ? 0 : count
        guard isBetween, decoded == 0, isNext, let request = connection.admitted.take(),
            let head = bytes.getSlice(at: bytes.readerIndex, length: headBytes)
        else { return }
        known = RepeatedHead(head, hasBody: parts.bodyBytes > 0).map { KnownRequest($0, request) }
    }
}

/// The number of parts of requests that the decoder has passed on.
struct DecodedParts {
    var heads = 0
    var bodyBytes = 0
    var ends = 0
}

/// A request to which the rules for heads were applied, and which the event loop answers.
struct AdmittedRequest {
    let exchange: Exchange
    let traits: RequestTraits
    /// The maximum length of a body.
    let bodyBytes: Int
    let route: Route
    let target: String
    let headers: HTTPHeaders
}

/// A request and its head. A class, because a copy of a value would count references to each of its members.
final class KnownRequest {
    let head: RepeatedHead
    let request: AdmittedRequest

    init(_ head: RepeatedHead, _ request: AdmittedRequest) {
        self.head = head
        self.request = request
    }
}
